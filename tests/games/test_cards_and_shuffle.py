"""Cards, packs, and the shuffle that must stay the same for ever."""

from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import shuffle
from games.core.cards import PACKS, RANKS, SUITS, Card, card, members, pack, require
from games.core.protocol import Illegal
from games.core.shuffle import shuffled, words

VECTORS = [
    (52, "shtoss", "4c Qs Kh As 9d Jh 6s 6d", "4d 3d"),
    (36, "shtoss", "6c 8c As Jh Ah 7h 6h Qc", "Qh Ks"),
    (32, "Чекалинский", "7c Kh 9c Ac 7s 9h 9s Jh", "Kc Qd"),
    (52, "1/1", "7d 7s 3d Qc 3s As 7c 6s", "Ad 4h"),
]


def texts(cards):
    return " ".join(map(str, cards))


# -- the shuffle ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "seed", "first_eight", "last_two"), VECTORS)
def test_the_shuffle_reproduces_its_published_vectors(size, seed, first_eight, last_two):
    order = shuffled(pack(size), seed)
    assert texts(order[:8]) == first_eight
    assert texts(order[-2:]) == last_two


def test_words_are_the_big_endian_eighths_of_the_digest_of_seed_colon_k():
    digests = sha256(b"shtoss:0").digest() + sha256(b"shtoss:1").digest()
    expected = [int.from_bytes(digests[at : at + 4], "big") for at in range(0, 64, 4)]
    assert list(islice(words("shtoss"), 16)) == expected


def shuffled_by_the_book(cards, seed):
    """The published description, step by step, in other words than the engine's."""
    order, stock, k = list(cards), [], 0
    for i in reversed(range(1, len(order))):
        while True:
            if not stock:
                digest = sha256(f"{seed}:{k}".encode()).digest()
                stock, k = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)], k + 1
            word = stock.pop(0)
            if word < 2**32 - 2**32 % (i + 1):
                break
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@given(seed=st.text(max_size=20), size=st.sampled_from(sorted(PACKS)))
@settings(max_examples=60, deadline=None)
def test_the_shuffle_follows_its_description_for_any_seed(seed, size):
    assert shuffled(pack(size), seed) == shuffled_by_the_book(pack(size), seed)
    assert sorted(map(str, shuffled(pack(size), seed))) == sorted(map(str, pack(size)))


@pytest.mark.parametrize(
    ("first_word", "expected"),
    [
        (2**32 - 1, "cba"),  # at the bound for three: passed over, the next word decides
        (2**32 - 2, "bac"),  # the last word under it counts: its remainder by three is two
    ],
)
def test_a_word_at_or_over_the_bound_is_passed_over(monkeypatch, first_word, expected):
    monkeypatch.setattr(shuffle, "words", lambda seed: iter([first_word, 0, 1, 0]))
    assert "".join(shuffled("abc", "any")) == expected


@pytest.mark.parametrize("cards", ["", "a"])
def test_nothing_and_a_single_card_shuffle_to_themselves(cards):
    assert "".join(shuffled(cards, "any")) == cards


# -- packs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "lowest"), [(52, "2"), (36, "6"), (32, "7")])
def test_a_pack_runs_by_suits_from_its_lowest_rank_to_the_ace(size, lowest):
    ranks = "23456789TJQKA"[-size // 4 :]
    assert ranks[0] == lowest
    assert texts(pack(size)) == " ".join(rank + suit for suit in "cdhs" for rank in ranks)
    assert members(size) == set(pack(size))


@pytest.mark.parametrize("size", [0, 31, 40, 53, -52])
def test_there_is_no_pack_of_another_size(size):
    with pytest.raises(Illegal) as refused:
        pack(size)
    assert str(refused.value) == f"there is no pack of {size} cards; it can be 52, 36 or 32"


# -- cards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [rank + suit for rank in RANKS for suit in SUITS])
def test_a_card_is_read_from_rank_then_suit_and_written_back(text):
    assert card(text) == Card(rank=text[0], suit=text[1])
    assert str(card(text)) == text


A_CARD = "is not a card; write a rank (2 3 4 5 6 7 8 9 T J Q K A) and a suit (c d h s), as in Qs"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f'"" {A_CARD}'),
        ("Q", f'"Q" {A_CARD}'),
        ("sQ", f'"sQ" {A_CARD}'),
        ("QS", f'"QS" {A_CARD}'),
        ("qs", f'"qs" {A_CARD}'),
        ("1s", f'"1s" {A_CARD}'),
        ("Qs ", f'"Qs " {A_CARD}'),
        ("Q?", f'"Q?" {A_CARD}'),
        ("Q♠", f'"Q♠" {A_CARD}'),
        ("10h", f'"10h" {A_CARD} (a ten is T)'),
        ("Q\ns", f'"Q\\ns" {A_CARD}'),
        ("Q" * 100, f'"{"Q" * 79}…" {A_CARD}'),
    ],
)
def test_what_is_not_a_card_is_refused_with_the_way_to_write_one(text, sentence):
    with pytest.raises(Illegal) as refused:
        card(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "size", "lowest"), [("3h", 36, "6"), ("5c", 36, "6"), ("6s", 32, "7"), ("2d", 32, "7")]
)
def test_a_card_foreign_to_the_deck_is_refused_naming_the_deck(text, size, lowest):
    with pytest.raises(Illegal) as refused:
        require(card(text), size)
    assert str(refused.value) == f"there is no {text} in a {size}-card deck; the lowest rank is {lowest}"


@pytest.mark.parametrize("size", sorted(PACKS))
def test_every_card_of_a_pack_belongs_to_it(size):
    for each in pack(size):
        require(each, size)
