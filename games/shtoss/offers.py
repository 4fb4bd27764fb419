"""What each seat may do now: the map to the one door, :meth:`games.shtoss.rules.State.apply`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.cards import Card, pack
from games.core.protocol import Offer, Seat
from games.shtoss.phase import Phase
from games.shtoss.staking import largest, refusable

if TYPE_CHECKING:
    from games.shtoss.rules import State


def offered(state: State) -> tuple[Offer, ...]:
    """Every offer of ``state``, in the order of play."""
    match state.phase:
        case Phase.LOT:
            return tuple(Offer(seat, "draw", {}) for seat in state.evening.lot.waiting) if state.evening.lot else ()
        case Phase.CUTTING:
            return _cuts(state)
        case Phase.STAKING:
            closing = _by_banker(state, "turn") if state.table.agreement.cut_first else _cuts(state)
            return (*_stakes(state), *_refusals(state), *(closing if state.bets else ()))
        case Phase.TURNING if state.stakes_between():
            return (*_by_banker(state, "turn"), *_stakes(state), *_refusals(state))
        case Phase.TURNING:
            return _by_banker(state, "turn")
        case Phase.SETTLED:
            return (*_deals(state), *(Offer(seat, "stop", {}) for seat in state.table.seats))
    return ()


def _deals(state: State) -> tuple[Offer, ...]:
    more = state.table.chance.has(state.evening.deal + 1)
    return (Offer(state.next_banker(), "deal", {}),) if more else ()


def _by_banker(state: State, verb: str) -> tuple[Offer, ...]:
    return (Offer(state.evening.banker, verb, {}),)


def _cuts(state: State) -> tuple[Offer, ...]:
    return tuple(Offer(seat, "cut", {"count": range(1, state.table.agreement.deck)}) for seat in state.cutters())


def _stakes(state: State) -> tuple[Offer, ...]:
    free = ((seat, _free_cards(state, seat)) for seat in state.punters())
    return tuple(
        Offer(seat, "stake", {"card": cards, "amount": _amounts(state, seat)}) for seat, cards in free if cards
    )


def _amounts(state: State, seat: Seat) -> range:
    """The stakes ``seat`` may make: steps of what the conditions divide by, up to what the last deal allows."""
    agreement = state.table.agreement
    return range(agreement.least, largest(state, seat) + 1, agreement.conditions.divisor)


def _free_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    staked = {bet.card.rank for bet in state.bets if bet.seat == seat}
    return tuple(card for card in pack(state.table.agreement.deck) if card.rank not in staked)


def _refusals(state: State) -> tuple[Offer, ...]:
    banker = state.evening.banker
    large = (bet for bet in state.bets if refusable(state, bet))
    return tuple(Offer(banker, "refuse", {"punter": (bet.seat,), "card": (bet.card,)}) for bet in large)
