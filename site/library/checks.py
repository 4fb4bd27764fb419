"""``manage.py check``: every mark of every text leads somewhere, and every source is cited."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.checks import Error, register

from games.core.wording import instead
from library.faults import Fault
from library.files import Text
from library.marks import DEMO, DOUBTS, FIGURE, HOW_WE_KNOW, PASSAGE, Mark, find_marks, size_of, without_marks
from library.shelf import Shelf, place_of, place_of_row, shelf


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
    yield from _plain_fields(text)
    yield from _unfinished(text)
    yield from _passages(text, marks)
    for slug in getattr(text.head, "see", ()):
        if not _is_term(slug, kept):
            yield Fault(
                text.path, place_of(text, "see"), f"{slug} is not a glossary entry; {instead(slug, kept.terms)}"
            )


def marks_of(text: Text) -> Iterator[Mark]:
    """The marks of the body and of every line of Markdown in the front matter."""
    yield from find_marks(text.body, text.first_line)
    for line, number in head_lines(text):
        yield from find_marks(line, number)


def head_lines(text: Text) -> Iterator[tuple[str, int]]:
    """Every line of Markdown in the front matter, with the number of the line where it, or what it is in, begins."""
    for key in ("attested", "fixed", "supplied", "aims"):
        for line in getattr(text.head, key, ()):
            yield line, place_of(text, key)
    for index, question in enumerate(getattr(text.head, "questions", ())):
        for line in (question.ask, question.answer):
            yield line, place_of_row(text, "questions", index)


def _is_term(slug: str, kept: Shelf) -> bool:
    """Whether the glossary has ``slug``; an entry that could not be read has a fault of its own, and is not missed."""
    return slug in kept.terms or slug in {fault.path.stem for fault in kept.faults}


def _wrong(mark: Mark, kept: Shelf) -> str:
    match mark.kind:
        case "term" if not _is_term(mark.name, kept):
            return f"[[{mark.name}]] is not a glossary entry; {instead(mark.name, kept.terms)}"
        case "source" if kept.sources and mark.name not in kept.sources:
            return f"[@{mark.name}] is not a source; {instead(mark.name, kept.sources)}"
        case "doubt" if mark.name not in DOUBTS:
            return f"{mark.name} is not a mark of doubt; {instead(mark.name, DOUBTS)}"
        case "figure" if not size_of(mark.name):
            return f"{mark.name} is not a drawing; figures are SVG files in site/web/static"
        case "figure" if not mark.rest:
            return f"the figure {mark.name} has no alt text; write {{{{ figure {mark.name} | what it shows }}}}"
        case "unknown":
            return f"{mark.name} is not understood; write {{{{ demo slug step=2 }}}} or {{{{ doubt inferred }}}}"
    return ""


def _faulty_sources(text: Text, marks: list[Mark], kept: Shelf) -> Iterator[Fault]:
    listed = text.head.sources
    cited = {mark.name for mark in marks if mark.kind == "source"}
    for key in listed:
        if kept.sources and key not in kept.sources:
            yield Fault(text.path, place_of(text, "sources"), f"{key} is not a source; {instead(key, kept.sources)}")
        elif key not in cited:
            yield Fault(text.path, place_of(text, "sources"), f"{key} is listed and not cited; cite it or leave it out")
    for mark in marks:
        if mark.kind == "source" and mark.name in kept.sources and mark.name not in listed:
            yield Fault(text.path, mark.line, f"[@{mark.name}] is not listed in the front matter; add it to sources")


def _plain_fields(text: Text) -> Iterator[Fault]:
    """Marks where the front matter is printed as it stands."""
    for key in ("title", "summary", "definition", "origin", "certainty_note"):
        for mark in find_marks(str(getattr(text.head, key, ""))):
            yield Fault(text.path, place_of(text, key), f"{key} is plain text, and {mark.name} stands in it as a mark")


def _unfinished(text: Text) -> Iterator[Fault]:
    """Marks that were begun and not ended, and demonstrations that do not stand alone."""
    for number, line in enumerate(without_marks(text.body).splitlines(), start=text.first_line):
        for sign in ("[[", "{{", "[@"):
            if sign in line:
                yield Fault(text.path, number, f"a mark begins with {sign} and has no end; close it")
    for number, line in enumerate(text.body.splitlines(), start=text.first_line):
        if re.search(DEMO, line) and not re.fullmatch(DEMO, line.strip()):
            yield Fault(text.path, number, "a demonstration stands alone in its paragraph; give it a line of its own")
    for line, number in head_lines(text):
        if re.search(f"{DEMO}|{FIGURE}|{PASSAGE}", line):
            yield Fault(text.path, number, "demonstrations, figures and passages stand in the body; move it there")
        if any(sign in without_marks(line) for sign in ("[[", "{{", "[@")):
            yield Fault(text.path, number, "a mark is begun here and has no end; close it")
    for paragraph in re.finditer(r"[^\n]+(?:\n[^\n]+)*", text.body):
        found = re.search(FIGURE, paragraph[0])
        if found and found[0] != paragraph[0].strip():
            number = text.first_line + text.body.count("\n", 0, paragraph.start() + found.start())
            yield Fault(text.path, number, "a figure stands alone in its paragraph; put empty lines around it")


def _passages(text: Text, marks: list[Mark]) -> Iterator[Fault]:
    """Anchors that stand twice, and marks of a passage that do not begin one."""
    seen: set[str] = set()
    for mark in marks:
        if mark.kind == "passage" and mark.name in seen:
            yield Fault(text.path, mark.line, f"the passage {mark.name} stands there twice; give each its own name")
        seen |= {mark.name} if mark.kind == "passage" else set()
    lines = text.body.splitlines()
    for number, line in enumerate(lines):
        if found := re.search(PASSAGE, line):
            begins = not line[: found.start()].strip() and (number == 0 or not lines[number - 1].strip())
            if not begins or not (line[found.end() :].strip() or "".join(lines[number + 1 : number + 2]).strip()):
                says = "the mark of a passage begins a paragraph; write it before the first word, after an empty line"
                yield Fault(text.path, text.first_line + number, says)


@register("content")
def check_how_we_know(app_configs: Any, **kwargs: Any) -> list[Error]:
    """Every mark of doubt links to one article, which therefore must be there."""
    if HOW_WE_KNOW in shelf().articles:
        return []
    path = settings.CONTENT_ROOT / "en" / "articles" / f"{HOW_WE_KNOW}.md"
    return [Fault(path, 1, "the marks of doubt link to this article; write it").as_error("library.E002")]
