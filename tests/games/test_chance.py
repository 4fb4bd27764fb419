"""What chance gave: whole decks, seeds, tops, and which of them the cut changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.cards import card, pack
from games.core.chance import read_chance
from games.core.protocol import Illegal
from games.core.shuffle import shuffled

SIZES = [52, 36, 32]


def texts(cards):
    return " ".join(map(str, cards))


def written(size, seed="a deck"):
    """A whole order as a record writes it."""
    return texts(shuffled(pack(size), seed))


def first_deal(chance, size=52):
    return read_chance(chance, size, series=False).pack(1)


# -- one deal ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_deck_is_the_order_as_it_is_written(size):
    dealt = first_deal({"deck": written(size)}, size)
    assert texts(dealt.cards) == written(size)
    assert dealt.given == ()


def test_a_deck_may_be_written_over_several_lines():
    assert texts(first_deal({"deck": written(52).replace(" ", "\n ", 20)}).cards) == written(52)


@pytest.mark.parametrize("size", SIZES)
def test_a_seed_shuffles_the_pack(size):
    assert first_deal({"seed": "shtoss"}, size).cards == shuffled(pack(size), "shtoss")


@pytest.mark.parametrize("seed", ["", " ", "Чекалинский", "a/1", "№ 5 «пики»"])
def test_any_text_is_a_seed(seed):
    assert first_deal({"seed": seed}).cards == shuffled(pack(52), seed)


# -- top -----------------------------------------------------------------------------------------------------


def test_a_pattern_takes_the_first_unused_card_that_fits_and_the_others_follow_in_shuffled_order():
    order = list(shuffled(pack(52), "shtoss"))
    queens = [each for each in order if each.rank == "Q"]
    aces = [each for each in order if each.rank == "A"]
    expected = [queens[0], aces[0], queens[1], card("2c")]
    dealt = first_deal({"seed": "shtoss", "top": "Q? A? Q? 2c"})
    assert list(dealt.cards[:4]) == expected
    assert list(dealt.cards[4:]) == [each for each in order if each not in expected]


def test_the_patterns_of_top_are_what_is_given():
    assert first_deal({"seed": "s", "top": "  Q?\n As "}).given == ("Q?", "As")


def test_an_empty_top_gives_nothing():
    dealt = first_deal({"seed": "shtoss", "top": ""})
    assert dealt.cards == shuffled(pack(52), "shtoss")
    assert dealt.given == ()


def test_a_top_may_name_the_whole_pack():
    assert texts(first_deal({"seed": "s", "top": written(32)}, 32).cards) == written(32)


def test_four_patterns_of_a_rank_take_its_four_cards():
    dealt = first_deal({"seed": "s", "top": "7? 7? 7? 7?"})
    assert {str(each) for each in dealt.cards[:4]} == {"7c", "7d", "7h", "7s"}


def test_an_exact_card_before_a_pattern_of_its_rank_leaves_the_pattern_another():
    order = [each for each in shuffled(pack(52), "s") if each.rank == "7"]
    dealt = first_deal({"seed": "s", "top": f"{order[0]} 7?"})
    assert list(dealt.cards[:2]) == order[:2]


def test_a_pattern_that_took_the_card_which_is_named_later_is_refused_with_both_positions():
    first_seven = next(each for each in shuffled(pack(52), "s") if each.rank == "7")
    with pytest.raises(Illegal) as refused:
        first_deal({"seed": "s", "top": f"7? K? {first_seven}"})
    assert str(refused.value) == (
        f"chance.top: position 3 wants {first_seven}, but the 7? of position 1 took it; name the suit there"
    )


@given(data=st.data(), size=st.sampled_from(SIZES), seed=st.text(max_size=8))
@settings(max_examples=60, deadline=None)
def test_however_top_is_filled_the_pack_stays_whole_and_every_pattern_is_met(data, size, seed):
    chosen = data.draw(st.lists(st.sampled_from(pack(size)), max_size=12, unique_by=lambda each: each.rank))
    patterns = [str(each) if data.draw(st.booleans()) else f"{each.rank}?" for each in chosen]
    dealt = first_deal({"seed": seed, "top": " ".join(patterns)}, size)
    assert set(dealt.cards) == set(pack(size))
    assert len(dealt.cards) == size
    for each, pattern in zip(dealt.cards, patterns, strict=False):
        assert pattern in (str(each), f"{each.rank}?")
    rest = [each for each in shuffled(pack(size), seed) if each not in dealt.cards[: len(patterns)]]
    assert list(dealt.cards[len(patterns) :]) == rest


# -- the cut -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", [{"deck": written(36)}, {"seed": "shtoss"}, {"seed": "shtoss", "top": ""}])
def test_the_cut_puts_the_top_cards_of_a_deck_and_of_a_bare_seed_under_the_rest(chance):
    dealt = first_deal(chance, 36)
    for count in range(1, 36):
        after = dealt.after_cut(count)
        assert after[: 36 - count] == dealt.cards[count:]
        assert after[36 - count :] == dealt.cards[:count]


def test_a_top_fixes_the_order_after_the_cut_wherever_it_falls():
    dealt = first_deal({"seed": "shtoss", "top": "Q?"}, 36)
    assert {dealt.after_cut(count) for count in range(1, 36)} == {dealt.cards}


@pytest.mark.parametrize("count", [1, 26, 51])
def test_at_the_table_the_cut_of_a_deck_decides_which_cards_are_turned(play, count):
    end = play(
        "punter stake 7h 10", f"punter cut {count}", "banker turn", chance={"deck": texts(pack(52))}
    )  # an order that nobody shuffled
    circle = [*pack(52), *pack(52)]
    assert [turned["card"] for turned in end.events("turned")] == [str(circle[count]), str(circle[count + 1])]


@pytest.mark.parametrize("count", [1, 26, 51])
def test_at_the_table_the_cut_leaves_the_top_where_the_source_puts_it(play, count):
    end = play("punter stake 7h 10", f"punter cut {count}", "banker turn", top="9d 3c")
    assert [turned["card"] for turned in end.events("turned")] == ["9d", "3c"]


# -- given and supplied --------------------------------------------------------------------------------------


def test_an_event_marks_the_cards_of_top_as_given_and_all_others_as_supplied(play):
    end = play("punter stake 7h 10", "punter cut 1", *["banker turn"] * 2, top="2c K? 5d")
    assert [turned["given"] for turned in end.events("turned")] == [True, True, True, False]


def test_a_view_says_whether_the_card_or_only_its_rank_is_given(play):
    view = play("punter stake 7h 10", "punter cut 1", *["banker turn"] * 2, top="2c K? 5d").state.view(None)
    assert [turned.given for turned in (*view.right, *view.left, *view.abzug)] == ["card", "rank", "card", ""]


@pytest.mark.parametrize("chance", [{"seed": "shtoss"}, {"deck": written(52)}])
def test_without_a_top_every_card_is_supplied(play, chance):
    end = play("punter stake 7h 10", "punter cut 1", "banker turn", chance=chance)
    assert [turned["given"] for turned in end.events("turned")] == [False, False]


# -- a series ------------------------------------------------------------------------------------------------


def test_one_seed_serves_deal_k_of_a_series_as_seed_slash_k():
    chance = read_chance({"seed": "shtoss"}, 52, series=True)
    for deal in (1, 2, 3, 17):
        assert chance.pack(deal).cards == shuffled(pack(52), f"shtoss/{deal}")


def test_the_published_vector_of_a_first_deal_comes_from_a_series():
    assert texts(read_chance({"seed": "1"}, 52, series=True).pack(1).cards[:3]) == "7d 7s 3d"


def test_lists_hold_an_entry_a_deal():
    chance = read_chance({"seed": ("a", "b"), "top": ("Q?", "")}, 52, series=True)
    assert chance.pack(1).cards[0].rank == "Q"
    assert chance.pack(2).cards == shuffled(pack(52), "b")
    decks = read_chance({"deck": (written(52, "a"), written(52, "b"))}, 52, series=True)
    assert [texts(decks.pack(deal).cards) for deal in (1, 2)] == [written(52, "a"), written(52, "b")]


def test_a_numbered_seed_goes_with_a_list_of_tops():
    chance = read_chance({"seed": "s", "top": ("Q?", "K?")}, 52, series=True)
    second = list(shuffled(pack(52), "s/2"))
    king = next(each for each in second if each.rank == "K")
    second.remove(king)
    assert chance.pack(2).cards == (king, *second)


def test_a_list_of_one_serves_a_record_of_one_deal():
    assert first_deal({"seed": ("s",), "top": ("Q?",)}) == first_deal({"seed": "s", "top": "Q?"})


@pytest.mark.parametrize(
    ("chance", "key", "entries"),
    [
        ({"seed": ("a", "b")}, "seed", 2),
        ({"seed": "a", "top": ("Q?", "K?")}, "top", 2),
        ({"seed": ("a", "b", "c"), "top": ("Q?",)}, "top", 1),
        ({"deck": (written(52),)}, "deck", 1),
    ],
)
def test_a_deal_beyond_the_list_is_refused_with_the_number_of_entries(chance, key, entries):
    read = read_chance(chance, 52, series=True)
    read.pack(entries)
    with pytest.raises(Illegal) as refused:
        read.pack(entries + 1)
    assert str(refused.value) == f"chance.{key}: deal {entries + 1} has no entry; the record gives {entries}"


def test_at_the_table_a_record_of_one_deal_uses_the_seed_itself(play):
    cards = shuffled(pack(52), "any")
    end = play("punter stake 7h 10", "punter cut 3", "banker turn")
    assert [turned["card"] for turned in end.events("turned")] == [str(cards[3]), str(cards[4])]


def test_at_the_table_a_series_uses_numbered_seeds_from_its_first_deal(play):
    first, second = shuffled(pack(52), "two/1"), shuffled(pack(52), "two/2")
    deal = [f"punter stake {first[3]}", "punter cut 3", "banker turn"]  # settled by the first card
    end = play(*deal, "banker deal", *deal, chance={"seed": "two"})
    turned = [each["card"] for each in end.events("turned")]
    assert turned == texts((*first[3:5], *second[3:5])).split()


# -- refusals ------------------------------------------------------------------------------------------------

REFUSED = [
    ({}, "chance", 'no order of the deck is fixed; give seed = "any text", or deck with every card'),
    ({"top": "Q?"}, "chance", "no order of the deck is fixed"),
    ({"sede": "s"}, "chance", '"sede" is not known here; did you mean seed?'),
    ({"seed": "s", "x": 1}, "chance", '"x" is not known here; it can be deck, seed or top'),
    ({"deck": written(52), "seed": "s"}, "chance", "a whole deck leaves nothing to a seed"),
    ({"deck": written(52), "top": "Q?"}, "chance", "give deck, or seed with or without top"),
    ({"seed": 5}, "chance.seed", 'seed is a text in quotes, as in seed = "…", or a list of them'),
    ({"seed": True}, "chance.seed", "seed is a text in quotes"),
    ({"seed": {"a": "b"}}, "chance.seed", "seed is a text in quotes"),
    ({"seed": ("a", 5)}, "chance.seed", "or a list of them"),
    ({"seed": ()}, "chance.seed", "the list is empty; give one text a deal"),
    ({"seed": "s", "top": ()}, "chance.top", "the list is empty; give one text a deal"),
    ({"seed": "s", "top": 7}, "chance.top", "top is a text in quotes"),
    ({"deck": ()}, "chance.deck", "the list is empty"),
    ({"deck": 52}, "chance.deck", "deck is a text in quotes"),
    ({"deck": ""}, "chance.deck", "52 of 52 cards are missing: 2c 3c 4c 5c 6c 7c 8c 9c …; write every card once"),
    ({"deck": written(52)[3:]}, "chance.deck", f"1 of 52 cards are missing: {written(52)[:2]}; write every card once"),
    ({"deck": written(36)}, "chance.deck", "16 of 52 cards are missing: 2c 3c 4c 5c 2d 3d 4d 5d …"),
    ({"deck": f"{written(52)} Qs"}, "chance.deck", "Qs stands there more than once; every card belongs there once"),
    ({"deck": f"{written(52)} Qs Kh Kh"}, "chance.deck", "stands there more than once"),
    ({"deck": f"{written(52)} Xs"}, "chance.deck", '"Xs" is not a card; write a rank'),
    ({"deck": f"{written(52)} Q?"}, "chance.deck", '"Q?" is not a card'),
    ({"seed": "s", "top": "Q"}, "chance.top", '"Q" is not a card'),
    ({"seed": "s", "top": "Q"}, "chance.top", "as in Qs; ? in place of the suit means any suit"),
    ({"seed": "s", "top": "X?"}, "chance.top", '"X?" is not a card'),
    ({"seed": "s", "top": "10?"}, "chance.top", "(a ten is T)"),
    ({"seed": "s", "top": "?"}, "chance.top", '"?" is not a card'),
    ({"seed": "s", "top": "??"}, "chance.top", '"??" is not a card'),
    ({"seed": "s", "top": "?s"}, "chance.top", '"?s" is not a card'),
    ({"seed": "s", "top": "Qs Kd Qs"}, "chance.top", "Qs stands there more than once; a pack has one"),
    ({"seed": "s", "top": "Q? Q? Qs Qd Q?"}, "chance.top", "Q stands there more than four times; a pack has four"),
]


@pytest.mark.parametrize(("chance", "place", "sentence"), REFUSED)
def test_what_fixes_no_order_is_refused_with_what_would(chance, place, sentence):
    with pytest.raises(Illegal) as refused:
        first_deal(chance)
    assert refused.value.place == place
    assert sentence in refused.value.reason


@pytest.mark.parametrize(
    ("chance", "size", "sentence"),
    [
        ({"seed": "s", "top": "5c"}, 36, "there is no 5c in a 36-card deck; the lowest rank is 6"),
        ({"seed": "s", "top": "6?"}, 32, "in a 32-card deck; the lowest rank is 7"),
        ({"deck": written(52)}, 36, "in a 36-card deck; the lowest rank is 6"),
    ],
)
def test_a_card_that_is_not_in_the_deck_is_refused_naming_the_deck(chance, size, sentence):
    with pytest.raises(Illegal) as refused:
        first_deal(chance, size)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("key", ["deck", "top"])
def test_a_series_must_list_its_decks_and_its_tops(key):
    chance = {"deck": written(52)} if key == "deck" else {"seed": "s", "top": "Q?"}
    with pytest.raises(Illegal) as refused:
        read_chance(chance, 52, series=True)
    assert str(refused.value) == (
        f"chance.{key}: this record has several deals; make {key} a list with one text a deal"
    )


def test_at_the_table_a_deck_that_is_wrong_is_refused_at_the_start(refusal):
    assert refusal(chance={"seed": "s", "top": "Q"}).startswith('chance.top: "Q" is not a card')


def test_at_the_table_a_missing_entry_is_refused_where_its_deal_begins(refusal):
    deal = ["punter stake 7h 10", "punter cut 3", "banker turn"]
    sentence = refusal(*deal, "banker deal", chance={"seed": ("s",), "top": ("7c",)})
    assert sentence == 'action 4: "banker deal": chance.seed: deal 2 has no entry; the record gives 1'
