"""Cards and packs.

A card is written rank then suit: ``Qs`` is the queen of spades, ``Td`` the ten of diamonds. A pack has 52
cards (2 to ace), 36 (6 to ace) or 32 (7 to ace).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.core.protocol import Illegal
from games.core.wording import listed, quoted

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PACKS = {52: "2", 36: "6", 32: "7"}  # size: its lowest rank


@dataclass(frozen=True, slots=True)
class Card:
    """One card; ``str`` gives its two characters."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


def card(text: str) -> Card:
    """The card that ``text`` spells. Raises :class:`Illegal` if it spells none."""
    found = _BY_TEXT.get(text)
    if found is None:
        hint = " (a ten is T)" if text.startswith("10") else ""
        raise Illegal(
            f"{quoted(text)} is not a card; write a rank ({' '.join(RANKS)}) and a suit "
            f"({' '.join(SUITS)}), as in Qs{hint}"
        )
    return found


@cache
def pack(size: int) -> tuple[Card, ...]:
    """The pack of ``size`` cards before any shuffle: suits c, d, h, s; ranks ascending in each.

    Raises :class:`Illegal` for a size that no pack has.
    """
    if size not in PACKS:
        raise Illegal(f"there is no pack of {size} cards; it can be {listed(PACKS)}")
    ranks = RANKS[RANKS.index(PACKS[size]) :]
    return tuple(_BY_TEXT[rank + suit] for suit in SUITS for rank in ranks)


@cache
def members(size: int) -> frozenset[Card]:
    """The cards of the pack of ``size``, as a set."""
    return frozenset(pack(size))


def require(card: Card, size: int) -> None:
    """Raises :class:`Illegal`, naming the pack, if ``card`` is not in the pack of ``size``."""
    if card not in members(size):
        raise Illegal(f"there is no {card} in a {size}-card deck; the lowest rank is {PACKS[size]}")


_BY_TEXT = {rank + suit: Card(rank, suit) for suit in SUITS for rank in RANKS}
