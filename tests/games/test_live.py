"""The odds at a moment of a deal: what its punter knows of a card, and what everybody else does."""

from fractions import Fraction

import pytest

from games.core.cards import card
from games.shtoss.live import live
from games.shtoss.odds import odds

SEATS = ("banker", "anna", "boris")
BANK = {"variant": "bank"}
FARO = {"variant": "faro"}
TURN = "banker turn"
STAKES = ("anna stake 7h 10", "boris stake Kc 4", "anna cut 26")
NOTHING = "2c 3d 4h 5s"


def faro_edge(n, k):
    """The closed forms of faro."""
    return {
        0: Fraction(0),
        1: Fraction(1, n),
        2: Fraction(n + 2, 2 * n * (n - 1)),
        3: Fraction(3, 4 * (n - 1)),
        4: Fraction(2 * n - 5, 2 * (n - 1) * (n - 3)),
    }[k]


def known(state, seat):
    return [(bet.seat, bet.card and str(bet.card), bet.left, bet.bearing, bet.edge) for bet in live(state, seat)]


def test_without_a_stake_there_is_nothing_to_reckon(play):
    assert live(play().state, None) == ()
    assert live(play(rules={"banker": "lot"}).state, "banker") == ()


def test_before_the_first_abzug_a_punter_knows_his_card_and_everybody_else_the_average(play):
    state = play(*STAKES, seats=SEATS, rules=BANK).state
    edge = Fraction(33, 833)
    anna, boris = live(state, "anna")
    assert (anna.seat, anna.amount, anna.left, anna.card, anna.bearing) == ("anna", 10, 52, card("7h"), 4)
    assert anna.odds == odds()
    assert anna.edge == edge
    assert (boris.seat, boris.amount, boris.left) == ("boris", 4, 52)
    assert (boris.card, boris.bearing, boris.odds, boris.edge) == (None, None, None, edge)
    for seat in ("banker", None):
        assert known(state, seat) == [("anna", None, 52, None, edge), ("boris", None, 52, None, edge)]
    assert [bet[1] for bet in known(state, "boris")] == [None, "Kc"]


def test_after_an_abzug_everybody_knows_the_same(play):
    state = play(*STAKES, TURN, seats=SEATS, rules=BANK, top=NOTHING).state
    for seat in (None, *SEATS):
        assert known(state, seat) == [
            ("anna", "7h", 50, 4, Fraction(95, 49 * 47)),
            ("boris", "Kc", 50, 4, Fraction(95, 49 * 47)),
        ]
        assert live(state, seat)[0].odds == odds(52, left=50)


def test_a_settled_card_is_out_of_it(play):
    state = play(*STAKES, TURN, seats=SEATS, rules=BANK, top="7s 2c").state
    assert [bet.seat for bet in live(state, "anna")] == ["boris"]
    assert live(play(*STAKES, TURN, seats=SEATS, rules=BANK, top="7s Kd").state, None) == ()


@pytest.mark.parametrize("size", [36, 32])
def test_it_reckons_with_the_table_s_own_deck(play, size):
    state = play("punter stake 7h", rules={"deck": size}).state
    assert live(state, "punter")[0].odds == odds(size)
    assert live(state, None)[0].left == size


def test_it_reckons_with_the_table_s_own_conditions(play):
    rules = {"abzug": "killed-at-eleven"}
    state = play("punter stake 7h 10", rules=rules).state
    assert live(state, "punter")[0].edge == live(state, "banker")[0].edge == Fraction(-163, 4165)


def test_what_was_turned_counts_for_a_late_stake(play):
    lines = ("anna stake 9h 2", "anna cut 3", TURN, TURN, "boris stake 7h 4")
    state = play(*lines, seats=SEATS, rules=FARO, top="7c 7d 7s 2c").state
    assert known(state, "boris")[1] == ("boris", "7h", 48, 1, Fraction(1, 48))
    gone = play(*lines, seats=SEATS, rules=FARO, top="7c 7d 7s 7h").state
    assert known(gone, "boris")[1] == ("boris", "7h", 48, 0, Fraction(0))


def test_a_late_stake_is_an_average_to_the_others_over_the_cards_it_may_be(play):
    """Two of the 13 ranks have three cards left; anna has shown her seven, which leaves twelve ranks to her."""
    lines = ("anna stake 7h 10", "anna cut 3", TURN, "boris stake 2h 20", "anna stake 3h 20")
    state = play(*lines, seats=SEATS, rules=FARO, top="2c 3d").state
    three, four = faro_edge(50, 3), faro_edge(50, 4)
    boris, anna = (2 * three + 11 * four) / 13, (2 * three + 10 * four) / 12
    open_seven = ("anna", "7h", 50, 4, four)
    for seat in ("banker", None):
        assert known(state, seat) == [
            open_seven,
            ("boris", None, 50, None, boris),
            ("anna", None, 50, None, anna),
        ]
    assert known(state, "anna") == [open_seven, ("boris", None, 50, None, boris), ("anna", "3h", 50, 3, three)]
    assert known(state, "boris") == [open_seven, ("boris", "2h", 50, 3, three), ("anna", None, 50, None, anna)]


def test_a_card_that_was_settled_is_open_too_and_cannot_be_the_hidden_one(play):
    lines = ("anna stake 7h 10", "anna stake 8h 10", "anna cut 3", TURN, "anna stake 9h 2")
    state = play(*lines, seats=SEATS, rules=FARO, top="7c 2d").state
    three, four = faro_edge(50, 3), faro_edge(50, 4)
    assert known(state, None)[1] == ("anna", None, 50, None, (three + 10 * four) / 11)  # neither sevens nor eights


@pytest.mark.parametrize(
    ("top", "share"),
    [("2c 3d", "7/12"), ("7d 2c", "5/9"), ("7h 2c", "4/9"), ("7c 7s", "5/6"), ("7h 7d", "1/3")],
)
def test_by_thirds_the_suits_that_are_gone_count(play, top, share):
    rules = FARO | {"conditions": ("thirds",)}
    lines = ("anna stake 9h 6", "anna cut 3", TURN, "boris stake 7h 6")
    state = play(*lines, seats=SEATS, rules=rules, top=top).state
    bearing = 4 - top.count("7")
    assert known(state, "boris")[1] == ("boris", "7h", 50, bearing, faro_edge(50, bearing) * Fraction(share))


def test_by_thirds_a_hidden_card_is_an_average_over_suits_too(play):
    rules = FARO | {"conditions": ("thirds",)}
    lines = ("anna stake 9h 6", "anna cut 3", TURN, "boris stake 7h 6")
    state = play(*lines, seats=SEATS, rules=rules, top="7d 2c").state
    # of the rank of a gone card: its own suit 4/9, its colour 5/9, two of the other colour (1 + 2/3 + 1/3) / 3
    of_gone = Fraction(4, 9) + Fraction(5, 9) + 2 * Fraction(2, 3)
    whole = 4 * Fraction(7, 12)
    expected = (2 * of_gone * faro_edge(50, 3) + 11 * whole * faro_edge(50, 4)) / 52
    assert known(state, "banker")[1] == ("boris", None, 50, None, expected)


def test_what_the_banker_reckons_is_the_mean_of_what_the_punter_would_whatever_he_staked(play):
    lines = ("anna stake 9h 6", "anna cut 3", TURN)
    rules, ranks = FARO | {"conditions": ("thirds",), "abzug": "killed-at-eleven", "deck": 32}, "789TJQKA"
    own, seen = [], set()
    for each in (rank + suit for rank in ranks for suit in "cdhs"):
        state = play(*lines, f"boris stake {each} 6", seats=SEATS, rules=rules, top="7d Kc").state
        own.append(live(state, "boris")[1].edge)
        seen.add(live(state, "banker")[1].edge)
    assert seen == {sum(own) / 32}


def test_two_cards_left(play):
    nines = "9c 9d 9h 9s"
    others = sorted((r + s for r in "78TJQKA" for s in "cdhs"), key=lambda each: (each[0] == "8", each == "Kd"))
    lines = ("anna stake 8h 2", "anna cut 3", TURN, TURN, "anna stake 9h 2", *[TURN] * 13, "boris stake Kh 2")
    state = play(*lines, seats=SEATS, rules=FARO | {"deck": 32}, top=f"{nines} {' '.join(others)}").state
    assert live(state, "boris")[-1].left == 2
    assert live(state, None)[-1].card is None
