"""Who wins a staked card, and how much passes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.core.cards import Card
from games.core.protocol import Seat
from games.shtoss.conditions import COLOUR, HALF_COLOUR, Conditions, colour_share

NAMED_POSITIONS = {1: ("lob",), 2: ("sonik",), 3: ("s-gorki",)}
SUIT_TERMS = {COLOUR: "tsvetnaya", HALF_COLOUR: "polutsvetnaya"}


class Outcome(StrEnum):
    """Whose card decided."""

    KILLED = "killed"  # an odd one, the banker's
    GIVEN = "given"  # an even one, the punter's
    VOID = "void"  # nobody's: the last card of a faro pack, or none at all


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a staked card ended.

    ``position`` is that of the deciding card, counted from 1 after the cut; ``amount`` is what the punter gains,
    negative when he pays. ``plie``: both cards of the abzug had the rank. ``terms`` are the glossary's words for it,
    from when to how.
    """

    position: int
    outcome: Outcome
    amount: int
    plie: bool = False
    terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bet:
    """A card that ``seat`` has staked in this deal; ``settlement`` None while it is in play.

    ``at`` is how many cards lay face up when it was staked: 0, but for a stake between the abzugs of faro.
    """

    seat: Seat
    card: Card
    amount: int
    at: int
    settlement: Settlement | None = None


def decide(bet: Bet, position: int, right: Card, left: Card, last: bool, conditions: Conditions) -> Bet:
    """``bet`` after one abzug: settled if one of the two cards has its rank, else the very same bet.

    ``position`` is that of ``right``, always odd. The right card decides for the banker, also when the left one has the
    rank too (plie); the left one alone decides for the punter. ``last``: the pack ends with this pair, and a card that
    is still in play goes back to its punter.
    """
    rank = bet.card.rank
    if bet.settlement is not None or (not last and rank not in (right.rank, left.rank)):
        return bet
    plie = right.rank == left.rank == rank
    if right.rank == rank:
        ending = _settlement(bet, Outcome.KILLED, right, position, plie, last, conditions)
    elif left.rank != rank or (last and conditions.last_card_void):
        ending = Settlement(position + 1, Outcome.VOID, 0)
    else:
        ending = _settlement(bet, Outcome.GIVEN, left, position + 1, plie, last, conditions)
    return replace(bet, settlement=ending)


def _settlement(
    bet: Bet, outcome: Outcome, deciding: Card, position: int, plie: bool, last: bool, conditions: Conditions
) -> Settlement:
    if conditions.plain:
        amount = -bet.amount if outcome is Outcome.KILLED else bet.amount
    else:
        share = conditions.share(bet.card, deciding, position, plie, last)
        amount = bet.amount * share.numerator // share.denominator  # exact: a stake divides by the divisor
    return Settlement(position, outcome, amount, plie, _terms(bet, outcome, deciding, position, plie, conditions))


def _terms(
    bet: Bet, outcome: Outcome, deciding: Card, position: int, plie: bool, conditions: Conditions
) -> tuple[str, ...]:
    terms = [*NAMED_POSITIONS.get(position, ())]
    if plie:
        terms.append("doublet" if conditions.is_faro else "plie")
    terms.append("bita" if outcome is Outcome.KILLED else "dana")
    if position in conditions.rows:
        terms.append("abzug-shtoss")
    elif position == 1 and conditions.lob_half:
        terms.append("v-lob-polkusha")
    if conditions.thirds:
        terms.append(SUIT_TERMS.get(colour_share(bet.card, deciding), "prostaya"))
    return tuple(terms)
