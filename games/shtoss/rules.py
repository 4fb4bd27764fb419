"""The play of shtoss, of the bank table and of faro: one deal after another, abzug by abzug.

A deal goes (lot →) staking → cutting → turning → settled; with the agreement ``cut = "first"`` the cut comes before
the stakes. Positions count from 1 after the cut: odd ones fall to the right, the banker's side, even ones to the left,
the punters'. A rank occurs four times, so a deal always ends; in faro, where a card may be staked late, at the latest
with the pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from games.core.cards import Card
from games.core.chance import Chance, Pack
from games.core.protocol import Event, Illegal, Offer, Seat, event
from games.core.wording import listed, quoted
from games.shtoss import premiums
from games.shtoss.actions import Action, Cut, Deal, Draw, Refuse, Stake, Stop, Turn
from games.shtoss.agreement import FARO, Agreement
from games.shtoss.lot import Lot
from games.shtoss.offers import offered
from games.shtoss.phase import Phase
from games.shtoss.settlement import NAMED_POSITIONS, Bet, decide
from games.shtoss.staking import Run, refuse, stake
from games.shtoss.view import View, see

Moved = tuple["State", tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same the whole evening: the agreement, the seats in the order of play, the decks to come."""

    agreement: Agreement
    seats: tuple[Seat, ...]
    chance: Chance


@dataclass(frozen=True, slots=True)
class Evening:
    """What outlasts a deal: its number, who keeps the bank, and for each of the table's seats its net and its run.

    ``banker`` is empty while a ``lot`` decides. ``earlier`` is the net when this deal began.
    """

    deal: int
    banker: Seat
    net: tuple[int, ...]
    earlier: tuple[int, ...]
    runs: tuple[Run, ...]
    lot: Lot | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A moment of an evening.

    ``cards`` is the deck in the banker's hands, in the order of play once it is cut; the first ``shown`` of them
    lie face up.
    """

    table: Table
    evening: Evening
    phase: Phase
    pack: Pack
    cards: tuple[Card, ...]
    shown: int = 0
    bets: tuple[Bet, ...] = ()

    # -- the protocol ----------------------------------------------------------------------------------------

    def apply(self, action: Action) -> Moved:
        """The next state and what the table saw. Raises :class:`Illegal`."""
        if action.seat not in self.table.seats:
            raise Illegal(f"nobody sits at {quoted(action.seat)}; the seats are {listed(self.table.seats, 'and')}")
        if self.phase is Phase.LOT and not isinstance(action, Draw):
            raise Illegal(f"the lot decides first who keeps the bank; {self.next()}")
        match action:
            case Turn():
                return self._turn(action)
            case Stake():
                return stake(self, action)
            case Cut():
                return self._cut(action)
            case Refuse():
                return refuse(self, action)
            case Deal():
                return self._deal(action)
            case Stop():
                return self._stop(action)
        return self._draw(action)

    def offers(self) -> tuple[Offer, ...]:
        """Who may do what; ``()`` once the evening is stopped."""
        return offered(self)

    def outcome(self) -> tuple[bool, Mapping[Seat, int]]:
        """Whether no deal is under way, and what each seat has won since the evening began."""
        over = self.phase in (Phase.SETTLED, Phase.STOPPED)
        return over, MappingProxyType(dict(zip(self.table.seats, self.evening.net, strict=True)))

    def view(self, seat: Seat | None) -> View:
        """The table as ``seat`` sees it; None is an onlooker."""
        return see(self, seat)

    def show(self, action: Action, seat: Seat | None) -> str:
        """The action's text with ``??`` for a staked card that ``seat`` may not see.

        A refused card goes back unseen, so nobody but its punter ever reads it.
        """
        match action:
            case Stake() if seat != action.seat and not self._open_card(action):
                return _hidden(action, word=2)
            case Refuse() if seat != action.punter:
                return _hidden(action, word=3)
        return str(action)

    # -- actions ---------------------------------------------------------------------------------------------

    def _draw(self, action: Draw) -> Moved:
        if self.evening.lot is None:
            raise Illegal(f"the bank is not drawn for now; {self.next()}")
        drawn, events = self.evening.lot.draw(action)
        if isinstance(drawn, Lot):
            return replace(self, evening=replace(self.evening, lot=drawn)), events
        evening = replace(self.evening, banker=drawn, lot=None)
        return begin(self.table, evening), events

    def _cut(self, action: Cut) -> Moved:
        agreement = self.table.agreement
        cutters = self.cutters()
        if action.seat not in cutters:
            raise Illegal(f"{action.seat} does not cut at this table; {listed(cutters)} does")
        if self.phase is not (Phase.CUTTING if agreement.cut_first else Phase.STAKING):
            raise Illegal(f"the deck is cut once a deal; {self.next()}")
        if not agreement.cut_first and not self.bets:
            raise Illegal("no card is staked yet; stake before the cut")
        if not 1 <= action.count < agreement.deck:
            raise Illegal(f"a cut of {action.count} is not possible; the cut takes 1 to {agreement.deck - 1} cards")
        phase = Phase.STAKING if agreement.cut_first else Phase.TURNING
        moved = State(self.table, self.evening, phase, self.pack, self.pack.after_cut(action.count), 0, self.bets)
        return moved, (event("cut", "podrezat", seat=action.seat, count=action.count),)

    def _turn(self, action: Turn) -> Moved:
        self.only_banker(action, "turns")
        if self.phase is not Phase.TURNING and not (
            self.phase is Phase.STAKING and self.table.agreement.cut_first and self.bets
        ):
            raise Illegal(f"nothing can be turned now; {self.next()}")
        shown, position = self.shown, self.shown + 1
        right, left = self.cards[shown], self.cards[shown + 1]
        given = len(self.pack.given)
        events = [_turned(position, right, position <= given), _turned(position + 1, left, position < given)]
        events += [event("opened", seat=bet.seat, card=str(bet.card)) for bet in self.bets if bet.at == shown]
        last, conditions = shown + 2 == len(self.cards), self.table.agreement.conditions
        bets = tuple([decide(bet, position, right, left, last, conditions) for bet in self.bets])
        if bets == self.bets:
            moved = State(self.table, self.evening, Phase.TURNING, self.pack, self.cards, shown + 2, bets)
            return moved, tuple(events)
        moved, settled = self._settle(bets)
        return moved, (*events, *settled)

    def _settle(self, bets: tuple[Bet, ...]) -> Moved:
        """After an abzug that left ``bets``: book what it settled, and end the deal if no card is in play."""
        agreement, evening = self.table.agreement, self.evening
        fresh = [new for new, old in zip(bets, self.bets, strict=True) if new is not old]
        paid = [each for bet in fresh for each in premiums.for_card(bet, agreement)] if agreement.nazhivka else []
        phase, runs = Phase.TURNING, evening.runs
        if all(bet.settlement for bet in bets):
            phase, won = Phase.SETTLED, _won(bets)
            runs = self._runs(bets, won)
            for seat in won if agreement.nazhivka else ():
                paid += premiums.for_deal(seat, won[seat], runs[self.table.seats.index(seat)].wins, agreement)
        gains = [(bet.seat, bet.settlement.amount) for bet in fresh if bet.settlement]
        net = self._booked([*gains, *((seat, amount) for seat, _, amount in paid)])
        evening = Evening(evening.deal, evening.banker, net, evening.earlier, runs)
        moved = State(self.table, evening, phase, self.pack, self.cards, self.shown + 2, bets)
        return moved, (*map(_settled, fresh), *map(premiums.told, paid))

    def _deal(self, action: Deal) -> Moved:
        dealer = self.next_banker()
        if action.seat != dealer:
            raise Illegal(f"only the banker of the next deal deals, and that is {dealer}")
        if self.phase is not Phase.SETTLED:
            raise Illegal(f"the next deal begins when this one is settled; {self.next()}")
        deal, net = self.evening.deal + 1, self.evening.net
        evening = Evening(deal, dealer, net, net, self.evening.runs)
        return begin(self.table, evening), (event("dealt", "metka", seat=dealer, deal=deal),)

    def _stop(self, action: Stop) -> Moved:
        if self.phase is not Phase.SETTLED:
            raise Illegal(f"a seat stops when a deal is settled; {self.next()}")
        return replace(self, phase=Phase.STOPPED), (event("stopped", seat=action.seat),)

    # -- what they ask ---------------------------------------------------------------------------------------

    def with_bets(self, bets: tuple[Bet, ...]) -> State:
        """This state with other cards staked."""
        return State(self.table, self.evening, self.phase, self.pack, self.cards, self.shown, bets)

    def punters(self) -> tuple[Seat, ...]:
        """The seats that stake, in the order of play."""
        return tuple(seat for seat in self.table.seats if seat != self.evening.banker)

    def cutters(self) -> tuple[Seat, ...]:
        """The seats one of which cuts."""
        return (self.evening.banker,) if self.table.agreement.banker_cuts else self.punters()

    def run(self, seat: Seat) -> Run:
        """What the last deal of ``seat`` allows."""
        return self.evening.runs[self.table.seats.index(seat)]

    def sees(self, seat: Seat | None, bet: Bet) -> bool:
        """Whether ``seat`` may see the staked card: all do once an abzug was shown after it was staked."""
        return bet.at < self.shown or seat == bet.seat

    def bank(self) -> int | None:
        """The bank on the table: what was put up, with what the banker has won or lost since he put it up.

        Where the bank passes after each deal, each banker puts it up anew.
        """
        start = self.table.agreement.bank
        if start is None:
            return None
        at = self.table.seats.index(self.evening.banker)
        before = self.evening.earlier[at] if self.table.agreement.passing else 0
        return max(start + self.evening.net[at] - before, 0)

    def stakes_between(self) -> bool:
        """Whether this is a moment between the abzugs of faro, when a card may still be staked."""
        return self.phase is Phase.TURNING and self.table.agreement.variant == FARO and self.shown > 0

    def only_banker(self, action: Action, does: str) -> None:
        """Raises :class:`Illegal` if somebody else ``does`` it."""
        if action.seat != self.evening.banker:
            raise Illegal(f"only the banker {does}, and that is {self.evening.banker}")

    def closed(self) -> str:
        """Why no stake is made or refused now."""
        if self.phase is Phase.TURNING:
            return "stakes are closed until this deal is settled; turn"
        if self.phase is Phase.CUTTING:
            return self.next()
        return f"this deal is settled; {self.next()}"

    def next(self) -> str:
        """What would be right, in words."""
        match self.phase:
            case Phase.LOT if self.evening.lot:
                return f"a draw comes next, from {listed(self.evening.lot.waiting)}"
            case Phase.CUTTING:
                return f"the cut comes first, from {listed(self.cutters())}"
            case Phase.STAKING if not self.bets:
                return f"a stake comes next, from {listed(self.punters())}"
            case Phase.STAKING if not self.table.agreement.cut_first:
                return f"the cut comes next, from {listed(self.cutters())}"
            case Phase.SETTLED:
                return f"{self.next_banker()} may deal again, or any seat stop"
            case Phase.STOPPED:
                return "the evening is over"
        return f"{self.evening.banker} turns next"

    def next_banker(self) -> Seat:
        """Who deals the next deal: the same banker, or the other player where the bank passes."""
        return self.punters()[0] if self.table.agreement.passing else self.evening.banker

    def _open_card(self, action: Stake) -> bool:
        own = (bet for bet in self.bets if (bet.seat, bet.card) == (action.seat, action.card))
        return any(bet.at < self.shown for bet in own)

    def _booked(self, gains: list[tuple[Seat, int]]) -> tuple[int, ...]:
        """``net`` after the punters' ``gains``, and the banker's against them."""
        net = dict(zip(self.table.seats, self.evening.net, strict=True))
        for seat, amount in gains:
            net[seat] += amount
            net[self.evening.banker] -= amount
        return tuple(net.values())

    def _runs(self, bets: tuple[Bet, ...], won: Mapping[Seat, int]) -> tuple[Run, ...]:
        """The runs of all seats after a deal that brought each punter in it what he ``won``."""
        runs = dict(zip(self.table.seats, self.evening.runs, strict=True))
        for seat, amount in won.items():
            staked = sum([bet.amount for bet in bets if bet.seat == seat])
            runs[seat] = runs[seat].after(staked, amount, self.table.agreement)
        return tuple(runs.values())


def _won(bets: tuple[Bet, ...]) -> dict[Seat, int]:
    """What the cards of a deal have brought each punter who staked any, premiums apart."""
    won: dict[Seat, int] = {}
    for bet in bets:
        won[bet.seat] = won.get(bet.seat, 0) + (bet.settlement.amount if bet.settlement else 0)
    return won


def begin(table: Table, evening: Evening) -> State:
    """The first state of a deal. Raises :class:`Illegal` if the record fixes no deck for it."""
    pack = table.chance.pack(evening.deal)
    phase = Phase.STAKING
    if evening.lot:
        phase = Phase.LOT
    elif table.agreement.cut_first:
        phase = Phase.CUTTING
    return State(table, evening, phase, pack, pack.cards)


def open_evening(table: Table) -> State:
    """The first state of an evening. Raises :class:`Illegal` if the record fixes no deck for it."""
    seats, none = table.seats, (0,) * len(table.seats)
    banker = table.agreement.banker
    lot = None if banker else Lot(table.chance.lot(), seats)
    return begin(table, Evening(1, banker or "", none, none, (Run(),) * len(seats), lot))


def _hidden(action: Action, word: int) -> str:
    """The text of ``action`` with ``??`` in place of the ``word`` that names a card."""
    words = str(action).split(" ")
    words[word] = "??"
    return " ".join(words)


@cache  # a deal is mostly these, and there are few of them
def _turned(position: int, card: Card, given: bool) -> Event:
    terms, side = NAMED_POSITIONS.get(position, ()), "right" if position % 2 else "left"
    return event("turned", *terms, position=position, side=side, card=str(card), given=given)


def _settled(bet: Bet) -> Event:
    ending = bet.settlement
    assert ending is not None
    return event(
        "settled", *ending.terms, seat=bet.seat, card=str(bet.card), position=ending.position, amount=ending.amount
    )
