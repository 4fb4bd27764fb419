"""The worked examples, the decisions D1 to D12, and the sentence of every refusal."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from games.catalogue import GAMES, find_game
from games.core.cards import Card, card, pack
from games.core.protocol import Illegal
from games.core.shuffle import shuffled
from games.shtoss.actions import MOST, Cut, Deal, Draw, Refuse, Stake, Stop, Turn, parse
from games.shtoss.conditions import PLAIN
from games.shtoss.settlement import Bet, Outcome, decide

BANK = {"variant": "bank"}
SEATS = ("banker", "anna", "boris")

# Lines that every table with one punter understands.
STAKE = "punter stake 7h 10"
CUT = "punter cut 26"
TURN = "banker turn"
SETTLED = (STAKE, CUT, TURN)  # with a seven among the first two cards


def order(*first, size=52):
    """A whole deck that a cut of one brings into this order: ``first``, then the rest of the pack."""
    cards = [*map(card, first)]
    cards += [each for each in pack(size) if each not in cards]
    return " ".join(map(str, (cards[-1], *cards[:-1])))


# -- worked examples -----------------------------------------------------------------------------------------


def test_example_01_a_card_that_falls_second_wins_its_whole_stake_by_sonik(play):
    """The first night: the three comes to the left in the very first pair."""
    end = play("punter stake 3h 47000", CUT, TURN, top="9d 3c")
    assert end.events("settled") == [
        {
            "kind": "settled",
            "seat": "punter",
            "card": "3h",
            "position": 2,
            "amount": 47000,
            "terms": ["sonik", "dana"],
        }
    ]
    assert end.net == {"banker": -47000, "punter": 47000}
    assert end.over


def test_example_02_a_card_that_falls_first_is_killed_by_the_lob(play):
    """The third night: the queen lies to the right, and the suit does not matter."""
    end = play("punter stake Qs 188000", CUT, TURN, top="Qd As")
    assert end.events("settled") == [
        {
            "kind": "settled",
            "seat": "punter",
            "card": "Qs",
            "position": 1,
            "amount": -188000,
            "terms": ["lob", "bita"],
        }
    ]
    assert end.net == {"banker": 188000, "punter": -188000}


def test_example_03_the_ace_he_believed_he_had_staked_would_have_won(play):
    """The same deck with the other card put down."""
    end = play("punter stake Ah 188000", CUT, TURN, top="Qd As")
    assert end.net == {"banker": -188000, "punter": 188000}
    assert end.events("settled")[0]["terms"] == ["sonik", "dana"]


def test_example_04_a_plie_takes_the_whole_stake(play):
    """Both cards of the pair have the rank: the right one decides."""
    end = play(STAKE, CUT, TURN, top="7s 7d")
    assert end.events("settled") == [
        {
            "kind": "settled",
            "seat": "punter",
            "card": "7h",
            "position": 1,
            "amount": -10,
            "terms": ["lob", "plie", "bita"],
        }
    ]
    assert end.net == {"banker": 10, "punter": -10}


def settled(end):
    """How each card ended: position, amount, words."""
    return [(each["position"], each["amount"], each["terms"]) for each in end.events("settled")]


def test_example_05_a_card_killed_s_gorki_costs_half_by_the_table_that_says_so(play):
    end = play(STAKE, CUT, TURN, TURN, rules={"abzug": "lob-full-gorka-half"}, top="2c 5d 7s")
    assert settled(end) == [(3, -5, ["s-gorki", "bita", "abzug-shtoss"])]
    assert end.net == {"banker": 5, "punter": -5}


def test_example_06_a_stake_that_cannot_be_halved_is_refused_before_anything_is_played(play, refusal):
    rules = {"abzug": "lob-full-gorka-half"}
    sentence = refusal("punter stake 7h 11", rules=rules)
    assert sentence == (
        'action 1: "punter stake 7h 11": a stake of 11 does not divide by 2, as the conditions need; stake 10 or 12'
    )
    for amount in (10, 12):
        assert play(f"punter stake 7h {amount}", rules=rules).events()[0]["amount"] == amount


def test_example_07_a_card_killed_by_the_lob_costs_half_v_lob_polkusha(play):
    end = play(STAKE, CUT, TURN, rules={"conditions": ("lob-half",)}, top="7s 2d")
    assert settled(end) == [(1, -5, ["lob", "bita", "v-lob-polkusha"])]
    assert end.net == {"banker": 5, "punter": -5}


def test_example_08_by_thirds_a_card_of_the_same_colour_wins_two_thirds(play):
    end = play("punter stake 7h 9", CUT, TURN, rules={"conditions": ("thirds",)}, top="2c 7d")
    assert settled(end) == [(2, 6, ["sonik", "dana", "polutsvetnaya"])]
    assert end.net == {"banker": -6, "punter": 6}


def test_example_09_by_thirds_a_card_of_the_other_colour_wins_one_third(play):
    end = play("punter stake 7h 9", CUT, TURN, rules={"conditions": ("thirds",)}, top="2c 7c")
    assert settled(end) == [(2, 3, ["sonik", "dana", "prostaya"])]


def test_example_10_by_thirds_the_odd_card_of_a_plie_decides_and_takes_all_with_the_staked_suit(play):
    end = play("punter stake 7h 9", CUT, TURN, rules={"conditions": ("thirds",)}, top="7h 7s")
    assert settled(end) == [(1, -9, ["lob", "plie", "bita", "tsvetnaya"])]


def test_example_11_half_of_a_third_of_twelve_is_two(play):
    rules = {"conditions": ("thirds", "lob-half")}
    end = play("punter stake 7h 12", CUT, TURN, rules=rules, top="7s 2d")
    assert settled(end) == [(1, -2, ["lob", "bita", "v-lob-polkusha", "prostaya"])]


def test_example_12_a_card_killed_at_eleven_brings_its_punter_the_stake(play):
    top = "2c 5d 9h Ks Jd 3s 4c 8d Th 6c 7s"
    end = play(STAKE, CUT, *[TURN] * 6, rules={"abzug": "killed-at-eleven"}, top=top)
    assert settled(end) == [(11, 10, ["bita", "abzug-shtoss"])]
    assert end.net == {"banker": -10, "punter": 10}


def test_example_13_each_card_at_a_bank_table_is_settled_on_its_own(play):
    """One punter wins at once; the deal runs on for the other, who loses to a plie."""
    lines = ("anna stake 7h 10", "boris stake 5c 4", "anna cut 5", TURN, TURN)
    end = play(*lines, seats=SEATS, rules=BANK, top="2c 7d 5h 5s")
    assert [each["seat"] for each in end.events("settled")] == ["anna", "boris"]
    assert settled(end) == [(2, 10, ["sonik", "dana"]), (3, -4, ["s-gorki", "plie", "bita"])]
    assert end.net == {"banker": -6, "anna": 10, "boris": -4}
    assert end.over


def test_example_14_a_three_is_refused_where_there_is_none(refusal):
    """A stake with a card that the short deck does not hold."""
    sentence = refusal("punter stake 3h", rules={"deck": 36})
    assert sentence == 'action 1: "punter stake 3h": there is no 3h in a 36-card deck; the lowest rank is 6'


@pytest.mark.parametrize(("size", "count"), [(52, 52), (52, 0), (52, -1), (36, 36), (32, 32), (32, 33)])
def test_example_15_a_cut_takes_at_least_one_card_and_leaves_one(refusal, size, count):
    """Neither nothing nor the whole deck can be cut off."""
    sentence = refusal(STAKE, f"punter cut {count}", rules={"deck": size})
    assert sentence == (
        f'action 2: "punter cut {count}": a cut of {count} is not possible; the cut takes 1 to {size - 1} cards'
    )


def test_example_16_a_doublet_at_faro_costs_half_the_stake(play):
    """Two kings beside each other, after eight cards without one."""
    top = "2c 5d 9h 3s Jd 7s 4c 8d Kc Kd"
    end = play("punter stake Kh 2", CUT, *[TURN] * 5, rules={"variant": "faro"}, top=top)
    assert settled(end) == [(9, -1, ["doublet", "bita"])]
    assert end.net == {"banker": 1, "punter": -1}


@pytest.mark.parametrize("size", [52, 36, 32])
def test_example_17_a_card_staked_from_the_start_is_never_decided_by_the_last_card(play, size):
    """The four cards of its rank may lie as late as they can: one of them always comes before the last pair."""
    others = [str(each) for each in pack(size) if each.rank != "7"]
    for places in combinations(range(size - 6, size), 4):
        deck = others.copy()
        for place, seven in zip(places, ("7c", "7d", "7h", "7s"), strict=True):
            deck.insert(place, seven)
        turns = [TURN] * (places[0] // 2 + 1)
        end = play("punter stake 7h 2", CUT, *turns, rules={"variant": "faro", "deck": size}, top=" ".join(deck))
        assert settled(end)[0][0] == places[0] + 1 <= size - 3
        assert end.over


@pytest.mark.parametrize(("size", "count"), [(52, 1), (52, 51), (36, 35), (32, 31)])
def test_the_smallest_and_the_largest_cut_are_taken(play, size, count):
    assert play(STAKE, f"punter cut {count}", rules={"deck": size}).events("cut") == [
        {"kind": "cut", "seat": "punter", "count": count, "terms": ["podrezat"]}
    ]


# -- abzugs, positions, words --------------------------------------------------------------------------------


def test_the_first_abzug_shows_the_lob_and_the_sonik_and_opens_the_cards(play):
    end = play("punter stake 7h 10", CUT, TURN, top="2c 5d")
    assert [event.as_json() for event in end.steps[-1].events] == [
        {"kind": "turned", "position": 1, "side": "right", "card": "2c", "given": True, "terms": ["lob"]},
        {"kind": "turned", "position": 2, "side": "left", "card": "5d", "given": True, "terms": ["sonik"]},
        {"kind": "opened", "seat": "punter", "card": "7h"},
    ]
    assert end.phase == "turning"
    assert not end.over


def test_the_second_abzug_shows_s_gorki_and_opens_nothing_again(play):
    end = play("punter stake 7h 10", CUT, TURN, TURN, top="2c 5d 9h Ks")
    assert [event.as_json() for event in end.steps[-1].events] == [
        {"kind": "turned", "position": 3, "side": "right", "card": "9h", "given": True, "terms": ["s-gorki"]},
        {"kind": "turned", "position": 4, "side": "left", "card": "Ks", "given": True},
    ]


@pytest.mark.parametrize("position", range(1, 49))
def test_an_odd_position_is_the_bankers_and_an_even_one_the_punters(play, position):
    others = [str(each) for each in pack(52) if each.rank != "7"]
    top = " ".join([*others[: position - 1], "7c", *others[position - 1 :]])
    end = play(STAKE, CUT, *[TURN] * ((position + 1) // 2), top=top)
    named = {1: ["lob"], 2: ["sonik"], 3: ["s-gorki"]}.get(position, [])
    killed = position % 2 == 1
    assert settled(end) == [(position, -10 if killed else 10, [*named, "bita" if killed else "dana"])]


@pytest.mark.parametrize("size", [52, 36, 32])
def test_the_longest_deal_ends_with_the_abzug_that_holds_the_fourth_card_from_the_bottom(play, size):
    top = " ".join(str(each) for each in sorted(pack(size), key=lambda each: each.rank == "7"))
    end = play(STAKE, CUT, *[TURN] * (size // 2 - 1), rules={"deck": size}, top=top)
    assert end.events("settled")[0]["position"] == size - 3
    assert end.events("settled")[0]["terms"] == ["plie", "bita"]
    assert end.steps[-2].state.view(None).phase == "turning"
    assert end.state.view(None).undealt == 2


@pytest.mark.parametrize(
    ("top", "turns", "terms"),
    [
        ("2c 5d 7s 7c", 2, ["s-gorki", "plie", "bita"]),
        ("2c 5d 9h Ks 7s 7c", 3, ["plie", "bita"]),
        ("2c 7d 7s 7c", 1, ["sonik", "dana"]),  # neighbours in the deck, but not in one abzug
        ("2c 5d 9h 7c 7s", 2, ["dana"]),
    ],
)
def test_a_plie_needs_both_cards_of_one_abzug(play, top, turns, terms):
    end = play(STAKE, CUT, *[TURN] * turns, top=top)
    assert [each["terms"] for each in end.events("settled")] == [terms]


def test_pairs_go_to_the_table_right_and_left_as_the_next_abzug_is_turned(play):
    view = play(STAKE, CUT, TURN, TURN, TURN, top="2c 5d 9h Ks Jd 3s").state.view(None)
    shown = {name: [str(turned.card) for turned in getattr(view, name)] for name in ("abzug", "right", "left")}
    assert shown == {"abzug": ["Jd", "3s"], "right": ["2c", "9h"], "left": ["5d", "Ks"]}
    assert [turned.position for turned in (*view.right, *view.left, *view.abzug)] == [1, 3, 2, 4, 5, 6]
    assert view.undealt == 46


def test_before_the_first_abzug_nothing_lies_on_the_table(play):
    view = play(STAKE, CUT).state.view(None)
    assert (view.abzug, view.right, view.left, view.undealt) == ((), (), (), 52)


def test_several_cards_settled_by_one_abzug_are_told_in_the_order_of_staking(play):
    lines = ("boris stake 5c 4", "anna stake 7h 10", "anna stake 5d 1", "anna cut 5", TURN)
    end = play(*lines, seats=SEATS, rules=BANK, top="7d 5h")
    assert [(each["seat"], each["card"], each["amount"]) for each in end.events("settled")] == [
        ("boris", "5c", 4),
        ("anna", "7h", -10),
        ("anna", "5d", 1),
    ]
    assert end.net == {"banker": 5, "anna": -9, "boris": 4}


def test_a_settled_card_leaves_play(play):
    lines = ("anna stake 7h 10", "boris stake Kc 4", "anna cut 5", TURN, TURN, TURN)
    end = play(*lines, seats=SEATS, rules=BANK, top="2c 7d 7s 3d Ks 9h")
    assert [each["seat"] for each in end.events("settled")] == ["anna", "boris"]
    assert end.net == {"banker": -6, "anna": 10, "boris": -4}


def test_what_is_won_is_booked_at_once_while_the_deal_runs_on(play):
    lines = ("anna stake 7h 10", "boris stake Kc 4", "anna cut 5", TURN)
    end = play(*lines, seats=SEATS, rules=BANK, top="2c 7d")
    assert end.net == {"banker": -10, "anna": 10, "boris": 0}
    assert not end.over
    assert end.phase == "turning"


# -- staking -------------------------------------------------------------------------------------------------


def test_d01_a_foreign_card_is_refused_naming_the_deck(refusal):
    sentence = refusal("punter stake 6h 10", rules={"deck": 32})
    assert sentence.endswith("there is no 6h in a 32-card deck; the lowest rank is 7")


def test_an_unnamed_stake_is_the_initial_kush(play):
    end = play("punter stake 7h", rules={"initial_kush": 25})
    assert end.events() == [{"kind": "staked", "seat": "punter", "amount": 25}]
    assert str(end.steps[-1].action) == "punter stake 7h"


def test_the_initial_kush_is_one_unless_agreed_otherwise(play, refusal):
    assert play("punter stake 7h").events()[0]["amount"] == 1
    assert refusal("punter stake 7h 0").endswith("a stake of 0 is below the initial kush; stake 1 or more")


def test_a_stake_at_the_initial_kush_is_taken_and_one_below_it_refused(play, refusal):
    rules = {"initial_kush": 25}
    assert play("punter stake 7h 25", rules=rules).events()[0]["amount"] == 25
    sentence = refusal("punter stake 7h 24", rules=rules)
    assert sentence.endswith("a stake of 24 is below the initial kush; stake 25 or more")


def test_the_largest_amount_is_taken_and_one_above_it_refused(play, refusal):
    assert play(f"punter stake 7h {MOST}").events()[0]["amount"] == 10**12
    assert refusal(f"punter stake 7h {MOST + 1}").endswith(
        "a stake of 1000000000001 is too large; the most is 1000000000000"
    )
    assert refusal("punter stake 7h 10000000000000").endswith(
        '"10000000000000" is too large; the most is 1000000000000'
    )


def test_what_the_table_sees_of_a_stake_is_its_amount(play):
    end = play(STAKE)
    assert end.events() == [{"kind": "staked", "seat": "punter", "amount": 10}]
    assert end.state.view(None).bets[0].card is None
    assert end.state.view("banker").bets[0].card is None
    assert end.state.view("punter").bets[0].card == card("7h")


@pytest.mark.parametrize("seat", [None, "banker", "anna", "boris"])
def test_once_the_first_abzug_is_shown_everybody_sees_every_card(play, seat):
    lines = ("anna stake 7h 10", "boris stake Kc 4", "anna cut 5", TURN)
    bets = play(*lines, seats=SEATS, rules=BANK, top="2c 5d").state.view(seat).bets
    assert [(bet.seat, str(bet.card), bet.opened) for bet in bets] == [("anna", "7h", True), ("boris", "Kc", True)]


def test_a_punter_may_stake_several_cards(play):
    end = play("punter stake 7h 10", "punter stake 8h 20", CUT, TURN, top="8d 7d")
    assert end.net == {"banker": 10, "punter": -10}


def test_d05_a_punter_may_not_stake_a_rank_twice_in_a_deal(refusal):
    sentence = refusal(STAKE, "punter stake 7s 5")
    assert sentence.endswith("punter has staked 7h in this deal; stake another rank")


def test_d05_two_punters_may_stake_the_same_card(play):
    lines = ("anna stake 7h 10", "boris stake 7h 4", "anna cut 5", TURN)
    assert play(*lines, seats=SEATS, rules=BANK, top="2c 7d").net == {"banker": -14, "anna": 10, "boris": 4}


# -- refusing a stake ----------------------------------------------------------------------------------------


def test_d03_with_a_bank_the_banker_refuses_what_is_larger_than_the_bank(play, refusal):
    rules = {"bank": 50, "initial_kush": 5}
    end = play("punter stake 7h 51", "banker refuse punter 7h", rules=rules)
    assert end.events("refused") == [
        {"kind": "refused", "seat": "banker", "punter": "punter", "amount": 51, "terms": ["bit-kartu"]}
    ]
    assert end.state.view("punter").bets == ()
    sentence = refusal("punter stake 7h 50", "banker refuse punter 7h", rules=rules)
    assert sentence.endswith("a stake of 50 cannot be refused; only one above 50 can")


def test_d03_without_a_bank_the_banker_refuses_what_is_above_the_initial_kush(play, refusal):
    rules = {"initial_kush": 5}
    assert play("punter stake 7h 6", "banker refuse punter 7h", rules=rules).state.bets == ()
    sentence = refusal("punter stake 7h 5", "banker refuse punter 7h", rules=rules)
    assert sentence.endswith("a stake of 5 cannot be refused; only one above 5 can")


def test_a_refused_punter_may_stake_the_same_card_again(play):
    end = play(STAKE, "banker refuse punter 7h", "punter stake 7h 4", CUT, TURN, top="2c 7d")
    assert end.net == {"banker": -4, "punter": 4}


def test_refusing_one_card_leaves_the_others(play):
    lines = ("anna stake 7h 9", "boris stake 7h 9", "anna stake 8h 9", "banker refuse anna 7h")
    end = play(*lines, seats=SEATS, rules=BANK)
    assert [(bet.seat, str(bet.card)) for bet in end.state.bets] == [("boris", "7h"), ("anna", "8h")]


def test_the_offers_to_refuse_are_the_stakes_above_the_bound(play):
    lines = ("anna stake 7h 50", "boris stake 8h 51")
    offers = play(*lines, seats=SEATS, rules={"variant": "bank", "bank": 50}).state.offers()
    assert [dict(offer.args) for offer in offers if offer.verb == "refuse"] == [
        {"punter": ("boris",), "card": (card("8h"),)}
    ]


@pytest.mark.parametrize(("top", "bank"), [("2c 7d", 40), ("7d 2c", 60)])
def test_the_bank_runs_with_what_the_banker_wins_and_loses(play, refusal, top, bank):
    chance = {"seed": ("a", "b"), "top": (top, "2c 7d")}
    setup = {"rules": BANK | {"bank": 50}, "seats": SEATS, "chance": chance}
    lines = ("anna stake 7h 10", "anna cut 26", TURN, "banker deal")
    assert play(*lines, **setup).state.view(None).bank == bank
    sentence = refusal(*lines, f"boris stake 7h {bank}", "banker refuse boris 7h", **setup)
    assert sentence.endswith(f"a stake of {bank} cannot be refused; only one above {bank} can")
    assert play(*lines, f"boris stake 7h {bank + 1}", "banker refuse boris 7h", **setup).state.bets == ()


def test_a_bank_that_several_punters_broke_lets_every_stake_be_refused(play):
    setup = {"rules": {"variant": "bank", "bank": 10}, "seats": SEATS}
    lines = ("anna stake 7h 10", "boris stake 7h 10", "anna cut 5", TURN, "banker deal", "anna stake 8h 1")
    end = play(*lines, "banker refuse anna 8h", chance={"seed": ("a", "b"), "top": ("2c 7d", "")}, **setup)
    assert end.state.view(None).bank == 0
    assert end.state.bets == ()
    assert end.net["banker"] == -20


def test_without_a_bank_none_is_shown(play):
    assert play(STAKE).state.view(None).bank is None


# -- cutting -------------------------------------------------------------------------------------------------


def test_any_punter_may_cut_but_only_once(play, refusal):
    lines = ("anna stake 7h 10", "boris cut 5")
    assert play(*lines, seats=SEATS, rules=BANK).phase == "turning"
    sentence = refusal(*lines, "anna cut 5", seats=SEATS, rules=BANK)
    assert sentence.endswith("the deck is cut once a deal; banker turns next")


def test_d06_a_cut_moves_the_top_cards_under_the_rest(play):
    end = play(STAKE, "punter cut 4", TURN, chance={"deck": " ".join(map(str, pack(52)))})
    assert [each["card"] for each in end.events("turned")] == ["6c", "7c"]
    assert end.net == {"banker": -10, "punter": 10}


@pytest.mark.parametrize(
    "line", ["punter stake 8h 5", "punter stake 7h 10", "banker refuse punter 7h", "punter stake 7s"]
)
@pytest.mark.parametrize("before", [(STAKE, CUT), (STAKE, CUT, TURN)])
def test_after_the_cut_nobody_adds_changes_or_withdraws_a_stake(refusal, line, before):
    sentence = refusal(*before, line, top="2c 5d")
    assert sentence.endswith("now: stakes are closed until this deal is settled; turn")


def test_d12_with_cut_first_the_cut_precedes_the_stakes(play):
    rules = {"cut": "first"}
    assert play(rules=rules).offers() == [("punter", "cut")]
    cut = play(CUT, rules=rules)
    assert (cut.phase, cut.offers()) == ("staking", [("punter", "stake")])
    staked = play(CUT, STAKE, rules=rules)
    assert staked.offers() == [("punter", "stake"), ("banker", "refuse"), ("banker", "turn")]
    end = play(CUT, STAKE, "punter stake 8h 5", TURN, rules=rules, top="7c 8d")
    assert end.net == {"banker": 5, "punter": -5}


def test_d12_with_cut_first_nothing_is_staked_after_the_first_turn(refusal):
    sentence = refusal(CUT, STAKE, TURN, "punter stake 8h 5", rules={"cut": "first"}, top="2c 5d")
    assert sentence.endswith("no card can be staked now: stakes are closed until this deal is settled; turn")


def test_d12_with_cut_first_a_stake_may_still_be_refused(play):
    end = play(CUT, STAKE, "banker refuse punter 7h", "punter stake 7h", rules={"cut": "first"})
    assert [(bet.amount, str(bet.card)) for bet in end.state.bets] == [(1, "7h")]


def test_d12_with_cut_first_the_deck_is_cut_all_the_same(play):
    end = play("punter cut 4", STAKE, TURN, rules={"cut": "first"}, chance={"deck": " ".join(map(str, pack(52)))})
    assert [each["card"] for each in end.events("turned")] == ["6c", "7c"]


def test_d12_with_the_banker_as_cutter_he_alone_cuts(play, refusal):
    rules = {"cutter": "banker"}
    assert play(STAKE, "banker cut 26", rules=rules).phase == "turning"
    assert refusal(STAKE, CUT, rules=rules).endswith("punter does not cut at this table; banker does")


def test_d12_both_options_go_together(play):
    rules = {"cut": "first", "cutter": "banker"}
    assert play(rules=rules).offers() == [("banker", "cut")]
    assert play("banker cut 26", STAKE, TURN, rules=rules, top="2c 7d").net == {"banker": -10, "punter": 10}


# -- offers --------------------------------------------------------------------------------------------------


def domains(played):
    """The offers of a table, each with the ends of its arguments' domains."""
    offers = played.state.offers()
    return [(each.seat, each.verb, {name: (at[0], at[-1]) for name, at in each.args.items()}) for each in offers]


@pytest.mark.parametrize(("size", "lowest"), [(52, "2c"), (36, "6c"), (32, "7c")])
def test_at_the_start_any_card_of_the_deck_and_any_amount_from_the_initial_kush_on_may_be_staked(play, size, lowest):
    begun = play(rules={"deck": size, "initial_kush": 5})
    assert domains(begun) == [("punter", "stake", {"card": (card(lowest), card("As")), "amount": (5, 10**12)})]
    assert begun.state.offers()[0].args["card"] == pack(size)


@pytest.mark.parametrize("size", [52, 36, 32])
def test_once_a_card_is_staked_the_deck_may_be_cut_anywhere(play, size):
    offers = domains(play("punter stake 7h 1", rules={"deck": size}))
    assert [offer for offer in offers if offer[1] != "stake"] == [("punter", "cut", {"count": (1, size - 1)})]


def test_a_rank_that_is_staked_is_offered_to_the_others_only(play):
    offers = play("anna stake 7h 1", seats=SEATS, rules=BANK).state.offers()
    anna, boris = (offer.args["card"] for offer in offers if offer.verb == "stake")
    assert set(boris) == set(pack(52))
    assert set(boris) - set(anna) == {card("7c"), card("7d"), card("7h"), card("7s")}


def test_who_has_staked_every_rank_is_offered_no_further_stake(play):
    lines = [f"punter stake {rank}h" for rank in "789TJQKA"]
    assert play(*lines, rules={"deck": 32}).offers() == [("punter", "cut")]


def test_after_the_cut_only_the_turn_is_offered(play):
    assert domains(play(STAKE, CUT)) == [("banker", "turn", {})]


# -- one deal after another ----------------------------------------------------------------------------------


TWO_DEALS = {"seed": ("a", "b"), "top": ("2c 7d", "7c")}


def test_when_a_deal_is_settled_the_banker_may_deal_and_any_seat_stop(play):
    end = play(*SETTLED, chance=TWO_DEALS)
    assert end.phase == "settled"
    assert end.over
    assert end.offers() == [("banker", "deal"), ("banker", "stop"), ("punter", "stop")]


@pytest.mark.parametrize("seat", ["banker", "punter"])
def test_either_side_stops_and_the_evening_is_over(play, seat):
    end = play(*SETTLED, f"{seat} stop", top="2c 7d")
    assert end.events("stopped") == [{"kind": "stopped", "seat": seat}]
    assert (end.phase, end.over, end.offers()) == ("stopped", True, [])
    assert end.net == {"banker": -10, "punter": 10}


def test_a_new_deal_begins_afresh_and_the_net_runs_on(play):
    begun = play(*SETTLED, "banker deal", chance=TWO_DEALS)
    view = begun.state.view(None)
    assert begun.events("dealt") == [{"kind": "dealt", "seat": "banker", "deal": 2, "terms": ["metka"]}]
    assert (view.deal, view.phase, view.undealt, view.bets, view.abzug) == (2, "staking", 52, (), ())
    assert (begun.over, begun.net) == (False, {"banker": -10, "punter": 10})
    end = play(*SETTLED, "banker deal", "punter stake 7s 3", CUT, TURN, chance=TWO_DEALS)
    assert (end.over, end.net) == (True, {"banker": -7, "punter": 7})


def test_a_new_deal_with_cut_first_begins_with_the_cut(play):
    setup = {"rules": {"cut": "first"}, "chance": {"seed": ("a", "b"), "top": ("2c 7d", "")}}
    assert play(CUT, STAKE, TURN, "banker deal", **setup).offers() == [("punter", "cut")]


def test_a_new_deal_hides_its_stakes_again(play):
    end = play(*SETTLED, "banker deal", "punter stake 9s 3", chance=TWO_DEALS)
    assert end.state.view(None).bets[0].card is None
    assert end.state.show(end.steps[-1].action, None) == "punter stake ?? 3"


@pytest.mark.parametrize("entries", [1, 2, 3])
@pytest.mark.parametrize("key", ["seed", "deck", "top"])
def test_a_deal_is_offered_exactly_if_the_record_fixes_a_deck_for_it(play, key, entries):
    sevens = order("7c", "2c")
    chance = {"seed": ("s",) * 3, "top": ("7c",) * 3, "deck": (sevens,) * 3}
    chance = {each: value for each, value in chance.items() if (each == "deck") is (key == "deck")}
    chance[key] = chance[key][:entries]
    lines = ["punter stake 7h", "punter cut 1", TURN]
    for deal in range(1, entries + 1):
        end = play(*lines, *["banker deal", *lines[:3]] * (deal - 1), chance=chance)
        assert end.phase == "settled"
        assert (("banker", "deal") in end.offers()) is (deal < entries)
    with pytest.raises(Illegal, match=f"deal {entries + 1} has no entry; the record gives {entries}"):
        end.state.apply(Deal("banker"))


def test_a_record_of_one_deal_with_its_own_seed_offers_no_second(play):
    end = play(*SETTLED, top="2c 7d")
    assert end.offers() == [("banker", "stop"), ("punter", "stop")]
    with pytest.raises(Illegal, match="deal 2 has no entry; the record gives 1"):
        end.state.apply(Deal("banker"))


def test_one_seed_serves_any_number_of_deals_of_a_series(play):
    deal = [f"punter stake {shuffled(pack(52), f's/{number}')[3]}" for number in (1, 2, 3)]
    lines = (deal[0], "punter cut 3", TURN, "banker deal", deal[1], "punter cut 3", TURN)
    assert ("banker", "deal") in play(*lines, chance={"seed": "s"}).offers()
    assert play(*lines, "banker deal", deal[2], "punter cut 3", TURN, chance={"seed": "s"}).over


# -- the log -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "stake", "refuse"),
    [
        (None, "anna stake ?? 10", "banker refuse anna ??"),
        ("banker", "anna stake ?? 10", "banker refuse anna ??"),
        ("boris", "anna stake ?? 10", "banker refuse anna ??"),
        ("anna", "anna stake 7h 10", "banker refuse anna 7h"),
    ],
)
def test_a_log_shows_a_hidden_card_to_its_punter_only(play, seat, stake, refuse):
    state = play("anna stake 7h 10", seats=SEATS, rules=BANK).state
    assert state.show(parse("anna stake 7h 10"), seat) == stake
    assert state.show(parse("banker refuse anna 7h"), seat) == refuse
    assert state.show(parse("anna cut 5"), seat) == "anna cut 5"


def test_a_log_shows_staked_cards_once_they_are_opened_but_never_a_refused_one(play):
    state = play("anna stake 7h 10", "anna cut 5", TURN, seats=SEATS, rules=BANK, top="2c 5d").state
    assert state.show(parse("anna stake 7h 10"), None) == "anna stake 7h 10"
    assert state.show(parse("banker refuse anna 9s"), None) == "banker refuse anna ??"


@pytest.mark.parametrize("line", ["p7h stake 7h 10", "banker refuse p7h 7h"])
def test_a_log_hides_the_card_also_when_the_seat_is_named_like_it(play, line):
    state = play("p7h stake 7h 10", seats=("banker", "p7h")).state
    assert state.show(parse(line), None) == line.replace(" 7h", " ??")


# -- actions as text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("hermann stake Qs", Stake("hermann", Card("Q", "s"))),
        ("hermann stake Qs 188000", Stake("hermann", Card("Q", "s"), 188000)),
        ("old-man refuse герман Td", Refuse("old-man", "герман", Card("T", "d"))),
        ("hermann cut 26", Cut("hermann", 26)),
        ("banker turn", Turn("banker")),
        ("banker deal", Deal("banker")),
        ("hermann stop", Stop("hermann")),
        ("hermann draw", Draw("hermann")),
    ],
)
def test_an_action_is_read_and_written_back(text, action):
    assert parse(text) == action
    assert str(action) == text


WHOLE = "is not a whole number; write digits only, as in 47000"

UNREADABLE = [
    ("", "a line is a seat and what it does, as in hermann stake Qs 188000"),
    ("punter", "a line is a seat and what it does, as in hermann stake Qs 188000"),
    ("punter steak 7h", '"steak" is not something a seat does here; did you mean stake?'),
    ("banker fold", '"fold" is not something a seat does here; it can be draw, stake, refuse, cut, turn, deal or stop'),
    ("banker Turn", '"Turn" is not something a seat does here; did you mean turn?'),
    ("punter  stake 7h", '"" is not something a seat does here'),
    ("punter stake", "stake is written <punter> stake <card> [amount]"),
    ("punter stake 7h 10 20", "stake is written <punter> stake <card> [amount]"),
    ("banker refuse punter", "refuse is written <banker> refuse <punter> <card>"),
    ("banker refuse punter 7h 10", "refuse is written <banker> refuse <punter> <card>"),
    ("punter cut", "cut is written <seat> cut <number of cards>"),
    ("punter cut 1 2", "cut is written <seat> cut <number of cards>"),
    ("banker turn 1", "turn is written <banker> turn"),
    ("banker deal 2", "deal is written <banker> deal"),
    ("punter stop now", "stop is written <seat> stop"),
    ("punter draw 1", "draw is written <seat> draw"),
    ("punter stake 7x", '"7x" is not a card; write a rank (2 3 4 5 6 7 8 9 T J Q K A) and a suit (c d h s), as in Qs'),
    ("punter stake 10h", '"10h" is not a card; write a rank'),
    ("banker refuse punter ??", '"??" is not a card'),
    ("punter stake 7h ten", f'"ten" {WHOLE}'),
    ("punter stake 7h 1.5", f'"1.5" {WHOLE}'),
    ("punter stake 7h 010", f'"010" {WHOLE}'),
    ("punter stake 7h +10", f'"+10" {WHOLE}'),
    ("punter stake 7h 1_000", f'"1_000" {WHOLE}'),
    ("punter stake 7h ١٠", f'"١٠" {WHOLE}'),
    ("punter stake 7h ", f'"" {WHOLE}'),
    ("punter cut -0", f'"-0" {WHOLE}'),
    ("punter cut 26\n", f'"26\\n" {WHOLE}'),
    ("punter cut 99999999999999", '"99999999999999" is too large; the most is 1000000000000'),
    (f"punter cut {'9' * 5000}", f'"{"9" * 79}…" is too large; the most is 1000000000000'),
]


@pytest.mark.parametrize(("text", "sentence"), UNREADABLE)
def test_a_line_that_is_no_action_is_refused_with_what_would_be(text, sentence):
    with pytest.raises(Illegal) as refused:
        parse(text)
    assert str(refused.value).startswith(sentence)


# -- every refusal at the table ------------------------------------------------------------------------------

CUT_FIRST = {"cut": "first"}
OPEN = "7s 2c"  # settles a seven at once
LONG = "2c 5d"  # settles no seven yet
AGAIN = "banker may deal again, or any seat stop"

# setup, the lines before, the line that is refused, its sentence
AT_THE_TABLE = [
    ({}, (), "nobody turn", 'nobody sits at "nobody"; the seats are banker and punter'),
    ({}, (), " turn", 'nobody sits at ""; the seats are banker and punter'),
    ({}, (), "banker stake 7h 10", "the banker does not stake; a punter does: punter"),
    ({"rules": CUT_FIRST}, (), STAKE, "this table cuts first; cut, then stake"),
    ({"top": OPEN}, SETTLED, STAKE, f"no card can be staked now: this deal is settled; {AGAIN}"),
    (
        {"top": OPEN},
        (*SETTLED, "punter stop"),
        STAKE,
        "no card can be staked now: this deal is settled; the evening is over",
    ),
    ({}, (STAKE, CUT), "punter stake 8h", "no card can be staked now: stakes are closed until this deal is settled"),
    ({}, (STAKE,), "punter refuse punter 7h", "only the banker refuses a stake, and that is banker"),
    ({}, (STAKE,), "banker refuse punter 8h", "punter has not staked 8h in this deal; name a card that lies there"),
    ({}, (STAKE,), "banker refuse nobody 7h", "nobody has not staked 7h in this deal"),
    ({}, (STAKE,), "banker refuse punter 7s", "punter has not staked 7s in this deal"),
    ({}, (), "banker refuse punter 7h", "punter has not staked 7h in this deal"),
    ({"rules": CUT_FIRST}, (), "banker refuse punter 7h", "no stake can be refused now: "),
    ({"top": OPEN}, SETTLED, "banker refuse punter 7h", f"no stake can be refused now: this deal is settled; {AGAIN}"),
    ({}, (STAKE,), "banker cut 26", "banker does not cut at this table; punter does"),
    ({}, (), CUT, "no card is staked yet; stake before the cut"),
    ({}, (STAKE, CUT), CUT, "the deck is cut once a deal; banker turns next"),
    ({"top": OPEN}, SETTLED, CUT, f"the deck is cut once a deal; {AGAIN}"),
    ({"rules": CUT_FIRST}, (CUT,), CUT, "the deck is cut once a deal; a stake comes next, from punter"),
    ({"rules": CUT_FIRST}, (CUT, STAKE), CUT, "the deck is cut once a deal; banker turns next"),
    ({"rules": CUT_FIRST}, (), "punter cut 52", "a cut of 52 is not possible; the cut takes 1 to 51 cards"),
    ({}, (STAKE, CUT), "punter turn", "only the banker turns, and that is banker"),
    ({}, (), TURN, "nothing can be turned now; a stake comes next, from punter"),
    ({}, (STAKE,), TURN, "nothing can be turned now; the cut comes next, from punter"),
    ({"rules": CUT_FIRST}, (), TURN, "nothing can be turned now; the cut comes first, from punter"),
    ({"rules": CUT_FIRST}, (CUT,), TURN, "nothing can be turned now; a stake comes next, from punter"),
    ({"top": OPEN}, SETTLED, TURN, f"nothing can be turned now; {AGAIN}"),
    ({"top": OPEN}, (*SETTLED, "banker stop"), TURN, "nothing can be turned now; the evening is over"),
    ({}, (), "punter deal", "only the banker of the next deal deals, and that is banker"),
    ({}, (), "punter draw", "the bank is not drawn for now; a stake comes next, from punter"),
    ({"top": OPEN}, SETTLED, "banker draw", f"the bank is not drawn for now; {AGAIN}"),
    ({"top": LONG}, SETTLED, "banker deal", "the next deal begins when this one is settled; banker turns next"),
    ({}, (), "banker deal", "the next deal begins when this one is settled; a stake comes next, from punter"),
    (
        {"top": OPEN},
        (*SETTLED, "punter stop"),
        "punter stop",
        "a seat stops when a deal is settled; the evening is over",
    ),
    ({}, (), "punter stop", "a seat stops when a deal is settled; a stake comes next, from punter"),
    ({"top": LONG}, SETTLED, "punter stop", "a seat stops when a deal is settled; banker turns next"),
    ({"seats": SEATS, "rules": BANK}, (), "banker stake 7h", "the banker does not stake; a punter does: anna or boris"),
    (
        {"seats": SEATS, "rules": BANK},
        ("anna stake 7h",),
        TURN,
        "nothing can be turned now; the cut comes next, from anna or boris",
    ),
    (
        {"seats": SEATS, "rules": {"variant": "bank", "banker": "anna"}},
        (),
        "banker turn",
        "only the banker turns, and that is anna",
    ),
]


@pytest.mark.parametrize(("setup", "before", "line", "sentence"), AT_THE_TABLE)
def test_what_cannot_be_done_now_is_refused_with_what_can(play, setup, before, line, sentence):
    state = play(*before, **setup).state
    untouched = repr(state)
    with pytest.raises(Illegal) as refused:
        state.apply(parse(line))
    assert str(refused.value).startswith(sentence)
    assert repr(state) == untouched


def test_with_cut_first_a_refusal_before_the_cut_is_answered_with_the_cut_alone(refusal):
    sentence = refusal("banker refuse punter 7h", rules=CUT_FIRST)
    assert sentence.endswith("no stake can be refused now: the cut comes first, from punter")


# -- the agreement -------------------------------------------------------------------------------------------


def test_the_first_seat_is_the_banker_unless_another_is_named(play):
    assert play().state.view(None).banker == "banker"
    view = play(rules={"variant": "bank", "banker": "anna"}, seats=SEATS).state.view(None)
    assert (view.banker, view.punters) == ("anna", ("banker", "boris"))


def test_the_net_keeps_the_order_of_the_seats_whoever_is_the_banker(play):
    rules = {"variant": "bank", "banker": "boris"}
    end = play("anna stake 7h 9", "banker cut 3", "boris turn", rules=rules, seats=SEATS, top="2c 7d")
    assert list(end.net.items()) == [("banker", 0), ("anna", 9), ("boris", -9)]


def test_the_defaults_are_a_plain_two_handed_game_of_52_cards(play):
    view = play().state.view(None)
    assert (view.variant, view.deck, view.initial_kush, view.bank, view.phase) == ("shtoss", 52, 1, None, "staking")


def test_every_default_may_be_written_out(play):
    rules = {
        "variant": "shtoss",
        "deck": 52,
        "banker": "banker",
        "initial_kush": 1,
        "conditions": (),
        "cut": "after",
        "cutter": "punter",
    }
    assert play(rules=rules).state == play().state


AMOUNT = "is not possible; it is a whole number from 1 to 1000000000000"
PREMIUM = "it is a whole number other than 0, at most 1000000000000"
FRACTION = 'it is a fraction from "0" to "1", as in "1/2"'
FARO_HAS = 'only faro has this rule; leave it out, or set variant = "faro"'
ROW = '{ position = 11, share = "1", to = "punter" }'
LEAVE = "leave one of them out"
ON_LOB = "the condition on the lob both settle position 1"


def row(position, share, to):
    return {"position": position, "share": share, "to": to}


def premium(event, amount=5):
    return {"event": event, "amount": amount}


NOT_AGREED = [
    ({"variant": "stuss"}, "rules.variant", '"stuss" is not possible; it can be "shtoss", "bank" or "faro"'),
    ({"variant": 1}, "rules.variant", '1 is not possible; it can be "shtoss", "bank" or "faro"'),
    ({"variant": ("bank",)}, "rules.variant", "is not possible"),
    ({"deck": 40}, "rules.deck", "40 is not possible; it can be 52, 36 or 32"),
    ({"deck": "52"}, "rules.deck", '"52" is not possible; it can be 52, 36 or 32'),
    ({"deck": True}, "rules.deck", "is not possible; it can be 52, 36 or 32"),
    ({"banker": "nobody"}, "rules.banker", '"nobody" is not a seat; the seats are banker and punter, and "lot" draws'),
    (
        {"banker": "Lot"},
        "rules.banker",
        '"Lot" is not a seat; the seats are banker and punter, and "lot" draws for the',
    ),
    ({"banker": 1}, "rules.banker", "1 is not a seat"),
    ({"initial_kush": 0}, "rules.initial_kush", f"0 {AMOUNT}"),
    ({"initial_kush": -5}, "rules.initial_kush", f"-5 {AMOUNT}"),
    ({"initial_kush": True}, "rules.initial_kush", AMOUNT),
    ({"initial_kush": "5"}, "rules.initial_kush", f'"5" {AMOUNT}'),
    ({"initial_kush": 10**12 + 1}, "rules.initial_kush", f"1000000000001 {AMOUNT}"),
    ({"bank": 0}, "rules.bank", f"0 {AMOUNT}"),
    ({"bank": True}, "rules.bank", AMOUNT),
    ({"bank": 10**90}, "rules.bank", AMOUNT),
    ({"bank": ()}, "rules.bank", AMOUNT),
    ({"cut": "before"}, "rules.cut", '"before" is not possible; it can be "after" or "first"'),
    ({"cut": True}, "rules.cut", "is not possible"),
    ({"cutter": "anna"}, "rules.cutter", '"anna" is not possible; it can be "punter" or "banker"'),
    ({"decks": 36}, "rules", '"decks" is not a rule of this game; did you mean deck?'),
    ({"zzz": 1}, "rules", "it can be variant, deck, banker, initial_kush, bank, conditions, abzug, nazhivka, cut,"),
    *(({key: "half"}, f"rules.{key}", FARO_HAS) for key in ("doublet", "last_card", "last_doublet")),
    ({"variant": "faro", "doublet": "third"}, "rules.doublet", '"third" is not possible; it can be "half" or "whole"'),
    (
        {"variant": "faro", "last_card": "half"},
        "rules.last_card",
        '"half" is not possible; it can be "void" or "counts"',
    ),
    ({"variant": "faro", "last_doublet": 1}, "rules.last_doublet", '1 is not possible; it can be "whole" or "half"'),
    ({"conditions": ("lob_half",)}, "rules.conditions", '"lob_half" is not a condition; did you mean lob-half?'),
    (
        {"conditions": ("zzz",)},
        "rules.conditions",
        '"zzz" is not a condition; it can be thirds, lob-half, lob-full or volny-kush',
    ),
    ({"conditions": (5,)}, "rules.conditions", "5 is not a condition; it can be thirds, lob-half, lob-full or"),
    ({"conditions": ({},)}, "rules.conditions", "{} is not a condition"),
    ({"conditions": "thirds"}, "rules.conditions", 'the conditions are a list, as in conditions = ["thirds"]'),
    ({"conditions": {}}, "rules.conditions", "the conditions are a list"),
    ({"conditions": ("thirds", "thirds")}, "rules.conditions", "a condition stands there twice; name each once"),
    # what cannot go together
    (
        {"conditions": ("lob-half", "lob-full")},
        "rules.conditions",
        "lob-half and lob-full say two things of the lob; choose one",
    ),
    *(
        ({"conditions": ("lob-half",), "abzug": table}, "rules.abzug", f"both settle position 1; {LEAVE}")
        for table in ("lob-full-gorka-half", "killed-at-eleven", (row(1, "1/2", "banker"),), (row(1, "1", "banker"),))
    ),
    *(
        (
            {"conditions": ("lob-full",), "abzug": (row(1, share, to),)},
            "rules.abzug",
            f"the table and {ON_LOB}; {LEAVE}",
        )
        for share, to in (("1/2", "banker"), ("0", "banker"), ("1", "punter"))
    ),
    (
        {"nazhivka": ({"event": "colour", "amount": 5},)},
        "rules.nazhivka",
        'a colour card is one only by thirds; add conditions = ["thirds"], or leave colour out',
    ),
    # tables
    ({"abzug": "gorka"}, "rules.abzug", '"gorka" is not a table; '),
    ({"abzug": "lob-full-gorka"}, "rules.abzug", '"lob-full-gorka" is not a table; did you mean lob-full-gorka-half?'),
    ({"abzug": "x"}, "rules.abzug", '"x" is not a table; it can be lob-full-gorka-half or killed-at-eleven, or a list'),
    ({"abzug": 5}, "rules.abzug", f"a table is a name in quotes or a list of {ROW}"),
    ({"abzug": {}}, "rules.abzug", f"a table is a name in quotes or a list of {ROW}"),
    ({"abzug": ("lob",)}, "rules.abzug", f"a row is {ROW}"),
    ({"abzug": ({"position": 11},)}, "rules.abzug", f"a row is {ROW}"),
    ({"abzug": (row(11, "1", "punter") | {"x": 1},)}, "rules.abzug", f"a row is {ROW}"),
    ({"abzug": (row(0, "1", "punter"),)}, "rules.abzug", "position 0 is not possible; it is 1 to 52"),
    ({"abzug": (row(53, "1", "punter"),)}, "rules.abzug", "position 53 is not possible; it is 1 to 52"),
    ({"abzug": (row(37, "1", "punter"),), "deck": 36}, "rules.abzug", "position 37 is not possible; it is 1 to 36"),
    ({"abzug": (row(True, "1", "punter"),)}, "rules.abzug", "is not possible; it is 1 to 52"),
    ({"abzug": (row("1", "1", "punter"),)}, "rules.abzug", 'position "1" is not possible; it is 1 to 52'),
    ({"abzug": (row(1, "1", "anna"),)}, "rules.abzug", 'to = "anna" is not possible; it can be punter or banker'),
    ({"abzug": (row(1, "1", 5),)}, "rules.abzug", "to = 5 is not possible; it can be punter or banker"),
    *(
        ({"abzug": (row(1, share, "punter"),)}, "rules.abzug", f"is not possible; {FRACTION}")
        for share in ("2", "3/2", "-1", "1/0", "0.5", "", "1/", "1 /2", "100/100", "1/100", "¹", "1\n", 1, True, (1,))
    ),
    (
        {"abzug": (row(3, "1", "punter"), row(3, "1", "banker"))},
        "rules.abzug",
        "a position stands there twice; give each one row",
    ),
    # premiums
    ({"nazhivka": "plie"}, "rules.nazhivka", 'the premiums are a list of { event = "plie", amount = 5 }'),
    ({"nazhivka": ("plie",)}, "rules.nazhivka", 'a row is { event = "plie", amount = 5 }'),
    ({"nazhivka": ({"event": "plie"},)}, "rules.nazhivka", 'a row is { event = "plie", amount = 5 }'),
    ({"nazhivka": (premium("plie") | {"to": "punter"},)}, "rules.nazhivka", 'a row is { event = "plie", amount = 5 }'),
    ({"nazhivka": (premium("pli"),)}, "rules.nazhivka", 'event = "pli" is not possible; did you mean plie?'),
    (
        {"nazhivka": (premium("zzz"),)},
        "rules.nazhivka",
        "it can be deal-won, first-card, lob, plie, colour or series-3",
    ),
    *(
        ({"nazhivka": (premium(event),)}, "rules.nazhivka", "is not possible; did you mean series-3?")
        for event in ("series-1", "series-0", "series-100", "series-02", "series-", "series-²", "series-2\n")
    ),
    ({"nazhivka": (premium(5),)}, "rules.nazhivka", "event = 5 is not possible"),
    ({"nazhivka": (premium(("plie",)),)}, "rules.nazhivka", "is not possible"),
    *(
        ({"nazhivka": (premium("plie", amount),)}, "rules.nazhivka", f"is not possible; {PREMIUM}")
        for amount in (0, True, "5", 10**12 + 1, -(10**12) - 1)
    ),
    (
        {"nazhivka": (premium("plie", 5), premium("plie", 6))},
        "rules.nazhivka",
        "an event stands there twice; give each one amount",
    ),
]


@pytest.mark.parametrize(("rules", "place", "sentence"), NOT_AGREED)
def test_what_the_table_cannot_agree_on_is_refused_with_what_it_can(record, rules, place, sentence):
    with pytest.raises(Illegal) as refused:
        find_game("shtoss").start(record(rules=rules))
    assert refused.value.place == place
    assert sentence in refused.value.reason


@pytest.mark.parametrize("amount", [1, 10**12])
def test_amounts_at_their_bounds_are_agreed(play, amount):
    view = play(rules={"initial_kush": amount, "bank": amount}).state.view(None)
    assert (view.initial_kush, view.bank) == (amount, amount)


def test_shtoss_has_exactly_one_punter(refusal):
    assert refusal(seats=("banker",)) == "players: the banker sits alone; name a punter too"
    assert refusal(seats=("banker",), rules=BANK) == "players: the banker sits alone; name a punter too"
    assert refusal(seats=SEATS) == ('players: shtoss has one punter and here are 2; leave one, or set variant = "bank"')


@pytest.mark.parametrize("variant", ["bank", "faro"])
def test_a_bank_table_and_faro_may_have_one_punter_or_several(play, variant):
    assert play(rules={"variant": variant}).state.view(None).punters == ("punter",)
    assert play(rules={"variant": variant}, seats=SEATS).state.view(None).punters == ("anna", "boris")


AGREED = [
    {"conditions": ("thirds", "lob-half", "volny-kush")},
    {"conditions": ("thirds", "lob-full", "volny-kush")},
    {"conditions": ("lob-full",), "abzug": "lob-full-gorka-half"},
    {"conditions": ("lob-full", "thirds"), "abzug": "killed-at-eleven"},
    {"conditions": ("lob-full",), "abzug": (row(1, "1", "banker"), row(2, "1/2", "punter"))},
    {"conditions": ("lob-half",), "abzug": (row(2, "1/2", "punter"), row(3, "1/3", "banker"))},
    {"abzug": (row(1, "00", "banker"), row(52, "99/99", "banker"))},
    {"abzug": ()},
    {"nazhivka": ()},
    {"nazhivka": (premium("plie", 10**12), premium("lob", -(10**12)), premium("series-2"), premium("series-99"))},
    {"conditions": ("thirds",), "nazhivka": (premium("colour", -1),)},
    {"variant": "faro", "conditions": ("thirds", "lob-half"), "doublet": "whole", "abzug": (row(3, "1", "punter"),)},
    {"variant": "faro", "doublet": "half", "last_card": "void", "last_doublet": "whole"},
]


@pytest.mark.parametrize("rules", AGREED)
def test_whatever_does_not_contradict_goes_together(play, rules):
    assert play(rules=rules).phase == "staking"


# -- the catalogue -------------------------------------------------------------------------------------------


def test_the_catalogue_finds_every_game_by_its_slug():
    assert {slug: find_game(slug).slug for slug in GAMES} == {slug: slug for slug in GAMES}
    assert "shtoss" in GAMES


@pytest.mark.parametrize("slug", ["", "Shtoss", "shtos", "chess", "a\nb"])
def test_a_name_that_no_game_has_is_refused(slug):
    with pytest.raises(Illegal) as refused:
        find_game(slug)
    assert refused.value.place == "game"
    assert refused.value.reason.startswith(f'"{slug}" is not a game known here; '.replace("\n", "\\n"))
    assert "shtoss" in refused.value.reason


# -- exact figures -------------------------------------------------------------------------------------------


def figures(size):
    """Over all places that the four cards of a rank can have: who wins, and how, as exact shares."""
    staked, plain = Bet("punter", card("7h"), 1, 0), card("8h")
    count, all_places = Counter(), 0
    for places in combinations(range(1, size + 1), 4):
        right = places[0] - 1 + places[0] % 2  # the odd position of the first abzug that has the rank
        pair = [card("7c") if at in places[:2] else plain for at in (right, right + 1)]
        ending = decide(staked, right, *pair, last=right == size - 1, conditions=PLAIN).settlement
        assert ending.amount == (1 if ending.outcome is Outcome.GIVEN else -1)
        count.update(ending.terms)
        all_places += 1
    return {term: Fraction(times, all_places) for term, times in count.items()}


@pytest.mark.parametrize(
    ("size", "banker", "punter", "plie", "lob", "sonik"),
    [
        (32, "479/899", "420/899", "59/899", "1/8", "7/62"),
        (36, "611/1155", "544/1155", "67/1155", "1/9", "32/315"),
        pytest.param(52, "433/833", "400/833", "33/833", "1/13", "16/221", marks=pytest.mark.deep),
    ],
)
def test_the_exact_chances_come_out_and_the_edge_equals_the_chance_of_a_plie(size, banker, punter, plie, lob, sonik):
    share = figures(size)
    assert share["bita"] == Fraction(banker)
    assert share["dana"] == Fraction(punter)
    assert share["bita"] - share["dana"] == share["plie"] == Fraction(plie)
    assert share["lob"] == Fraction(lob)
    assert share["sonik"] == Fraction(sonik)


def test_a_deck_written_out_is_turned_in_its_order(play):
    end = play(STAKE, "punter cut 1", *[TURN] * 3, chance={"deck": order("2c", "5d", "9h", "Ks", "7d", "Jd")})
    assert [each["card"] for each in end.events("turned")] == ["2c", "5d", "9h", "Ks", "7d", "Jd"]
    assert end.net == {"banker": 10, "punter": -10}


def test_the_pack_is_shuffled_anew_for_every_deal(play):
    second = shuffled(pack(52), "b")
    chance = {"seed": ("a", "b"), "top": ("7d", "")}
    end = play(*SETTLED, "banker deal", "punter stake 7h", "punter cut 1", TURN, chance=chance)
    assert [each["card"] for each in end.events("turned")[-2:]] == [str(second[1]), str(second[2])]


def test_d04_the_banker_lays_down_no_card_of_his_own(refusal):
    """One page of rules lets the banker lay one down, too; it plays no part in the result, so there is no such move."""
    assert "the banker does not stake; a punter does: punter" in str(refusal("banker stake 7h 10"))
