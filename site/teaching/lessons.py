"""The lessons of the shelf, rendered: aims, plan, questions with their answers; kept until a file changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.http import Http404
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from demos.seeds import Demo, demos
from demos.texts import Page, in_order, page
from library.files import Text
from library.marks import render_line
from library.shelf import edition, shelf

SUBJECTS = {
    "literature": gettext_lazy("Literature"),
    "mathematics": gettext_lazy("Mathematics"),
    "history": gettext_lazy("History"),
}


@dataclass(frozen=True)
class Asked:
    """A question with its answer, each a line of HTML."""

    ask: SafeString
    answer: SafeString


@dataclass(frozen=True)
class Plan:
    """A lesson ready for its page; ``deals`` are those that the class steps through."""

    page: Page
    aims: tuple[SafeString, ...]
    questions: tuple[Asked, ...]
    deals: tuple[Demo, ...]


def plan(slug: str) -> Plan:
    """The lesson ``slug``. Raises ``Http404`` if there is none."""
    return _plan(edition(), slug)


@lru_cache(maxsize=64)
def _plan(edition: int, slug: str) -> Plan:
    lesson = shelf().lessons.get(slug)
    if lesson is None:  # its file has just gone
        raise Http404
    head = lesson.head
    questions = (Asked(_line(lesson, each.ask), _line(lesson, each.answer)) for each in head.questions)
    aims = (_line(lesson, aim) for aim in head.aims)
    return Plan(page("lessons", slug), tuple(aims), tuple(questions), deals(lesson))


def _line(lesson: Text, line: str) -> SafeString:
    return mark_safe(render_line(line, shelf().linker(lesson)))


def deals(lesson: Text) -> tuple[Demo, ...]:
    """The deals of a lesson, but for one whose record could not be read."""
    return tuple(demos()[slug] for slug in lesson.head.deals if slug in demos())


def by_subject() -> list[tuple[str, list[Text]]]:
    """Every subject that has lessons, with them in their order."""
    lessons = in_order(shelf().lessons)
    found = [(str(name), [each for each in lessons if each.head.subject == key]) for key, name in SUBJECTS.items()]
    return [(name, of_subject) for name, of_subject in found if of_subject]


def subject(lesson: Text) -> str:
    """The subject of a lesson in words."""
    return str(SUBJECTS[lesson.head.subject])
