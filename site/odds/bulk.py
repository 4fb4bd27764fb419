"""Deals by the million, with NumPy.

Of a deck only the places of the staked ranks matter, so only those are drawn: a partial Fisher–Yates over the places,
for all deals at once. Shares are whole numbers, in units of the stake divided by the conditions' divisor, so every sum
is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.core.cards import SUITS, Card
from games.shtoss.agreement import Premium
from games.shtoss.conditions import Conditions, colour_share

Ints = NDArray[np.integer]
Flags = NDArray[np.bool_]
OF_A_RANK = len(SUITS)


@dataclass(frozen=True)
class Settled:
    """How the staked cards of many deals ended; the arrays are card by deal.

    ``position`` is that of the deciding card, from 1; ``plie`` whether both cards of the abzug had the rank; ``units``
    what the punter gained, in parts of a stake of which ``divisor`` make the whole; ``suited`` whether the deciding
    card has the staked suit.
    """

    position: Ints
    plie: Flags
    units: Ints
    divisor: int
    suited: Flags

    @property
    def net(self) -> Ints:
        """The punter's gain over each deal, in units."""
        total: Ints = self.units.sum(axis=0)
        return total

    @property
    def last_abzug(self) -> Ints:
        """The abzug, from 1, with which each deal ended."""
        last: Ints = (self.position.max(axis=0) + 1) // 2
        return last


def draw_places(rng: np.random.Generator, deals: int, size: int, cards: int) -> Ints:
    """Where, from 0, the cards of ``cards`` ranks lie in ``deals`` shuffled decks of ``size``: rank by suit by deal."""
    wanted = OF_A_RANK * cards
    places = np.repeat(np.arange(size, dtype=np.uint8)[:, None], deals, axis=1)
    flat, deal = places.reshape(-1), np.arange(deals)
    for place in range(wanted):
        chosen = rng.integers(place, size, size=deals, dtype=np.uint8) * np.intp(deals) + deal
        taken = flat[chosen]
        flat[chosen] = places[place]
        places[place] = taken
    return places[:wanted].reshape(cards, OF_A_RANK, deals)


def places_in(decks: Sequence[Sequence[Card]], staked: Sequence[Card]) -> Ints:
    """Where the cards of the ranks of ``staked`` lie in ``decks``, each in the order after its cut."""
    number = {each: index for index, each in enumerate(sorted(decks[0], key=str))}
    places = np.argsort(np.array([[number[each] for each in deck] for deck in decks]), axis=1)
    return np.stack([[places[:, number[Card(each.rank, suit)]] for suit in SUITS] for each in staked])


def settle(places: Ints, suits: str, conditions: Conditions, size: int) -> Settled:
    """Settle a staked card of each rank of ``places`` (rank by suit by deal), of the suits ``suits``."""
    first = places.min(axis=1)
    plie = (first % 2 == 0) & (places == first[:, None] + 1).any(axis=1)
    deciding = places.argmin(axis=1)
    units = [
        _shares(suit, conditions, size)[first[card], plie[card].astype(np.uint8), deciding[card]]
        for card, suit in enumerate(suits)
    ]
    suited = deciding == np.array([SUITS.index(suit) for suit in suits])[:, None]
    return Settled(first.astype(np.int64) + 1, plie, np.stack(units), conditions.divisor, suited)


def bait(ended: Settled, premiums: Sequence[Premium], wins: int) -> tuple[Ints, int]:
    """What ``premiums`` bring the punter in each deal, and the wins in a row that the last of the deals leaves.

    The deals follow on one another, the first of them on ``wins`` won ones.
    """
    given, won = ended.position % 2 == 0, ended.net > 0
    streak = _streaks(won, wins)
    happened = {
        "first-card": ended.position == 2,
        "lob": ended.position == 1,
        "plie": ended.plie,
        "colour": given & ended.suited,
    }
    paid = np.zeros(len(won), dtype=np.int64)
    for each in premiums:
        if each.event in happened:
            paid += each.amount * happened[each.event].sum(axis=0)
        elif each.event == "deal-won":
            paid += each.amount * won
        else:
            paid += each.amount * (streak == int(each.event.removeprefix("series-")))
    return paid, int(streak[-1])


def _streaks(won: Flags, before: int) -> Ints:
    """How many deals in a row were won up to each deal, itself included; 0 for one that was not."""
    number = np.arange(1, len(won) + 1)
    last_lost = np.maximum.accumulate(np.where(won, 0, number))
    streaks: Ints = number - last_lost + np.where(last_lost == 0, before, 0)
    return streaks


def _shares(suit: str, conditions: Conditions, size: int) -> Ints:
    """What passes, in units, by the place of the deciding card, by plie, by its suit."""
    table = np.zeros((size, 2, OF_A_RANK), dtype=np.int64)
    for place in range(size):
        for plie in (False, True) if place % 2 == 0 else (False,):
            base = conditions.base(place + 1, plie, last=place >= size - 2)
            for number, other in enumerate(SUITS):
                suited = colour_share(Card("7", suit), Card("7", other)) if conditions.thirds else 1
                table[place, int(plie), number] = int(base * suited * conditions.divisor)
    return table
