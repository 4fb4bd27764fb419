"""Every spelling of a word has a key in common with every other, and with few that are not its own."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from library.asking import LONGEST, all_met, asked, sought
from library.shelf import shelf
from library.spelling import folded, keys, keys_of, other_layout, unstemmed, whole_keys, words

ALIKE = {
    "abzug": "abzug abtsug abcug abtzug Abzug abzugs абцуг абцуга абцугу абцугом абцугов абцуге абцугами абцугъ АБЦУГ",
    "stos": "shtoss shtos stoss stos Stoß schtoss штосс штос стос штосса штоса штосы штоссом штоссъ",
    "zheton": "zheton žeton жетон жетонов жетоны",
    "hohol": "khokhol hohol хохол",
    "zar": "tsar tzar car царь царя",
    "gorchak": "gorchak gortchak gortschak горчак",
    "faraon": "pharaon faraon фараон фараона",
    "plut": "plut плут",
    "sempel": "sempel семпель сэмпель се́мпель сѐмпель",
    "bankomet": "bankomet bankomyot банкомет банкомёт банкомётов",
    "idet": "idet idyot idiot идёт идет",
}


@pytest.mark.parametrize(("key", "word"), [(key, word) for key, line in ALIKE.items() for word in line.split()])
def test_spellings_fold_to_one_key(key: str, word: str) -> None:
    assert folded(word) == key


@pytest.mark.parametrize(
    "spellings",
    [
        "тёмная тёмную тёмной",
        "тёмная tyomnaya temnaya tëmnaja tiomnaia",
        "вольный vol'ny volny volnyi volnyj vol’ny",
        "третями третьями tret'yami tretyami tretiami tretjami",
        "обдёрнуться obdernut'sya obdiornutsia",
        "нашёл нашел nashol nashel nashyol",
        "счёт schot schet",
        "щука shchuka schuka ščuka",
        "талья talia talya",
        "талия талии талию",
        "цветная tsvetnaya cvetnaja",
        "Германн Hermann Herman",
        "Чекалинский Chekalinsky Tchekalinsky Chekalinskii Čekalinskij",
        "любовь lyubov liubov'",
        "плие plie plié",
        "пе pe",
        "мѣлокъ мелок melok",
        "staked staking stake",
        "banker's banker bankers",
        "188,000 188000",
    ],
)
def test_first_spelling_has_a_key_in_common_with_each(spellings: str) -> None:
    first, *others = spellings.split()
    for other in others:
        assert keys(first) & keys(other), other


@pytest.mark.parametrize(
    ("one", "other"),
    [("штосс", "стусс"), ("lob", "лом"), ("соник", "сани"), ("bank", "banka"), ("183", "1833"), ("куш", "кус")],
)
def test_other_words_have_no_key_in_common(one: str, other: str) -> None:
    assert not keys(one) & keys(other)


@pytest.mark.parametrize("term", shelf().terms.values(), ids=lambda term: str(term.slug))
def test_every_headword_meets_itself_with_and_without_its_accents(term: object) -> None:
    for name in (term.head.title, *term.head.russian, *term.head.also):  # type: ignore[attr-defined]
        plain = name.replace("\u0301", "").replace("ё", "е").replace("'", "").replace("’", "")
        assert all_met(sought(name), keys(name))
        assert all_met(sought(plain), keys(name))


@pytest.mark.parametrize("name", ["va-bank", "va bank", "vabank", "ва-банк", "ВА-БА́НК", "вабанк"])
def test_a_name_of_several_words_has_one_key(name: str) -> None:
    assert "vabank" in whole_keys(name)


def test_words_keep_their_accents_and_apostrophes() -> None:
    found = [word[0] for word in words("«Атанде́-с», vol’ny — banker's 'so' 47,000 за 1830 г.")]
    assert found == ["Атанде́", "с", "vol’ny", "banker's", "so", "47,000", "за", "1830", "г"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("injcc", "штосс"), ("фиягп", "abzug"), ("J,lthyenmcz", "обдернуться"), ("vtnrf", "метка"), ("ызфвуы", "spades")],
)
def test_the_other_layout(typed: str, meant: str) -> None:
    assert other_layout(typed) == meant


@pytest.mark.parametrize(
    ("typed", "text", "met"),
    [
        ("abz", "the abzug", True),
        ("abz abzug", "the abzug", False),
        ("a", "the abzug", False),
        ("the abzug", "abzug", False),
        ("штос", "Shtoss", True),
        ("Чекалинского", "Chekalinsky", True),
        ("талии", "talking", False),
    ],
)
def test_the_last_word_is_met_by_its_beginning(typed: str, text: str, met: bool) -> None:
    assert all_met(sought(typed), keys(text)) is met


def test_asked_can_be_shown_again() -> None:
    assert asked("  a\0b\ud800\n\N{ZERO WIDTH SPACE}c ").text == "a b   c"
    assert asked("x" * LONGEST) == asked("x" * LONGEST + "   ")
    assert asked("x" * (LONGEST + 1)).shortened
    assert len(asked("x" * 5000).text) == LONGEST


@given(st.text())
def test_keys_are_plain_whatever_the_text(text: str) -> None:
    for key in keys(text) | whole_keys(text):
        assert re.fullmatch("[a-z0-9]+", key)
    for each in sought(text):
        assert each.keys


@given(st.text(alphabet="абвгдежзийклмнопрстуфхцчшщъыьэюяёabcdefghijklmnopqrstuvwxyz'’-"))
def test_a_text_meets_itself(text: str) -> None:
    assert all_met(sought(text), keys(text))


def test_threads_do_not_disturb_each_other() -> None:
    """A stemmer keeps its word while it works."""
    uncached = folded.__wrapped__
    typed = ["абцугами", "абцугов", "staking", "штоссом", "карточные", "punters"] * 200
    expected = [uncached(word) for word in typed]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(uncached, typed)) == expected


def test_a_short_beginning_is_not_sought() -> None:
    assert sought("п")[0].starts == ()
    assert unstemmed("штосс") in sought("штосс")[0].starts
    assert keys_of("!") == frozenset()
