"""What a reader has typed into a field to look for: words, whatever else stands between them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from library.spelling import folded, is_cyrillic, keys_of, unstemmed, words

LONGEST = 100
SHORTEST_START = 2  # letters typed before the word that they begin is looked for
SHORTEST_STEM = 4  # letters of a Russian stem that say which word it is


@dataclass(frozen=True)
class Asked:
    """A reader's words as they can be shown again; ``shortened`` if they were more than :data:`LONGEST` characters."""

    text: str
    shortened: bool


def asked(raw: str) -> Asked:
    """What ``raw`` asks. Whatever cannot be printed, or cannot be sent (a lone surrogate), is a blank."""
    text = "".join(each if each.isprintable() else " " for each in raw).strip()
    return Asked(text[:LONGEST].rstrip(), len(text) > LONGEST)


@dataclass(frozen=True)
class Sought:
    """One word that is looked for. It is met by any of its ``keys`` and by a key that begins with one of ``starts``."""

    keys: frozenset[str]
    starts: tuple[str, ...] = ()

    def met(self, keys: Collection[str]) -> bool:
        """Whether one of ``keys`` is looked for."""
        return not self.keys.isdisjoint(keys) or any(key.startswith(self.starts) for key in keys)


def sought(text: str) -> list[Sought]:
    """The words of ``text``. The last of them may still be under the reader's fingers, so its beginning will do."""
    typed = [found[0] for found in words(text)]
    found = [_sought(word, last=place == len(typed)) for place, word in enumerate(typed, start=1)]
    return [each for each in found if each.keys]


def _sought(word: str, last: bool) -> Sought:
    starts = set()
    if last and min(len(unstemmed(word)), len(folded(word))) >= SHORTEST_START:
        starts.add(unstemmed(word))
    # A Russian stem finds the transliterated nominative, which the English stemmer leaves as it is.
    if is_cyrillic(word) and len(folded(word)) >= SHORTEST_STEM:
        starts.add(folded(word))
    return Sought(keys_of(word), tuple(sorted(starts)))


def all_met(wanted: list[Sought], keys: Collection[str]) -> bool:
    """Whether every word that is looked for is among ``keys``."""
    return all(each.met(keys) for each in wanted)
