"""The play of shtoss and of the bank table: one deal after another, abzug by abzug.

A deal goes staking → cutting → turning → settled; with the agreement ``cut = "first"`` the cut comes before the
stakes. Positions count from 1 after the cut: odd ones fall to the right, the banker's side, even ones to the
left, the punters'. A rank occurs four times, so a deal always ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from games.core.cards import Card, require
from games.core.chance import Chance, Pack
from games.core.protocol import Event, Illegal, Offer, Seat, event
from games.core.wording import listed, quoted
from games.shtoss.actions import MOST, Action, Cut, Deal, Refuse, Stake, Stop, Turn
from games.shtoss.agreement import Agreement
from games.shtoss.offers import offered
from games.shtoss.phase import Phase
from games.shtoss.settlement import NAMED_POSITIONS, Bet, decide
from games.shtoss.view import View, see

Moved = tuple["State", tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same the whole evening: the agreement, the seats in the order of play, the decks to come."""

    agreement: Agreement
    seats: tuple[Seat, ...]
    chance: Chance


@dataclass(frozen=True, slots=True)
class State:
    """A moment of an evening.

    ``cards`` is the deck in the banker's hands, in the order of play once it is cut; the first ``shown`` of them
    lie face up. ``net`` is what each of ``table.seats`` has won since the evening began.
    """

    table: Table
    deal: int
    phase: Phase
    pack: Pack
    cards: tuple[Card, ...]
    net: tuple[int, ...]
    shown: int = 0
    bets: tuple[Bet, ...] = ()

    # -- the protocol ----------------------------------------------------------------------------------------

    def apply(self, action: Action) -> Moved:
        """The next state and what the table saw. Raises :class:`Illegal`."""
        if action.seat not in self.table.seats:
            raise Illegal(f"nobody sits at {quoted(action.seat)}; the seats are {listed(self.table.seats, 'and')}")
        match action:
            case Turn():
                return self._turn(action)
            case Stake():
                return self._stake(action)
            case Cut():
                return self._cut(action)
            case Refuse():
                return self._refuse(action)
            case Deal():
                return self._deal(action)
            case Stop():
                return self._stop(action)

    def offers(self) -> tuple[Offer, ...]:
        """Who may do what; ``()`` once the evening is stopped."""
        return offered(self)

    def outcome(self) -> tuple[bool, Mapping[Seat, int]]:
        """Whether no deal is under way, and what each seat has won since the evening began."""
        over = self.phase in (Phase.SETTLED, Phase.STOPPED)
        return over, MappingProxyType(dict(zip(self.table.seats, self.net, strict=True)))

    def view(self, seat: Seat | None) -> View:
        """The table as ``seat`` sees it; None is an onlooker."""
        return see(self, seat)

    def show(self, action: Action, seat: Seat | None) -> str:
        """The action's text with ``??`` for a staked card that ``seat`` may not see.

        A refused card goes back unseen, so nobody but its punter ever reads it.
        """
        match action:
            case Stake() if not self.sees(seat, action.seat):
                return str(action).replace(str(action.card), "??", 1)
            case Refuse() if seat != action.punter:
                return str(action).replace(str(action.card), "??", 1)
        return str(action)

    # -- actions ---------------------------------------------------------------------------------------------

    def _stake(self, action: Stake) -> Moved:
        agreement = self.table.agreement
        if action.seat == agreement.banker:
            raise Illegal(f"the banker does not stake; a punter does: {listed(agreement.punters)}")
        if self.phase is Phase.CUTTING:
            raise Illegal("this table cuts first; cut, then stake")
        if self.phase is not Phase.STAKING:
            raise Illegal(f"no card can be staked now: {self._closed()}")
        require(action.card, agreement.deck)
        mine = next((bet for bet in self.bets if bet.seat == action.seat and bet.card.rank == action.card.rank), None)
        if mine:
            raise Illegal(f"{action.seat} has staked {mine.card} in this deal; stake another rank")
        amount = agreement.initial_kush if action.amount is None else action.amount
        if amount < agreement.initial_kush:
            raise Illegal(f"a stake of {amount} is below the initial kush; stake {agreement.initial_kush} or more")
        if amount > MOST:
            raise Illegal(f"a stake of {amount} is too large; the most is {MOST}")
        moved = replace(self, bets=(*self.bets, Bet(action.seat, action.card, amount)))
        return moved, (event("staked", seat=action.seat, amount=amount),)

    def _refuse(self, action: Refuse) -> Moved:
        self._only_banker(action, "refuses a stake")
        if self.phase is not Phase.STAKING:
            raise Illegal(f"no stake can be refused now: {self._closed()}")
        refused = next((bet for bet in self.bets if (bet.seat, bet.card) == (action.punter, action.card)), None)
        if refused is None:
            raise Illegal(f"{action.punter} has not staked {action.card} in this deal; name a card that lies there")
        if refused.amount <= self.unrefusable():
            raise Illegal(f"a stake of {refused.amount} cannot be refused; only one above {self.unrefusable()} can")
        moved = replace(self, bets=tuple(bet for bet in self.bets if bet is not refused))
        seen = event("refused", "bit-kartu", seat=action.seat, punter=action.punter, amount=refused.amount)
        return moved, (seen,)

    def _cut(self, action: Cut) -> Moved:
        agreement = self.table.agreement
        cutters = self.cutters()
        if action.seat not in cutters:
            raise Illegal(f"{action.seat} does not cut at this table; {listed(cutters)} does")
        if self.phase is not (Phase.CUTTING if agreement.cut_first else Phase.STAKING):
            raise Illegal(f"the deck is cut once a deal; {self._next()}")
        if not agreement.cut_first and not self.bets:
            raise Illegal("no card is staked yet; stake before the cut")
        if not 1 <= action.count < agreement.deck:
            raise Illegal(f"a cut of {action.count} is not possible; the cut takes 1 to {agreement.deck - 1} cards")
        phase = Phase.STAKING if agreement.cut_first else Phase.TURNING
        moved = replace(self, phase=phase, cards=self.pack.after_cut(action.count))
        return moved, (event("cut", "podrezat", seat=action.seat, count=action.count),)

    def _turn(self, action: Turn) -> Moved:
        self._only_banker(action, "turns")
        if self.phase is not Phase.TURNING and not (
            self.phase is Phase.STAKING and self.table.agreement.cut_first and self.bets
        ):
            raise Illegal(f"nothing can be turned now; {self._next()}")
        position = self.shown + 1
        right, left = self.cards[self.shown], self.cards[self.shown + 1]
        events = [self._turned(position, "right", right), self._turned(position + 1, "left", left)]
        if not self.opened:
            events += [event("opened", seat=bet.seat, card=str(bet.card)) for bet in self.bets]
        bets = tuple([decide(bet, position, right, left) for bet in self.bets])
        phase, net = Phase.TURNING, self.net
        if bets != self.bets:
            fresh = [new for new, old in zip(bets, self.bets, strict=True) if new is not old]
            events += [_settled(bet) for bet in fresh]
            phase = Phase.TURNING if any(bet.settlement is None for bet in bets) else Phase.SETTLED
            net = self._paid(fresh)
        return State(self.table, self.deal, phase, self.pack, self.cards, net, position + 1, bets), tuple(events)

    def _deal(self, action: Deal) -> Moved:
        self._only_banker(action, "deals")
        if self.phase is not Phase.SETTLED:
            raise Illegal(f"the next deal begins when this one is settled; {self._next()}")
        return begin(self.table, self.deal + 1, self.net), (event("dealt", "metka", deal=self.deal + 1),)

    def _stop(self, action: Stop) -> Moved:
        if self.phase is not Phase.SETTLED:
            raise Illegal(f"a seat stops when a deal is settled; {self._next()}")
        return replace(self, phase=Phase.STOPPED), (event("stopped", seat=action.seat),)

    # -- what they ask ---------------------------------------------------------------------------------------

    @property
    def opened(self) -> bool:
        """Whether the staked cards lie face up: they do once the first abzug is shown."""
        return self.shown > 0

    def sees(self, seat: Seat | None, owner: Seat) -> bool:
        return self.opened or seat == owner

    def bank(self) -> int | None:
        """The bank on the table: what was put up, with what the banker has won or lost since."""
        start = self.table.agreement.bank
        return None if start is None else start + self.net[self.table.seats.index(self.table.agreement.banker)]

    def unrefusable(self) -> int:
        """The largest stake the banker must accept."""
        bank = self.bank()
        return self.table.agreement.initial_kush if bank is None else bank

    def cutters(self) -> tuple[Seat, ...]:
        agreement = self.table.agreement
        return (agreement.banker,) if agreement.banker_cuts else agreement.punters

    def _only_banker(self, action: Action, does: str) -> None:
        banker = self.table.agreement.banker
        if action.seat != banker:
            raise Illegal(f"only the banker {does}, and that is {banker}")

    def _closed(self) -> str:
        if self.phase is Phase.TURNING:
            return "stakes are closed until this deal is settled; turn"
        return f"this deal is settled; {self._next()}"

    def _next(self) -> str:
        """What would be right, in words."""
        agreement = self.table.agreement
        match self.phase:
            case Phase.CUTTING:
                return f"the cut comes first, from {listed(self.cutters())}"
            case Phase.STAKING if not self.bets:
                return f"a stake comes next, from {listed(agreement.punters)}"
            case Phase.STAKING if not agreement.cut_first:
                return f"the cut comes next, from {listed(self.cutters())}"
            case Phase.SETTLED:
                return f"{agreement.banker} may deal again, or any seat stop"
            case Phase.STOPPED:
                return "the evening is over"
        return f"{agreement.banker} turns next"

    def _turned(self, position: int, side: str, card: Card) -> Event:
        terms = NAMED_POSITIONS.get(position, ())
        given = position <= len(self.pack.given)
        return event("turned", *terms, position=position, side=side, card=str(card), given=given)

    def _paid(self, settled: list[Bet]) -> tuple[int, ...]:
        """``net`` after the punters' gains and losses, and the banker's against them, are booked."""
        gains = dict(zip(self.table.seats, self.net, strict=True))
        for bet in settled:
            assert bet.settlement is not None
            gains[bet.seat] += bet.settlement.amount
            gains[self.table.agreement.banker] -= bet.settlement.amount
        return tuple(gains.values())


def begin(table: Table, deal: int, net: tuple[int, ...]) -> State:
    """The first state of deal number ``deal``. Raises :class:`Illegal` if the record fixes no deck for it."""
    shuffled = table.chance.pack(deal)
    phase = Phase.CUTTING if table.agreement.cut_first else Phase.STAKING
    return State(table, deal, phase, shuffled, shuffled.cards, net)


def _settled(bet: Bet) -> Event:
    assert bet.settlement is not None
    ending = bet.settlement
    return event(
        "settled", *ending.terms, seat=bet.seat, card=str(bet.card), position=ending.position, amount=ending.amount
    )
