"""Which paragraph of which article tells a step of a demonstration."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse

from library.marks import find_marks
from library.shelf import edition, shelf


@dataclass(frozen=True)
class Passage:
    """A paragraph with an anchor of its own: ``title`` is that of its article."""

    article: str
    title: str
    anchor: str

    @property
    def address(self) -> str:
        return f"{reverse('reading:article', args=[self.article])}#{self.anchor}"


def passages(slug: str, step: int) -> tuple[Passage, ...]:
    """The paragraphs that tell ``step`` of the demonstration ``slug``, in the order of their articles."""
    return _index(edition()).get((slug, str(step)), ())


@lru_cache(maxsize=1)
def _index(edition: int) -> Mapping[tuple[str, str], tuple[Passage, ...]]:
    found: defaultdict[tuple[str, str], tuple[Passage, ...]] = defaultdict(tuple)
    for text in sorted(shelf().articles.values(), key=lambda text: int(text.head.order)):
        for mark in find_marks(text.body):
            if mark.kind == "passage" and mark.rest:
                slug, step = mark.rest.split(" ")
                found[slug, step] += (Passage(text.slug, text.head.title, mark.name),)
    return found
