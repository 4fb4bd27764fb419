"""How a demonstration is shown: all that its address says but for the step and the record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

SHARPER = "sharper"
AUTO, LIGHT, DARK = "auto", "light", "dark"
THEMES = (AUTO, LIGHT, DARK)
LANGUAGES = ("en",)
LONGEST = 4000  # characters of answers: more than any deal has turns for


@dataclass(frozen=True)
class Manner:
    """A way to show a demonstration; as it stands with no argument: the whole of it, on a page of its own.

    ``place`` tells apart the demonstrations of one page; 0 on their own pages. ``embedded``: it stands in an embed, or
    is a fragment for one, so that it leads on to embeds. ``marked``: seen by one who reads the backs of the cards.
    ``start`` and ``end`` are the first and the last step that can be stepped to, ``end`` None for the record's last.
    ``theme`` is one of :data:`THEMES`; ``told`` whether the steps are put into words; ``quiz`` whether one is asked
    before each turn, and ``answers`` what was answered so far (:mod:`demos.quiz`).
    """

    place: int = 0
    embedded: bool = False
    marked: bool = False
    start: int = 0
    end: int | None = None
    theme: str = AUTO
    told: bool = True
    quiz: bool = False
    answers: str = ""

    @property
    def parameters(self) -> dict[str, str]:
        """What an address must say to be shown in this manner: only what differs from the plain one."""
        said = {
            "from": str(self.start) if self.start else "",
            "to": str(self.end) if self.end is not None else "",
            "theme": self.theme if self.theme != AUTO else "",
            "told": "" if self.told else "0",
            "quiz": "1" if self.quiz else "",
            "done": self.answers if self.quiz else "",
            "eyes": SHARPER if self.marked else "",
        }
        return {name: value for name, value in said.items() if value}

    @property
    def query(self) -> str:
        """The parameters as they follow a step in an address."""
        return followed(self.parameters)

    @property
    def place_query(self) -> str:
        """What a swap must be told besides: the place, which no address shows."""
        return f"&place={self.place}" if self.place else ""

    def nearest(self, step: int, last: int) -> int:
        """The step nearest to ``step`` that can be shown, of a record whose last step is ``last``."""
        end = last if self.end is None else min(self.end, last)
        start = min(self.start, end)
        return max(start, min(step, end))


PLAIN = Manner()


def followed(parameters: dict[str, str]) -> str:
    """``parameters`` as they follow another one in an address."""
    return "".join(f"&{urlencode({name: value})}" for name, value in parameters.items())


def read_manner(query: QueryDict, embedded: bool = False) -> Manner:
    """The manner that an address asks for; what it says badly counts as not said."""
    theme = query.get("theme", AUTO)
    return Manner(
        place=_number(query, "place") or 0,
        embedded=embedded,
        marked=query.get("eyes") == SHARPER,
        start=_number(query, "from") or 0,
        end=_number(query, "to"),
        theme=theme if theme in THEMES else AUTO,
        told=query.get("told") != "0",
        quiz=query.get("quiz") == "1",
        answers=query.get("done", "")[:LONGEST] if query.get("quiz") == "1" else "",
    )


def _number(query: QueryDict, name: str) -> int | None:
    """A number of up to four digits in its plain spelling."""
    value = query.get(name, "")
    return int(value) if re.fullmatch(r"0|[1-9][0-9]{0,3}", value, re.ASCII) else None
