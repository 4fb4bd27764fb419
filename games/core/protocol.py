"""The words every game is written in.

A *seat* is a place at the table, named by a key of ``[players]``. A *state* is a value: nothing mutates it.
An *action* is what one seat does; :meth:`State.apply` is the only door through which a state becomes the
next one, and it answers with *events*, which are what the whole table saw. What one seat alone knows
is in its *view* and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, Self

if TYPE_CHECKING:
    from games.core.record import Record

Seat = str
Scalar = str | int | bool


class Illegal(ValueError):
    """Not allowed here. The text says what is wrong and what would be right.

    ``place`` names where in a record the fault lies (``action 3: "hermann stake 3h 5"``, ``rules.deck``); it
    is empty while the fault is not yet known to belong to a record.
    """

    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason, place)
        self.reason = reason
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason

    def at(self, place: str) -> Illegal:
        """The same refusal, said of ``place`` (of ``place`` and the narrower place it had)."""
        return Illegal(self.reason, f"{place}: {self.place}" if self.place else place)


class Action(Protocol):
    """What a seat does: a small frozen value whose ``str`` is its line in a record."""

    @property
    def seat(self) -> Seat: ...
    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Offer:
    """One verb that ``seat`` may use now, with the domain of every argument, by name, in order.

    Any choice of one value from each domain makes a legal action.
    """

    seat: Seat
    verb: str
    args: Mapping[str, range | tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Event:
    """Something the whole table saw. ``terms`` are glossary slugs for whoever tells it."""

    kind: str
    data: Mapping[str, Scalar]
    terms: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The event as one flat object; ``terms`` is left out when there are none."""
        flat: dict[str, Any] = {"kind": self.kind, **self.data}
        if self.terms:
            flat["terms"] = list(self.terms)
        return flat


def event(kind: str, /, *terms: str, **data: Scalar) -> Event:
    """An :class:`Event` whose data cannot be changed afterwards."""
    return Event(kind, MappingProxyType(data), terms)


class State(Protocol):
    """A position of a game; in each game a frozen dataclass."""

    def offers(self) -> tuple[Offer, ...]:
        """Who may do what; ``()`` when nobody may do anything any more."""

    def apply(self, action: Any) -> tuple[Self, tuple[Event, ...]]:
        """The next state and what the table saw.

        Raises :class:`Illegal` if the action is not allowed here; the state is unharmed.
        """

    def outcome(self) -> tuple[bool, Mapping[Seat, int]]:
        """Whether play is over, and the exact net of each seat so far."""

    def view(self, seat: Seat | None) -> Any:
        """What ``seat`` may see, as that game's own frozen view; ``None`` is an onlooker."""

    def show(self, action: Any, seat: Seat | None) -> str:
        """The action's text as ``seat`` may read it now: ``??`` for what it may not see."""


class Game(Protocol):
    """The rules of one game."""

    @property
    def slug(self) -> str: ...

    def start(self, record: Record) -> State:
        """The first state. Raises :class:`Illegal` for an unknown rule, a bad deck, a wrong number of players."""

    def parse(self, text: str) -> Action:
        """The action that ``text`` spells: ``str(parse(text)) == text``. Raises :class:`Illegal`."""
