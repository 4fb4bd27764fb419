"""The lot: each seat draws a card, and the higher rank keeps the bank. A tie draws again; suits do not break it.

Should ties use up the whole pack, the first of those who tied last keeps the bank.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.cards import RANKS, Card
from games.core.protocol import Event, Illegal, Seat, event
from games.core.wording import listed
from games.shtoss.actions import Draw


@dataclass(frozen=True, slots=True)
class Lot:
    """A draw under way: ``waiting`` seats have not drawn in this round, the ``drawn`` have.

    ``pack`` holds the cards that are still to be drawn, from the first.
    """

    pack: tuple[Card, ...]
    waiting: tuple[Seat, ...]
    drawn: tuple[tuple[Seat, Card], ...] = ()

    def draw(self, action: Draw) -> tuple[Lot | Seat, tuple[Event, ...]]:
        """The lot after one draw, or the seat that it gave the bank to. Raises :class:`Illegal`."""
        if action.seat not in self.waiting:
            raise Illegal(f"{action.seat} does not draw now; {listed(self.waiting)} does")
        card, drawn = self.pack[0], (*self.drawn, (action.seat, self.pack[0]))
        waiting = tuple(seat for seat in self.waiting if seat != action.seat)
        seen = event("drew", seat=action.seat, card=str(card))
        if waiting:
            return replace(self, pack=self.pack[1:], waiting=waiting, drawn=drawn), (seen,)
        highest = max(RANKS.index(each.rank) for _, each in drawn)
        best = tuple(seat for seat, each in drawn if RANKS.index(each.rank) == highest)
        if len(best) > 1 and len(self.pack) > len(best):
            return Lot(self.pack[1:], best), (seen, event("tied", seats=" ".join(best)))
        return best[0], (seen, event("banks", "banker", seat=best[0]))
