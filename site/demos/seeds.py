"""The demonstrations: each a record in ``seeds/``, folded once, with its words from ``content/``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from games.catalogue import find_game
from games.core.protocol import Illegal
from games.core.record import Record, read
from games.core.replay import Step, replay, report
from games.core.wording import instead
from library.faults import Fault
from library.files import Text, kept
from library.shelf import edition, place_of, shelf

NOT_RECORDS = ("sources.toml",)
HEADING = re.compile(r"^## Step (\d+)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Demo:
    """A record, its steps, and the text that goes with it; ``notes`` holds the commentary of some steps as Markdown."""

    slug: str
    path: Path
    record: Record
    steps: tuple[Step, ...]
    text: Text
    notes: Mapping[int, str]

    @property
    def title(self) -> str:
        return str(self.text.head.title)

    @property
    def last(self) -> int:
        return self.steps[-1].number


def demos() -> Mapping[str, Demo]:
    """Every demonstration by slug, in the order of their texts."""
    return _load(edition())[0]


def faults() -> tuple[Fault, ...]:
    """What is wrong with the records and their words."""
    return _load(edition())[1]


@lru_cache(maxsize=1)
def _load(edition: int) -> tuple[Mapping[str, Demo], tuple[Fault, ...]]:
    found: list[Demo] = []
    faulty: list[Fault] = []
    for path in sorted(settings.SEEDS_ROOT.glob("*.toml")):
        if path.name not in NOT_RECORDS and kept(path):
            demo = _demo(path, faulty)
            found += [demo] if demo else []
    slugs = {demo.slug for demo in found}
    for text in shelf().narrations.values():
        if text.slug not in slugs and not (settings.SEEDS_ROOT / f"{text.slug}.toml").exists():
            faulty.append(Fault(text.path, 1, f"there is no record seeds/{text.slug}.toml; write it"))
    found.sort(key=lambda demo: (demo.text.head.order, demo.slug))
    return {demo.slug: demo for demo in found}, tuple(faulty)


def _demo(path: Path, faulty: list[Fault]) -> Demo | None:
    try:
        record = read(path)
        steps = tuple(replay(find_game(record.game), record))
        faulty += outcome_faults(path, report(record, steps))
    except Illegal as refusal:
        faulty.append(Fault(path, 1, str(refusal)))
        return None
    text = shelf().narrations.get(path.stem)
    if text is None:
        faulty.append(Fault(path, 1, f"the record has no words; write content/en/demos/{path.stem}.md"))
        return None
    if text.head.marked and text.head.marked not in record.seats:
        says = f"{text.head.marked} is not a seat; {instead(text.head.marked, record.seats)}"
        faulty.append(Fault(text.path, place_of(text, "marked"), says))
        return None
    return Demo(path.stem, path, record, steps, text, _notes(text, len(steps) - 1, faulty))


def outcome_faults(path: Path, replayed: Mapping[str, Any]) -> list[Fault]:
    """How the replay of ``path`` departs from the outcome that stands in the ``.json`` file beside it."""
    stated = path.with_suffix(".json")
    again = f"if the record is meant so, run manage.py replay seeds/{path.name} --json > seeds/{stated.name}"
    try:
        expected = json.loads(stated.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return [Fault(path, 1, f"no outcome stands beside it; {again}")]
    except (ValueError, RecursionError) as fault:
        return [Fault(stated, 1, f"this is not JSON: {fault}; {again}")]
    if expected == replayed:
        return []
    if not isinstance(expected, dict):
        return [Fault(stated, 1, f"this is not the replay of a record; {again}")]
    parts = [key for key in replayed if expected.get(key) != replayed[key]]
    return [Fault(stated, 1, f"the replay has other {' and '.join(parts) or 'keys'}; {again}")]


def _notes(text: Text, last: int, faulty: list[Fault]) -> Mapping[int, str]:
    """The commentary by step: what stands under each heading ``## Step n``."""
    notes: dict[int, str] = {}
    before, *parts = HEADING.split(text.body)
    if before.strip():
        faulty.append(Fault(text.path, text.first_line, "commentary stands under a heading; write ## Step 0 above it"))
    for number, note in zip(map(int, parts[::2]), parts[1::2], strict=True):
        line = _line_of_heading(text, number)
        if number > last:
            faulty.append(Fault(text.path, line, f"there is no step {number}; the last one is {last}"))
        if number in notes:
            faulty.append(Fault(text.path, line, f"step {number} stands there twice; write it once"))
        notes[number] = note.strip()
    for number, line in enumerate(text.body.splitlines(), start=text.first_line):
        if line.startswith("#") and not HEADING.match(line):
            faulty.append(Fault(text.path, number, f"{line} is not the heading of a step; write ## Step 3"))
    return notes


def _line_of_heading(text: Text, number: int) -> int:
    found = re.search(rf"^## Step {number}[ \t]*$", text.body, re.MULTILINE)
    assert found is not None
    return text.first_line + text.body.count("\n", 0, found.start())
