"""What bait is worth, held against every place of a rank in a deck and every run of an evening."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from games.shtoss.agreement import Premium
from games.shtoss.bait import frequency, worth
from games.shtoss.conditions import PLAIN, Conditions
from games.shtoss.odds import odds, several


def counted(size):
    """How often each event falls due when one card is staked, over all places of its rank; suits are equally likely."""
    seen, ways = Counter(), 0
    for places in combinations(range(1, size + 1), 4):
        first, second = places[:2]
        ways += 1
        seen["first-card"] += first == 2
        seen["lob"] += first == 1
        seen["plie"] += first % 2 == 1 and second == first + 1
        seen["colour"] += Fraction(first % 2 == 0, 4)
        seen["deal-won"] += first % 2 == 0
    return {event: Fraction(times) / ways for event, times in seen.items()}


@pytest.mark.parametrize("size", [32, 36])
def test_the_events_of_one_card_are_as_frequent_as_counting_finds_them(size):
    conditions = Conditions(thirds=True, size=size)
    single, deal = odds(size, conditions), several(1, size, conditions)
    for event, chance in counted(size).items():
        assert frequency(event, 1, single, deal) == chance


@pytest.mark.parametrize("event", ["first-card", "lob", "plie", "colour"])
def test_each_card_occasions_its_own(event):
    one, three = (frequency(event, cards, odds(), several(cards)) for cards in (1, 3))
    assert three == 3 * one > 0


@pytest.mark.parametrize("wins", [2, 3, 5])
def test_a_series_is_paid_when_a_run_reaches_its_length(wins):
    """Every order of ten deals won or not: how often does the last of them bring the run to just that length?"""
    won = several(1).deal_won
    chance = Fraction(0)
    for order in product((True, False), repeat=10):
        run = next((back for back, each in enumerate(reversed(order)) if not each), 10)
        ways = won ** sum(order) * (1 - won) ** (10 - sum(order))
        chance += ways if run == wins else 0
    assert frequency(f"series-{wins}", 1, odds(), several(1)) == chance


def test_a_deal_with_several_cards_is_won_by_their_sum():
    assert frequency("deal-won", 3, odds(), several(3)) == several(3).deal_won


def test_the_premiums_of_an_agreement_add_up():
    agreed = (Premium("first-card", 13), Premium("lob", -26), Premium("plie", 0))
    assert worth(agreed, 1, odds(), several(1)) == 13 * Fraction(16, 221) - 26 * Fraction(1, 13)
    assert worth((), 1, odds(52, PLAIN), several(1)) == 0
