"""``manage.py check``: every record replays to the outcome stated beside it, and every demonstration named exists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.checks import Error, register

from demos.seeds import Demo, demos, faults, unkept
from games.core.wording import instead
from library.checks import marks_of
from library.faults import Fault
from library.files import Text
from library.marks import find_marks
from library.pages import Narration
from library.shelf import place_of, shelf


@register("content")
def check_demos(app_configs: Any, **kwargs: Any) -> list[Error]:
    """Faults of the records, and of the texts that name a demonstration."""
    found = [*faults(), *(fault for text in shelf().texts() for fault in _faults_of(text))]
    return [fault.as_error("demos.E001") for fault in found]


@register("content")
def check_versions(app_configs: Any, **kwargs: Any) -> list[Error]:
    """Every demonstration is kept as it is now, so that embeds of today are served when it has changed."""
    says = "this version is not kept for the embeds that name it; run manage.py keep_versions"
    return [Fault(demo.text.path, 1, says).as_error("demos.E002") for demo in demos().values() if unkept(demo)]


def _faults_of(text: Text) -> Iterator[Fault]:
    known = demos()
    for line, slug, step in _named_steps(text):
        if slug not in known:
            yield Fault(text.path, line, f"{slug} is not a demonstration; {instead(slug, known)}")
        elif not (step.isdecimal() and int(step) <= known[slug].last):
            yield Fault(text.path, line, f"step={step} is not a step; they go from 0 to {known[slug].last}")
    yield from _deals(text, known)
    for mark in marks_of(text):
        if mark.kind == "demo" and isinstance(text.head, Narration):
            yield Fault(text.path, mark.line, "a demonstration cannot stand in another; leave it out")


def _deals(text: Text, known: Mapping[str, Demo]) -> Iterator[Fault]:
    """The deals of a lesson are there, each once, and the class steps through them in its plan."""
    stepped = {mark.name for mark in find_marks(text.body) if mark.kind == "demo"}
    deals: list[str] = getattr(text.head, "deals", [])
    for number, slug in enumerate(deals):
        if slug not in known:
            says = f"{slug} is not a demonstration; {instead(slug, known)}"
        elif slug in deals[:number]:
            says = f"{slug} stands there twice; write it once"
        elif slug not in stepped:
            says = f"{slug} is among the deals and does not run in the plan; write {{{{ demo {slug} }}}} where it does"
        else:
            continue
        yield Fault(text.path, place_of(text, "deals"), says)


def _named_steps(text: Text) -> Iterator[tuple[int, str, str]]:
    """Line, demonstration and step of everything in ``text`` that names one."""
    for mark in marks_of(text):
        if mark.kind == "demo":
            yield mark.line, mark.name, mark.rest or "0"
        elif mark.kind == "passage" and mark.rest:
            slug, step = mark.rest.split(" ")
            yield mark.line, slug, step
    for alternative in getattr(text.head, "what_if", ()):
        yield place_of(text, "what_if"), alternative.demo, "0"
    if position := getattr(text.head, "position", None):
        yield place_of(text, "position"), position.demo, str(position.step)
