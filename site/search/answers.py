"""What is answered to a reader who looks for something."""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches

from django.utils.safestring import SafeString

from library.asking import Asked, sought
from library.shelf import shelf
from library.spelling import other_layout, whole, whole_keys
from search.documents import names_of
from search.index import Question, find
from search.models import Document
from search.snippets import Marker

MOST = 50
MOST_NEAR = 3


@dataclass(frozen=True)
class Hit:
    """A page that was found; ``address`` leads to the very section where possible."""

    kind: str
    address: str
    title: SafeString
    russian: SafeString
    piece: SafeString


@dataclass(frozen=True)
class Answer:
    """The best pages and the number of all. ``other`` are the words that were looked for instead, on the other layout
    of the keyboard; ``near`` are words of the glossary like those that were not found."""

    asked: Asked
    hits: list[Hit] = field(default_factory=list)
    total: int = 0
    other: str = ""
    near: list[str] = field(default_factory=list)

    @property
    def more(self) -> bool:
        return self.total > len(self.hits)


def answer(asked: Asked) -> Answer:
    """What is found of ``asked``: as it is, or else as it would be on the other layout of the keyboard."""
    hits, total = look_up(asked.text)
    if total or not asked.text:
        return Answer(asked, hits, total)
    other = other_layout(asked.text) if any(map(str.isalpha, asked.text)) else ""
    hits, total = look_up(other)
    if total:
        return Answer(asked, hits, total, other=other)
    return Answer(asked, near=near(asked.text))


def look_up(text: str) -> tuple[list[Hit], int]:
    """The best pages with all words of ``text``, and how many there are."""
    wanted, names = sought(text), sorted(whole_keys(text))
    if not wanted:
        return [], 0
    found = find(Question(wanted, names), MOST)
    found.sort(key=lambda document: not _is_headword(document, names))
    marker = Marker(wanted)
    return [_hit(document, marker) for document in found], found[0].total if found else 0


def _is_headword(document: Document, names: list[str]) -> bool:
    """Whether an entry stands under just this word: *shtoss* comes before *shtoss (the deck)*."""
    return document.kind == Document.Kind.TERM and not whole_keys(document.title).isdisjoint(names)


def _hit(document: Document, marker: Marker) -> Hit:
    place, piece = marker.piece(document.sections)
    return Hit(
        kind=document.get_kind_display(),
        address=document.address + place,
        title=marker.html(document.title),
        russian=marker.html(document.russian),
        piece=piece,
    )


def near(text: str) -> list[str]:
    """The words of the glossary that are spelt most like ``text``, each under its own name."""
    terms = [names_of(term) for term in shelf().terms.values()]
    names = {whole(name): term[0] for term in terms for name in term}
    return list(dict.fromkeys(names[key] for key in get_close_matches(whole(text), names, MOST_NEAR)))
