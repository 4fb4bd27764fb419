"""The numbers behind the room's page and its plots."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from games.shtoss.conditions import Conditions
from games.shtoss.odds import Odds, Several, odds, several

NIGHTS = 10
HERMANN = (47_000, 94_000, 188_000)


@dataclass(frozen=True)
class Ending:
    """What one abzug does: the chances that it gives the card, kills it, and ends the whole deal."""

    abzug: int
    given: Fraction
    killed: Fraction
    ends: Fraction


@dataclass(frozen=True)
class Night:
    """A purse after ``number`` doublings: the chance that all were won, what it then holds, and what on average."""

    number: int
    chance: Fraction
    purse: int
    mean: Fraction


@lru_cache(maxsize=256)
def one(deck: int, conditions: Conditions) -> Odds:
    """The odds of one card staked before the deal."""
    return odds(deck, conditions)


@lru_cache(maxsize=256)
def all_cards(cards: int, deck: int, conditions: Conditions) -> Several:
    """The distribution of a deal with ``cards`` cards."""
    return several(cards, deck, conditions)


def endings(deck: int, conditions: Conditions, cards: int) -> list[Ending]:
    """Abzug by abzug, the bank's and the punter's chances of one card, and the chance that the deal ends there."""
    single = one(deck, conditions)
    ends = all_cards(cards, deck, conditions).ends
    found = []
    for number, chance in enumerate(ends, start=1):
        found.append(Ending(number, single.at(2 * number), single.at(2 * number - 1), chance))
    return found


def nights(deck: int, conditions: Conditions, stake: int) -> list[Night]:
    """A purse that is staked whole, deal after deal, and taken off the table at the first loss."""
    single = one(deck, conditions)
    won = sum((each.chance for each in single.decisions if each.share > 0), Fraction(0))
    grows = 1 - single.edge
    return [Night(n, won**n, stake * 2**n, stake * grows**n) for n in range(NIGHTS + 1)]
