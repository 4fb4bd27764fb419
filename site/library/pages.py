"""What the front matter of each kind of content file holds. An unknown key is an error."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal

from annotated_types import Len
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints


def curled(text: str) -> str:
    """``text`` with the quotes of print for those of the keyboard, as the Markdown of bodies has them."""
    text = re.sub(r'"([^"]*)"', "“\\1”", text)
    text = re.sub(r"(?<!\w)'([^']*)'(?!\w)", "‘\\1’", text)
    return text.replace("'", "’")


Line = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True), AfterValidator(curled)]
Prose = Annotated[str, AfterValidator(curled)]
Summary = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(curled)]
Definition = Annotated[str, StringConstraints(min_length=1, max_length=160), AfterValidator(curled)]


def one_paragraph(text: str) -> str:
    """``text``, which has no empty line in it. Raises ``ValueError``."""
    if re.search(r"\n\s*\n", text):
        raise ValueError("this is one paragraph of Markdown; take out the empty line")
    return text


Paragraph = Annotated[Line, AfterValidator(one_paragraph)]


class Head(BaseModel):
    """What every content file says of itself."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    title: Line
    language: Literal["en"]
    sources: list[Line] = []


class Article(Head):
    """An article, or the rules page of a game. ``updated`` is when its substance last changed, if it did."""

    summary: Summary
    order: int
    published: date
    updated: date | None = None


class Position(BaseModel):
    """The step of a demonstration at which something happens."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    demo: Line
    step: int


Group = Literal["games", "players", "deal", "outcomes", "stakes", "conditions", "cheating", "money"]


class Term(Head):
    """A glossary entry. ``definition`` is shown wherever the term is linked.

    ``stressed`` are the Russian words with an acute accent on the stressed vowel, ``sounds`` how an English reader may
    say the first of them. ``also`` are further spellings in Latin letters under which it is looked for. ``position`` is
    where a demonstration shows it happen.
    """

    russian: list[Line]
    stressed: list[Line] = []
    sounds: Prose = ""
    also: list[Line] = []
    group: Group = "deal"
    position: Position | None = None
    definition: Definition
    origin: Prose = ""
    attested: list[Line] = []
    see: list[Line] = []
    certainty: Literal["twice", "once", "unconfirmed"]
    certainty_note: Prose = ""

    @property
    def spoken(self) -> list[str]:
        """The Russian words with their stress, where it is known."""
        return self.stressed or self.russian


class Question(BaseModel):
    """A question of a lesson and its answer, each a paragraph of Markdown."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    ask: Paragraph
    answer: Paragraph


class Lesson(Head):
    """A plan for a lesson: what it aims at, how many minutes it takes, which deals it steps through, what it asks.

    ``aims`` are Markdown. Each of the ``deals`` also runs in the body, and is drawn step by step on the pupils' sheet.
    """

    summary: Summary
    order: int
    published: date
    updated: date | None = None
    subject: Literal["literature", "mathematics", "history"]
    minutes: int
    aims: Annotated[list[Line], Len(1, 6)]
    deals: Annotated[list[Line], Len(1, 6)]
    questions: Annotated[list[Question], Len(3, 20)]


class Alternative(BaseModel):
    """Another demonstration that shows what would have happened."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    demo: Line
    label: Line


class Narration(Head):
    """The words that go with a record: what its source fixes, what we supplied, what if.

    ``unit`` is what is staked, singular and plural. ``inferred`` names the events whose amounts are our inference;
    ``staked_given`` says, seat by seat, how much of the staked card the source names. ``marked`` is the seat that can
    read the backs of the cards, if one can.
    """

    summary: Summary
    order: int
    unit: Annotated[list[Line], Len(2, 2)] | None = None
    inferred: list[Literal["staked", "settled"]] = []
    staked_given: dict[str, Literal["card", "rank"]] = {}
    marked: str = ""
    fixed: list[Line] = []
    supplied: list[Line] = []
    what_if: list[Alternative] = []


class Source(BaseModel):
    """A work that we cite. ``note`` says how we know it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    author: Prose = ""
    short: Prose = ""
    title: Line
    year: str = ""
    where: str = ""
    note: Line

    @property
    def name(self) -> str:
        """How the work is cited where it has no number: as it says itself, or by its author's last name or title."""
        return self.short or (self.author.split()[-1] if self.author else self.title)
