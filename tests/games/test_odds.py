"""Exact odds, held against closed forms, printed values, and every order of small decks.

The brute force settles cards by :func:`part`, which is written here from the rules and asks nothing of the engine.
"""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import pytest

from games.catalogue import find_game
from games.core.cards import PACKS, card, pack
from games.core.protocol import Illegal
from games.shtoss.conditions import HALF, PLAIN, WHOLE, Conditions
from games.shtoss.odds import Decision, edges, mean_colour_share, odds, require_quick, several

EVEN = range(6, 53, 2)
SIZES = (52, 36, 32)
FARO = Conditions(doublet=HALF, last_card_void=True)
THIRDS = Conditions(thirds=True)
LOB_HALF = Conditions(lob_half=True)
GORKA = Conditions(table=((1, -WHOLE), (3, -HALF)))
ELEVEN = Conditions(table=((1, -WHOLE), (11, WHOLE)))

# -- closed forms --------------------------------------------------------------------------------------------

FARO_FORMS = {
    1: lambda n: Fraction(1, n),
    2: lambda n: Fraction(n + 2, 2 * n * (n - 1)),
    3: lambda n: Fraction(3, 4 * (n - 1)),
    4: lambda n: Fraction(2 * n - 5, 2 * (n - 1) * (n - 3)),
}
SHTOSS_FORMS = {
    1: lambda n: Fraction(0),
    2: lambda n: Fraction(1, n - 1),
    3: lambda n: Fraction(3, 2 * (n - 1)),
    4: lambda n: Fraction(2 * n - 5, (n - 1) * (n - 3)),
}


@pytest.mark.parametrize(("conditions", "forms"), [(FARO, FARO_FORMS), (PLAIN, SHTOSS_FORMS)], ids=["faro", "shtoss"])
@pytest.mark.parametrize("bearing", [1, 2, 3, 4])
def test_the_edge_is_its_closed_form_for_every_even_number_of_cards_left(conditions, forms, bearing):
    table = edges(52, conditions)
    for left in EVEN:
        expected = forms[bearing](left)
        assert odds(52, conditions, left, bearing).edge == expected
        assert table[left, bearing] == expected


@pytest.mark.parametrize("size", SIZES)
def test_the_edge_of_plain_play_and_of_faro_does_not_ask_how_many_cards_are_gone(size):
    for conditions in (PLAIN, FARO):
        own, whole = edges(size, conditions), edges(52, conditions)
        assert own == {key: edge for key, edge in whole.items() if key[0] <= size}
        assert own.keys() == {(left, k) for left in range(2, size + 1, 2) for k in range(1, 5) if k <= left}


@pytest.mark.parametrize("options", list(product((WHOLE, HALF), (WHOLE, HALF), (False, True))))
def test_the_summed_table_holds_the_same_values_as_the_single_odds(options):
    conditions = Conditions(True, False, ((3, -HALF), (11, WHOLE), (50, HALF)), *options)
    for (left, bearing), edge in edges(52, conditions).items():
        assert odds(52, conditions, left, bearing).edge == edge


# -- the figures of the rules --------------------------------------------------------------------------------

FIGURES = {
    52: ("433/833", "400/833", "33/833", "1/13", "16/221"),
    36: ("611/1155", "544/1155", "67/1155", "1/9", "32/315"),
    32: ("479/899", "420/899", "59/899", "1/8", "7/62"),
}


@pytest.mark.parametrize("size", SIZES)
def test_who_wins_how_often(size):
    banker, punter, plie, lob, sonik = map(Fraction, FIGURES[size])
    found = odds(size)
    assert (found.left, found.bearing) == (size, 4)
    assert (found.banker, found.punter, found.plie) == (banker, punter, plie)
    assert (found.at(1), found.at(2)) == (lob, sonik)
    assert found.banker + found.punter == 1


@pytest.mark.parametrize("size", SIZES)
def test_the_banker_s_edge_is_exactly_the_chance_of_a_plie_at_the_deciding_abzug(size):
    for left, bearing in product(range(4, size + 1, 2), range(1, 5)):
        found = odds(size, PLAIN, left, bearing)
        assert found.edge == found.plie == found.banker - found.punter


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        (PLAIN, ("33/833", "67/1155", "59/899")),
        (LOB_HALF, ("25/21658", "17/6930", "45/14384")),
        (GORKA, ("89/15925", "689/58905", "533/35960")),
        (ELEVEN, ("-163/4165", "-169/8415", "-15/1798")),
        (THIRDS, ("11/476", Fraction(67 * 7, 1155 * 12), Fraction(59 * 7, 899 * 12))),
    ],
    ids=["plain", "lob-half", "gorka", "eleven", "thirds"],
)
def test_the_edge_of_every_condition_by_itself(conditions, expected):
    assert [odds(size, conditions).edge for size in SIZES] == [Fraction(each) for each in expected]


@pytest.mark.parametrize(("size", "digits"), [(52, "5.5599"), (36, "3.9645"), (32, "3.5664")])
def test_the_mean_number_of_abzugs(size, digits):
    mean = odds(size).mean_abzugs
    by_first_place = sum(Fraction((at + 1) // 2 * comb(size - at, 3), comb(size, 4)) for at in range(1, size))
    assert mean == by_first_place
    assert str(float(mean))[:6] == digits


@pytest.mark.parametrize(("left", "bearing", "mean"), [(2, 1, 1), (2, 2, 1), (4, 1, "3/2"), (4, 4, 1), (52, 1, "27/2")])
def test_the_mean_is_counted_from_now(left, bearing, mean):
    assert odds(52, PLAIN, left, bearing).mean_abzugs == Fraction(mean)
    assert odds(52, FARO, left, bearing).mean_abzugs == Fraction(mean)


def test_thirds_take_seven_twelfths_of_every_edge():
    for size, conditions in product(SIZES, (PLAIN, LOB_HALF, GORKA, ELEVEN, FARO)):
        by_thirds = Conditions(**{**vars_of(conditions), "thirds": True})
        assert odds(size, by_thirds).edge == odds(size, conditions).edge * Fraction(7, 12)
        assert odds(size, by_thirds).banker == odds(size, conditions).banker


def vars_of(conditions):
    return {name: getattr(conditions, name) for name in conditions.__dataclass_fields__}


def test_three_wins_running_and_the_very_first_pair():
    won, sonik = odds().punter, odds().at(2)
    assert round(float(won**3) * 100, 2) == 11.07
    assert won**3 < Fraction(1, 8)
    assert round(float(sonik) * 100, 2) == 7.24
    assert round(float(sonik**3) * 100, 4) == 0.0379
    doublet = next(each for each in odds().decisions if each.position == 1 and each.plie)
    assert doublet.chance * 13 == Fraction(1, 17)


# -- the eighteenth century ----------------------------------------------------------------------------------

# Hoyle's Games, after Abraham de Moivre: the banker's gain at pharaon as "1 in …", rounded down there.
PRINTED = [(30, 2, 54, "435/8"), (10, 3, 12, "12"), (22, 2, 38, "77/2"), (8, 3, 9, "28/3")]


@pytest.mark.parametrize(("left", "bearing", "printed", "exact"), PRINTED)
def test_the_values_that_hoyle_prints_after_de_moivre_are_the_exact_ones_rounded_down(left, bearing, printed, exact):
    found = 1 / edges(52, FARO)[left, bearing]
    assert found == Fraction(exact)
    assert int(found) == printed


def test_with_a_whole_pack_twice_is_best_for_the_punter_then_thrice_once_and_four_times():
    table = edges(52, FARO)
    assert sorted(range(1, 5), key=lambda bearing: table[52, bearing]) == [2, 3, 1, 4]


# -- suits ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("staked", "suits", "mean"),
    [
        ("7c", "cdhs", "7/12"),
        ("7c", "c", "1"),
        ("7c", "s", "2/3"),
        ("7c", "d", "1/3"),
        ("7c", "cs", "5/6"),
        ("7c", "dh", "1/3"),
        ("7h", "cdhs", "7/12"),
        ("7h", "cds", "4/9"),
        ("7h", "dh", "5/6"),
        ("7s", "cd", "1/2"),
        ("7h", "", "1"),
    ],
)
def test_the_mean_share_by_thirds_over_the_suits_that_are_left(staked, suits, mean):
    assert mean_colour_share(card(staked), suits) == Fraction(mean)


def test_without_a_card_the_mean_share_is_that_of_a_whole_rank():
    assert mean_colour_share() == mean_colour_share(card("Qs")) == Fraction(7, 12)


def test_a_share_that_is_named_takes_the_place_of_the_mean_and_only_by_thirds():
    share = Fraction(2, 5)
    assert odds(52, THIRDS, suit_share=share).edge == Fraction(33, 833) * share
    assert odds(52, PLAIN, suit_share=share).edge == Fraction(33, 833)
    assert odds(52, THIRDS, suit_share=Fraction(0)).edge == 0


# -- brute force: how the rules settle a card ----------------------------------------------------------------

NO_TABLE = ()
TABLES = {
    "none": (),
    "gorka": ((1, "1", "banker"), (3, "1/2", "banker")),
    "early": ((1, "1", "banker"), (5, "1", "punter")),
    "odd rows": ((3, "1/3", "punter"), (4, "1/2", "banker"), (7, "0", "punter")),
    "even rows": ((2, "1/2", "punter"), (6, "3/4", "banker"), (8, "1", "banker")),
}


def all_rules():
    """Every combination of conditions that can go together, each with the options of faro and without."""
    faro = [
        {"variant": "faro", "doublet": doublet, "last_doublet": last_doublet, "last_card": last_card}
        for doublet, last_doublet, last_card in product(("half", "whole"), ("half", "whole"), ("void", "counts"))
    ]
    for thirds, lob, (name, table), variant in product(
        ((), ("thirds",)), ((), ("lob-half",), ("lob-full",)), TABLES.items(), ({}, *faro)
    ):
        if lob == ("lob-half",) and any(position == 1 for position, *_ in table):
            continue
        rows = tuple({"position": position, "share": share, "to": to} for position, share, to in table)
        rules = {"conditions": (*thirds, *lob), "abzug": rows, **variant}
        yield pytest.param(
            rules, id=f"{' '.join(rules['conditions']) or 'plain'}, {name}, {'/'.join(variant.values())}"
        )


ALL_RULES = list(all_rules())


def part(rules, position, plie, size, suit=Fraction(1)):
    """Which part of the stake the punter gets by a card that ``position`` decides; ``suit`` is its part by thirds."""
    to_right, in_last_pair, faro = position % 2 == 1, position > size - 2, rules.get("variant") == "faro"
    if faro and in_last_pair and not to_right and rules["last_card"] == "void":
        return Fraction(0)
    share = Fraction(-1 if to_right else 1)
    if position == 1 and "lob-half" in rules["conditions"]:
        share = Fraction(-1, 2)
    for row in rules["abzug"]:
        if row["position"] == position:
            share = Fraction(row["share"]) * (1 if row["to"] == "punter" else -1)
    if plie and faro and rules["last_doublet" if in_last_pair else "doublet"] == "half":
        share /= 2
    return share * suit if "thirds" in rules["conditions"] else share


def third(staked, suit):
    """By thirds: the part for a deciding card of ``suit``."""
    if staked == suit:
        return Fraction(1)
    return Fraction(2, 3) if {staked, suit} in ({"c", "s"}, {"d", "h"}) else Fraction(1, 3)


def decided(order, rank):
    """The first pair of ``order`` with ``rank``: the place of the deciding card, whether both have it, the card."""
    for at in range(0, len(order), 2):
        right, left = order[at], order[at + 1]
        if right[0] == rank:
            return at + 1, left[0] == rank, right
        if left[0] == rank:
            return at + 2, False, left
    raise AssertionError(order)


def agreed(record, rules):
    """The conditions that the engine reads out of ``rules``."""
    return find_game("shtoss").start(record(rules=rules)).table.agreement.conditions


def compare(found, ways, rules, size, suit_parts):
    """``found`` against ``ways``: how often each place decided, by a plie or not, with a card of which suit."""
    total = sum(ways.values())
    chances, gains = defaultdict(Fraction), defaultdict(Fraction)
    for (position, plie, suit), count in ways.items():
        chances[position, plie] += Fraction(count, total)
        gains[position, plie] += Fraction(count, total) * part(rules, position, plie, size, suit_parts[suit])
    assert {(each.position, each.plie): each.chance for each in found.decisions} == chances
    assert {(each.position, each.plie): each.chance * each.share for each in found.decisions} == gains
    assert found.edge == -sum(gains.values())
    assert found.banker == sum(chance for (position, _), chance in chances.items() if position % 2 == 1)
    assert found.punter == sum(chance for (position, _), chance in chances.items() if position % 2 == 0)
    assert found.plie == sum(chance for (_, plie), chance in chances.items() if plie)
    for position in range(1, size + 1):
        assert found.at(position) == chances[position, False] + chances[position, True]


EIGHT_SUITS = ("cd", "cs", "hs")


@pytest.fixture(scope="module")
def eight():
    """For each two suits: over every order of four ranks in them, how often the seven is decided how."""
    found = {}
    for suits in EIGHT_SUITS:
        deck = [rank + suit for rank in "789T" for suit in suits]
        counted = Counter(decided(order, "7") for order in permutations(deck))
        assert sum(counted.values()) == 40_320
        found[suits] = Counter({(at, plie, each[1]): count for (at, plie, each), count in counted.items()})
    return found


@pytest.mark.parametrize("rules", ALL_RULES)
def test_over_every_order_of_eight_cards_the_odds_are_what_happens(record, eight, rules):
    conditions = agreed(record, rules)
    for suits, ways in eight.items():
        staked = suits[0]
        parts = {suit: third(staked, suit) for suit in suits}
        found = odds(8, conditions, 8, 2, sum(parts.values()) / 2)
        compare(found, ways, rules, 8, parts)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_wherever_the_last_cards_of_a_rank_lie_the_odds_are_what_happens(record, rules):
    """All places of k cards among the n that are left of a short pack."""
    conditions = agreed(record, rules)
    for (left, bearing), size in product([(2, 1), (2, 2), (4, 3), (6, 1), (6, 4), (8, 3), (10, 2), (12, 4)], (12, 32)):
        gone = size - left
        ways = Counter()
        for places in combinations(range(left), bearing):
            order = ["7" if at in places else "x" for at in range(left)]
            position, plie, _ = decided(order, "7")
            for suit in "cdhs"[:bearing]:  # each suit of those that are left decides as often as any other
                ways[position + gone, plie, suit] += 1
        parts = {suit: third("c", suit) for suit in "cdhs"[:bearing]}
        found = odds(size, conditions, left, bearing, sum(parts.values()) / bearing)
        compare(found, ways, rules, size, parts)


@pytest.mark.parametrize("rules", ALL_RULES[::5])
def test_over_a_sample_of_orders_of_twelve_cards_the_odds_are_near_what_happens(record, rules, twelve):
    conditions, total = agreed(record, rules), sum(twelve.values())
    gains = {way: part(rules, way[0], way[1], 12, third("h", way[2])) for way in twelve}
    mean = sum(gains[way] * count for way, count in twelve.items()) / total
    square = sum(gains[way] ** 2 * count for way, count in twelve.items()) / total
    spread = float(square - mean**2) ** 0.5 / total**0.5
    assert abs(float(-mean - odds(12, conditions, 12, 4).edge)) <= 4 * spread + 1e-12


@pytest.fixture(scope="module")
def twelve():
    """Of 20,000 orders of three ranks in four suits: how often the seven is decided how."""
    deck, chance, ways = [rank + suit for rank in "789" for suit in "cdhs"], random.Random("twelve"), Counter()
    for _ in range(20_000):
        chance.shuffle(deck)
        position, plie, each = decided(deck, "7")
        ways[position, plie, each[1]] += 1
    return ways


# -- several cards -------------------------------------------------------------------------------------------

SOME = [PLAIN, THIRDS, LOB_HALF, GORKA, ELEVEN, FARO, Conditions(True, True), Conditions(True, table=GORKA.table)]


@pytest.mark.parametrize("conditions", SOME)
@pytest.mark.parametrize("size", SIZES)
def test_with_one_card_the_deal_is_what_the_single_odds_say(size, conditions):
    one, deal = odds(size, conditions), several(1, size, conditions)
    assert deal.edge == one.edge
    abzugs = defaultdict(Fraction)
    for each in one.decisions:
        abzugs[(each.position + 1) // 2] += each.chance
    assert deal.ends == tuple(abzugs[number] for number in range(1, size // 2 + 1))
    assert deal.ends[-1] == 0  # a whole rank never waits for the last pair
    gains = Counter()
    for each in one.decisions:
        for suit in "cdhs" if conditions.thirds else "c":
            share = conditions.base(each.position, each.plie, last=False) * third("c", suit)
            gains[share] += each.chance / (4 if conditions.thirds else 1)
    assert deal.net == dict(gains)
    assert deal.deal_won == sum(chance for gain, chance in gains.items() if gain > 0)


@pytest.mark.parametrize("conditions", SOME)
@pytest.mark.parametrize(("size", "most"), [(52, 4), (36, 3), (32, 8)])
def test_the_edge_grows_with_the_number_of_cards_and_all_chances_sum_to_one(size, most, conditions):
    for cards in (2, 3, most) if conditions.thirds is False else (2, 3):
        deal = several(cards, size, conditions)
        assert deal.edge == cards * odds(size, conditions).edge
        assert sum(deal.net.values()) == 1
        assert sum(deal.ends) == 1
        assert list(deal.net) == sorted(deal.net)
        assert all(chance > 0 for chance in deal.net.values())
        assert len(deal.ends) == size // 2


def test_in_plain_play_the_total_has_the_parity_of_the_number_of_cards():
    for cards in (1, 2, 3):
        assert set(several(cards).net) == set(map(Fraction, range(-cards, cards + 1, 2)))
    assert several(1).deal_won == Fraction(400, 833)
    assert several(3).deal_won == several(3).net[1] + several(3).net[3]


def test_with_every_rank_staked_the_deal_ends_with_the_last_rank():
    deal = several(8, 32)
    assert deal.ends[:3] == (0, 0, 0)
    assert deal.ends[3] > 0  # two a pair
    assert deal.ends[14] > 0
    assert deal.ends[15] == 0


@pytest.fixture
def small(monkeypatch):
    """Decks of two and of three ranks, which no table plays with."""
    monkeypatch.setitem(PACKS, 8, "K")
    monkeypatch.setitem(PACKS, 12, "Q")


@pytest.fixture(scope="module")
def two_ranks():
    """Over every order of eight cards of two ranks: how often both are decided how."""
    deck = [rank + suit for rank in "78" for suit in "cdhs"]
    return Counter((decided(order, "7"), decided(order, "8")) for order in permutations(deck))


@pytest.fixture(scope="module")
def three_ranks():
    """The same for every way in which three ranks can lie in twelve places, suits not looked at."""
    counted = Counter()
    for sevens in combinations(range(12), 4):
        others = [at for at in range(12) if at not in sevens]
        for eights in combinations(others, 4):
            order = ["7" if at in sevens else "8" if at in eights else "9" for at in range(12)]
            counted[tuple(decided(order, rank)[:2] for rank in "789")] += 1
    assert sum(counted.values()) == 34_650
    return counted


@pytest.mark.parametrize("rules", ALL_RULES[::3])
def test_over_every_order_of_two_ranks_the_distribution_is_what_happens(record, small, two_ranks, rules):
    conditions, total = agreed(record, rules), sum(two_ranks.values())
    net, ends = Counter(), Counter()
    for ways, count in two_ranks.items():
        gains = [part(rules, position, plie, 8, third("c", each[1])) for position, plie, each in ways]
        net[sum(gains)] += Fraction(count, total)
        ends[max((position + 1) // 2 for position, *_ in ways)] += Fraction(count, total)
    deal = several(2, 8, conditions)
    assert deal.net == dict(net)
    assert deal.ends == tuple(ends[number] for number in range(1, 5))
    assert sum(deal.ends) == 1
    assert deal.deal_won == sum(chance for gain, chance in net.items() if gain > 0)


@pytest.mark.parametrize("rules", [rules for rules in ALL_RULES if "thirds" not in rules.values[0]["conditions"]][::4])
def test_over_every_way_three_ranks_can_lie_the_distribution_is_what_happens(record, small, three_ranks, rules):
    conditions, total = agreed(record, rules), sum(three_ranks.values())
    for cards in (1, 2, 3):
        net, ends = Counter(), Counter()
        for ways, count in three_ranks.items():
            net[sum(part(rules, position, plie, 12) for position, plie in ways[:cards])] += Fraction(count, total)
            ends[max((position + 1) // 2 for position, _ in ways[:cards])] += Fraction(count, total)
        deal = several(cards, 12, conditions)
        assert deal.net == dict(net)
        assert deal.ends == tuple(ends[number] for number in range(1, 7))


# -- refusals and values -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((51,), "a deck of 51 cards cannot be turned in pairs; it can have 52, 36 or 32"),
        ((7, PLAIN, 4), "a deck of 7 cards cannot be turned in pairs"),
        ((52, PLAIN, 51), "51 cards cannot be left of 52 before an abzug; it is an even number from 2 to 52"),
        ((52, PLAIN, 0), "0 cards cannot be left of 52 before an abzug"),
        ((52, PLAIN, 54), "54 cards cannot be left of 52 before an abzug"),
        ((32, PLAIN, 34), "34 cards cannot be left of 32 before an abzug; it is an even number from 2 to 32"),
        ((52, PLAIN, -2), "-2 cards cannot be left of 52 before an abzug"),
        ((0,), "0 cards cannot be left of 0 before an abzug"),
        ((52, PLAIN, 52, 5), "5 of 52 cards cannot have one rank; it is 0 to 4"),
        ((52, PLAIN, 52, -1), "-1 of 52 cards cannot have one rank; it is 0 to 4"),
        ((52, PLAIN, 2, 3), "3 of 2 cards cannot have one rank; it is 0 to 2"),
    ],
)
def test_what_cannot_be_left_is_refused_with_what_can(arguments, sentence):
    with pytest.raises(Illegal) as refused:
        odds(*arguments)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(("cards", "size"), [(0, 52), (14, 52), (10, 36), (9, 32), (-1, 52), (1, 40), (1, 8)])
def test_more_cards_than_ranks_are_refused(cards, size):
    with pytest.raises(Illegal) as refused:
        several(cards, size)
    assert str(refused.value) == f"{cards} cards of different ranks cannot be staked in a deck of {size}"


def test_every_rank_of_a_deck_may_be_staked():
    for size in SIZES:
        assert len({each.rank for each in pack(size)}) == size // 4
    assert several(8, 32).edge == 8 * Fraction(59, 899)


def test_a_card_whose_rank_is_gone_has_nothing_before_it():
    found = odds(52, FARO, 10, 0)
    assert (found.decisions, found.edge, found.banker, found.punter) == ((), 0, 0, 0)


def test_two_cards_left_and_both_of_the_rank_are_a_plie_for_sure():
    assert odds(52, PLAIN, 2, 2).decisions == (Decision(51, True, Fraction(1), Fraction(-1)),)
    assert odds(52, FARO, 2, 2).edge == 1
    assert odds(52, Conditions(last_doublet=HALF), 2, 2).edge == HALF
    assert odds(52, FARO, 2, 1).decisions == (
        Decision(51, False, HALF, Fraction(-1)),
        Decision(52, False, HALF, Fraction(0)),
    )


def test_the_defaults_are_a_whole_pack_and_plain_play():
    assert odds() == odds(52, PLAIN, 52, 4)
    assert edges() == edges(52, PLAIN)
    assert several(2) == several(2, 52, PLAIN)
    assert edges(32)[32, 4] == Fraction(59, 899)


def test_a_decision_says_whose_card_it_is():
    assert [(each.position, each.killed) for each in odds().decisions[:4]] == [
        (1, True),
        (1, True),
        (2, False),
        (3, True),
    ]
    assert all(each.killed is (each.position % 2 == 1) for each in odds().decisions)


@pytest.mark.parametrize(
    ("cards", "conditions", "quick"),
    [
        (1, Conditions(table=((3, Fraction(1, 97)),)), True),
        (6, Conditions(thirds=True, table=((1, -WHOLE), (3, -HALF), (11, WHOLE))), True),
        (5, Conditions(table=((3, Fraction(1, 28)),)), True),
        (5, Conditions(table=((3, Fraction(1, 29)),)), False),
        (2, Conditions(table=((3, Fraction(1, 97)), (5, Fraction(1, 89)))), False),
    ],
)
def test_what_would_take_long_to_reckon_is_told_beforehand(cards, conditions, quick):
    if quick:
        require_quick(cards, conditions)
    else:
        with pytest.raises(Illegal, match=rf"with {cards} cards it can be at most {700 // cards**2}"):
            require_quick(cards, conditions)
