"""What one seat, or an onlooker, may see of a table: the only thing that is ever rendered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core.cards import Card
from games.core.chance import ANY_SUIT, Pack
from games.core.protocol import Seat
from games.shtoss.settlement import Settlement

if TYPE_CHECKING:
    from games.shtoss.rules import State


@dataclass(frozen=True, slots=True)
class Turned:
    """A card of the banker's deck that lies face up.

    ``given`` says how much of it the record's source names: ``"card"``, ``"rank"`` (the suit is supplied) or ``""``.
    """

    card: Card
    position: int
    given: str


@dataclass(frozen=True, slots=True)
class SeenBet:
    """A staked card. ``card`` is None for those who may not see it; ``opened`` means that everybody may."""

    seat: Seat
    card: Card | None
    amount: int
    opened: bool
    settlement: Settlement | None


@dataclass(frozen=True, slots=True)
class View:
    """A table as ``seat`` sees it; ``seat`` None is an onlooker.

    ``banker`` is None while the lot decides, and ``drawn`` what it has shown. ``abzug`` is the pair in the banker's
    hand, right card then left; ``right`` and ``left`` are the cards already laid on the table; ``undealt`` counts the
    cards that nobody has seen. ``bank`` is the money the banker has put up, with what he has won or lost since, None if
    he named none; with ``volny_kush`` he cannot refuse a stake.
    """

    seat: Seat | None
    variant: str
    deck: int
    banker: Seat | None
    punters: tuple[Seat, ...]
    drawn: tuple[tuple[Seat, Card], ...]
    deal: int
    phase: str
    initial_kush: int
    bank: int | None
    volny_kush: bool
    abzug: tuple[Turned, ...]
    right: tuple[Turned, ...]
    left: tuple[Turned, ...]
    undealt: int
    bets: tuple[SeenBet, ...]
    net: Mapping[Seat, int]


def see(state: State, seat: Seat | None) -> View:
    """``state`` as ``seat`` sees it."""
    agreement = state.table.agreement
    turned = [Turned(state.cards[n], n + 1, _given(state.pack, n)) for n in range(state.shown)]
    in_hand = max(state.shown - 2, 0)
    laid = turned[:in_hand]
    return View(
        seat=seat,
        variant=agreement.variant,
        deck=agreement.deck,
        banker=state.evening.banker or None,
        punters=state.punters(),
        drawn=state.evening.lot.drawn if state.evening.lot else (),
        deal=state.evening.deal,
        phase=state.phase.value,
        initial_kush=agreement.initial_kush,
        bank=state.bank() if state.evening.banker else agreement.bank,
        volny_kush=agreement.volny_kush,
        abzug=tuple(turned[in_hand:]),
        right=tuple(laid[::2]),
        left=tuple(laid[1::2]),
        undealt=agreement.deck - state.shown,
        bets=tuple(
            SeenBet(
                bet.seat,
                bet.card if state.sees(seat, bet) else None,
                bet.amount,
                bet.at < state.shown,
                bet.settlement,
            )
            for bet in state.bets
        ),
        net=state.outcome()[1],
    )


def _given(pack: Pack, index: int) -> str:
    if index >= len(pack.given):
        return ""
    return "rank" if pack.given[index][1] == ANY_SUIT else "card"
