"""Words met under any spelling: in either alphabet, under any transliteration, in any inflection.

A word is stemmed first, by the rules of the language of its alphabet, and then folded: Cyrillic to Latin, and all the
ways of writing a Russian sound in Latin letters to one. What comes out is a key, to be compared and never to be read:
*abzug*, *abtsug* and «абцугов» are all ``abzug``, and so is any other word that happens to fold to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import normalize

from snowballstemmer import stemmer

KEPT = 1 << 16  # words whose keys are kept: more than our texts have
WORD = re.compile(r"\d+(?:,\d{3})+|[^\W_](?:[^\W_]|[\u0300-\u036f]|['’](?=[^\W_]))*")
CYRILLIC = re.compile(r"[\u0400-\u04ff]")
STRESS = re.compile("[\u0300\u0301]")
NO_LETTER = re.compile(r"[^a-z0-9]")

# The spelling before 1918 is among them, and so are the letters with a háček.
LATIN = str.maketrans(
    dict(zip("абвгдезийклмнопрстуфхцыэ", "abvgdeziiklmnoprstufhzie", strict=True))
    | {"ж": "zh", "ч": "ch", "ш": "sh", "щ": "sch", "ю": "iu", "я": "ia", "ё": "e", "ъ": "", "ь": ""}
    | {"ѣ": "e", "і": "i", "ѵ": "i", "ѳ": "f"}
    | {"ž": "zh", "č": "ch", "š": "sh"}
)
# In this order: what is written in several ways, and the one that stands for all of them.
VARIANTS = tuple(
    (re.compile(pattern), key)
    for pattern, key in (
        (r"shch", "sch"),  # щ; it is also how сч is read
        (r"ts?ch", "ch"),
        (r"sc?ht", "st"),  # German: Stoß, штосс
        (r"kh", "h"),
        (r"ph", "f"),  # pharaon, фараон
        (r"x", "ks"),
        (r"w", "v"),
        (r"t[sz]|tc|c(?!h)", "z"),  # ц, and with it з: abzug is written so
        (r"[yj]", "i"),
        (r"([a-z])\1+", r"\1"),
        (r"i[oe]", "e"),  # ё and е after a soft sound
        (r"([sz]h|ch)o", r"\1e"),  # шё is heard as sho
    )
)

LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
CYRILLIC_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю"
TO_CYRILLIC = str.maketrans(LATIN_KEYS + '~{}:"<>', CYRILLIC_KEYS + "ёхъжэбю")
TO_LATIN = str.maketrans(CYRILLIC_KEYS, LATIN_KEYS)


def words(text: str) -> Iterator[re.Match[str]]:
    """Where the words of ``text`` stand. A hyphen parts words, an apostrophe inside one does not."""
    return WORD.finditer(text)


def keys(text: str) -> set[str]:
    """The keys of all words of ``text``. Two texts have a word in common when they have a key in common."""
    return {key for found in words(text) for key in keys_of(found[0])}


@lru_cache(maxsize=KEPT)
def keys_of(word: str) -> frozenset[str]:
    """The keys of one word: as it stands and by its stem, since a transliteration is not stemmed as the original is.

    A foreign H is Г in Russian, so that «Германн» is also Hermann.
    """
    bare = _bare(word)
    found = {_latin(bare), folded(word)}
    if bare.startswith("г"):
        found |= {f"h{key[1:]}" for key in found}
    return frozenset(found - {""})


@lru_cache(maxsize=KEPT)
def folded(word: str) -> str:
    """The one key of ``word`` by its stem; empty if it has neither Latin nor Cyrillic letters nor digits."""
    return _latin(_stem(_bare(word)))


@lru_cache(maxsize=KEPT)
def unstemmed(word: str) -> str:
    """The key of ``word`` as it stands. What is typed of a word so far has nearly always the beginning of its key."""
    return _latin(_bare(word))


def whole_keys(name: str) -> set[str]:
    """The keys of ``name`` as one word, so that it is met by itself and by nothing longer: *va-bank*, *vabank*."""
    return {whole(name), "".join(folded(found[0]) for found in words(name))} - {""}


def whole(name: str) -> str:
    """The key of ``name`` as one word and as it stands."""
    return "".join(unstemmed(found[0]) for found in words(name))


def is_cyrillic(word: str) -> bool:
    return CYRILLIC.search(word) is not None


def other_layout(text: str) -> str:
    """``text`` as it comes out where the keyboard stands at the other alphabet: ``injcc`` is «штосс»."""
    lower = text.lower()
    return lower.translate(TO_LATIN if is_cyrillic(lower) else TO_CYRILLIC)


def _bare(word: str) -> str:
    """``word`` in small letters, without marks of stress, with е for ё."""
    unmarked = STRESS.sub("", normalize("NFD", word.casefold()))
    return normalize("NFC", unmarked).replace("ё", "е").replace("’", "'")


def _stem(bare: str) -> str:
    # A stemmer keeps the word it works on, and threads must not share that: each call has its own.
    return str(stemmer("russian" if is_cyrillic(bare) else "english").stemWord(bare))


def _latin(bare: str) -> str:
    key = NO_LETTER.sub("", normalize("NFKD", bare.translate(LATIN)))
    for pattern, variant in VARIANTS:
        key = pattern.sub(variant, key)
    return key
