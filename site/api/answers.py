"""What is answered: the shapes of the JSON. A key may be added to version 1; none is renamed or taken away."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from games.shtoss.phase import Phase
from games.shtoss.settlement import Outcome

# --- demonstrations ---


class Picture(BaseModel):
    address: str
    width: int
    height: int


class Demonstration(BaseModel):
    """A deal to step through. Steps go from 0, before play, to ``last``."""

    slug: str
    title: str
    summary: str
    version: str = Field(description="The first eight hexadecimal digits of the SHA-256 of the record in TOML.")
    last: int
    page: str
    embed: str
    record: str
    steps: str
    picture: Picture


class Demonstrations(BaseModel):
    demonstrations: list[Demonstration]


class DemonstrationInFull(Demonstration):
    """The same with its game, its players by seat in the order of play, its unit and the keys of its sources."""

    game: str
    players: dict[str, str]
    unit: list[str] | None = Field(description="What is staked, singular and plural; null where nothing is said.")
    language: str
    sources: list[str]
    current: bool = Field(description="Whether this is the present version.")


class Seen(BaseModel):
    """What the whole table saw: ``kind`` says what, ``terms`` are entries of the glossary; the rest is its own."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, str | int | bool]

    kind: str
    terms: list[str]


class Turned(BaseModel):
    """A card face up. ``given``: how much of it the record's source names."""

    card: str
    position: int
    given: str = Field(json_schema_extra={"enum": ["card", "rank", ""]})


class Settlement(BaseModel):
    """How a staked card ended; ``amount`` is what its punter gains."""

    position: int
    outcome: Outcome
    amount: int
    plie: bool


class Staked(BaseModel):
    """A staked card; ``card`` is null while it lies face down."""

    seat: str
    card: str | None
    amount: int
    opened: bool
    settlement: Settlement | None


class Drawn(BaseModel):
    seat: str
    card: str


class Table(BaseModel):
    """The table as an onlooker sees it."""

    variant: str
    deck: int
    deal: int
    phase: Phase
    banker: str | None
    punters: list[str]
    drawn: list[Drawn]
    initial_kush: int
    bank: int | None
    volny_kush: bool
    abzug: list[Turned] = Field(description="The pair in the banker's hand: right card, left card.")
    right: list[Turned]
    left: list[Turned]
    undealt: int
    stakes: list[Staked]
    net: dict[str, int]


class Step(BaseModel):
    """A moment: ``action`` as an onlooker may read it then (`??` for a card face down), null at step 0."""

    number: int
    address: str
    action: str | None
    events: list[Seen]
    table: Table
    sentences: list[str]


class Steps(BaseModel):
    demonstration: str
    version: str
    steps: list[Step]


class Record(BaseModel):
    """A record of a game. It says all, hidden cards too."""

    format: int
    game: str
    title: str
    rules: dict[str, object]
    players: dict[str, str]
    chance: dict[str, object]
    actions: list[str]


# --- texts ---


class At(BaseModel):
    """Where a demonstration shows it happen."""

    demonstration: str
    step: int
    address: str


class Term(BaseModel):
    """An entry of the glossary. ``attested`` are lines of plain text."""

    slug: str
    address: str
    title: str
    language: str
    russian: list[str]
    stressed: list[str]
    sounds: str
    also: list[str]
    group: str
    position: At | None
    definition: str
    origin: str
    attested: list[str]
    see: list[str]
    certainty: Literal["twice", "once", "unconfirmed"]
    certainty_note: str
    sources: list[str]


class TermInFull(Term):
    """The same with its whole text."""

    html: str


class Glossary(BaseModel):
    terms: list[Term]


class Article(BaseModel):
    slug: str
    address: str
    title: str
    summary: str
    language: str
    published: date
    updated: date | None
    sources: list[str]


class Articles(BaseModel):
    articles: list[Article]


class Source(BaseModel):
    """A work that we cite; ``note`` says how we know it."""

    key: str
    name: str
    author: str
    title: str
    year: str
    where: str
    note: str


class Sources(BaseModel):
    sources: list[Source]


# --- odds ---


class Exact(BaseModel):
    """A number as a fraction in lowest terms, and as near to it as a float comes."""

    exact: str = Field(pattern=r"^-?[0-9]+(/[0-9]+)?$", examples=["33/833"])
    value: float


class Decision(BaseModel):
    """One way for a staked card to end: its chance, and the share of the stake that its punter then gains."""

    position: int
    plie: bool
    chance: Exact
    share: Exact


class Total(BaseModel):
    gain: Exact
    chance: Exact


class Deal(BaseModel):
    """A whole deal, one unit on each card. ``ends``: the chance that it ends with each abzug, from the first."""

    edge: Exact
    won: Exact
    net: list[Total]
    ends: list[Exact]


class Odds(BaseModel):
    """What a staked card has before it. ``edge`` is what the banker gains on average per unit staked.

    ``banker`` and ``punter`` are the chances that an odd and an even card decides, ``plie`` that of a plie then;
    ``abzugs`` is the mean number of abzugs until then, null where no card of the rank is left. ``passing``: the bank
    passes after each deal, so over two deals neither player has an edge. ``deal`` is null in the middle of one.
    """

    variant: str
    deck: int
    conditions: list[str]
    passing: bool
    cards: int
    left: int
    bearing: int
    edge: Exact
    banker: Exact
    punter: Exact
    plie: Exact
    abzugs: Exact | None
    decisions: list[Decision]
    deal: Deal | None
    room: str | None = Field(description="The same question in the odds room; null in the middle of a deal.")
