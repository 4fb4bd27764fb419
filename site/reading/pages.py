"""Texts of the shelf as HTML, rendered once and kept until a file changes."""

from __future__ import annotations

from functools import lru_cache

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


def attested(term: Text) -> list[SafeString]:
    """Where the term is found, a line of HTML each."""
    return [mark_safe(render_line(line, shelf().linker(term))) for line in term.head.attested]
