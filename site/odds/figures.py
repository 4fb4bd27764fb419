"""The numbers behind the room's page and its plots."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from games.shtoss.bait import frequency, worth
from games.shtoss.conditions import Conditions
from games.shtoss.odds import Odds, Several, odds, several
from odds.forms import Question

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


@dataclass(frozen=True)
class Bait:
    """A premium: how often it falls due in a deal, its ``amount``, and what it brings the punter on average."""

    event: str
    amount: int
    frequency: Fraction

    @property
    def mean(self) -> Fraction:
        return self.amount * self.frequency


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


def bait(question: Question) -> list[Bait]:
    """The premiums that were agreed, in their order."""
    single, deal = _both(question)
    return [
        Bait(each.event, each.amount, frequency(each.event, question.cards, single, deal))
        for each in question.agreement.nazhivka
    ]


def bait_worth(question: Question) -> Fraction:
    """What all premiums together bring the punter in a deal, on average, in roubles."""
    return worth(question.agreement.nazhivka, question.cards, *_both(question))


def _both(question: Question) -> tuple[Odds, Several]:
    deck, conditions = question.deck, question.conditions
    return one(deck, conditions), all_cards(question.cards, deck, conditions)
