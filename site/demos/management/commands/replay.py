"""``manage.py replay FILE [--json]``: a record told step by step."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from demos.narration import Teller
from games.catalogue import find_game
from games.core.protocol import Illegal
from games.core.record import Record, read
from games.core.replay import replay, report


class Refused(CommandError):
    """The record cannot be replayed; Django prints this class's name before the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(" ".join(reason.split()), returncode=2)


class Command(BaseCommand):
    help = "Replays a record: for a person at a terminal, or with --json for a program."
    requires_system_checks = ()  # a record can be replayed whatever state the articles are in

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="a record, such as seeds/hermann-night-1.toml")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            record = read(regular(file))
            lines = [as_json(record)] if options["json"] else list(told(record))
        except Illegal as refusal:
            raise Refused(f"{shown(file)}: {refusal}") from None
        except OSError as fault:
            says = f"the file cannot be read ({fault.strerror or fault}); name a record file"
            raise Refused(f"{shown(file)}: {says}") from None
        try:
            self.stdout.write("\n".join(lines))
            self.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough, as in `… | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def regular(file: Path) -> Path:
    """``file``, if it can be read to its end: a pipe or a device may have none. Raises :class:`Illegal`."""
    if file.exists() and not file.is_file() and not file.is_dir():
        raise Illegal("this is a pipe or a device; name a record file")
    return file


def shown(file: Path) -> str:
    """The name of ``file`` as a terminal can show it."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(file))


def as_json(record: Record) -> str:
    """One JSON object, a step a line."""
    whole = report(record, list(replay(find_game(record.game), record)))
    steps = ",\n  ".join(json.dumps(step, ensure_ascii=False) for step in whole["steps"])
    head = {key: whole[key] for key in ("format", "game", "over")}
    return (
        f'{json.dumps(head)[:-1]},\n "steps": [\n  {steps}\n ],\n'
        f' "net": {json.dumps(whole["net"], ensure_ascii=False)}}}'
    )


def told(record: Record) -> Iterator[str]:
    """The record for a person: each action, and under it what it brought about."""
    teller = Teller(record.names)
    yield record.title or record.game
    steps = list(replay(find_game(record.game), record))
    for step in steps:
        yield ""
        yield f"{step.number:>3}  {step.action or 'Before play'}"
        yield from (f"     {sentence}" for sentence in teller.tell(step))
    over, net = steps[-1].state.outcome()
    yield ""
    yield f"{'Over' if over else 'The deal is still under way'}. {teller.standing(net)}"
