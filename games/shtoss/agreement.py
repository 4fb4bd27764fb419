"""What the table agrees on before play: ``[rules]`` of a record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.core.cards import PACKS
from games.core.protocol import Illegal, Seat
from games.core.record import Record, toml_value
from games.core.wording import instead, listed, quoted
from games.shtoss.actions import MOST
from games.shtoss.conditions import HALF, WHOLE, Conditions

FARO = "faro"
VARIANTS = ("shtoss", "bank", FARO)
CONDITIONS = ("thirds", "lob-half", "lob-full", "volny-kush")
TABLES = {
    "lob-full-gorka-half": ((1, -WHOLE), (3, -HALF)),
    "killed-at-eleven": ((1, -WHOLE), (11, WHOLE)),
}
PREMIUMS = ("deal-won", "first-card", "lob", "plie", "colour")
SERIES = re.compile(r"series-([2-9]|[1-9][0-9])")
FARO_ONLY = ("doublet", "last_card", "last_doublet")
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
    *FARO_ONLY,
)


@dataclass(frozen=True, slots=True)
class Premium:
    """Bait (*nazhivka*): at ``event`` the banker pays ``amount`` to the punter, or gets it where it is negative."""

    event: str
    amount: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """The options of a table.

    ``banker`` None: the lot decides. ``bank`` is the money put up at the start, None if none is named. ``passing``: the
    bank goes to the other player after each deal (*v lob tselikom*). ``least`` is the smallest stake that is neither
    below the initial kush nor indivisible.
    """

    variant: str
    deck: int
    banker: Seat | None
    initial_kush: int
    least: int
    bank: int | None
    conditions: Conditions
    nazhivka: tuple[Premium, ...]
    volny_kush: bool
    passing: bool
    cut_first: bool
    banker_cuts: bool


def agree(record: Record) -> Agreement:
    """Read the agreement of ``record``. Raises :class:`Illegal`, naming the rule and what it can be."""
    rules = record.rules
    for key in rules:
        if key not in KEYS:
            raise Illegal(f"{quoted(key)} is not a rule of this game; {instead(key, KEYS)}", "rules")
    variant = _choice(rules, "variant", VARIANTS)
    _count(variant, len(record.seats))
    deck = _choice(rules, "deck", tuple(PACKS))
    named = _named_conditions(rules)
    conditions = _conditions(rules, variant, named, deck)
    initial_kush = _amount(rules, "initial_kush") or 1
    least = -(-initial_kush // conditions.divisor) * conditions.divisor
    if least > MOST:
        says = f"no stake from {initial_kush} to {MOST} divides by {conditions.divisor}, as the conditions need"
        raise Illegal(f"{says}; choose other shares or a lower initial kush", "rules")
    return Agreement(
        variant=variant,
        deck=deck,
        banker=_banker(rules, record.seats),
        initial_kush=initial_kush,
        least=least,
        bank=_amount(rules, "bank"),
        conditions=conditions,
        nazhivka=_nazhivka(rules, conditions),
        volny_kush="volny-kush" in named,
        passing="lob-full" in named and len(record.seats) == 2,
        cut_first=_choice(rules, "cut", ("after", "first")) == "first",
        banker_cuts=_choice(rules, "cutter", ("punter", "banker")) == "banker",
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


def _banker(rules: Mapping[str, Any], seats: tuple[Seat, ...]) -> Seat | None:
    banker = rules.get("banker", seats[0])
    if banker in seats:
        return str(banker)
    if banker == "lot":
        return None
    says = f'{_shown(banker)} is not a seat; the seats are {listed(seats, "and")}, and "lot" draws for the bank'
    raise Illegal(says, "rules.banker")


def _count(variant: str, seats: int) -> None:
    if seats < 2:
        raise Illegal("the banker sits alone; name a punter too", "players")
    if variant == "shtoss" and seats > 2:
        says = f'shtoss has one punter and here are {seats - 1}; leave one, or set variant = "bank"'
        raise Illegal(says, "players")


def _named_conditions(rules: Mapping[str, Any]) -> tuple[str, ...]:
    place = "rules.conditions"
    named = rules.get("conditions", ())
    if not isinstance(named, tuple):
        raise Illegal('the conditions are a list, as in conditions = ["thirds"]', place)
    for condition in named:
        if condition not in CONDITIONS:
            raise Illegal(f"{_shown(condition)} is not a condition; {instead(str(condition), CONDITIONS)}", place)
    if len(set(named)) < len(named):
        raise Illegal("a condition stands there twice; name each once", place)
    if "lob-half" in named and "lob-full" in named:
        raise Illegal("lob-half and lob-full say two things of the lob; choose one", place)
    return named


def _conditions(rules: Mapping[str, Any], variant: str, named: tuple[str, ...], deck: int) -> Conditions:
    table = _table(rules, deck)
    lob = dict(table).get(1)
    if lob is not None and ("lob-half" in named or ("lob-full" in named and lob != -WHOLE)):
        says = "the table and the condition on the lob both settle position 1; leave one of them out"
        raise Illegal(says, "rules.abzug")
    return Conditions("thirds" in named, "lob-half" in named, table, size=deck, **_faro(rules, variant))


def _faro(rules: Mapping[str, Any], variant: str) -> dict[str, Any]:
    """What a doublet and the last card do: the Encyclopédie's rules unless the record says otherwise."""
    if variant != FARO:
        for key in FARO_ONLY:
            if key in rules:
                raise Illegal(f'only faro has this rule; leave it out, or set variant = "{FARO}"', f"rules.{key}")
        return {}
    shares = {"half": HALF, "whole": WHOLE}
    return {
        "doublet": shares[_choice(rules, "doublet", ("half", "whole"))],
        "last_doublet": shares[_choice(rules, "last_doublet", ("whole", "half"))],
        "last_card_void": _choice(rules, "last_card", ("void", "counts")) == "void",
    }


def _table(rules: Mapping[str, Any], deck: int) -> tuple[tuple[int, Fraction], ...]:
    """The abzug table as pairs of a position and its signed share."""
    place = "rules.abzug"
    table = rules.get("abzug", ())
    if isinstance(table, str):
        if table not in TABLES:
            known = instead(table, TABLES)
            more = "" if known.endswith("?") else ", or a list of rows"
            raise Illegal(f"{quoted(table)} is not a table; {known}{more}", place)
        return TABLES[table]
    if not isinstance(table, tuple):
        raise Illegal('a table is a name in quotes or a list of { position = 11, share = "1", to = "punter" }', place)
    rows = tuple(_row(row, deck) for row in table)
    if len(dict(rows)) < len(rows):
        raise Illegal("a position stands there twice; give each one row", place)
    return tuple(sorted(rows))


def _row(row: Any, deck: int) -> tuple[int, Fraction]:
    place = "rules.abzug"
    if not isinstance(row, Mapping) or set(row) != {"position", "share", "to"}:
        raise Illegal('a row is { position = 11, share = "1", to = "punter" }', place)
    position, to = row["position"], row["to"]
    if type(position) is not int or not 1 <= position <= deck:
        raise Illegal(f"position {_shown(position)} is not possible; it is 1 to {deck}", place)
    if to not in ("punter", "banker"):
        raise Illegal(f"to = {_shown(to)} is not possible; it can be punter or banker", place)
    share = read_share(row["share"], place)
    return position, share if to == "punter" else -share


def read_share(text: Any, place: str) -> Fraction:
    """The part of a stake that ``text`` spells (``"1"``, ``"1/2"``), from 0 to 1. Raises :class:`Illegal`."""
    found = re.fullmatch(r"([0-9]{1,2})(?:/([1-9][0-9]?))?", text) if isinstance(text, str) else None
    share = Fraction(int(found[1]), int(found[2] or 1)) if found else None
    if share is None or share > 1:
        raise Illegal(f'share = {_shown(text)} is not possible; it is a fraction from "0" to "1", as in "1/2"', place)
    return share


def _nazhivka(rules: Mapping[str, Any], conditions: Conditions) -> tuple[Premium, ...]:
    place = "rules.nazhivka"
    rows = rules.get("nazhivka", ())
    if not isinstance(rows, tuple):
        raise Illegal('the premiums are a list of { event = "plie", amount = 5 }', place)
    premiums = tuple(_premiums(rows))
    if len({premium.event for premium in premiums}) < len(premiums):
        raise Illegal("an event stands there twice; give each one amount", place)
    if not conditions.thirds and any(premium.event == "colour" for premium in premiums):
        raise Illegal('a colour card is one only by thirds; add conditions = ["thirds"], or leave colour out', place)
    return premiums


def _premiums(rows: tuple[Any, ...]) -> Iterator[Premium]:
    place = "rules.nazhivka"
    for row in rows:
        if not isinstance(row, Mapping) or set(row) != {"event", "amount"}:
            raise Illegal('a row is { event = "plie", amount = 5 }', place)
        event, amount = row["event"], row["amount"]
        if event not in PREMIUMS and not (isinstance(event, str) and SERIES.fullmatch(event)):
            known = (*PREMIUMS, "series-3")
            raise Illegal(f"event = {_shown(event)} is not possible; {instead(str(event), known)}", place)
        if type(amount) is not int or amount == 0 or abs(amount) > MOST:
            says = f"amount = {_shown(amount)} is not possible; it is a whole number other than 0, at most {MOST}"
            raise Illegal(says, place)
        yield Premium(event, amount)


def _shown(value: object) -> str:
    """``value`` as its writer wrote it, on one line."""
    return quoted(value) if isinstance(value, str) else quoted(" ".join(toml_value(value).split())).strip('"')
