"""Staking and refusing: how much a punter may put on a card, and when the banker may decline it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core.cards import require
from games.core.protocol import Event, Illegal, Seat, event
from games.core.wording import listed
from games.shtoss.actions import MOST, Refuse, Stake
from games.shtoss.agreement import Agreement
from games.shtoss.phase import Phase
from games.shtoss.settlement import Bet

if TYPE_CHECKING:
    from games.shtoss.rules import State


@dataclass(frozen=True, slots=True)
class Run:
    """What a punter's last deal allows: at most ``ceiling`` on all cards of the next one; None before any deal.

    ``wins`` counts the deals won in a row (*ochered'*, *seriya*); ``staked`` is what was staked in the last one, 0
    before any and after a loss, which ends what could be raised.
    """

    ceiling: int | None = None
    wins: int = 0
    staked: int = 0

    def after(self, staked: int, won: int, agreement: Agreement) -> Run:
        """The run after a deal that brought ``won`` on ``staked``.

        A win lets the stake grow by the part of the possible win that it was: double after a full one, one and a half
        after half of it, rounded down to what divides. A loss brings it back to the smallest stake.
        """
        if won < 0:
            return Run(agreement.least)
        best, divisor = agreement.conditions.best, agreement.conditions.divisor
        raised = staked + won * best.denominator // best.numerator if best > 0 else staked
        return Run(min(raised, MOST) // divisor * divisor, self.wins + 1 if won else 0, staked)


def stake(state: State, action: Stake) -> tuple[State, tuple[Event, ...]]:
    """A punter puts down a card. Raises :class:`Illegal`."""
    agreement = state.table.agreement
    _require_open(state, action.seat)
    require(action.card, agreement.deck)
    for bet in state.bets:
        if bet.seat == action.seat and bet.card.rank == action.card.rank:
            raise Illegal(f"{action.seat} has staked {bet.card} in this deal; stake another rank")
    amount = agreement.initial_kush if action.amount is None else action.amount
    _require_amount(state, action.seat, amount)
    bets = (*state.bets, Bet(action.seat, action.card, amount, state.shown))
    return state.with_bets(bets), (event("staked", seat=action.seat, amount=amount),)


def _require_open(state: State, seat: Seat) -> None:
    if seat == state.evening.banker:
        raise Illegal(f"the banker does not stake; a punter does: {listed(state.punters())}")
    if state.phase is Phase.CUTTING:
        raise Illegal("this table cuts first; cut, then stake")
    if state.phase is not Phase.STAKING and not state.stakes_between():
        raise Illegal(f"no card can be staked now: {state.closed()}")


def _require_amount(state: State, seat: Seat, amount: int) -> None:
    agreement = state.table.agreement
    if amount < agreement.initial_kush:
        raise Illegal(f"a stake of {amount} is below the initial kush; stake {agreement.least} or more")
    if amount > MOST:
        raise Illegal(f"a stake of {amount} is too large; the most is {MOST}")
    if amount % agreement.conditions.divisor:
        raise Illegal(_indivisible(state, seat, amount))
    if amount > largest(state, seat):
        raise Illegal(_too_high(state, seat, amount))


def _indivisible(state: State, seat: Seat, amount: int) -> str:
    least, divisor = state.table.agreement.least, state.table.agreement.conditions.divisor
    below, most = amount - amount % divisor, min(largest(state, seat), MOST)
    allowed = [stake for stake in (below, below + divisor) if least <= stake <= most]
    nearest = allowed or [least if below < least else most // divisor * divisor]
    return f"a stake of {amount} does not divide by {divisor}, as the conditions need; stake {listed(nearest)}"


def _too_high(state: State, seat: Seat, amount: int) -> str:
    most = largest(state, seat)
    if not state.run(seat).staked:
        return f"a stake of {amount} is too high after a loss, which brings it back to the initial kush; stake {most}"
    return f"a stake of {amount} is too high after what the last deal brought; the most is {most}"


def largest(state: State, seat: Seat) -> int:
    """The most that ``seat`` may put on one more card now. The smallest stake is always allowed."""
    ceiling = state.run(seat).ceiling
    if ceiling is None:
        return MOST
    staked = sum(bet.amount for bet in state.bets if bet.seat == seat)
    return max(ceiling - staked, state.table.agreement.least)


def refuse(state: State, action: Refuse) -> tuple[State, tuple[Event, ...]]:
    """The banker gives a card back. Raises :class:`Illegal`."""
    state.only_banker(action, "refuses a stake")
    if state.phase is not Phase.STAKING and not state.stakes_between():
        raise Illegal(f"no stake can be refused now: {state.closed()}")
    refused = next((bet for bet in state.bets if (bet.seat, bet.card) == (action.punter, action.card)), None)
    if refused is None:
        raise Illegal(f"{action.punter} has not staked {action.card} in this deal; name a card that lies there")
    if state.table.agreement.volny_kush:
        raise Illegal("this table plays vol'ny kush; no stake can be refused")
    if refused.at < state.shown:
        raise Illegal(f"the stake on {refused.card} has been played for; only one made since can be refused")
    if not refusable(state, refused):
        raise Illegal(f"a stake of {refused.amount} cannot be refused; only one above {_unrefusable(state)} can")
    bets = tuple(bet for bet in state.bets if bet is not refused)
    seen = event("refused", "bit-kartu", seat=action.seat, punter=action.punter, amount=refused.amount)
    return state.with_bets(bets), (seen,)


def refusable(state: State, bet: Bet) -> bool:
    """Whether the banker may give ``bet`` back.

    He may if it exceeds the bank, or the initial kush where none is named, or if it raises the stake of the last deal.
    """
    if state.table.agreement.volny_kush or bet.at != state.shown:
        return False
    return bet.amount > _unrefusable(state) or _raised(state, bet.seat)


def _raised(state: State, seat: Seat) -> bool:
    before = state.run(seat).staked
    return bool(before) and sum(bet.amount for bet in state.bets if bet.seat == seat) > before


def _unrefusable(state: State) -> int:
    bank = state.bank()
    return state.table.agreement.initial_kush if bank is None else bank
