"""The demonstrations: each a record in ``seeds/``, folded once, with its words from ``content/``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.catalogue import find_game
from games.core.protocol import Illegal
from games.core.record import Record, read, write
from games.core.replay import Step, replay, report
from games.core.wording import instead
from library.faults import Fault
from library.files import Text, kept, read_text
from library.pages import Narration
from library.shelf import edition, place_of, shelf

NOT_RECORDS = ("sources.toml",)
HEADING = re.compile(r"^## Step (\d+)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, eq=False)  # one is as good as itself alone, and can be remembered by
class Demo:
    """A record, its steps, and the text that goes with it; ``notes`` holds the commentary of some steps as Markdown.

    ``page`` and ``frame`` are its addresses on a page of its own and in an embed; they must go with ``parameters``, the
    latter with ``frame_parameters`` if there are any. ``sequence`` holds the titles of the deals of a lesson, if it
    stands in one. ``listed``: it is one of the site's own.
    """

    slug: str
    record: Record
    steps: tuple[Step, ...]
    text: Text
    notes: Mapping[int, str]
    page: str
    frame: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    listed: bool = True
    frame_parameters: Mapping[str, str] = field(default_factory=dict)
    sequence: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return str(self.text.head.title)

    @property
    def last(self) -> int:
        return self.steps[-1].number

    @property
    def in_frame(self) -> Mapping[str, str]:
        """What its address in an embed must say."""
        return self.frame_parameters or self.parameters

    @cached_property
    def version(self) -> str:
        """A short hash of the record: an embed that names it shows this record for ever."""
        return version_of(self.record)

    @property
    def is_current(self) -> bool:
        """Whether no newer version of it has been published."""
        current = demos().get(self.slug)
        return current is None or current.version == self.version


def version_of(record: Record) -> str:
    """The first eight hexadecimal digits of the SHA-256 of the record's canonical text."""
    return sha256(write(record).encode()).hexdigest()[:8]


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
    return _listed(path.stem, record, steps, text, _notes(text, len(steps) - 1, faulty))


def _listed(slug: str, record: Record, steps: tuple[Step, ...], text: Text, notes: Mapping[int, str]) -> Demo:
    page, frame = reverse("demos:step", args=[slug]), reverse("demos:embed", args=[slug])
    return Demo(slug, record, steps, text, notes, page, frame)


# --- versions ---

VERSION = re.compile(r"[0-9a-f]{8}")


def version_path(slug: str, version: str, suffix: str) -> Path:
    """Where a published version of a demonstration is kept: its record (``.toml``) and its words (``.md``)."""
    folder: Path = settings.SEEDS_ROOT / "versions" / slug
    return folder / f"{version}{suffix}"


def pinned(slug: str, version: str) -> Demo | None:
    """The ``version`` of the demonstration ``slug``, whose links all stay with it; None if there was none."""
    return _pinned(edition(), slug, version) if VERSION.fullmatch(version) else None


@lru_cache(maxsize=512)
def _pinned(edition: int, slug: str, version: str) -> Demo | None:
    current = demos().get(slug)
    if current and current.version == version:
        return replace(current, parameters={"v": version})
    path = version_path(slug, version, ".toml")
    if current is None or not path.is_file():
        return None
    record = read(path)
    steps = tuple(replay(find_game(record.game), record))
    text = read_text(version_path(slug, version, ".md"), Narration)
    return replace(_listed(slug, record, steps, text, _notes(text, len(steps) - 1, [])), parameters={"v": version})


def unkept(demo: Demo) -> bool:
    """Whether the present version of ``demo``, or its present words, are not yet among the kept ones."""
    words = version_path(demo.slug, demo.version, ".md")
    record = version_path(demo.slug, demo.version, ".toml")
    return not record.is_file() or not words.is_file() or words.read_bytes() != demo.text.path.read_bytes()


def keep(demo: Demo) -> None:
    """Put the present version of ``demo`` among those that stay served when it changes."""
    words = version_path(demo.slug, demo.version, ".md")
    words.parent.mkdir(parents=True, exist_ok=True)
    words.write_bytes(demo.text.path.read_bytes())
    version_path(demo.slug, demo.version, ".toml").write_text(write(demo.record), encoding="utf-8")


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
    for at, words in enumerate(text.body.splitlines(), start=text.first_line):
        if words.startswith("#") and not HEADING.match(words):
            faulty.append(Fault(text.path, at, f"{words} is not the heading of a step; write ## Step 3"))
    return notes


def _line_of_heading(text: Text, number: int) -> int:
    found = re.search(rf"^## Step {number}[ \t]*$", text.body, re.MULTILINE)
    assert found is not None
    return text.first_line + text.body.count("\n", 0, found.start())
