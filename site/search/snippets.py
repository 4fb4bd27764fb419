"""What is shown of a page that was found: the piece of it where the words stand, and the words marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from library.asking import Sought
from library.marks import CYRILLIC
from library.spelling import keys_of, words
from search.plain import Section

BEFORE, LENGTH = 70, 230  # characters of a piece: before the first hit, and in all
Met = frozenset[int]


@dataclass(frozen=True)
class Spot:
    """A hit in a text, and which of the words sought it is."""

    start: int
    end: int
    met: Met


class Marker:
    """Finds the words of one question in texts; it remembers what it has made of each word."""

    def __init__(self, sought: Sequence[Sought]) -> None:
        self.sought = sought
        self.known: dict[str, Met] = {}

    def html(self, text: str) -> SafeString:
        """``text`` with every hit marked, and what is Cyrillic in it marked as Russian."""
        html, end = [], 0
        for spot in self._spots(text):
            html += [_russian(text[end : spot.start]), f"<mark>{_russian(text[spot.start : spot.end])}</mark>"]
            end = spot.end
        return mark_safe("".join([*html, _russian(text[end:])]))

    def piece(self, sections: Sequence[Section]) -> tuple[str, SafeString]:
        """Which section has most of the words, and the place in it where most of them stand; or how the page begins."""
        best, spots = (sections[0] if sections else ("", "")), list[Spot]()
        enough = 1 if len(self.sought) == 1 else None  # of a single word the first hit is as good as any other
        for place, text in sections:
            found = list(islice(self._spots(text), enough))
            if len(_all_met(found)) > len(_all_met(spots)):
                best, spots = (place, text), found
            if len(_all_met(spots)) == len(self.sought):
                break
        place, text = best
        return place, self.html(_cut(text, _densest(spots)))

    def _spots(self, text: str) -> Iterator[Spot]:
        known = self.known
        for found in words(text):
            word = found[0]
            if word not in known:
                known[word] = self._met(keys_of(word))
            if met := known[word]:
                yield Spot(*found.span(), met)

    def _met(self, keys: frozenset[str]) -> Met:
        return frozenset(place for place, each in enumerate(self.sought) if each.met(keys))


def _all_met(spots: Iterable[Spot]) -> Met:
    return frozenset().union(*(spot.met for spot in spots))


def _densest(spots: Sequence[Spot]) -> int:
    """Where the piece of a text begins that has most of the words in it; 0 if there is none."""

    def worth(spot: Spot) -> int:
        return len(
            _all_met(other for other in spots if spot.start <= other.start and other.end < spot.start + LENGTH - BEFORE)
        )

    return max(spots, key=worth).start if spots else 0


def _cut(text: str, first: int) -> str:
    """A piece of ``text`` with what stands at ``first`` in it, from one whole word to another."""
    start = text.find(" ", first - BEFORE, first) + 1 or first if first > BEFORE else 0
    end = len(text)
    if end > start + LENGTH:
        blank = text.rfind(" ", first, start + LENGTH)
        end = blank if blank > first else start + LENGTH
    return f"{'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"


def _russian(text: str) -> str:
    return re.sub(CYRILLIC, lambda found: f'<span lang="ru">{found[0]}</span>', str(escape(text)))
