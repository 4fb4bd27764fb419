"""The conditions of a table: thirds, the lob, abzug tables, vol'ny kush, and what a stake must then divide by."""

from fractions import Fraction

import pytest

from games.core.cards import SUITS, pack
from games.core.protocol import Illegal
from games.shtoss.actions import Stake, parse
from games.shtoss.conditions import HALF, WHOLE, Conditions

CUT = "punter cut 26"
TURN = "banker turn"
THIRDS = {"conditions": ("thirds",)}
GORKA = {"abzug": "lob-full-gorka-half"}
ELEVEN = {"abzug": "killed-at-eleven"}

# Each card's brothers by thirds: the same suit, the same colour, the other colour.
COLOURS = {"c": ("c", "s", "dh"), "d": ("d", "h", "cs"), "h": ("h", "d", "cs"), "s": ("s", "c", "dh")}


def row(position, share, to):
    return {"position": position, "share": share, "to": to}


def seven_at(*positions, suits="csdh"):
    """An order of the pack in which the sevens lie at ``positions``, and those that are left over at the end."""
    sevens = [f"7{suit}" for suit in suits]
    others = [str(each) for each in pack(52) if each.rank != "7"]
    lain = {position: sevens[number] for number, position in enumerate(positions)}
    cards = [lain.get(position) or others.pop(0) for position in range(1, max(positions) + 1)]
    return " ".join([*cards, *others, *sevens[len(positions) :]])


@pytest.fixture
def ended(play):
    """``ended(amount, rules, position, …)``: how the seven of hearts ends when sevens lie there: amount and words."""

    def run(amount, rules, *positions, staked="7h", suits="csdh"):
        turns = [TURN] * ((positions[0] + 1) // 2)
        end = play(f"punter stake {staked} {amount}", CUT, *turns, rules=rules, top=seven_at(*positions, suits=suits))
        (settled,) = end.events("settled")
        assert settled["position"] == positions[0]
        assert end.net == {"banker": -settled["amount"], "punter": settled["amount"]}
        return settled["amount"], settled.get("terms", [])

    return run


# -- thirds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deciding", SUITS)
@pytest.mark.parametrize("staked", SUITS)
@pytest.mark.parametrize(("position", "sign", "how"), [(4, 1, "dana"), (5, -1, "bita")])
def test_d07_thirds_apply_to_wins_and_losses_alike(ended, staked, deciding, position, sign, how):
    same, colour, _ = COLOURS[staked]
    amount, term = (
        (30, "tsvetnaya") if deciding == same else (20, "polutsvetnaya") if deciding == colour else (10, "prostaya")
    )
    suits = deciding + "".join(suit for suit in SUITS if suit != deciding)
    found = ended(30, THIRDS, position, staked=f"7{staked}", suits=suits)
    assert found == (sign * amount, [how, term])


@pytest.mark.parametrize(("suits", "amount", "term"), [("hs", -9, "tsvetnaya"), ("sh", -3, "prostaya")])
def test_d07_on_a_plie_the_odd_card_decides_by_thirds(ended, suits, amount, term):
    assert ended(9, THIRDS, 5, 6, suits=f"{suits}cd") == (amount, ["plie", "bita", term])


def test_without_thirds_suits_say_nothing(ended):
    for suit in SUITS:
        suits = suit + "".join(other for other in SUITS if other != suit)
        assert ended(10, {}, 4, suits=suits) == (10, ["dana"])
        assert ended(10, {}, 5, suits=suits) == (-10, ["bita"])


# -- the lob -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "amount", "terms"),
    [((), -10, []), (("lob-half",), -5, ["v-lob-polkusha"]), (("lob-full",), -10, [])],
)
def test_a_card_killed_by_the_lob_costs_half_or_the_whole(ended, condition, amount, terms):
    assert ended(10, {"conditions": condition}, 1) == (amount, ["lob", "bita", *terms])
    assert ended(10, {"conditions": condition}, 1, 2) == (amount, ["lob", "plie", "bita", *terms])


@pytest.mark.parametrize("condition", ["lob-half", "lob-full"])
def test_a_condition_on_the_lob_touches_no_other_position(ended, condition):
    rules = {"conditions": (condition,)}
    for position in range(2, 50):
        assert ended(10, rules, position)[0] == (-10 if position % 2 else 10)
        assert "v-lob-polkusha" not in ended(10, rules, position)[1]


# -- tables --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "changed"), [(GORKA, {1: -10, 3: -5}), (ELEVEN, {1: -10, 11: 10})], ids=["gorka", "eleven"]
)
def test_a_named_table_says_what_happens_at_its_positions_and_all_others_are_plain(ended, table, changed):
    for position in range(1, 50):
        amount, terms = ended(10, table, position)
        assert amount == changed.get(position, -10 if position % 2 else 10)
        assert ("abzug-shtoss" in terms) is (position in changed)
        assert ("bita" if position % 2 else "dana") in terms


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        (GORKA, (row(3, "1/2", "banker"), row(1, "1", "banker"))),
        (ELEVEN, (row(1, "1", "banker"), row(11, "1", "punter"))),
    ],
    ids=["gorka", "eleven"],
)
def test_a_named_table_is_short_for_its_rows_in_any_order(play, table, rows):
    assert play(rules=table).state == play(rules={"abzug": rows}).state


def test_killed_at_eleven_a_plie_pays_the_punter_too(ended):
    assert ended(10, ELEVEN, 11, 12) == (10, ["plie", "bita", "abzug-shtoss"])


def test_killed_at_eleven_three_cards_are_each_settled_by_the_table(play):
    top = "7s 2c 5d 4h Jd 3s 9c 8d Th 6c Ks Qd"
    stakes = ("punter stake 7h 10", "punter stake 4d 20", "punter stake Kc 40")
    end = play(*stakes, CUT, *[TURN] * 6, rules=ELEVEN, top=top)
    assert [(each["card"], each["position"], each["amount"]) for each in end.events("settled")] == [
        ("7h", 1, -10),
        ("4d", 4, 20),
        ("Kc", 11, 40),
    ]
    assert end.net["punter"] == 50


@pytest.mark.parametrize(
    ("position", "share", "to", "amount"),
    [
        (4, "1/2", "punter", 6),
        (4, "1/2", "banker", -6),
        (4, "0", "punter", 0),
        (5, "0", "banker", 0),
        (5, "2/3", "punter", 8),
        (5, "3/4", "banker", -9),
        (48, "1/12", "banker", -1),
        (47, "5/6", "punter", 10),
    ],
)
def test_a_row_says_which_share_passes_and_to_whom(ended, position, share, to, amount):
    words = ["dana" if position % 2 == 0 else "bita", "abzug-shtoss"]
    assert ended(12, {"abzug": (row(position, share, to),)}, position) == (amount, words)


def test_a_row_at_the_second_position_goes_before_the_sonik_s_own_share(ended):
    rules = {"abzug": (row(2, "1/2", "punter"),)}
    assert ended(10, rules, 2) == (5, ["sonik", "dana", "abzug-shtoss"])
    assert ended(10, rules, 4) == (10, ["dana"])


# -- together ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "positions", "suits", "amount"),
    [
        (THIRDS | {"conditions": ("thirds", "lob-half")}, (1,), "hcds", -30),
        (THIRDS | {"conditions": ("thirds", "lob-half")}, (1,), "dchs", -20),
        (THIRDS | {"conditions": ("thirds", "lob-half")}, (1,), "cdhs", -10),
        (THIRDS | {"conditions": ("thirds", "lob-half")}, (3,), "dchs", -40),
        (THIRDS | {"conditions": ("thirds", "lob-half")}, (2,), "dchs", 40),
        (THIRDS | GORKA, (3,), "hcds", -30),
        (THIRDS | GORKA, (3,), "dchs", -20),
        (THIRDS | GORKA, (3,), "cdhs", -10),
        (THIRDS | ELEVEN, (11,), "cdhs", 20),
        (THIRDS | ELEVEN, (11, 12), "dchs", 40),
        (THIRDS | {"abzug": (row(4, "1/4", "banker"),)}, (4,), "dchs", -10),
        (THIRDS | {"abzug": (row(4, "0", "banker"),)}, (4,), "dchs", 0),
    ],
)
def test_d09_shares_that_meet_multiply(ended, rules, positions, suits, amount):
    assert ended(60, rules, *positions, suits=suits)[0] == amount


@pytest.mark.parametrize("suits", ["hcds", "dchs", "cdhs"])
def test_d09_half_of_two_thirds_is_a_third(ended, suits):
    halved = ended(6, {"conditions": ("lob-half", "thirds")}, 1, suits=suits)[0]
    assert halved * 2 == ended(6, THIRDS, 1, suits=suits)[0]


def test_the_order_in_which_conditions_are_named_says_nothing(play):
    assert (
        play(rules={"conditions": ("thirds", "lob-half")}).state
        == play(rules={"conditions": ("lob-half", "thirds")}).state
    )


# -- what a stake must divide by -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "divisor"),
    [
        ({}, 1),
        ({"conditions": ("lob-full", "volny-kush")}, 1),
        ({"conditions": ("lob-half",)}, 2),
        (THIRDS, 3),
        ({"conditions": ("thirds", "lob-half")}, 6),
        (GORKA, 2),
        (ELEVEN, 1),
        (GORKA | THIRDS, 6),
        (ELEVEN | THIRDS, 3),
        ({"abzug": (row(4, "1/4", "banker"), row(5, "1/6", "punter"))}, 12),
        ({"abzug": (row(4, "2/4", "banker"),)}, 2),
        ({"abzug": (row(4, "0", "banker"), row(5, "3/3", "punter"))}, 1),
        ({"abzug": (row(3, "1/4", "banker"),), "conditions": ("thirds", "lob-half")}, 12),
        ({"variant": "faro"}, 2),
        ({"variant": "faro", "doublet": "whole"}, 1),
        ({"variant": "faro", "doublet": "whole", "last_doublet": "half"}, 2),
        ({"variant": "faro", "last_card": "counts", "last_doublet": "half"}, 2),
        ({"variant": "faro", "conditions": ("thirds",)}, 6),
        ({"variant": "faro", "conditions": ("lob-half",)}, 4),
        ({"variant": "faro", "conditions": ("lob-half", "thirds")}, 12),
        ({"variant": "faro", **GORKA}, 4),
    ],
)
def test_a_stake_must_divide_by_what_the_conditions_split_it_into(play, rules, divisor):
    state = play(rules=rules).state
    (offer,) = state.offers()
    assert (offer.args["amount"].start, offer.args["amount"].step) == (divisor, divisor)
    for amount in range(1, 40):
        stake = Stake("punter", parse("a stake 7h").card, amount)
        if amount % divisor == 0:
            assert state.apply(stake)[0].bets[0].amount == amount
        else:
            with pytest.raises(Illegal, match=f"a stake of {amount} does not divide by {divisor}, as the conditions"):
                state.apply(stake)


@pytest.mark.parametrize(
    ("kush", "rules", "amount", "nearest"),
    [
        (1, THIRDS, 1, "3"),
        (1, THIRDS, 2, "3"),
        (1, THIRDS, 4, "3 or 6"),
        (4, THIRDS, 5, "6"),
        (4, THIRDS, 7, "6 or 9"),
        (6, THIRDS, 7, "6 or 9"),
        (1, GORKA, 1, "2"),
        (1, GORKA, 11, "10 or 12"),
        (1, {"conditions": ("thirds", "lob-half")}, 20, "18 or 24"),
        (1, {"variant": "faro"}, 1, "2"),
    ],
)
def test_a_stake_that_does_not_divide_is_refused_with_the_nearest_that_do(play, refusal, kush, rules, amount, nearest):
    rules = rules | {"initial_kush": kush}
    sentence = refusal(f"punter stake 7h {amount}", rules=rules)
    assert sentence.endswith(f", as the conditions need; stake {nearest}")
    for better in nearest.split(" or "):
        assert play(f"punter stake 7h {better}", rules=rules).state.bets[0].amount == int(better)


def test_a_stake_below_the_initial_kush_is_answered_with_the_smallest_that_divides(refusal):
    sentence = refusal("punter stake 7h 3", rules=THIRDS | {"initial_kush": 4})
    assert sentence.endswith("a stake of 3 is below the initial kush; stake 6 or more")


def test_an_unnamed_stake_is_the_initial_kush_also_where_that_does_not_divide(play, refusal):
    rules = THIRDS | {"initial_kush": 4}
    assert refusal("punter stake 7h", rules=rules).endswith(
        "a stake of 4 does not divide by 3, as the conditions need; stake 6"
    )
    assert play("punter stake 7h", rules=THIRDS | {"initial_kush": 6}).state.bets[0].amount == 6


def test_a_divided_stake_may_be_large(ended):
    assert ended(10**12, {"conditions": ("lob-half",)}, 1) == (-5 * 10**11, ["lob", "bita", "v-lob-polkusha"])
    assert ended(999_999_999_999, THIRDS, 2, suits="dchs")[0] == 666_666_666_666


@pytest.mark.parametrize(
    ("rules", "positions", "stake", "divisor"),
    [
        (THIRDS | {"abzug": (row(1, "0", "banker"), row(2, "0", "punter"), row(3, "0", "banker"))}, (4,), 1, 3),
        ({"variant": "faro", "abzug": (row(1, "0", "banker"), row(3, "0", "banker"))}, (5, 6), 1, 2),
    ],
    ids=["thirds", "doublet"],
)
def test_no_stake_is_taken_that_a_plain_position_would_split(play, rules, positions, stake, divisor):
    (offer,) = play(rules=rules).state.offers()
    assert offer.args["amount"].step == divisor


@pytest.mark.parametrize(
    ("rules", "divisor"),
    [
        ({"conditions": ("lob-half",)}, 2),
        ({"abzug": (row(3, "1/2", "banker"),)}, 2),
        ({"abzug": (row(52, "1/2", "punter"),), "last_doublet": "whole"}, 1),
        ({"abzug": (row(51, "1/2", "banker"),), "doublet": "half", "last_doublet": "whole"}, 2),
    ],
    ids=["lob", "gorka", "void last card", "last pair"],
)
def test_a_stake_that_divides_exactly_is_not_refused(play, rules, divisor):
    rules = {"variant": "faro", "doublet": "whole", "last_doublet": "half"} | rules
    (offer,) = play(rules=rules).state.offers()
    assert offer.args["amount"].step == divisor


def test_the_nearest_stakes_that_a_refusal_names_are_not_too_large(refusal):
    sentence = refusal(f"punter stake 7h {10**12}", rules=THIRDS)
    assert all(int(better) <= 10**12 for better in sentence.rpartition("stake ")[2].split(" or "))


@pytest.mark.parametrize(
    "rules",
    [
        THIRDS | {"initial_kush": 10**12},
        {"abzug": tuple(row(at, f"1/{by}", "banker") for at, by in enumerate((97, 89, 83, 79, 73, 71, 67), start=3))},
    ],
    ids=["kush", "rows"],
)
def test_a_table_at_which_no_stake_could_be_made_is_refused_or_has_one(play, rules):
    try:
        state = play(rules=rules).state
    except Illegal:
        return
    assert all(len(domain) > 0 for offer in state.offers() for domain in offer.args.values())


# -- vol'ny kush ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bank", [{}, {"bank": 50}])
def test_where_vol_ny_kush_is_played_no_stake_can_be_refused(play, refusal, bank):
    rules = {"conditions": ("volny-kush",), **bank}
    begun = play("punter stake 7h 500", rules=rules)
    assert begun.offers() == [("punter", "stake"), ("punter", "cut")]
    assert begun.state.view(None).volny_kush is True
    sentence = refusal("punter stake 7h 500", "banker refuse punter 7h", rules=rules)
    assert sentence.endswith("this table plays vol'ny kush; no stake can be refused")


def test_without_vol_ny_kush_the_view_says_so(play):
    assert play().state.view(None).volny_kush is False


def test_vol_ny_kush_leaves_the_initial_kush_as_it_is(refusal):
    sentence = refusal("punter stake 7h 4", rules={"conditions": ("volny-kush",), "initial_kush": 5})
    assert sentence.endswith("a stake of 4 is below the initial kush; stake 5 or more")


# -- sentences -----------------------------------------------------------------------------------------------


def test_a_table_that_is_nearly_named_is_answered_in_one_sentence(refusal):
    assert "?," not in refusal(rules={"abzug": "lob-full-gorka"})


def test_an_unknown_rule_is_answered_with_all_the_rules(refusal):
    assert "1 others" not in refusal(rules={"zzz": 1})


# -- what follows from the conditions themselves -------------------------------------------------------------

THIRD = Fraction(1, 3)
EVERY_EVEN = tuple((position, THIRD) for position in range(2, 53, 2))


@pytest.mark.parametrize(
    ("conditions", "divisor"),
    [
        (Conditions(table=((52, HALF),)), 2),
        (Conditions(table=((53, HALF),)), 1),  # no card of a deck of 52
        (Conditions(table=((0, HALF),)), 1),
        (Conditions(table=((50, THIRD),), doublet=HALF, last_card_void=True), 6),
        (Conditions(table=((52, THIRD),), doublet=HALF, last_card_void=True), 2),  # nobody wins by that card
        (Conditions(table=((52, HALF),), size=36), 1),
    ],
)
def test_a_stake_divides_by_the_shares_of_the_cards_in_the_deck_and_no_others(conditions, divisor):
    assert conditions.divisor == divisor


@pytest.mark.parametrize(
    ("conditions", "best"),
    [
        (Conditions(), WHOLE),
        (Conditions(table=EVERY_EVEN), THIRD),
        (Conditions(table=(*EVERY_EVEN, (11, WHOLE)), doublet=HALF), WHOLE),  # killed alone, and yet paid
        (Conditions(thirds=True, table=EVERY_EVEN), THIRD),
    ],
)
def test_the_best_share_is_the_largest_that_any_card_could_bring(conditions, best):
    assert conditions.best == best


@pytest.mark.parametrize(
    ("conditions", "plain", "faro"),
    [
        (Conditions(), True, False),
        (Conditions(size=32), True, False),
        (Conditions(lob_half=True), False, False),
        (Conditions(doublet=HALF), False, True),
    ],
)
def test_conditions_say_of_themselves_whether_they_are_plain_and_whether_faro(conditions, plain, faro):
    assert conditions.plain is plain
    assert conditions.is_faro is faro
