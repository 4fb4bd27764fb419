"""What outlasts a deal: the lot, the bank that passes, raised stakes, series, and the premiums of nazhivka."""

from contextlib import suppress

import pytest

from games.core.cards import card, pack
from games.core.protocol import Illegal
from games.core.shuffle import shuffled
from games.shtoss.actions import MOST, Draw, parse

SEATS = ("banker", "anna", "boris")
STAKE = "punter stake 7h 10"
CUT = "punter cut 26"
TURN = "banker turn"
DEAL = "banker deal"
WON, LOST = "2c 7d", "7d 2c"  # what a seven finds in the first pair
THIRDS = {"conditions": ("thirds",)}


def row(position, share, to):
    return {"position": position, "share": share, "to": to}


def turns(top):
    """As many turns as a seven needs on ``top``."""
    return [TURN] * (next(at for at, each in enumerate(top.split()) if each[0] == "7") // 2 + 1)


def tops(*texts):
    """``[chance]`` of several deals, each with its top."""
    return {"seed": tuple(f"s{number}" for number in range(len(texts))), "top": texts}


def deck(*first, size=52):
    """A whole deck, as it lies before the cut, with ``first`` on top."""
    cards = [*map(card, first)]
    return " ".join(map(str, [*cards, *(each for each in pack(size) if each not in cards)]))


# -- the lot -------------------------------------------------------------------------------------------------

LOT = {"banker": "lot"}


def lot(play, *lines, cards=("5c", "9d", "Kd"), seats=("anna", "boris"), **rules):
    rules = LOT | ({} if len(seats) == 2 else {"variant": "bank"}) | rules
    return play(*lines, seats=seats, rules=rules, chance={"deck": deck(*cards)})


def test_at_first_the_bank_is_nobody_s_and_every_seat_may_draw(play):
    begun = lot(play)
    view = begun.state.view(None)
    assert (view.phase, view.banker, view.punters, view.drawn) == ("lot", None, ("anna", "boris"), ())
    assert begun.offers() == [("anna", "draw"), ("boris", "draw")]
    assert all(not offer.args for offer in begun.state.offers())
    assert (begun.over, begun.net) == (False, {"anna": 0, "boris": 0})


def test_the_higher_rank_keeps_the_bank(play):
    first = lot(play, "anna draw")
    assert first.events() == [{"kind": "drew", "seat": "anna", "card": "5c"}]
    assert first.offers() == [("boris", "draw")]
    assert [(seat, str(each)) for seat, each in first.state.view(None).drawn] == [("anna", "5c")]
    end = lot(play, "anna draw", "boris draw")
    assert end.events()[1:] == [
        {"kind": "drew", "seat": "boris", "card": "9d"},
        {"kind": "banks", "seat": "boris", "terms": ["banker"]},
    ]
    view = end.state.view(None)
    assert (view.phase, view.banker, view.punters, view.drawn) == ("staking", "boris", ("anna",), ())
    assert end.offers() == [("anna", "stake")]


@pytest.mark.parametrize(("lower", "higher"), [("2c", "3c"), ("9d", "Td"), ("Th", "Js"), ("Qc", "Kc"), ("Kd", "Ac")])
def test_ranks_go_from_two_to_ace(play, lower, higher):
    assert lot(play, "anna draw", "boris draw", cards=(lower, higher)).state.view(None).banker == "boris"
    assert lot(play, "anna draw", "boris draw", cards=(higher, lower)).state.view(None).banker == "anna"


def test_the_seats_draw_in_any_order(play):
    assert lot(play, "boris draw", "anna draw").state.view(None).banker == "anna"


def test_d02_a_tie_draws_again_and_suits_do_not_break_it(play):
    for one, other in (("5c", "5s"), ("5s", "5c")):
        cards = (one, other, "Kd", "2h")
        tied = lot(play, "anna draw", "boris draw", cards=cards)
        assert tied.events()[-1] == {"kind": "tied", "seats": "anna boris"}
        assert (tied.phase, tied.state.view(None).drawn) == ("lot", ())
        assert tied.offers() == [("anna", "draw"), ("boris", "draw")]
        end = lot(play, "anna draw", "boris draw", "boris draw", "anna draw", cards=cards)
        assert end.events("banks") == [{"kind": "banks", "seat": "boris", "terms": ["banker"]}]


def test_d02_only_those_who_tied_for_the_highest_draw_again(play):
    seats = ("anna", "boris", "vera", "gleb")
    cards = ("5c", "9d", "9h", "4s", "2c", "2d", "7c", "Kc")
    lines = [f"{seat} draw" for seat in seats]
    tied = lot(play, *lines, cards=cards, seats=seats)
    assert tied.events("tied") == [{"kind": "tied", "seats": "boris vera"}]
    assert tied.offers() == [("boris", "draw"), ("vera", "draw")]
    with pytest.raises(Illegal, match="anna does not draw now; boris or vera does"):
        tied.state.apply(Draw("anna"))
    again = lot(play, *lines, "vera draw", "boris draw", cards=cards, seats=seats)
    assert again.events("tied")[-1] == {"kind": "tied", "seats": "vera boris"}
    end = lot(play, *lines, *["vera draw", "boris draw"] * 2, cards=cards, seats=seats)
    assert end.state.view(None).banker == "boris"
    assert end.state.view(None).punters == ("anna", "vera", "gleb")


def test_nobody_draws_twice_in_a_round(play):
    with pytest.raises(Illegal, match="anna does not draw now; boris does"):
        lot(play, "anna draw").state.apply(Draw("anna"))


@pytest.mark.parametrize(
    "line", ["anna stake 7h", "anna cut 3", "anna turn", "anna deal", "anna stop", "anna refuse boris 7h"]
)
def test_nothing_comes_before_the_lot(play, line):
    with pytest.raises(Illegal) as refused:
        lot(play).state.apply(parse(line))
    assert str(refused.value) == "the lot decides first who keeps the bank; a draw comes next, from anna or boris"
    with pytest.raises(Illegal, match=r"; a draw comes next, from boris$"):
        lot(play, "anna draw").state.apply(parse(line))


def test_once_it_is_decided_nobody_draws(play):
    with pytest.raises(Illegal, match="the bank is not drawn for now; a stake comes next, from anna"):
        lot(play, "anna draw", "boris draw").state.apply(Draw("anna"))


def test_who_drew_the_bank_plays_as_if_named(play):
    lines = ("anna stake 5h 10", "anna cut 1", "boris turn")
    end = lot(play, "anna draw", "boris draw", *lines, cards=("Qc", "Kd", "5c"))  # after the cut: Kd 5c
    assert end.net == {"anna": 10, "boris": -10}
    assert end.offers() == [("anna", "stop"), ("boris", "stop")]


def test_with_cut_first_the_cut_follows_the_lot(play):
    assert lot(play, "anna draw", "boris draw", cut="first").offers() == [("anna", "cut")]


def test_the_bank_is_drawn_for_once_an_evening(play):
    decks = (deck("9c", "5d", "7s"), deck("2c", "3d"))
    lines = ("anna draw", "boris draw", "boris stake 5h", "boris cut 1", "anna turn", "anna deal")
    end = play(*lines, seats=("anna", "boris"), rules=LOT, chance={"deck": decks})
    assert (end.phase, end.state.view(None).banker) == ("staking", "anna")
    assert end.offers() == [("boris", "stake")]


def test_a_seed_gives_the_lot_a_shuffle_of_its_own(play):
    expected = shuffled(pack(36), "any/lot")
    setup = {"seats": ("anna", "boris"), "rules": LOT | {"deck": 36}}
    drew = play("anna draw", "boris draw", **setup).events("drew")
    assert [each["card"] for each in drew] == [str(each) for each in expected[:2]]
    several = {"seed": ("first", "second")}
    drew = play("anna draw", **setup, chance=several).events("drew")
    assert drew[0]["card"] == str(shuffled(pack(36), "first/lot")[0])


def test_the_lot_does_not_change_the_deal(play):
    lines = ("boris stake 7h", "boris cut 3", "anna turn")
    named = play(*lines, seats=("anna", "boris"), rules={"banker": "anna"})
    drawn = play("anna draw", "boris draw", seats=("anna", "boris"), rules=LOT)
    assert drawn.state.pack == named.state.pack


def test_without_a_lot_nobody_draws(play):
    assert play().phase == "staking"
    assert play().state.view(None).drawn == ()


def test_a_seat_that_is_called_lot_keeps_the_bank(play):
    assert play(seats=("lot", "punter"), rules=LOT).state.view(None).banker == "lot"


@pytest.mark.parametrize("variant", ["bank", "faro"])
def test_a_table_of_several_draws_too(play, variant):
    end = lot(play, *[f"{seat} draw" for seat in SEATS], seats=SEATS, variant=variant)
    assert end.state.view(None).banker == "boris"


def test_a_pack_in_which_every_pair_ties_gives_the_bank_to_somebody_or_is_refused(play):
    ranks = "23456789TJQKA"
    pairs = " ".join(f"{rank}{suit}" for rank in ranks for suit in "cdhs")
    lines = ["anna draw", "boris draw"] * 27
    with suppress(Illegal):
        play(*lines, seats=("anna", "boris"), rules=LOT, chance={"deck": pairs})


# -- the bank that passes ------------------------------------------------------------------------------------

TWO = {"seats": ("anna", "boris"), "rules": {"conditions": ("lob-full",)}}


def test_d08_by_lob_full_the_bank_passes_after_each_deal(play):
    one = ("boris stake 7h 10", "boris cut 26", "anna turn")
    two = ("boris deal", "anna stake 7h 4", "anna cut 26", "boris turn")
    setup = TWO | {"chance": tops(LOST, WON, WON)}
    end = play(*one, **setup)
    assert end.offers() == [("boris", "deal"), ("anna", "stop"), ("boris", "stop")]
    dealt = play(*one, "boris deal", **setup)
    assert dealt.events("dealt") == [{"kind": "dealt", "seat": "boris", "deal": 2, "terms": ["metka"]}]
    view = dealt.state.view(None)
    assert (view.banker, view.punters) == ("boris", ("anna",))
    assert dealt.offers() == [("anna", "stake")]
    end = play(*one, *two, **setup)
    assert end.net == {"anna": 14, "boris": -14}
    third = play(*one, *two, "anna deal", **setup)
    assert third.state.view(None).banker == "anna"


def test_d08_the_one_who_had_the_bank_does_not_deal_again(play, refusal):
    one = ("boris stake 7h 10", "boris cut 26", "anna turn")
    setup = TWO | {"chance": tops(LOST, WON)}
    sentence = refusal(*one, "anna deal", **setup)
    assert sentence.endswith("only the banker of the next deal deals, and that is boris")
    with pytest.raises(Illegal, match="boris may deal again, or any seat stop"):
        play(*one, **setup).state.apply(parse("anna turn"))
    with pytest.raises(Illegal, match="the banker does not stake; a punter does: anna"):
        play(*one, "boris deal", **setup).state.apply(parse("boris stake 7h"))


@pytest.mark.parametrize("variant", ["shtoss", "bank", "faro"])
def test_d08_it_passes_between_two_players_whatever_the_variant(play, variant):
    rules = {"variant": variant, "conditions": ("lob-full",), "cutter": "banker"}
    lines = ("boris stake 7h 10", "anna cut 26", "anna turn", "boris deal", "anna stake 7h 2", "boris cut 3")
    end = play(*lines, "boris turn", seats=("anna", "boris"), rules=rules, chance=tops(LOST, LOST))
    assert end.net == {"anna": 8, "boris": -8}


def test_d08_among_several_players_it_stays(play):
    rules = {"variant": "bank", "conditions": ("lob-full",)}
    lines = ("anna stake 7h 10", "anna cut 26", TURN)
    end = play(*lines, seats=SEATS, rules=rules, chance=tops(LOST, WON))
    assert ("banker", "deal") in end.offers()


@pytest.mark.parametrize("conditions", [(), ("lob-half",), ("thirds", "volny-kush")])
def test_by_no_other_condition_does_the_bank_pass(play, conditions):
    end = play("boris stake 7h 6", "boris cut 3", "anna turn", seats=("anna", "boris"), chance=tops(LOST, WON))
    assert ("anna", "deal") in end.offers()
    assert play(rules={"conditions": conditions}).state.next_banker() == "banker"


def test_d08_each_banker_puts_up_the_bank_anew(play):
    setup = {"seats": ("anna", "boris"), "rules": {"conditions": ("lob-full",), "bank": 50}}
    setup |= {"chance": tops(LOST, WON, WON)}
    one = ("boris stake 7h 10", "boris cut 26", "anna turn")
    two = ("boris deal", "anna stake 7h 4", "anna cut 26", "boris turn")
    banks = [play(*lines, **setup).state.view(None).bank for lines in (one, (*one, two[0]), (*one, *two))]
    assert banks == [60, 50, 46]
    assert play(*one, *two, "anna deal", **setup).state.view(None).bank == 50


def test_where_the_bank_stays_it_runs_on_over_the_deals(play):
    setup = {"rules": {"bank": 50}, "chance": tops(WON, WON, WON)}
    lines = (STAKE, CUT, TURN, DEAL, "punter stake 7h 20", CUT, TURN, DEAL)
    assert play(*lines, **setup).state.view(None).bank == 20


def test_after_the_lot_the_bank_is_whole(play):
    end = lot(play, "anna draw", "boris draw", bank=50)
    assert end.state.view(None).bank == 50
    assert lot(play, bank=50).state.view(None).bank == 50
    assert lot(play).state.view(None).bank is None


def test_d08_each_player_has_a_run_of_his_own(play):
    setup = TWO | {"chance": tops(WON, LOST, WON)}
    one = ("boris stake 7h 10", "boris cut 26", "anna turn")
    two = ("boris deal", "anna stake 7h 500", "anna cut 26", "boris turn", "anna deal")
    begun = play(*one, *two, **setup)
    (offer,) = begun.state.offers()
    assert (offer.seat, offer.args["amount"]) == ("boris", range(1, 21))
    assert [run.ceiling for run in begun.state.evening.runs] == [1, 20]


# -- raising -------------------------------------------------------------------------------------------------


def allowed(end, seat="punter"):
    """The stakes that ``seat`` is offered."""
    return next(offer.args["amount"] for offer in end.state.offers() if (offer.seat, offer.verb) == (seat, "stake"))


def test_in_the_first_deal_any_stake_is_allowed(play):
    assert allowed(play()) == range(1, MOST + 1)


@pytest.mark.parametrize(
    ("rules", "stake", "top", "most"),
    [
        ({}, 10, WON, 20),  # the whole: double
        ({}, 1, WON, 2),
        ({"conditions": ("lob-half",)}, 10, WON, 20),
        ({"abzug": "killed-at-eleven"}, 10, "2c 3c 4c 5c 6c 8c 9c Tc Jc Qc 7d", 20),
        ({"abzug": (row(4, "1/2", "punter"),)}, 20, "2c 3c 4c 7d", 30),  # half: one and a half
        ({"abzug": (row(4, "1/2", "punter"),)}, 2, "2c 3c 4c 7d", 2),  # 3, and down to what divides by 2
        ({"abzug": (row(5, "1/2", "punter"),)}, 6, "2c 3c 4c 5c 7d", 8),  # 9
        ({"abzug": (row(4, "1/4", "punter"),)}, 8, "2c 3c 4c 7d", 8),  # 10
        ({"abzug": (row(4, "1/4", "punter"),)}, 16, "2c 3c 4c 7d", 20),
        (THIRDS, 9, "2c 7h", 18),
        (THIRDS, 9, "2c 7d", 15),  # two thirds: five thirds
        (THIRDS, 9, "2c 7c", 12),  # one third: four thirds
        (THIRDS, 3, "2c 7h", 6),
        (THIRDS, 6, "2c 7d", 9),  # 10, and down to what divides by 3
        (THIRDS, 6, "2c 7c", 6),  # 8
        (THIRDS, 300, "2c 7c", 399),  # 400
        (THIRDS | {"abzug": (row(2, "1/2", "punter"), row(4, "1", "punter"))}, 18, "2c 7d", 24),
        ({}, 10, LOST, 1),
        ({"initial_kush": 5}, 10, LOST, 5),
        ({"initial_kush": 5}, 10, WON, 20),
        ({"conditions": ("lob-half",)}, 10, LOST, 2),
        (THIRDS, 9, "7c 2c", 3),
        (THIRDS | {"initial_kush": 4}, 9, "7c 2c", 6),
        ({"abzug": (row(4, "0", "punter"),)}, 10, "2c 3c 4c 7d", 10),  # neither: the same again
        ({"abzug": (row(3, "0", "banker"),)}, 10, "2c 3c 7d", 10),
        ({}, MOST, WON, MOST),
        ({}, MOST // 2 + 1, WON, MOST),
        (THIRDS, 999_999_999_999, "2c 7h", 999_999_999_999),
        ({"conditions": ("thirds", "volny-kush"), "bank": 1}, 9, "2c 7c", 12),
    ],
)
def test_d10_the_next_stake_may_grow_by_the_part_of_the_possible_win_that_was_won(play, rules, stake, top, most):
    lines = (f"punter stake 7h {stake}", CUT, *turns(top))
    begun = play(*lines, DEAL, rules=rules, chance=tops(top, ""))
    amounts = allowed(begun)
    assert amounts[-1] == most
    kush, divisor = rules.get("initial_kush", 1), amounts.step
    assert amounts[0] == -(-kush // divisor) * divisor


def test_d10_the_stake_that_is_allowed_is_taken_and_one_step_more_refused(play, refusal):
    for rules, stake, top, most, more in (({}, 10, WON, 20, 21), (THIRDS, 9, "2c 7d", 15, 18)):
        setup = {"rules": rules, "chance": tops(top, "")}
        lines = (f"punter stake 7h {stake}", CUT, TURN, DEAL)
        assert play(*lines, f"punter stake 8h {most}", **setup).state.bets[0].amount == most
        sentence = refusal(*lines, f"punter stake 8h {more}", **setup)
        assert sentence.endswith(f"a stake of {more} is too high after what the last deal brought; the most is {most}")


def test_after_a_loss_the_punter_starts_from_the_initial_kush(play, refusal):
    setup = {"rules": {"initial_kush": 5}, "chance": tops(LOST, "")}
    lines = (STAKE, CUT, TURN, DEAL)
    assert play(*lines, "punter stake 7h 5", **setup).state.bets[0].amount == 5
    assert play(*lines, "punter stake 7h", **setup).state.bets[0].amount == 5
    sentence = refusal(*lines, "punter stake 7h 6", **setup)
    assert sentence.endswith("a stake of 6 is too high after a loss, which brings it back to the initial kush; stake 5")


def test_to_stake_less_is_always_allowed(play):
    end = play(STAKE, CUT, TURN, DEAL, "punter stake 7h 1", chance=tops(WON, ""))
    assert end.state.bets[0].amount == 1


@pytest.mark.parametrize(
    ("amounts", "top", "most"),
    [
        ((10, 20), "8d 7d", 1),  # lost 20, won 10
        ((10, 20), "7d 8d", 40),  # lost 10, won 20: a third of 30
        ((10, 10), "7d 8d", 20),  # neither won nor lost
        ((10, 20), "2d 7d 3d 8d", 60),  # won both
        ((30, 10), "8d 7d", 60),  # 20 of 40: one and a half
    ],
)
def test_with_several_cards_the_deal_as_a_whole_counts(play, amounts, top, most):
    first, second = amounts
    lines = (f"punter stake 7h {first}", f"punter stake 8h {second}", CUT, TURN)
    if len(top.split()) > 2:
        lines += (TURN,)
    begun = play(*lines, DEAL, chance=tops(top, ""))
    assert allowed(begun)[-1] == most


def test_the_ceiling_is_for_all_cards_together_and_the_smallest_stake_always_allowed(play, refusal):
    setup = {"chance": tops(WON, "")}
    lines = (STAKE, CUT, TURN, DEAL, "punter stake 2h 15")
    assert allowed(play(*lines, **setup)) == range(1, 6)
    assert refusal(*lines, "punter stake 3h 6", **setup).endswith("the most is 5")
    whole = (*lines, "punter stake 3h 5")
    assert allowed(play(*whole, **setup)) == range(1, 2)
    assert len(play(*whole, "punter stake 4h 1", "punter stake 5h", **setup).state.bets) == 4
    assert refusal(*whole, "punter stake 4h 2", **setup).endswith("the most is 1")


def test_a_refused_stake_counts_no_longer(play):
    setup = {"chance": tops(WON, "")}
    end = play(STAKE, CUT, TURN, DEAL, "punter stake 7h 20", "banker refuse punter 7h", **setup)
    assert allowed(end) == range(1, 21)


def test_each_punter_is_measured_by_his_own_cards(play):
    lines = ("anna stake 7h 10", "boris stake 8h 10", "anna cut 3", TURN, DEAL)
    begun = play(*lines, seats=SEATS, rules={"variant": "bank"}, chance=tops("8d 7d", ""))
    assert (allowed(begun, "anna")[-1], allowed(begun, "boris")[-1]) == (20, 1)


def test_who_sits_a_deal_out_keeps_what_his_last_one_allows(play):
    one = ("anna stake 7h 10", "anna cut 3", TURN, DEAL)
    two = ("boris stake 7h 10", "boris cut 3", TURN, DEAL)
    begun = play(*one, *two, seats=SEATS, rules={"variant": "bank"}, chance=tops(WON, LOST, ""))
    assert (allowed(begun, "anna")[-1], allowed(begun, "boris")[-1]) == (20, 1)
    assert begun.state.run("anna").wins == 1


def test_a_series_of_full_wins_doubles_and_doubles(play):
    lines = []
    for amount in (10, 20, 40, 80):
        lines += [f"punter stake 7h {amount}", CUT, TURN, DEAL]
    begun = play(*lines, chance=tops(*[WON] * 5))
    assert allowed(begun)[-1] == 160
    assert begun.net == {"banker": -150, "punter": 150}


def test_premiums_do_not_count_for_raising(play):
    rules = {"nazhivka": ({"event": "first-card", "amount": 1000},)}
    assert allowed(play(STAKE, CUT, TURN, DEAL, rules=rules, chance=tops(WON, "")))[-1] == 20
    rules = {"nazhivka": ({"event": "lob", "amount": 1000},)}
    assert allowed(play(STAKE, CUT, TURN, DEAL, rules=rules, chance=tops(LOST, "")))[-1] == 1


def test_without_a_bank_a_raised_stake_may_be_refused_unless_vol_ny_kush_is_played(play, refusal):
    lines = (STAKE, CUT, TURN, DEAL, "punter stake 7h 20")
    rules, chance = {"initial_kush": 10}, tops(WON, "")
    assert play(*lines, "banker refuse punter 7h", rules=rules, chance=chance).state.bets == ()
    rules |= {"conditions": ("volny-kush",)}
    assert refusal(*lines, "banker refuse punter 7h", rules=rules, chance=chance).endswith("no stake can be refused")


def test_with_a_bank_a_raised_stake_may_be_refused_too(play):
    lines = (STAKE, CUT, TURN, DEAL, "punter stake 7h 20", "banker refuse punter 7h")
    assert play(*lines, rules={"initial_kush": 10, "bank": 500}, chance=tops(WON, "")).state.bets == ()


@pytest.mark.parametrize("share", ["1/2", "0"])
def test_a_full_win_allows_double_whatever_the_table_says_of_the_sonik(play, share):
    rules = {"abzug": (row(2, share, "punter"),)}
    begun = play(STAKE, CUT, TURN, TURN, DEAL, rules=rules, chance=tops("2c 3c 4c 7d", ""))
    assert allowed(begun)[-1] == 20


@pytest.mark.parametrize(
    ("rules", "stake", "top", "more"),
    [(THIRDS, 3, "2c 7c", 6), ({"abzug": (row(2, "0", "punter"), row(4, "1", "punter"))}, 1, WON, 2)],
    ids=["a win by a third", "neither"],
)
def test_the_sentence_speaks_of_a_loss_only_after_one(refusal, rules, stake, top, more):
    lines = (f"punter stake 7h {stake}", CUT, TURN, DEAL, f"punter stake 7h {more}")
    sentence = refusal(*lines, rules=rules, chance=tops(top, ""))
    assert "too high" in sentence
    assert "after a loss" not in sentence


def test_the_nearest_stakes_that_a_refusal_names_would_be_taken(play, refusal):
    setup = {"rules": THIRDS, "chance": tops("2c 7c", "")}
    lines = ("punter stake 7h 9", CUT, TURN, DEAL)
    sentence = refusal(*lines, "punter stake 7h 13", **setup)
    most = allowed(play(*lines, **setup))[-1]
    assert all(int(better) <= most for better in sentence.rpartition("stake ")[2].split(" or "))


def test_a_deal_that_is_offered_can_be_dealt(play):
    first_seven = next(each for each in shuffled(pack(52), "s1") if each.rank == "7")
    end = play("punter stake 7h", CUT, TURN, chance=tops(LOST, f"7? {first_seven}"))
    if ("banker", "deal") in end.offers():
        end.state.apply(parse(DEAL))


# -- series --------------------------------------------------------------------------------------------------


def wins(play, *results, **setup):
    """How many wins in a row the punter counts after deals with these ``results``."""
    lines = []
    for _ in results:
        lines += ["punter stake 7h", CUT, TURN, DEAL]
    return play(*lines[:-1], chance=tops(*results), **setup).state.run("punter").wins


@pytest.mark.parametrize(
    ("results", "count"),
    [
        ([WON], 1),
        ([WON, WON], 2),
        ([WON, WON, WON], 3),
        ([LOST], 0),
        ([WON, WON, LOST], 0),
        ([WON, LOST, WON], 1),
        ([LOST, WON, WON], 2),
    ],
)
def test_wins_in_a_row_are_counted_and_a_loss_ends_the_series(play, results, count):
    assert wins(play, *results) == count


def test_a_deal_that_brings_nothing_ends_the_series(play):
    chance = tops(WON, "8d 7d", WON)
    lines = ("punter stake 7h 2", CUT, TURN, DEAL, "punter stake 7h", "punter stake 8h", CUT, TURN)
    assert play(*lines, chance=chance).state.run("punter").wins == 0
    assert play(*lines, DEAL, "punter stake 7h", CUT, TURN, chance=chance).state.run("punter").wins == 1


# -- nazhivka ------------------------------------------------------------------------------------------------


def premiums(end):
    return [(each["seat"], each["reason"], each["amount"]) for each in end.events("premium")]


def bait(**amounts):
    names = {name.replace("_", "-"): amount for name, amount in amounts.items()}
    return {"nazhivka": tuple({"event": event, "amount": amount} for event, amount in names.items())}


NOT = ()
PAID = (("punter", "EVENT", 5),)


@pytest.mark.parametrize(
    ("event", "top", "paid"),
    [
        ("first-card", "2c 7d", PAID),
        ("first-card", "2c 3c 4c 7d", NOT),
        ("first-card", "7d 2c", NOT),
        ("first-card", "7d 7c", NOT),
        ("lob", "7d 2c", PAID),
        ("lob", "7d 7c", PAID),
        ("lob", "2c 7d", NOT),
        ("lob", "2c 3c 7d 4c", NOT),
        ("plie", "7d 7c", PAID),
        ("plie", "2c 3c 7d 7c", PAID),
        ("plie", "2c 7d 7c 3c", NOT),
        ("plie", "7d 2c 7c", NOT),
        ("deal-won", "2c 7d", PAID),
        ("deal-won", "2c 3c 4c 7d", PAID),
        ("deal-won", "7d 2c", NOT),
        ("deal-won", "7d 7c", NOT),
    ],
)
def test_a_premium_is_paid_for_its_event_and_for_nothing_else(play, event, top, paid):
    end = play(STAKE, CUT, *turns(top), rules=bait(**{event.replace("-", "_"): 5}), top=top)
    assert end.over
    assert premiums(end) == [(seat, event, amount) for seat, _, amount in paid]
    assert end.net["punter"] == end.events("settled")[0]["amount"] + sum(amount for *_, amount in paid)
    assert end.net["banker"] == -end.net["punter"]


@pytest.mark.parametrize(
    ("top", "paid"), [("2c 7h", True), ("2c 7d", False), ("2c 7c", False), ("7h 2c", False), ("7d 7h", False)]
)
def test_the_premium_for_a_colour_card_is_paid_when_one_wins(play, top, paid):
    end = play("punter stake 7h 9", CUT, TURN, rules=THIRDS | bait(colour=5), top=top)
    assert premiums(end) == ([("punter", "colour", 5)] if paid else [])


def test_a_negative_premium_is_paid_to_the_banker(play):
    end = play(STAKE, CUT, TURN, rules=bait(plie=-5), top="7d 7c")
    assert end.events("premium") == [
        {"kind": "premium", "seat": "punter", "reason": "plie", "amount": -5, "terms": ["nazhivka"]}
    ]
    assert end.net == {"banker": 15, "punter": -15}


def test_one_card_may_occasion_several_premiums_in_the_order_agreed(play):
    end = play("punter stake 7h 9", CUT, TURN, rules=THIRDS | bait(colour=1, first_card=2, deal_won=4), top="2c 7h")
    assert premiums(end) == [("punter", "colour", 1), ("punter", "first-card", 2), ("punter", "deal-won", 4)]
    end = play(STAKE, CUT, TURN, rules=bait(plie=1, lob=2), top="7d 7c")
    assert premiums(end) == [("punter", "plie", 1), ("punter", "lob", 2)]
    assert end.net == {"banker": 7, "punter": -7}


def test_a_premium_is_paid_once_for_each_occurrence(play):
    lines = ("anna stake 7h 10", "boris stake 7s 10", "boris stake 8s 10", "anna cut 3", TURN, TURN)
    rules = bait(plie=5, first_card=3, deal_won=2) | {"variant": "bank"}
    end = play(*lines, seats=SEATS, rules=rules, top="2c 7d 8d 8c")
    assert premiums(end) == [
        ("anna", "first-card", 3),
        ("boris", "first-card", 3),
        ("boris", "plie", 5),
        ("anna", "deal-won", 2),
    ]
    assert end.net == {"banker": -23, "anna": 15, "boris": 8}


def test_the_events_of_a_turn_are_the_settlements_and_then_the_premiums(play):
    lines = ("punter stake 7h 10", "punter stake 8h 4", CUT, TURN)
    end = play(*lines, rules=bait(lob=1, first_card=2, deal_won=3), top="8d 7d")
    kinds = [(event.kind, event.data.get("reason")) for event in end.steps[-1].events[4:]]
    assert kinds == [
        ("settled", None),
        ("settled", None),
        ("premium", "first-card"),
        ("premium", "lob"),
        ("premium", "deal-won"),
    ]


def test_premiums_for_cards_are_paid_at_once_and_for_the_deal_when_it_ends(play):
    lines = ("punter stake 7h 10", "punter stake 8h 4", CUT, TURN)
    rules = bait(first_card=2, deal_won=3)
    before = play(*lines, rules=rules, top="2c 7d 3c 8d")
    assert (before.net["punter"], premiums(before)) == (12, [("punter", "first-card", 2)])
    after = play(*lines, TURN, rules=rules, top="2c 7d 3c 8d")
    assert (after.net["punter"], premiums(after)[-1]) == (19, ("punter", "deal-won", 3))


@pytest.mark.parametrize(("eight", "won"), [(9, True), (10, False), (11, False)])
def test_a_deal_is_won_when_the_cards_together_brought_something(play, eight, won):
    lines = ("punter stake 7h 10", f"punter stake 8h {eight}", CUT, TURN)
    end = play(*lines, rules=bait(deal_won=3, first_card=100), top="8d 7d")
    assert (("punter", "deal-won", 3) in premiums(end)) is won


@pytest.mark.parametrize(
    ("results", "paid"),
    [
        ([WON], []),
        ([WON, WON], ["series-2"]),
        ([WON, WON, WON], ["series-2", "series-3"]),
        ([WON, WON, WON, WON], ["series-2", "series-3"]),
        ([WON, LOST, WON, WON], ["series-2"]),
        ([WON, WON, LOST, WON, WON], ["series-2", "series-2"]),
        ([LOST, LOST, LOST], []),
    ],
)
def test_a_series_is_paid_at_its_nth_win_in_a_row_and_again_in_the_next_series(play, results, paid):
    lines = []
    for _ in results:
        lines += ["punter stake 7h", CUT, TURN, DEAL]
    end = play(*lines[:-1], rules=bait(series_2=5, series_3=7), chance=tops(*results))
    assert premiums(end) == [("punter", event, {"series-2": 5, "series-3": 7}[event]) for event in paid]


def test_a_long_series_has_a_premium_too(play):
    lines = []
    for _ in range(12):
        lines += ["punter stake 7h", CUT, TURN, DEAL]
    end = play(*lines[:-1], rules=bait(series_12=5, series_2=1), chance=tops(*[WON] * 12))
    assert premiums(end) == [("punter", "series-2", 1), ("punter", "series-12", 5)]


def test_the_bank_runs_with_the_premiums(play):
    assert play(STAKE, CUT, TURN, rules=bait(first_card=5) | {"bank": 50}, top="2c 7d").state.view(None).bank == 35


def test_without_nazhivka_no_premium_is_paid(play):
    assert premiums(play(STAKE, CUT, TURN, top="7d 7c")) == []
