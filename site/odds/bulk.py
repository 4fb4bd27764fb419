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
from games.shtoss.conditions import Conditions, colour_share

Ints = NDArray[np.integer]
OF_A_RANK = len(SUITS)


@dataclass(frozen=True)
class Settled:
    """How the staked cards of many deals ended; the arrays are card by deal.

    ``position`` is that of the deciding card, from 1; ``plie`` whether both cards of the abzug had the rank; ``units``
    what the punter gained, in parts of a stake of which ``divisor`` make the whole.
    """

    position: Ints
    plie: NDArray[np.bool_]
    units: Ints
    divisor: int

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
    units = [
        _shares(suit, conditions, size)[first[card], plie[card].astype(np.uint8), places[card].argmin(axis=0)]
        for card, suit in enumerate(suits)
    ]
    return Settled(first.astype(np.int64) + 1, plie, np.stack(units), conditions.divisor)


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
