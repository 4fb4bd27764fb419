"""One step of a demonstration, ready for its template: the way from a state to HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast
from xml.etree import ElementTree

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from demos.manner import Manner, followed
from demos.narration import Teller
from demos.passages import Passage, passages
from demos.quiz import WHO, Answer, Question, Verdict, question, read_answers, verdicts
from demos.seeds import Demo, demos
from demos.words import amount, card_name, gain
from games.core.cards import Card
from games.shtoss.marked import Marked, read_backs
from games.shtoss.rules import State
from games.shtoss.view import SeenBet, Turned, View
from library.marks import Linker, doubt_link, held, render, render_line
from library.pages import Narration, Source
from library.shelf import shelf

ROW = 5  # cards of a pile that fit into one row on a narrow screen
LONG = 13


@dataclass(frozen=True)
class Face:
    """A card as it is drawn: ``image`` is its name in the sprite, ``alt`` says what it shows."""

    image: str
    alt: str
    mark: str = ""


@dataclass(frozen=True)
class Stake:
    """A staked card as it lies there: ``says`` tells how it stands."""

    name: str
    face: Face
    amount: str
    says: str
    mark: str


@dataclass(frozen=True)
class Link:
    """A way to another step; ``address`` is empty where there is none."""

    role: str
    label: str
    key: str
    address: str


@dataclass(frozen=True)
class Panel:
    """What the template of a step shows."""

    demo: Demo
    number: int
    manner: Manner

    @property
    def id(self) -> str:
        return f"{self.demo.slug}-{self.manner.place}" if self.manner.place else self.demo.slug

    @property
    def path(self) -> str:
        """The address of this demonstration in this frame, without a step."""
        return self.demo.frame if self.manner.embedded else self.demo.page

    def address(self, step: int, manner: Manner | None = None) -> str:
        """The address of ``step``, in another ``manner`` if one is given."""
        own = self.demo.in_frame if self.manner.embedded else self.demo.parameters
        parameters = {**own, **(manner or self.manner).parameters}
        return f"{self.path}?step={step}{followed(parameters)}"

    @property
    def here(self) -> str:
        """The address of this very step."""
        return self.address(self.number)

    @property
    def own_page(self) -> str:
        """The same step on the page of the demonstration."""
        return f"{self.demo.page}?step={self.number}{followed(dict(self.demo.parameters))}"

    @property
    def start(self) -> int:
        return self.manner.nearest(0, self.demo.last)

    @property
    def end(self) -> int:
        return self.manner.nearest(self.demo.last, self.demo.last)

    @property
    def is_last(self) -> bool:
        return self.number == self.demo.last

    @property
    def sharper(self) -> str:
        """The name of the player who can read the backs, "" where nobody can."""
        return self.demo.record.names[self.head.marked] if self.head.marked else ""

    @property
    def marked(self) -> bool:
        """Whether the table is shown as the sharper sees it."""
        return bool(self.head.marked) and self.manner.marked

    @property
    def other_eyes(self) -> str:
        """The address of the same step, seen through the other pair of eyes."""
        return self.address(self.number, replace(self.manner, marked=not self.marked))

    @property
    def links(self) -> list[Link]:
        back, on = self.number > self.start, self.number < self.end
        return [
            self._link("first", _("First step"), "Home", self.start if back else None),
            self._link("previous", _("Previous step"), "ArrowLeft", self.number - 1 if back else None),
            self._link("next", _("Next step"), "ArrowRight", self.number + 1 if on else None),
            self._link("last", _("Last step"), "End", self.end if on else None),
        ]

    def _link(self, role: str, label: str, key: str, step: int | None) -> Link:
        return Link(role, label, key, "" if step is None else self.address(step))

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        return read_answers(self.manner.answers)

    @cached_property
    def question(self) -> Question | None:
        """What the pupil is asked here: of the turn that comes next, within what is shown."""
        return question(self.demo, self.number) if self.manner.quiz and self.number < self.end else None

    @property
    def who(self) -> list[tuple[str, str]]:
        """The answers to who gains."""
        return [(value, str(label)) for value, label in WHO.items()]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """What the form of the question sends along besides the answers."""
        parameters = {**(self.demo.in_frame if self.manner.embedded else self.demo.parameters)}
        return [*{**parameters, **self.manner.parameters}.items(), ("step", str(self.number + 1))]

    @property
    def verdict(self) -> Verdict | None:
        """What is said of the answer to the turn that led here."""
        if not self.manner.quiz or not any(answer.step == self.number for answer in self.answers):
            return None
        return next((each for each in verdicts(self.demo, self.answers) if each.question.step == self.number), None)

    @property
    def result(self) -> str:
        """The address of the pupil's results, at the end of a quiz."""
        if not self.manner.quiz or self.number < self.end:
            return ""
        parameters = {**self.demo.parameters, "done": self.manner.answers}
        return (
            f"{reverse('demos:result', args=[self.demo.slug])}?{followed(parameters)[1:]}" if self.demo.listed else ""
        )

    @property
    def sequence(self) -> list[tuple[str, str, bool]]:
        """Title and address of each deal of the lesson this one stands in, and whether it is this one."""
        here = self.demo.frame_parameters.get("at")
        found = []
        for number, title in enumerate(self.demo.sequence, start=1):
            parameters = {**self.demo.in_frame, "at": str(number), **self.manner.parameters}
            found.append((title, f"{self.demo.frame}?{followed(parameters)[1:]}", str(number) == here))
        return found

    @property
    def every_step(self) -> list[Panel]:
        """The panels of all steps that can be stepped to."""
        return [Panel(self.demo, step, self.manner) for step in range(self.start, self.end + 1)]

    @property
    def head(self) -> Narration:
        head: Narration = self.demo.text.head
        return head

    @cached_property
    def view(self) -> View:
        """What an onlooker sees, or the sharper."""
        if self.marked:
            return self._backs.view
        view: View = self.demo.steps[self.number].state.view(None)
        return view

    @cached_property
    def _backs(self) -> Marked:
        return read_backs(cast(State, self.demo.steps[self.number].state))

    @property
    def coming(self) -> list[Face]:
        """The cards that the sharper knows to come next."""
        if not self.marked:
            return []
        return [Face(str(card), _("%(card)s, by its back") % {"card": card_name(card)}) for card in self._backs.coming]

    @cached_property
    def teller(self) -> Teller:
        return Teller(self.demo.record.names, self.head.unit or ())

    @cached_property
    def linker(self) -> Linker:
        """What a note's marks lead to. A panel stands on many pages, so it cites by name, on the deal's own page."""
        names = {key: source.name for key, source in shelf().sources.items()}
        return replace(shelf().linker(self.demo.text), by_name=names, list_page=self.own_page)

    @property
    def sentences(self) -> list[SafeString]:
        told = self.teller.tell(self.demo.steps[self.number])
        return [mark_safe(sentence.html(self.linker) + self.doubt(sentence.kind)) for sentence in told]

    def doubt(self, kind: str) -> str:
        """The badge of an amount that the source does not state, for the kind of event that tells it."""
        if kind not in self.head.inferred:
            return ""
        return ElementTree.tostring(held(doubt_link("inferred")), encoding="unicode")

    @property
    def staked_doubt(self) -> SafeString:
        return mark_safe(self.doubt("staked"))

    @property
    def settled_doubt(self) -> SafeString:
        return mark_safe(self.doubt("settled"))

    @property
    def spoken(self) -> str:
        """The step in plain words, for the live region."""
        told = " ".join(str(sentence) for sentence in self.teller.tell(self.demo.steps[self.number]))
        return f"{self.progress}. {told}"

    @property
    def progress(self) -> str:
        return _("Step %(number)s of %(last)s") % {"number": self.number, "last": self.demo.last}

    @property
    def note(self) -> SafeString:
        """The commentary. That of the site's own is Markdown; a stranger's is plain text, and is escaped."""
        text = self.demo.notes.get(self.number, "")
        if not self.demo.listed:
            return mark_safe(linebreaks(text, autoescape=True) if text else "")
        return mark_safe(render(text, self.linker))

    @property
    def marks_given(self) -> bool:
        """Whether the record names cards, so that given and supplied ones are told apart."""
        return "top" in self.demo.record.chance

    @property
    def right(self) -> list[Face]:
        return self._faces(self.view.right)

    @property
    def left(self) -> list[Face]:
        return self._faces(self.view.left)

    @property
    def abzug(self) -> list[Face]:
        return self._faces(self.view.abzug)

    @property
    def back(self) -> Face:
        return Face("back", _("the deck, face down"))

    def _faces(self, turned: Sequence[Turned]) -> list[Face]:
        return [self._face(each) for each in turned]

    def _face(self, turned: Turned) -> Face:
        if not self.marks_given:
            return Face(str(turned.card), card_name(turned.card))
        return self._marked(turned.card, turned.given)

    def _marked(self, card: Card, given: str) -> Face:
        values = {"card": card_name(card)}
        match given:
            case "card":
                return Face(str(card), _("%(card)s, given") % values, "given")
            case "rank":
                return Face(str(card), _("%(card)s, the suit supplied") % values, "rank")
        return Face(str(card), _("%(card)s, supplied") % values, "supplied")

    @property
    def length(self) -> str:
        """How far the piles grow: room is kept for them, lest the buttons move while one steps."""
        turned = (step for step in self.demo.steps if any(event.kind == "turned" for event in step.events))
        longest = max((len(step.state.view(None).right) for step in turned), default=0)
        return "" if longest <= ROW else "long" if longest <= LONG else "longest"

    @property
    def steps_label(self) -> str:
        """The name of the step bar; where a deal stands more than once on a page its place tells the bars apart."""
        values = {"title": self.demo.title, "place": self.manner.place}
        if self.manner.place:
            return _("Steps of %(title)s, deal %(place)s of this page") % values
        return _("Steps of %(title)s") % values

    @property
    def stakes(self) -> list[Stake]:
        return [self._stake(bet) for bet in self.view.bets]

    @property
    def stakes_to_come(self) -> range:
        """Room for the cards that are not staked yet, lest the buttons move while one steps."""
        most = max(len(step.state.view(None).bets) for step in self.demo.steps)
        return range(most - len(self.view.bets))

    def _stake(self, bet: SeenBet) -> Stake:
        name = self.demo.record.names[bet.seat]
        face = self._staked(bet)
        staked = amount(bet.amount, self.head.unit or ())
        if bet.settlement is None:
            return Stake(name, face, staked, self._lies(bet), "")
        ending = bet.settlement
        if ending.amount > 0:
            return Stake(name, face, staked, _("won: %(gain)s") % {"gain": gain(ending.amount)}, "won")
        if ending.amount < 0:
            return Stake(name, face, staked, _("lost: %(gain)s") % {"gain": gain(ending.amount)}, "lost")
        return Stake(name, face, staked, _("taken back"), "")

    def _lies(self, bet: SeenBet) -> str:
        if bet.opened:
            return _("in play")
        return _("face down, known by its back") if bet.card else _("face down")

    def _staked(self, bet: SeenBet) -> Face:
        """The staked card, with the mark of how much of it the source names."""
        if bet.card is None:
            return Face("back", _("a card face down"))
        if not self.head.fixed:
            return Face(str(bet.card), card_name(bet.card))
        return self._marked(bet.card, self.head.staked_given.get(bet.seat, ""))

    @property
    def accounts(self) -> list[tuple[str, str]]:
        """Each player and what they have won or lost so far."""
        return [(self.demo.record.names[seat], gain(won, self.head.unit or ())) for seat, won in self.view.net.items()]

    @property
    def what_if(self) -> list[tuple[str, str]]:
        """Address and label of each demonstration of what might have been, offered once the deal is over."""
        if not self.is_last:
            return []
        others = ((demos()[other.demo], other.label) for other in self.head.what_if if other.demo in demos())
        return [(other.frame if self.manner.embedded else other.page, label) for other, label in others]

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The paragraphs of articles that tell this step."""
        return passages(self.demo.slug, self.number)

    def lines(self, key: str) -> list[SafeString]:
        linker = shelf().linker(self.demo.text)
        return [mark_safe(render_line(line, linker)) for line in getattr(self.head, key)]

    @property
    def fixed(self) -> list[SafeString]:
        return self.lines("fixed")

    @property
    def supplied(self) -> list[SafeString]:
        return self.lines("supplied")

    @property
    def cited(self) -> list[tuple[str, Source]]:
        return shelf().cited(self.demo.text)
