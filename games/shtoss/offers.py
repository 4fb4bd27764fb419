"""What each seat may do now: the map to the one door, :meth:`games.shtoss.rules.State.apply`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.cards import Card, pack
from games.core.protocol import Offer, Seat
from games.shtoss.actions import MOST
from games.shtoss.phase import Phase

if TYPE_CHECKING:
    from games.shtoss.rules import State


def offered(state: State) -> tuple[Offer, ...]:
    """Every offer of ``state``, in the order of play."""
    match state.phase:
        case Phase.CUTTING:
            return _cuts(state)
        case Phase.STAKING:
            closing = _by_banker(state, "turn") if state.table.agreement.cut_first else _cuts(state)
            return (*_stakes(state), *_refusals(state), *(closing if state.bets else ()))
        case Phase.TURNING:
            return _by_banker(state, "turn")
        case Phase.SETTLED:
            return (*_by_banker(state, "deal"), *(Offer(seat, "stop", {}) for seat in state.table.seats))
        case Phase.STOPPED:
            return ()


def _by_banker(state: State, verb: str) -> tuple[Offer, ...]:
    return (Offer(state.table.agreement.banker, verb, {}),)


def _cuts(state: State) -> tuple[Offer, ...]:
    return tuple(Offer(seat, "cut", {"count": range(1, state.table.agreement.deck)}) for seat in state.cutters())


def _stakes(state: State) -> tuple[Offer, ...]:
    amounts = range(state.table.agreement.initial_kush, MOST + 1)
    free = ((seat, _free_cards(state, seat)) for seat in state.table.agreement.punters)
    return tuple(Offer(seat, "stake", {"card": cards, "amount": amounts}) for seat, cards in free if cards)


def _free_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    staked = {bet.card.rank for bet in state.bets if bet.seat == seat}
    return tuple(card for card in pack(state.table.agreement.deck) if card.rank not in staked)


def _refusals(state: State) -> tuple[Offer, ...]:
    banker = state.table.agreement.banker
    large = (bet for bet in state.bets if bet.amount > state.unrefusable())
    return tuple(Offer(banker, "refuse", {"punter": (bet.seat,), "card": (bet.card,)}) for bet in large)
