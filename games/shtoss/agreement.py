"""What the table agrees on before play: ``[rules]`` and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.cards import PACKS
from games.core.protocol import Illegal, Seat
from games.core.record import Record
from games.core.wording import instead, listed, quoted
from games.shtoss.actions import MOST

VARIANTS = ("shtoss", "bank")
LATER = ("thirds", "lob-half", "lob-full", "volny-kush")  # conditions that are real and not played here yet


@dataclass(frozen=True, slots=True)
class Agreement:
    """The options of a table. ``bank`` is the money put up at the start, None if none is named."""

    variant: str
    deck: int
    banker: Seat
    punters: tuple[Seat, ...]
    initial_kush: int
    bank: int | None
    cut_first: bool
    banker_cuts: bool


def agree(record: Record) -> Agreement:
    """Read the agreement of ``record``. Raises :class:`Illegal`, naming the rule and what it can be."""
    rules = record.rules
    for key in rules:
        if key not in KEYS:
            raise Illegal(f"{quoted(key)} is not a rule of this game; {instead(key, KEYS)}", "rules")
    _only_plain(rules)
    banker = _banker(rules, record.seats)
    punters = tuple(seat for seat in record.seats if seat != banker)
    variant = _choice(rules, "variant", VARIANTS)
    _count(variant, punters)
    return Agreement(
        variant=variant,
        deck=_choice(rules, "deck", tuple(PACKS)),
        banker=banker,
        punters=punters,
        initial_kush=_amount(rules, "initial_kush") or 1,
        bank=_amount(rules, "bank"),
        cut_first=_choice(rules, "cut", ("after", "first")) == "first",
        banker_cuts=_choice(rules, "cutter", ("punter", "banker")) == "banker",
    )


KEYS = (
    "variant",
    "deck",
    "banker",
    "initial_kush",
    "bank",
    "conditions",
    "abzug",
    "nazhivka",
    "cut",
    "cutter",
)


def _choice(rules: Mapping[str, Any], key: str, values: tuple[Any, ...]) -> Any:
    """The value of ``key``, the first of ``values`` if it is absent."""
    value = rules.get(key, values[0])
    if type(value) is not type(values[0]) or value not in values:
        raise Illegal(f"{_shown(value)} is not possible; it can be {listed(map(_shown, values))}", f"rules.{key}")
    return value


def _amount(rules: Mapping[str, Any], key: str) -> int | None:
    value = rules.get(key)
    if value is None:
        return None
    if type(value) is not int or not 1 <= value <= MOST:
        raise Illegal(f"{_shown(value)} is not possible; it is a whole number from 1 to {MOST}", f"rules.{key}")
    return value


def _banker(rules: Mapping[str, Any], seats: tuple[Seat, ...]) -> Seat:
    banker = rules.get("banker", seats[0])
    if banker not in seats:
        raise Illegal(f"{_shown(banker)} is not a seat; the seats are {listed(seats, 'and')}", "rules.banker")
    return str(banker)


def _count(variant: str, punters: tuple[Seat, ...]) -> None:
    if not punters:
        raise Illegal("the banker sits alone; name a punter too", "players")
    if variant == "shtoss" and len(punters) > 1:
        raise Illegal(
            f'shtoss has one punter and here are {len(punters)}; leave one, or set variant = "bank"', "players"
        )


def _only_plain(rules: Mapping[str, Any]) -> None:
    """Refuse what changes the settlement: so far a win or a loss is always the whole stake."""
    conditions = rules.get("conditions", ())
    if not isinstance(conditions, tuple):
        raise Illegal("the conditions are a list, as in conditions = []", "rules.conditions")
    for condition in conditions:
        if condition not in LATER:
            raise Illegal(f"{_shown(condition)} is not a condition; leave it out", "rules.conditions")
        raise Illegal(f"{condition} is not played here yet; leave it out to play plain", "rules.conditions")
    for key in ("abzug", "nazhivka"):
        if key in rules:
            raise Illegal("this condition is not played here yet; leave it out to play plain", f"rules.{key}")


def _shown(value: object) -> str:
    return quoted(value) if isinstance(value, str) else quoted(str(value)).strip('"')
