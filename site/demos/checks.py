"""``manage.py check``: every record replays to the outcome stated beside it, and every demonstration named exists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.checks import Error, register

from demos.seeds import demos, faults
from games.core.wording import instead
from library.checks import marks_of
from library.faults import Fault
from library.files import Text
from library.pages import Narration
from library.shelf import place_of, shelf


@register("content")
def check_demos(app_configs: Any, **kwargs: Any) -> list[Error]:
    """Faults of the records, and of the texts that name a demonstration."""
    found = [*faults(), *(fault for text in shelf().texts() for fault in _faults_of(text))]
    return [fault.as_error("demos.E001") for fault in found]


def _faults_of(text: Text) -> Iterator[Fault]:
    known = demos()
    for mark in marks_of(text):
        if mark.kind != "demo":
            continue
        if isinstance(text.head, Narration):
            yield Fault(text.path, mark.line, "a demonstration cannot stand in another; leave it out")
            continue
        if mark.name not in known:
            yield Fault(text.path, mark.line, f"{mark.name} is not a demonstration; {instead(mark.name, known)}")
        elif mark.rest and not (mark.rest.isdecimal() and int(mark.rest) <= known[mark.name].last):
            yield Fault(
                text.path, mark.line, f"step={mark.rest} is not a step; they go from 0 to {known[mark.name].last}"
            )
    for alternative in getattr(text.head, "what_if", ()):
        if alternative.demo not in known:
            says = f"{alternative.demo} is not a demonstration; {instead(alternative.demo, known)}"
            yield Fault(text.path, place_of(text, "what_if"), says)
