"""What the pages one reads need besides their texts: anchors, places of a term, neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html.parser import HTMLParser

from django.utils.safestring import SafeString, mark_safe

from demos.texts import Page, in_order, page
from library.asking import all_met, sought
from library.files import Text
from library.marks import render_line
from library.shelf import Texts, edition, shelf
from library.spelling import keys

__all__ = ["Page", "anchors", "attested", "beside", "in_order", "page"]


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
