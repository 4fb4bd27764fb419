"""What a seat may do at the table, and how it is written in a record."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.core.cards import Card, card
from games.core.protocol import Illegal, Seat
from games.core.wording import instead, quoted

MOST = 10**12  # no amount is larger: it keeps every sum exact in whatever reads our JSON


@dataclass(frozen=True, slots=True)
class Draw:
    """A seat draws for the bank."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} draw"


@dataclass(frozen=True, slots=True)
class Stake:
    """A punter puts ``card`` face down. ``amount`` None means the initial kush."""

    seat: Seat
    card: Card
    amount: int | None = None

    def __str__(self) -> str:
        return f"{self.seat} stake {self.card}" + ("" if self.amount is None else f" {self.amount}")


@dataclass(frozen=True, slots=True)
class Refuse:
    """The banker gives ``card`` back to ``punter``, who may stake again."""

    seat: Seat
    punter: Seat
    card: Card

    def __str__(self) -> str:
        return f"{self.seat} refuse {self.punter} {self.card}"


@dataclass(frozen=True, slots=True)
class Cut:
    """The top ``count`` cards go under the rest."""

    seat: Seat
    count: int

    def __str__(self) -> str:
        return f"{self.seat} cut {self.count}"


@dataclass(frozen=True, slots=True)
class Turn:
    """The banker turns one abzug."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} turn"


@dataclass(frozen=True, slots=True)
class Deal:
    """The banker begins the next deal of the evening."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} deal"


@dataclass(frozen=True, slots=True)
class Stop:
    """A seat ends the evening."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} stop"


Action = Draw | Stake | Refuse | Cut | Turn | Deal | Stop

USAGE = {
    "draw": "<seat> draw",
    "stake": "<punter> stake <card> [amount]",
    "refuse": "<banker> refuse <punter> <card>",
    "cut": "<seat> cut <number of cards>",
    "turn": "<banker> turn",
    "deal": "<banker> deal",
    "stop": "<seat> stop",
}


def parse(text: str) -> Action:
    """The action that one line of a record spells; ``str(parse(text)) == text``. Raises :class:`Illegal`."""
    match text.split(" "):
        case [seat, "stake", staked]:
            return Stake(seat, card(staked))
        case [seat, "stake", staked, amount]:
            return Stake(seat, card(staked), whole(amount))
        case [seat, "refuse", punter, staked]:
            return Refuse(seat, punter, card(staked))
        case [seat, "cut", count]:
            return Cut(seat, whole(count))
        case [seat, "draw"]:
            return Draw(seat)
        case [seat, "turn"]:
            return Turn(seat)
        case [seat, "deal"]:
            return Deal(seat)
        case [seat, "stop"]:
            return Stop(seat)
        case [_, verb, *_] if verb in USAGE:
            raise Illegal(f"{verb} is written {USAGE[verb]}")
        case [_, verb, *_]:
            raise Illegal(f"{quoted(verb)} is not something a seat does here; {instead(verb, USAGE)}")
    raise Illegal("a line is a seat and what it does, as in hermann stake Qs 188000")


def whole(text: str) -> int:
    """The whole number that ``text`` spells in its one spelling. Raises :class:`Illegal`."""
    if not re.fullmatch(r"0|-?[1-9][0-9]*", text):
        raise Illegal(f"{quoted(text)} is not a whole number; write digits only, as in 47000")
    if len(text) > len(str(MOST)):
        raise Illegal(f"{quoted(text)} is too large; the most is {MOST}")
    return int(text)
