"""Texts of the shelf as HTML, with the demonstrations in them; rendered once and kept until a file changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.http import Http404
from django.utils.safestring import SafeString, mark_safe

from demos.shown import inline_demo
from library.files import Text
from library.marks import Linker, Section, render_whole, without_marks
from library.shelf import Texts, edition, shelf

WORDS_A_MINUTE = 220  # of an adult who reads English prose with attention


@dataclass(frozen=True)
class Page:
    """A text of the shelf, rendered: its HTML, its sections, and how many minutes it takes to read."""

    html: SafeString
    sections: tuple[Section, ...]
    minutes: int


def page(kind: str, slug: str) -> Page:
    """The text ``slug`` of the ``kind`` (``articles``, ``games``, ``terms``, ``lessons``), demonstrations included."""
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


def in_order(texts: Texts) -> list[Text]:
    """``texts`` as a reader may take them one after another."""
    return sorted(texts.values(), key=lambda text: (text.head.order, text.slug))
