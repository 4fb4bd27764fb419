"""Deals by the million, held against what is exact and against the step engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest

from games.core.cards import Card, card, pack
from games.core.record import Player, Record
from games.core.shuffle import shuffled
from games.shtoss import SHTOSS
from games.shtoss.actions import Cut, Deal, Stake, Turn
from games.shtoss.agreement import Premium, agree
from games.shtoss.bait import frequency
from games.shtoss.conditions import HALF, WHOLE, Conditions
from games.shtoss.odds import odds, several
from odds.bulk import bait, draw_places, places_in, settle

DEALS = 200_000
PLAYERS = (Player("banker", "Banker"), Player("punter", "Punter"))
CONDITIONS = {
    "plain": Conditions(),
    "thirds": Conditions(thirds=True),
    "lob-half": Conditions(lob_half=True),
    "thirds and lob-half": Conditions(thirds=True, lob_half=True),
    "gorka": Conditions(table=((1, -WHOLE), (3, -HALF))),
    "eleven": Conditions(table=((1, -WHOLE), (11, WHOLE))),
    "faro": Conditions(doublet=HALF, last_card_void=True),
}


def dealt(name: str, size: int, cards: int, seed: int):  # type: ignore[no-untyped-def]
    rng = np.random.default_rng(seed)
    return settle(draw_places(rng, DEALS, size, cards), "c" * cards, CONDITIONS[name], size)


def critical(freedom: int, chance: float) -> float:
    """The chi-square that is exceeded with ``chance``, by Wilson and Hilferty's approximation."""
    z = NormalDist().inv_cdf(1 - chance)
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + z * sqrt(spread)) ** 3)


def chi_square(seen: dict[object, int], chances: dict[object, Fraction]) -> tuple[float, int]:
    """The statistic and its degrees of freedom; outcomes too rare to be tested alone are put together."""
    rare = {key for key, chance in chances.items() if chance * DEALS < 10}
    cells = [(seen.get(key, 0), float(chance * DEALS)) for key, chance in chances.items() if key not in rare]
    rest = float(sum((chances[key] for key in rare), Fraction(0)) * DEALS)
    if rest >= 5:
        cells.append((sum(seen.get(key, 0) for key in rare), rest))
    return sum((count - mean) ** 2 / mean for count, mean in cells), len(cells) - 1


@pytest.mark.parametrize("name", CONDITIONS)
@pytest.mark.parametrize("size", [52, 36, 32])
def test_positions_and_plies_are_as_frequent_as_they_should_be(name: str, size: int) -> None:
    ended = dealt(name, size, 1, seed=1)
    seen = Counter(zip(ended.position[0].tolist(), ended.plie[0].tolist(), strict=True))
    chances = {(each.position, each.plie): each.chance for each in odds(size, CONDITIONS[name]).decisions}
    assert set(seen) <= set(chances)
    statistic, freedom = chi_square(dict(seen), dict(chances))
    assert statistic < critical(freedom, 1e-4)


@pytest.mark.parametrize("name", CONDITIONS)
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_gains_over_a_deal_are_as_frequent_as_they_should_be(name: str, cards: int) -> None:
    ended = dealt(name, 52, cards, seed=2)
    seen = Counter(Fraction(int(net), ended.divisor) for net in ended.net)
    chances = dict(several(cards, 52, CONDITIONS[name]).net)
    assert set(seen) <= set(chances)
    statistic, freedom = chi_square(dict(seen), dict(chances))
    assert statistic < critical(freedom, 1e-4)


def test_deals_end_with_the_abzug_they_should() -> None:
    ended = dealt("plain", 52, 3, seed=3)
    chances = {number: chance for number, chance in enumerate(several(3).ends, start=1) if chance}
    statistic, freedom = chi_square(dict(Counter(ended.last_abzug.tolist())), dict(chances))
    assert statistic < critical(freedom, 1e-4)


def test_a_dealer_that_cheats_is_found_out() -> None:
    places = draw_places(np.random.default_rng(4), DEALS, 52, 1)
    cheated = np.where((places == 1) & (np.arange(DEALS) % 20 == 0), 0, places)  # the sonik becomes the lob
    ended = settle(cheated, "c", Conditions(), 52)
    seen = Counter(zip(ended.position[0].tolist(), ended.plie[0].tolist(), strict=True))
    chances = {(each.position, each.plie): each.chance for each in odds().decisions}
    statistic, freedom = chi_square(dict(seen), dict(chances))
    assert statistic > critical(freedom, 1e-4)


def test_a_full_and_a_partial_shuffle_agree_on_every_place() -> None:
    places = draw_places(np.random.default_rng(5), DEALS, 32, 1)
    assert all(len(set(deal)) == 4 for deal in places[0].T[:2000].tolist())
    for suit in range(4):
        seen = dict(Counter(places[0, suit].tolist()))
        statistic, freedom = chi_square(seen, {place: Fraction(1, 32) for place in range(32)})
        assert statistic < critical(freedom, 1e-4)


RULES = {
    "plain": {},
    "thirds": {"conditions": ("thirds",)},
    "lob-half": {"conditions": ("lob-half",)},
    "thirds and lob-half": {"conditions": ("thirds", "lob-half")},
    "gorka": {"abzug": "lob-full-gorka-half"},
    "eleven": {"abzug": "killed-at-eleven"},
    "faro": {"variant": "faro"},
}


@pytest.mark.parametrize("name", RULES)
def test_every_deal_ends_as_the_step_engine_plays_it(name: str) -> None:
    """10,000 seeded deals in all, each with three cards."""
    staked = [card("7h"), card("Ks"), card("2d")]
    decks, nets = [], []
    for number in range(1430):
        deck = shuffled(pack(52), f"{name}/{number}")
        decks.append((*deck[26:], *deck[:26]))
        nets.append(engine_net(RULES[name], deck, staked))
    ended = settle(places_in(decks, staked), "".join(each.suit for each in staked), CONDITIONS[name], 52)
    assert [int(net) * 60 // ended.divisor for net in ended.net] == nets


def engine_net(rules: dict[str, object], deck: tuple[Card, ...], staked: list[Card]) -> int:
    """What the punter has after a deal with 60 on each card."""
    state = SHTOSS.start(Record("shtoss", PLAYERS, rules, {"deck": " ".join(map(str, deck))}))
    for each in staked:
        state, _ = state.apply(Stake("punter", each, 60))
    state, _ = state.apply(Cut("punter", 26))
    while not state.outcome()[0]:
        state, _ = state.apply(Turn("banker"))
    return state.outcome()[1]["punter"]


EVENTS = ("deal-won", "first-card", "lob", "plie", "colour", "series-2", "series-3", "series-5")
BAIT = tuple(Premium(event, 10**number) for number, event in enumerate(EVENTS))


@pytest.mark.parametrize("rules", [{}, {"abzug": "killed-at-eleven"}, {"variant": "faro"}], ids=str)
def test_bait_is_paid_as_the_step_engine_pays_it(rules: dict[str, object]) -> None:
    """An evening of 400 deals by thirds with three cards; wins in a row go on from one chunk to the next."""
    staked = [card("7h"), card("Ks"), card("2d")]
    orders = [shuffled(pack(52), f"bait/{number}") for number in range(400)]
    rows = tuple({"event": each.event, "amount": each.amount} for each in BAIT)
    all_rules = {"conditions": ("thirds",), "nazhivka": rows, **rules}
    paid = engine_bait(all_rules, [" ".join(map(str, order)) for order in orders], staked)
    conditions = agree(Record("shtoss", PLAYERS, all_rules)).conditions
    places = places_in([(*order[26:], *order[:26]) for order in orders], staked)
    wins, dealt = 0, []
    for chunk in range(0, 400, 80):
        ended = settle(places[:, :, chunk : chunk + 80], "hsd", conditions, 52)
        premiums, wins = bait(ended, BAIT, wins)
        dealt += premiums.tolist()
    assert dealt == paid
    assert all(any(each // 10**number % 10 for each in paid) for number in range(len(BAIT))), "every event happened"


def engine_bait(rules: dict[str, object], decks: list[str], staked: list[Card]) -> list[int]:
    """The premiums of each deal of an evening with the smallest stake on each card."""
    record = Record("shtoss", PLAYERS, rules, {"deck": tuple(decks)}, ("banker deal",))
    state, paid = SHTOSS.start(record), []
    for number in range(len(decks)):
        premiums = 0
        for each in staked:
            state, _ = state.apply(Stake("punter", each, state.table.agreement.least))
        state, _ = state.apply(Cut("punter", 26))
        while not state.outcome()[0]:
            state, events = state.apply(Turn("banker"))
            premiums += sum(int(event.data["amount"]) for event in events if event.kind == "premium")
        paid.append(premiums)
        if number < len(decks) - 1:
            state, _ = state.apply(Deal("banker"))
    return paid


@pytest.mark.parametrize("cards", [1, 3])
@pytest.mark.parametrize("event", EVENTS)
def test_bait_falls_due_as_often_as_it_should(event: str, cards: int) -> None:
    conditions = CONDITIONS["thirds and lob-half"]
    ended = settle(draw_places(np.random.default_rng(6), DEALS, 36, cards), "c" * cards, conditions, 36)
    paid, _ = bait(ended, [Premium(event, 1)], 0)
    mean = frequency(event, cards, odds(36, conditions), several(cards, 36, conditions))
    assert abs(paid.mean() - float(mean)) < 4.5 * paid.std() / sqrt(DEALS)
