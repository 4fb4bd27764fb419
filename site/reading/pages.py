"""Texts of the shelf as HTML, rendered once and kept until a file changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser

from django.http import Http404
from django.utils.safestring import SafeString, mark_safe

from demos.panel import inline_demo
from library.asking import all_met, sought
from library.files import Text
from library.marks import Linker, Section, render_line, render_whole, without_marks
from library.shelf import Texts, edition, shelf
from library.spelling import keys

WORDS_A_MINUTE = 220  # of an adult who reads English prose with attention


@dataclass(frozen=True)
class Page:
    """A text of the shelf, rendered: its HTML, its sections, and how many minutes it takes to read."""

    html: SafeString
    sections: tuple[Section, ...]
    minutes: int


def page(kind: str, slug: str) -> Page:
    """The text ``slug`` of the ``kind`` (``articles``, ``games``, ``terms``), demonstrations included."""
    return _page(edition(), kind, slug)


@lru_cache(maxsize=512)
def _page(edition: int, kind: str, slug: str) -> Page:
    text: Text | None = getattr(shelf(), kind).get(slug)
    if text is None:  # its file has just gone
        raise Http404
    linker = Linker(shelf().definitions, tuple(text.head.sources), demo=inline_demo)
    rendered = render_whole(text.body, linker)
    words = len(without_marks(text.body).split())
    return Page(mark_safe(rendered.html), rendered.sections, max(1, round(words / WORDS_A_MINUTE)))


class _Anchors(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name == "id" and value]


def anchors(kind: str, slug: str) -> list[str]:
    """What an address may name after its ``#``: every id of the body."""
    return _Anchors(page(kind, slug).html).found


def attested(term: Text) -> list[SafeString]:
    """Where the term is found, a line of HTML each."""
    return [mark_safe(render_line(line, shelf().linker(term))) for line in term.head.attested]


def in_order(texts: Texts) -> list[Text]:
    """``texts`` as a reader may take them one after another."""
    return sorted(texts.values(), key=lambda text: (text.head.order, text.slug))


def beside(texts: Texts, slug: str) -> tuple[Text | None, Text | None]:
    """What comes before the text ``slug`` and what after it."""
    ordered: list[Text | None] = [None, *in_order(texts), None]
    at = next(number for number, text in enumerate(ordered) if text and text.slug == slug)
    return ordered[at - 1], ordered[at + 1]


def terms_with(query: str) -> list[Text]:
    """The glossary entries with every word of ``query`` in their names or their definition; all if nothing is asked."""
    if not query:
        return list(shelf().terms.values())
    wanted, known = sought(query), _keys(edition())
    return [term for slug, term in shelf().terms.items() if wanted and all_met(wanted, known.get(slug, ()))]


@lru_cache(maxsize=1)
def _keys(edition: int) -> Mapping[str, frozenset[str]]:
    """By which keys each entry is found."""
    return {slug: frozenset(keys(_names_and_definition(term))) for slug, term in shelf().terms.items()}


def _names_and_definition(term: Text) -> str:
    head = term.head
    names = [head.title, *head.russian, *head.also]
    return " ".join([*names, *("".join(name.split("-")) for name in names), head.definition])
