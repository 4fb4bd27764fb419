"""The odds at a moment of a deal, for somebody who has counted the cards that were turned.

A punter knows his own card. The banker, like the other punters and the onlookers, knows a staked card only once it is
open; before that every rank the punter may have staked is as likely to him as any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from games.core.cards import SUITS, Card, pack
from games.core.protocol import Seat
from games.shtoss.odds import Odds, mean_colour_share, odds
from games.shtoss.settlement import Bet

if TYPE_CHECKING:
    from games.shtoss.rules import State


@dataclass(frozen=True, slots=True)
class LiveBet:
    """A card in play as one seat knows it.

    ``card``, ``bearing`` (unseen cards of its rank) and ``odds`` are None where the card is hidden. ``edge`` is what
    the banker expects to gain per unit staked, to the best of that seat's knowledge.
    """

    seat: Seat
    amount: int
    left: int
    card: Card | None
    bearing: int | None
    odds: Odds | None
    edge: Fraction


def live(state: State, seat: Seat | None) -> tuple[LiveBet, ...]:
    """What ``seat`` (None: an onlooker) can reckon of every card in play."""
    turned = state.cards[: state.shown]
    return tuple(_live(state, seat, bet, turned) for bet in state.bets if bet.settlement is None)


def _live(state: State, seat: Seat | None, bet: Bet, turned: tuple[Card, ...]) -> LiveBet:
    left = state.table.agreement.deck - state.shown
    if not state.sees(seat, bet):
        return LiveBet(bet.seat, bet.amount, left, None, None, None, _average_edge(state, bet, turned))
    known = _odds(state, bet.card, turned)
    return LiveBet(bet.seat, bet.amount, left, bet.card, known.bearing, known, known.edge)


def _odds(state: State, card: Card, turned: tuple[Card, ...]) -> Odds:
    agreement = state.table.agreement
    gone = {each.suit for each in turned if each.rank == card.rank}
    unseen = "".join(suit for suit in SUITS if suit not in gone)
    left = agreement.deck - len(turned)
    return odds(agreement.deck, agreement.conditions, left, len(unseen), mean_colour_share(card, unseen))


def _average_edge(state: State, bet: Bet, turned: tuple[Card, ...]) -> Fraction:
    """The edge on a hidden card, over all the cards that its punter may have staked; his open ones are out."""
    agreement = state.table.agreement
    open_ranks = {each.card.rank for each in state.bets if each.seat == bet.seat and each.at < state.shown}
    possible = [card for card in pack(agreement.deck) if card.rank not in open_ranks]
    return sum((_odds(state, card, turned).edge for card in possible), Fraction(0)) / len(possible)
