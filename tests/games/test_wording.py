"""The small helps that make every refusal a sentence."""

import pytest

from games.core.wording import instead, listed, quoted


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"), ([52, 36, 32], "52, 36 or 32")],
)
def test_words_are_listed_with_a_last_word_before_the_last(words, text):
    assert listed(words) == text
    assert listed(iter(words), "and") == text.replace(" or ", " and ")


def test_of_a_long_list_the_first_twelve_are_named_and_the_others_counted():
    assert listed(range(12)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 or 11"
    assert listed(range(14), "and") == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 others"
    assert listed(range(1000)).endswith(", 11 or 988 others")


@pytest.mark.parametrize(
    ("word", "known", "text"),
    [
        ("turm", ["turn", "deal"], "did you mean turn?"),
        ("zzz", ["turn", "deal"], "it can be turn or deal"),
        ("zzz", ["turn"], "it can be turn"),
        ("zzz", [], "there is none"),
        ("zzz", [str(n) for n in range(20)], "it can be 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 8 others"),
    ],
)
def test_the_nearest_word_is_named_or_all_of_them(word, known, text):
    assert instead(word, known) == text
    assert instead(word, iter(known)) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", '""'),
        ("a b", '"a b"'),
        ("a\nb", '"a\\nb"'),
        ("\x1b[31m", '"\\x1b[31m"'),
        ("Чекалинский", '"Чекалинский"'),
        ("\u202e", '"\\u202e"'),
        ("x" * 80, f'"{"x" * 80}"'),
        ("x" * 81, f'"{"x" * 79}…"'),
        ("\n" * 50, f'"{(chr(92) + "n") * 39}{chr(92)}…"'),
    ],
)
def test_what_is_quoted_stands_on_one_line_and_is_not_long(text, shown):
    assert quoted(text) == shown
