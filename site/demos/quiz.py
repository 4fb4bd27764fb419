"""Quiz mode: before each turn a pupil is asked what it will bring; the answers stand in the address and nowhere else.

A question shows the pair and the staked card and hides what comes of them. So everything is there to answer it from the
rules: who gains, how much, and by which of the glossary's words it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from demos.seeds import Demo
from demos.words import amount, card_name
from games.core.cards import Card
from games.shtoss.actions import Turn
from games.shtoss.rules import State
from games.shtoss.settlement import Bet

PUNTER, BANKER, NOBODY = "punter", "banker", "nobody"
WHO = {
    PUNTER: gettext_lazy("the punter"),
    BANKER: gettext_lazy("the banker"),
    NOBODY: gettext_lazy("nobody yet"),
}
# The words for how a card is decided, from the most particular to the most general.
TERMS = ("plie", "doublet", "lob", "sonik", "s-gorki", "bita", "dana")
OFFERED = 4
MOST_DIGITS = 13
ANSWER = re.compile(rf"([0-9]{{1,4}})\.({'|'.join(WHO)}|)\.([0-9]{{0,{MOST_DIGITS}}})\.([a-z-]{{0,20}})", re.ASCII)
MOST_ANSWERS = 100


@dataclass(frozen=True)
class Answer:
    """What was said of the turn of ``step``; what was left open is empty."""

    step: int
    who: str = ""
    amount: int | None = None
    term: str = ""

    def __str__(self) -> str:
        said = "" if self.amount is None else str(self.amount)
        return f"{self.step}.{self.who}.{said}.{self.term}"


@dataclass(frozen=True)
class Question:
    """What is asked of the turn that leads to ``step``.

    ``term`` is empty where the pair decides nothing, and then none is asked for; ``terms`` are what one chooses from.
    """

    step: int
    right: Card
    left: Card
    name: str
    card: Card
    who: str
    amount: int
    term: str
    terms: tuple[str, ...]

    @property
    def right_answer(self) -> Answer:
        return Answer(self.step, self.who, self.amount, self.term)

    @property
    def asks(self) -> str:
        """The pair and the card in words."""
        says = _("The next pair: to the right the %(right)s, to the left the %(left)s. %(name)s has the %(card)s.")
        values = {"right": card_name(self.right), "left": card_name(self.left)}
        return says % {**values, "name": self.name, "card": card_name(self.card)}


@dataclass(frozen=True)
class Verdict:
    """An answer beside what would have been right; ``points`` of ``most``."""

    question: Question
    answer: Answer
    unit: Sequence[str]

    @property
    def parts(self) -> list[tuple[str, str, str, bool]]:
        """What was asked, what was said, what is right, and whether they are the same."""
        wanted, said = self.question.right_answer, self.answer
        none = _("no answer")
        found = [
            (_("who gains"), str(WHO.get(said.who, none)), str(WHO[wanted.who]), said.who == wanted.who),
            (
                _("how much"),
                none if said.amount is None else amount(said.amount, self.unit),
                amount(wanted.amount or 0, self.unit),
                said.amount == wanted.amount,
            ),
        ]
        if wanted.term:
            found.append((_("which term"), said.term or none, wanted.term, said.term == wanted.term))
        return found

    @property
    def points(self) -> int:
        return sum(right for *_said, right in self.parts)

    @property
    def most(self) -> int:
        return len(self.parts)

    @property
    def is_right(self) -> bool:
        return self.points == self.most


def question(demo: Demo, number: int) -> Question | None:
    """What is asked at step ``number``: of the turn that comes next, if one does."""
    if number >= demo.last or not isinstance(demo.steps[number + 1].action, Turn):
        return None
    before, after = (cast(State, demo.steps[at].state) for at in (number, number + 1))
    bet = _asked_of(before, after)
    settled = bet.settlement
    gained = settled.amount if settled else 0
    term = next((term for term in TERMS if settled and term in settled.terms), "")
    return Question(
        step=number + 1,
        right=after.cards[after.shown - 2],
        left=after.cards[after.shown - 1],
        name=demo.record.names[bet.seat],
        card=bet.card,
        who=PUNTER if gained > 0 else BANKER if gained < 0 else NOBODY,
        amount=abs(gained),
        term=term,
        terms=_choices(term, settled.terms if settled else ()),
    )


def _asked_of(before: State, after: State) -> Bet:
    """The first card that the turn decides; the first in play if it decides none."""
    open_before = [at for at, bet in enumerate(before.bets) if bet.settlement is None]
    decided = [at for at in open_before if after.bets[at].settlement]
    return after.bets[(decided or open_before)[0]]


def _choices(term: str, true: Sequence[str]) -> tuple[str, ...]:
    """The right word among others that are wrong, in one order for all."""
    if not term:
        return ()
    wrong = [each for each in TERMS if each not in true and each != "doublet"]
    return tuple(sorted([term, *wrong[: OFFERED - 1]], key=TERMS.index))


def questions(demo: Demo) -> Iterator[Question]:
    """Every question of a demonstration."""
    for number in range(demo.last):
        if found := question(demo, number):
            yield found


def read_answers(text: str) -> tuple[Answer, ...]:
    """The answers that an address holds. What cannot be read is left out; of two to one question the last counts."""
    found: dict[int, Answer] = {}
    for part in text.split("_")[:MOST_ANSWERS]:
        if match := ANSWER.fullmatch(part):
            step = int(match[1])
            said = int(match[3]) if match[3] else 0 if match[2] == NOBODY else None  # nobody gains nothing
            found[step] = Answer(step, match[2], said, match[4])
    return tuple(found.values())


def write_answers(answers: Sequence[Answer]) -> str:
    """``answers`` as an address holds them."""
    return "_".join(map(str, answers))


def verdicts(demo: Demo, answers: Sequence[Answer]) -> list[Verdict]:
    """Every question of ``demo`` beside its answer, an empty one where none was given."""
    given = {answer.step: answer for answer in answers}
    unit = demo.text.head.unit or ()
    return [Verdict(asked, given.get(asked.step, Answer(asked.step)), unit) for asked in questions(demo)]
