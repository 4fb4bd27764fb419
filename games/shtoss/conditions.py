"""The conditions of a table: which share of a stake passes when a card is decided, and to whom.

A share is signed: +1 means that the punter gains the whole stake, -1/2 that he loses half of it. Positions count from 1
at the top of the cut deck; odd ones are the banker's. Where several conditions touch one card their shares multiply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from games.core.cards import Card

WHOLE = Fraction(1)
HALF = Fraction(1, 2)
COLOUR = Fraction(1)  # by thirds: the deciding card has the staked suit
HALF_COLOUR = Fraction(2, 3)  # … the same colour and another suit
SIMPLE = Fraction(1, 3)  # … the other colour
RED = "dh"


@dataclass(frozen=True)
class Conditions:
    """What a table agreed on about settling. As it stands with no argument: plain play.

    ``table`` holds pairs of a position and its signed share (*abzug shtoss*); the others are plain. ``lob_half``: the
    lob costs half (*v lob polkusha*). ``thirds``: suit counts. ``doublet`` and ``last_doublet`` are what two equal
    cards cost, in the last pair of the pack the latter; ``last_card_void``: nobody wins by the last card (faro).
    ``size`` is the number of cards in the deck.
    """

    thirds: bool = False
    lob_half: bool = False
    table: tuple[tuple[int, Fraction], ...] = ()
    doublet: Fraction = WHOLE
    last_doublet: Fraction = WHOLE
    last_card_void: bool = False
    size: int = 52

    @cached_property
    def rows(self) -> Mapping[int, Fraction]:
        """``table`` by position."""
        return dict(self.table)

    def base(self, position: int, plie: bool, last: bool) -> Fraction:
        """The signed share at ``position`` before suits are looked at.

        ``plie``: both cards of the pair have the staked rank, and the odd one decides. ``last``: it is the last pair of
        the pack.
        """
        killed = position % 2 == 1
        if last and not killed and self.last_card_void:
            return Fraction(0)
        if position in self.rows:
            share = self.rows[position]
        elif killed:
            share = -HALF if position == 1 and self.lob_half else -WHOLE
        else:
            share = WHOLE
        if plie:
            share *= self.last_doublet if last else self.doublet
        return share

    def share(self, staked: Card, deciding: Card, position: int, plie: bool, last: bool) -> Fraction:
        """The signed share of the stake that passes when ``deciding``, at ``position``, settles ``staked``."""
        share = self.base(position, plie, last)
        return share * colour_share(staked, deciding) if self.thirds else share

    @cached_property
    def divisor(self) -> int:
        """What a stake must divide by, so that every share of it is a whole amount."""
        return 1 if self.plain else lcm(*(share.denominator for share in self._possible()))

    @cached_property
    def best(self) -> Fraction:
        """The largest share that a punter can gain."""
        return WHOLE if self.plain else max(self._possible())

    def _possible(self) -> Iterator[Fraction]:
        """Every share that some card of the deck could bring."""
        suits = (COLOUR, HALF_COLOUR, SIMPLE) if self.thirds else (WHOLE,)
        for position in range(1, self.size + 1):
            last = position > self.size - 2
            for plie in (False, True) if position % 2 else (False,):
                base = self.base(position, plie, last)
                yield from (base * suit for suit in suits)

    @cached_property
    def plain(self) -> bool:
        """Whether a win or a loss is always the whole stake."""
        return self == Conditions(size=self.size)

    @cached_property
    def is_faro(self) -> bool:
        """Whether a pair of equal cards costs less than the stake: then it is a doublet, and no plie."""
        return self.doublet != WHOLE


PLAIN = Conditions()


def colour_share(staked: Card, deciding: Card) -> Fraction:
    """By thirds: the whole for the same suit, two thirds for the same colour, one third for the other."""
    if staked.suit == deciding.suit:
        return COLOUR
    return HALF_COLOUR if (staked.suit in RED) == (deciding.suit in RED) else SIMPLE
