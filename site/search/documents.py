"""Everything that can be found, gathered from the shelf and the records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from demos.seeds import Demo, demos
from library.files import Text
from library.marks import Linker, render
from library.shelf import shelf
from search.models import Document
from search.plain import Section, plain, sections

Kind = Document.Kind


@dataclass(frozen=True)
class Entry:
    """A page to be found, of a :class:`Kind`. ``names`` are what it is called by a reader who means no other page."""

    kind: Any
    slug: str
    title: str
    sections: list[Section]
    russian: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def entries() -> Iterator[Entry]:
    """Every page that can be found; of equally good ones the first is shown first."""
    kept = shelf()
    for text in kept.terms.values():
        yield term_entry(text)
    for text in kept.articles.values():
        yield _article(text, Kind.ARTICLE)
    for text in kept.games.values():
        yield _article(text, Kind.RULES)
    for demo in demos().values():
        yield _deal(demo)
    for text in kept.lessons.values():
        yield _lesson(text)


def names_of(term: Text) -> tuple[str, ...]:
    """What a term is called; what its title adds in brackets is no part of the name."""
    head = term.head
    return (re.sub(r"\s*\(.*?\)", "", head.title), *head.russian, *head.also)


def term_entry(text: Text) -> Entry:
    head = text.head
    facts = [head.definition, _plain(text, [text.body, *head.attested]), head.origin, head.certainty_note]
    words = " ".join(filter(None, [*facts, ", ".join(head.also)]))
    return Entry(Kind.TERM, text.slug, head.title, [("", words)], tuple(head.russian), names_of(text))


def _article(text: Text, kind: Any) -> Entry:
    read = sections(render(text.body, _linker(text)))
    cited = " ".join(f"{source.author} {source.title}" for _key, source in shelf().cited(text))
    return Entry(kind, text.slug, text.head.title, [("", text.head.summary), *read, ("#sources", cited)])


def _lesson(text: Text) -> Entry:
    """A plan and its questions; who looks for words shall not be led to an answer past its question."""
    entry = _article(text, Kind.LESSON)
    asked = _plain(text, [each.ask for each in text.head.questions])
    return replace(entry, sections=[*entry.sections, ("#questions", asked)])


def _deal(demo: Demo) -> Entry:
    head = demo.text.head
    about = f"{head.summary} {_plain(demo.text, [*head.fixed, *head.supplied])}"
    notes = [(f"?step={number}", _plain(demo.text, [note])) for number, note in demo.notes.items()]
    return Entry(Kind.DEAL, demo.slug, demo.title, [("", about), *notes])


def _plain(text: Text, paragraphs: list[str]) -> str:
    return plain(render("\n\n".join(paragraphs), _linker(text)))


def _linker(text: Text) -> Linker:
    """As on its page, but for the demonstrations in it, which have pages of their own, and for where drawings are."""
    return Linker(shelf().definitions, tuple(text.head.sources), demo=lambda *_: "", static_url=str)
