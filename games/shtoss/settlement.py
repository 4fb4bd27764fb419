"""Who wins a staked card, and how much passes.

This is the place of the conditions: each of them says which share of the stake passes at which card. Plain
play, the only one so far, passes the whole stake.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.cards import Card
from games.core.protocol import Seat

NAMED_POSITIONS = {1: ("lob",), 2: ("sonik",), 3: ("s-gorki",)}


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a staked card ended.

    ``position`` is that of the deciding card, counted from 1 after the cut; ``amount`` is what the punter
    gains, negative when the banker wins. ``plie``: both cards of the abzug had the rank.
    """

    position: int
    amount: int
    plie: bool

    @property
    def won(self) -> bool:
        return self.amount > 0

    @property
    def terms(self) -> tuple[str, ...]:
        """The glossary's words for it, from when to whether."""
        how = ("plie",) if self.plie else ()
        return (*NAMED_POSITIONS.get(self.position, ()), *how, "dana" if self.won else "bita")


@dataclass(frozen=True, slots=True)
class Bet:
    """A card that ``seat`` has staked in this deal; ``settlement`` None while it is in play."""

    seat: Seat
    card: Card
    amount: int
    settlement: Settlement | None = None


def decide(bet: Bet, position: int, right: Card, left: Card) -> Bet:
    """``bet`` after one abzug: settled if one of the two cards has its rank, else the very same bet.

    ``position`` is that of ``right``, always odd. The right card decides for the banker, also when the left one
    has the rank too (plie); the left one alone decides for the punter.
    """
    rank = bet.card.rank
    if bet.settlement is not None or rank not in (right.rank, left.rank):
        return bet
    if right.rank == rank:
        return replace(bet, settlement=Settlement(position, -bet.amount, plie=left.rank == rank))
    return replace(bet, settlement=Settlement(position + 1, bet.amount, plie=False))
