"""``manage.py check``: every mark of every text leads somewhere, and every source is cited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.checks import Error, register

from games.core.wording import instead
from library.faults import Fault
from library.files import Text
from library.marks import DOUBTS, Mark, find_marks
from library.shelf import Shelf, place_of, shelf


@register("content")
def check_texts(app_configs: Any, **kwargs: Any) -> list[Error]:
    """Faults of the content files, each with its file and line."""
    kept = shelf()
    faults = [*kept.faults, *(fault for text in kept.texts() for fault in faults_of(text, kept))]
    return [fault.as_error("library.E001") for fault in faults]


def faults_of(text: Text, kept: Shelf) -> Iterator[Fault]:
    """What is wrong with ``text`` among all that ``kept`` holds."""
    marks = list(marks_of(text))
    for mark in marks:
        if says := _wrong(mark, kept):
            yield Fault(text.path, mark.line, says)
    yield from _faulty_sources(text, marks, kept)
    for slug in getattr(text.head, "see", ()):
        if slug not in kept.terms:
            yield Fault(
                text.path, place_of(text, "see"), f"{slug} is not a glossary entry; {instead(slug, kept.terms)}"
            )


def marks_of(text: Text) -> Iterator[Mark]:
    """The marks of the body and of every line of Markdown in the front matter."""
    yield from find_marks(text.body, text.first_line)
    for key in ("attested", "fixed", "supplied"):
        for line in getattr(text.head, key, ()):
            yield from find_marks(line, place_of(text, key))


def _wrong(mark: Mark, kept: Shelf) -> str:
    match mark.kind:
        case "term" if mark.name not in kept.terms:
            return f"[[{mark.name}]] is not a glossary entry; {instead(mark.name, kept.terms)}"
        case "source" if mark.name not in kept.sources:
            return f"[@{mark.name}] is not a source; {instead(mark.name, kept.sources)}"
        case "doubt" if mark.name not in DOUBTS:
            return f"{mark.name} is not a mark of doubt; {instead(mark.name, DOUBTS)}"
        case "unknown":
            return f"{mark.name} is not understood; write {{{{ demo slug step=2 }}}} or {{{{ doubt inferred }}}}"
    return ""


def _faulty_sources(text: Text, marks: list[Mark], kept: Shelf) -> Iterator[Fault]:
    listed = text.head.sources
    cited = {mark.name for mark in marks if mark.kind == "source"}
    for key in listed:
        if key not in kept.sources:
            yield Fault(text.path, place_of(text, "sources"), f"{key} is not a source; {instead(key, kept.sources)}")
        elif key not in cited:
            yield Fault(text.path, place_of(text, "sources"), f"{key} is listed and not cited; cite it or leave it out")
    for mark in marks:
        if mark.kind == "source" and mark.name in kept.sources and mark.name not in listed:
            yield Fault(text.path, mark.line, f"[@{mark.name}] is not listed in the front matter; add it to sources")
