"""Texts of the shelf as HTML, rendered once and kept until a file changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.http import Http404
from django.utils.safestring import SafeString, mark_safe

from demos.panel import inline_demo
from library.asking import all_met, sought
from library.files import Text
from library.marks import Linker, render, render_line
from library.shelf import edition, shelf
from library.spelling import keys


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
