"""Faro: the doublet, the last card of the pack, and stakes between the abzugs."""

import pytest

from games.core.cards import card, pack
from games.core.protocol import Illegal
from games.shtoss.actions import parse

SEATS = ("banker", "anna", "boris")
FARO = {"variant": "faro"}
CUT = "punter cut 26"
TURN = "banker turn"
OPEN = "2c 3d 4h 5s"  # decides no seven, no king


@pytest.fixture
def ended(play):
    """``ended(top, line, …)``: the settlements after as many turns as they need."""

    def run(top, *stakes, turns=1, **rules):
        end = play(*stakes, CUT, *[TURN] * turns, rules=FARO | rules, top=top)
        return [(each["position"], each["amount"], each.get("terms", [])) for each in end.events("settled")]

    return run


# -- the doublet ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "amount", "word"),
    [({}, -5, "doublet"), ({"doublet": "half"}, -5, "doublet"), ({"doublet": "whole"}, -10, "plie")],
)
def test_a_doublet_costs_half_or_the_whole(ended, rules, amount, word):
    assert ended("7d 7s", "punter stake 7h 10", **rules) == [(1, amount, ["lob", word, "bita"])]
    assert ended("2c 3c 7d 7s", "punter stake 7h 10", turns=2, **rules) == [(3, amount, ["s-gorki", word, "bita"])]


def test_without_a_doublet_a_card_wins_or_loses_its_whole_stake(ended):
    assert ended("2c 7d", "punter stake 7h 10") == [(2, 10, ["sonik", "dana"])]
    assert ended("7d 2c", "punter stake 7h 10") == [(1, -10, ["lob", "bita"])]
    assert ended("2c 7d 7s", "punter stake 7h 10") == [(2, 10, ["sonik", "dana"])]


def test_a_stake_of_one_is_refused_and_never_rounded(refusal):
    for line in ("punter stake 7h 1", "punter stake 7h"):
        sentence = refusal(line, rules=FARO)
        assert sentence.endswith("a stake of 1 does not divide by 2, as the conditions need; stake 2")


def test_a_doublet_by_thirds_costs_half_of_the_part(ended):
    rules = {"conditions": ("thirds",)}
    assert [ended(f"{odd} 7s", "punter stake 7h 6", **rules)[0][1] for odd in ("7h", "7d", "7c")] == [-3, -2, -1]


def test_a_doublet_where_the_lob_costs_half_costs_a_quarter(ended):
    assert ended("7d 7s", "punter stake 7h 8", conditions=("lob-half",))[0][1] == -2


def test_faro_takes_one_punter_or_several_and_the_other_tables_have_no_such_rules(play, refusal):
    assert play(rules=FARO, seats=SEATS).state.view(None).variant == "faro"
    assert refusal(rules={"doublet": "half"}).startswith("rules.doublet: only faro has this rule")


# -- the end of the pack -------------------------------------------------------------------------------------


@pytest.fixture
def last(play):
    """``last(pair, card, …)``: what becomes of 12 staked on ``card`` when only the last ``pair`` of the pack is left.

    The nines come first, and when they are gone boris stakes on one: that keeps the deal going to the end.
    """

    def run(pair, staked, size=52, **rules):
        pair, nines = pair.split(), ["9c", "9d", "9h", "9s"]
        others = [str(each) for each in pack(size) if str(each) not in (*pair, *nines)]
        others.sort(key=lambda each: each[0] == "8")  # boris's first card waits for the last eights
        lines = ["boris stake 8h 12", "boris cut 3", TURN, TURN, "boris stake 9h 12", *[TURN] * (size // 2 - 3)]
        setup = {"seats": SEATS, "rules": FARO | {"deck": size} | rules, "top": " ".join([*nines, *others, *pair])}
        before = play(*lines, **setup)
        assert (before.phase, before.state.view(None).undealt) == ("turning", 2)
        end = play(*lines, f"anna stake {staked} 12", TURN, **setup)
        assert (end.phase, end.state.view(None).undealt) == ("settled", 0)
        (ending,) = (each for each in end.events("settled") if each["seat"] == "anna")
        (kept,) = (each for each in end.events("settled") if each["card"] == "9h")
        assert kept == {"kind": "settled", "seat": "boris", "card": "9h", "position": size, "amount": 0}
        return ending["position"], ending["amount"], ending.get("terms", [])

    return run


@pytest.mark.parametrize("size", [52, 36, 32])
def test_by_the_last_card_nobody_wins_unless_it_counts(last, size):
    assert last("Kd 7d", "7h", size) == (size, 0, [])
    assert last("Kd 7d", "7h", size, last_card="void") == (size, 0, [])
    assert last("Kd 7d", "7h", size, last_card="counts") == (size, 12, ["dana"])


@pytest.mark.parametrize("size", [52, 36, 32])
@pytest.mark.parametrize("rules", [{}, {"last_card": "counts"}, {"last_doublet": "half"}])
def test_the_last_card_but_one_is_the_banker_s_as_any_odd_card(last, size, rules):
    assert last("7d Kd", "7h", size, **rules) == (size - 1, -12, ["bita"])


@pytest.mark.parametrize(
    ("rules", "amount", "word"),
    [
        ({}, -12, "doublet"),
        ({"last_doublet": "whole"}, -12, "doublet"),
        ({"last_doublet": "half"}, -6, "doublet"),
        ({"last_doublet": "half", "doublet": "whole"}, -6, "plie"),
        ({"doublet": "whole"}, -12, "plie"),
        ({"last_card": "counts"}, -12, "doublet"),
    ],
)
def test_a_doublet_in_the_last_pair_costs_what_was_agreed_for_it(last, rules, amount, word):
    assert last("7d 7s", "7h", **rules) == (51, amount, [word, "bita"])


def test_a_doublet_before_the_last_pair_is_no_last_one(ended):
    assert ended("7d 7s", "punter stake 7h 12", last_doublet="half", doublet="whole") == [
        (1, -12, ["lob", "plie", "bita"])
    ]


@pytest.mark.parametrize("rules", [{}, {"last_card": "counts"}])
def test_a_card_whose_rank_is_gone_comes_back_to_its_punter_when_the_pack_ends(last, rules):
    assert last("Kd Qd", "9s", **rules) == (52, 0, [])


def test_at_the_end_thirds_count_as_ever(last):
    thirds = {"conditions": ("thirds",)}
    assert last("7d Kd", "7h", **thirds) == (51, -8, ["bita", "polutsvetnaya"])
    assert last("7c Kd", "7h", **thirds) == (51, -4, ["bita", "prostaya"])
    assert last("Kd 7h", "7h", last_card="counts", **thirds) == (52, 12, ["dana", "tsvetnaya"])
    assert last("Kd 7h", "7h", **thirds) == (52, 0, [])
    assert last("7d 7h", "7h", last_doublet="half", **thirds) == (51, -4, ["doublet", "bita", "polutsvetnaya"])


def test_at_the_end_a_table_counts_but_the_void_card_stays_void(last):
    rows = ({"position": 52, "share": "1", "to": "banker"}, {"position": 51, "share": "1", "to": "punter"})
    assert last("7d Kd", "7h", abzug=rows) == (51, 12, ["bita", "abzug-shtoss"])
    assert last("Kd 7d", "7h", abzug=rows) == (52, 0, [])
    assert last("Kd 7d", "7h", abzug=rows, last_card="counts") == (52, -12, ["dana", "abzug-shtoss"])


def test_example_17_what_cannot_happen_to_an_early_card_happens_to_a_late_one(last):
    """The only card of its rank that is left is the last of the pack."""
    assert last("Kd 7d", "7h")[:2] == (52, 0)


def test_what_came_back_is_neither_won_nor_lost(play):
    nines = "9c 9d 9h 9s"
    others = " ".join(sorted((str(each) for each in pack(52) if each.rank != "9"), key=lambda each: each[0] == "8"))
    lines = ("boris stake 8h 12", "boris cut 3", TURN, TURN, "anna stake 9h 10", *[TURN] * 24, "banker deal")
    rules = {"nazhivka": tuple({"event": event, "amount": 7} for event in ("deal-won", "plie", "lob", "first-card"))}
    chance = {"seed": ("a", "b"), "top": (f"{nines} {others}", "")}
    begun = play(*lines, seats=SEATS, rules=FARO | rules, chance=chance)
    assert begun.events("settled")[-1] == {
        "kind": "settled",
        "seat": "anna",
        "card": "9h",
        "position": 52,
        "amount": 0,
    }
    assert [each["seat"] for each in begun.events("premium")] == ["boris"]  # for his plie
    assert (begun.state.run("anna").ceiling, begun.state.run("anna").wins) == (10, 0)


# -- stakes between the abzugs -------------------------------------------------------------------------------

BEFORE = ("anna stake 7h 10", "anna cut 26")


def at_faro(play, *lines, top=OPEN, variant="faro", **rules):
    return play(*lines, seats=SEATS, rules={"variant": variant} | rules, top=top)


def test_d11_at_faro_a_card_may_be_staked_between_the_abzugs(play):
    end = at_faro(play, *BEFORE, TURN, "boris stake Kh 20", TURN, "boris stake Qh 4", TURN, top=f"{OPEN} Kd Qc")
    assert [(bet.seat, str(bet.card), bet.at) for bet in end.state.bets] == [
        ("anna", "7h", 0),
        ("boris", "Kh", 2),
        ("boris", "Qh", 4),
    ]
    assert end.net == {"banker": 16, "anna": 0, "boris": -16}


@pytest.mark.parametrize("variant", ["shtoss", "bank"])
def test_d11_only_faro_lets_a_card_be_staked_late(refusal, variant):
    lines = ("punter stake 7h 10", CUT, TURN, "punter stake Kh 2")
    sentence = refusal(*lines, rules={"variant": variant}, top=OPEN)
    assert sentence.endswith("no card can be staked now: stakes are closed until this deal is settled; turn")


def test_d11_between_the_cut_and_the_first_abzug_nothing_is_staked_at_faro_either(play, refusal):
    assert at_faro(play, *BEFORE).offers() == [("banker", "turn")]
    for line in ("anna stake 8h 2", "banker refuse anna 7h"):
        sentence = refusal(*BEFORE, line, rules=FARO, seats=SEATS)
        assert "now: stakes are closed until this deal is settled; turn" in sentence


def test_d11_when_the_deal_is_settled_nothing_is_staked_any_more(refusal):
    sentence = refusal(*BEFORE, TURN, "boris stake 8h 2", rules=FARO, seats=SEATS, top="2c 7d")
    assert "no card can be staked now: this deal is settled" in sentence


def test_between_the_abzugs_the_turn_and_every_punter_s_stake_are_offered(play):
    end = at_faro(play, *BEFORE, TURN, initial_kush=10)
    assert end.offers() == [("banker", "turn"), ("anna", "stake"), ("boris", "stake")]
    _, anna, boris = end.state.offers()
    assert card("7s") not in anna.args["card"]
    assert card("7s") in boris.args["card"]
    assert (anna.args["amount"].start, anna.args["amount"].step) == (10, 2)


def test_d12_with_cut_first_faro_lets_stakes_be_made_before_and_between(play):
    lines = ("anna cut 26", "anna stake 7h 10", TURN, "boris stake Kh 20", TURN)
    assert at_faro(play, *lines, top="2c 3d Kd Ks", cut="first").net == {"banker": 10, "anna": 0, "boris": -10}


def test_a_late_stake_is_decided_by_what_comes_after_it(play):
    end = at_faro(play, *BEFORE, TURN, "boris stake Kh 20", TURN, top="Kc Kd 2c Ks")
    assert [(each["seat"], each["position"], each["amount"]) for each in end.events("settled")] == [("boris", 4, 20)]


def test_a_late_stake_must_divide_and_reach_the_initial_kush_like_any_other(play):
    state = at_faro(play, *BEFORE, TURN, initial_kush=4).state
    for line, sentence in (
        ("boris stake Kh 5", "does not divide by 2"),
        ("boris stake Kh 2", "below the initial kush"),
    ):
        with pytest.raises(Illegal, match=sentence):
            state.apply(parse(line))


def test_d05_a_rank_that_was_settled_is_not_staked_again_in_the_same_deal(play):
    lines = ("anna stake 7h 10", "anna stake 8h 10", "anna cut 3", TURN)
    state = at_faro(play, *lines, top="2c 7d").state
    with pytest.raises(Illegal, match="anna has staked 7h in this deal; stake another rank"):
        state.apply(parse("anna stake 7s 2"))
    cards = {offer.seat: offer.args["card"] for offer in state.offers() if offer.verb == "stake"}
    assert card("7s") not in cards["anna"]
    assert card("7s") in cards["boris"]


def test_a_late_stake_is_hidden_from_the_others_until_the_next_abzug(play):
    late = at_faro(play, *BEFORE, TURN, "boris stake Kh 20")
    assert late.steps[-1].events[0].as_json() == {"kind": "staked", "seat": "boris", "amount": 20}
    for seat in (None, "banker", "anna"):
        anna, boris = late.state.view(seat).bets
        assert (str(anna.card), anna.opened) == ("7h", True)
        assert (boris.card, boris.amount, boris.opened) == (None, 20, False)
        assert late.state.show(parse("boris stake Kh 20"), seat) == "boris stake ?? 20"
        assert late.state.show(parse("anna stake 7h 10"), seat) == "anna stake 7h 10"
    assert [str(bet.card) for bet in late.state.view("boris").bets] == ["7h", "Kh"]
    assert late.state.show(parse("boris stake Kh 20"), "boris") == "boris stake Kh 20"
    shown = at_faro(play, *BEFORE, TURN, "boris stake Kh 20", TURN)
    for seat in (None, *SEATS):
        assert [(str(bet.card), bet.opened) for bet in shown.state.view(seat).bets] == [("7h", True), ("Kh", True)]
        assert shown.state.show(parse("boris stake Kh 20"), seat) == "boris stake Kh 20"


def test_each_card_is_opened_once_by_the_first_abzug_after_it(play):
    lines = (*BEFORE, TURN, "boris stake Kh 20", "anna stake Qh 2", TURN, TURN)
    end = at_faro(play, *lines, top=f"{OPEN} 6c 8d")
    opened = [[event.data["card"] for event in step.events if event.kind == "opened"] for step in end.steps]
    assert opened == [[], [], [], ["7h"], [], [], ["Kh", "Qh"], []]
    kinds = [event.kind for event in end.steps[6].events]
    assert kinds == ["turned", "turned", "opened", "opened"]


def test_a_late_stake_may_be_refused_until_the_next_abzug(play, refusal):
    lines = (*BEFORE, TURN, "boris stake Kh 20")
    late = at_faro(play, *lines)
    assert late.offers() == [("banker", "turn"), ("anna", "stake"), ("boris", "stake"), ("banker", "refuse")]
    assert dict(late.state.offers()[-1].args) == {"punter": ("boris",), "card": (card("Kh"),)}
    back = at_faro(play, *lines, "banker refuse boris Kh")
    assert [bet.seat for bet in back.state.bets] == ["anna"]
    assert back.steps[-1].events[0].as_json() == {
        "kind": "refused",
        "seat": "banker",
        "punter": "boris",
        "amount": 20,
        "terms": ["bit-kartu"],
    }
    assert at_faro(play, *lines, "banker refuse boris Kh", "boris stake Kh 2").phase == "turning"
    sentence = refusal(*lines, TURN, "banker refuse boris Kh", seats=SEATS, rules=FARO, top=OPEN)
    assert sentence.endswith("the stake on Kh has been played for; only one made since can be refused")


def test_an_early_stake_is_not_refused_between_the_abzugs(play, refusal):
    assert ("banker", "refuse") not in at_faro(play, *BEFORE, TURN).offers()
    sentence = refusal(*BEFORE, TURN, "banker refuse anna 7h", seats=SEATS, rules=FARO, top=OPEN)
    assert sentence.endswith("the stake on 7h has been played for; only one made since can be refused")


def test_a_late_stake_at_the_initial_kush_or_under_vol_ny_kush_is_not_refused(refusal):
    lines = (*BEFORE, TURN, "boris stake Kh 2", "banker refuse boris Kh")
    sentence = refusal(*lines, seats=SEATS, rules=FARO | {"initial_kush": 2}, top=OPEN)
    assert sentence.endswith("a stake of 2 cannot be refused; only one above 2 can")
    sentence = refusal(*lines, seats=SEATS, rules=FARO | {"conditions": ("volny-kush",)}, top=OPEN)
    assert sentence.endswith("this table plays vol'ny kush; no stake can be refused")


def test_what_may_be_refused_follows_the_bank_through_the_deal(play):
    lines = ("anna stake 7h 10", "boris stake 8h 2", "anna cut 3", TURN)
    for amount, refused in ((40, False), (42, True)):
        late = at_faro(play, *lines, f"boris stake Kh {amount}", top="2c 7d", bank=50)
        assert late.state.view(None).bank == 40
        assert (("banker", "refuse") in late.offers()) is refused


def test_late_stakes_count_against_what_the_last_deal_allows(play):
    lines = ("punter stake 7h 10", CUT, TURN, "banker deal", "punter stake 7h 16", CUT, TURN)
    end = play(*lines, rules=FARO, chance={"seed": ("a", "b"), "top": ("2c 7d", OPEN)})
    stakes = next(offer.args["amount"] for offer in end.state.offers() if offer.verb == "stake")
    assert stakes == range(2, 5, 2)


def test_late_stakes_count_for_what_the_next_deal_allows(play):
    lines = ("punter stake 7h 10", CUT, TURN, "punter stake Kh 20", TURN, TURN, "banker deal")
    begun = play(*lines, rules=FARO, chance={"seed": ("a", "b"), "top": ("2c 3d 4c Kd 5c 7d", OPEN)})
    assert begun.net["punter"] == 30
    assert next(offer.args["amount"] for offer in begun.state.offers())[-1] == 60


@pytest.mark.parametrize(("pair", "position", "terms"), [("7d Kd", 3, ["s-gorki", "bita"]), ("Kd 7d", 4, ["dana"])])
def test_positions_are_those_of_the_whole_pack_also_for_a_late_stake(play, pair, position, terms):
    lines = ("anna stake 2h 10", "anna cut 3", TURN, "boris stake 7h 2", TURN)
    end = at_faro(play, *lines, top=f"3c 4c {pair}")
    assert [(each["position"], each["terms"]) for each in end.events("settled")] == [(position, terms)]
