"""Draws the timeline of the game's history, as one SVG file, from ``content/en/timeline.toml``.

``read()`` gives the events and ``draw()`` the drawing; the management command ``draw_timeline`` writes it under
``web/static``. Time runs down the page. A lane has a line with a dot for each year, bars beside it for spans, and the
labels, moved apart where they would touch. A filled sign is a date that stands, a hollow one carries a doubt.
"""

from __future__ import annotations

import tomllib
from html import escape
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from textwrap import wrap
from typing import Literal

from pydantic import BaseModel, ConfigDict

from demos.drawing import BLACK, EDGE, PAPER, element, group, line, number

WIDTH, HEIGHT = 720, 1104
FONT, LEADING, GAP = 14.5, 17, 9
LETTERS = 22  # in a line of a label; Georgia, a wide face, still fits into the lane
LANES = {"West": (82, "#2f5d46"), "Russia": (300, "#8a2318"), "Mathematics": (518, "#2c4a75")}
SCALE = ((1400, 70), (1670, 118), (1850, 850), (2000, 1030))  # year and height; a straight line between two
PAPER_EDGE = "#d8cdb8"


class Event(BaseModel):
    """Something that happened in a year, or from a year to another."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    when: int | tuple[int, int]
    lane: Literal["West", "Russia", "Mathematics"]
    label: str
    shown: str = ""
    doubt: Literal["", "inferred", "one-source", "unconfirmed"] = ""

    @property
    def at(self) -> float:
        """How far down the label would like to be: at the dot, or near the top of the bar."""
        if isinstance(self.when, int):
            return height_of(self.when)
        top, bottom = map(height_of, self.when)
        return min(top + FONT, (top + bottom) / 2)

    @property
    def date(self) -> str:
        return (self.shown or str(self.when)).replace(" ", "\N{NO-BREAK SPACE}")

    @property
    def lines(self) -> list[str]:
        """The label as it is set: the date, which is never broken, and what happened."""
        return wrap(f"{self.date} {self.label}", LETTERS)


def read(path: Path) -> list[Event]:
    """The events of the file ``path``."""
    return [Event.model_validate(event) for event in tomllib.loads(path.read_text(encoding="utf-8"))["event"]]


def height_of(year: int) -> float:
    """How far down ``year`` lies."""
    for (first, top), (last, bottom) in pairwise(SCALE):
        if year <= last:
            return top + (bottom - top) * (year - first) / (last - first)
    return SCALE[-1][1]


def draw(events: list[Event]) -> str:
    """The whole timeline as SVG."""
    parts = [element("rect", width=WIDTH, height=HEIGHT, rx=6, fill=PAPER, stroke=PAPER_EDGE), _years(), _legend()]
    for lane, (x, ink) in LANES.items():
        parts.append(_lane(lane, x, ink, sorted((e for e in events if e.lane == lane), key=lambda e: e.at)))
    head = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "width": WIDTH, "height": HEIGHT, "font_family": "Georgia, serif"}
    body = "\n".join(["", "<!-- Drawn by demos/timeline.py from content/en/timeline.toml. -->", *parts, ""])
    return element("svg", body, xmlns="http://www.w3.org/2000/svg", font_size=FONT, **head) + "\n"


def _years() -> str:
    marks = [1400, *range(1675, 1850, 25), *range(1850, 2001, 50)]
    hairs = "".join(line(f"M52 {number(height_of(year))}H{WIDTH - 16}", 0.6, PAPER_EDGE) for year in marks)
    years = "".join(_text(46, height_of(year) + 4, str(year), text_anchor="end", font_size=13) for year in marks)
    return group(hairs, group(years, fill=EDGE))


def _legend() -> str:
    y = HEIGHT - 38
    certain = _dot(86, y, BLACK, BLACK) + _text(100, y + 5, "two sources, or the work itself")
    doubted = _dot(346, y, BLACK, PAPER) + _text(360, y + 5, "one source, or not confirmed")
    note = _text(82, y + 27, "Before 1670 and after 1850 the years are drawn closer together.", fill=EDGE)
    return group(certain, doubted, group(note, font_size=13))


def _lane(name: str, x: int, ink: str, events: list[Event]) -> str:
    head = _text(x - 8, 40, name, fill=ink, font_size=20) + line(f"M{x} {SCALE[0][1]}V{SCALE[-1][1]}", 1.2, ink)
    signs = leaders = labels = ""
    ends: list[float] = []  # where the last bar of each track ends
    for event, y in zip(events, spread(events), strict=True):
        left, fill = float(x), PAPER if event.doubt else ink
        if isinstance(event.when, tuple):
            top, bottom = map(height_of, event.when)
            track = next((place for place, end in enumerate(ends) if end < top), len(ends))
            ends[track : track + 1] = [bottom]
            left = x - 9.0 * (track + 1)
            signs += _bar(left, top, bottom, ink, fill)
        else:
            signs += _dot(x, event.at, ink, fill)
        leaders += line(f"M{number(left)} {number(event.at)}H{x + 7}L{x + 17} {number(y)}", 0.8, EDGE)
        labels += _label(x + 20, y, ink, event)
    return group(head, leaders, signs, labels)


def spread(events: list[Event]) -> list[float]:
    """The middle of each label. Labels that would touch form a block, which lies nearest to all of its signs."""
    heights = [LEADING * len(event.lines) + GAP for event in events]
    before = [sum(heights[:place]) + heights[place] / 2 for place in range(len(events))]
    blocks: list[list[float]] = []
    for event, stacked in zip(events, before, strict=True):
        blocks.append([event.at - stacked])
        while len(blocks) > 1 and fmean(blocks[-2]) >= fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    shifts = [fmean(block) for block in blocks for _ in block]
    return [shift + stacked for shift, stacked in zip(shifts, before, strict=True)]


def _dot(x: float, y: float, ink: str, fill: str) -> str:
    """A dot with a rim of paper, so that two of neighbouring years stay two."""
    rim = element("circle", cx=float(x), cy=float(y), r=5.6, fill=PAPER)
    return rim + element("circle", cx=float(x), cy=float(y), r=3.8, fill=fill, stroke=ink, stroke_width=1.5)


def _bar(x: float, top: float, bottom: float, ink: str, fill: str) -> str:
    size = {"x": x - 2.5, "y": top, "width": 5, "height": bottom - top, "rx": 2.5}
    return element("rect", **size, fill=fill, stroke=ink, stroke_width=1.5)


def _label(x: float, middle: float, ink: str, event: Event) -> str:
    rows = [escape(row) for row in event.lines]
    rows[0] = element("tspan", event.date, fill=ink, font_weight="bold") + rows[0].removeprefix(event.date)
    y = middle - LEADING * (len(rows) - 1) / 2 + FONT / 3
    return "".join(_text(x, y + LEADING * place, row) for place, row in enumerate(rows))


def _text(x: float, y: float, words: str, **attributes: object) -> str:
    rim = {"paint_order": "stroke", "stroke": PAPER, "stroke_width": 5}  # over the hair lines
    return element("text", words, x=float(x), y=float(y), **rim, **attributes)
