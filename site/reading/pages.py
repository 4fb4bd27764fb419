"""Texts of the shelf as HTML, rendered once and kept until a file changes."""

from __future__ import annotations

from functools import lru_cache
from html.parser import HTMLParser

from django.http import Http404
from django.utils.safestring import SafeString, mark_safe

from demos.panel import inline_demo
from library.files import Text
from library.marks import Linker, render, render_line
from library.shelf import edition, shelf


def body(kind: str, slug: str) -> SafeString:
    """The body of the text ``slug`` of the ``kind`` (``articles``, ``games``, ``terms``), demonstrations included."""
    return _body(edition(), kind, slug)


@lru_cache(maxsize=512)
def _body(edition: int, kind: str, slug: str) -> SafeString:
    text: Text | None = getattr(shelf(), kind).get(slug)
    if text is None:  # its file has just gone
        raise Http404
    linker = Linker(shelf().definitions, tuple(text.head.sources), demo=inline_demo)
    return mark_safe(render(text.body, linker))


class _Anchors(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name == "id" and value]


def anchors(kind: str, slug: str) -> list[str]:
    """What an address may name after its ``#``: every id of the body."""
    return _Anchors(body(kind, slug)).found


def attested(term: Text) -> list[SafeString]:
    """Where the term is found, a line of HTML each."""
    return [mark_safe(render_line(line, shelf().linker(term))) for line in term.head.attested]
