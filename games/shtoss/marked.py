"""What somebody sees who can read the backs of the cards.

The honest view of a seat is :mod:`games.shtoss.view`. A sharper with a marked or a made-up deck sees more of the same
table: every staked card that lies face down, and once the deck is cut the cards that will come next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from games.core.cards import Card
from games.shtoss.phase import Phase
from games.shtoss.view import View, see

if TYPE_CHECKING:
    from games.shtoss.rules import State

AN_ABZUG = 2


@dataclass(frozen=True, slots=True)
class Marked:
    """A table read from its backs: ``view`` knows every staked card, ``coming`` are the cards of the next abzug."""

    view: View
    coming: tuple[Card, ...]


def read_backs(state: State) -> Marked:
    """``state`` as an onlooker sees it who can read the backs."""
    seen = see(state, None)
    bets = tuple(replace(shown, card=bet.card) for shown, bet in zip(seen.bets, state.bets, strict=True))
    return Marked(replace(seen, bets=bets), state.cards[state.shown :][:AN_ABZUG] if _is_cut(state) else ())


def _is_cut(state: State) -> bool:
    cut_before = state.phase is Phase.STAKING and state.table.agreement.cut_first
    return state.phase is Phase.TURNING or cut_before
