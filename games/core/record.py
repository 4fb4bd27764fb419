"""A record: the single truth of a game that was, or could be, played.

Everything else is computed from it by folding its actions over the first state. In a file it is TOML::

    format = 1
    game = "shtoss"
    title = "Hermann's third night"

    [rules]
    cut = "first"

    [players]
    chekalinsky = "Chekalinsky"
    hermann = "Hermann"

    [chance]
    seed = "third night"
    top = "Q? A?"

    [play]
    actions = \"\"\"
    hermann cut 26
    hermann stake Qs 188000
    chekalinsky turn
    \"\"\"

:func:`write` gives the one canonical text of a record: ``parse(write(record)) == record``, and a canonical text
comes back from ``write(parse(text))`` to the byte. Comments, blank lines and spacing are not part of the record.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from games.core.protocol import Illegal, Seat
from games.core.wording import instead, quoted

FORMAT = 1
MOST_BYTES = 256 * 1024
MOST_ACTIONS = 5_000
LONGEST_LINE = 500
DEEPEST = 8
TOO_DEEP = "this is not a record: lists or tables lie too deep in one another"
SEAT = re.compile(r"[\w-]{1,40}")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
TOP_LEVEL = ("format", "game", "title", "rules", "players", "chance", "play")


@dataclass(frozen=True)
class Player:
    """Who sits at ``seat``: ``name`` is what is shown."""

    seat: Seat
    name: str


@dataclass(frozen=True)
class Record:
    """What was agreed, who sat where, what chance gave, what was done.

    ``players`` are in the order of play. ``rules`` and ``chance`` hold texts, whole numbers, truth values, tuples and
    mappings; their meaning belongs to the game. ``actions`` are the lines of play, single-spaced.
    """

    game: str
    players: tuple[Player, ...]
    rules: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    chance: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    actions: tuple[str, ...] = ()
    title: str = ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(player.seat for player in self.players)

    @property
    def names(self) -> Mapping[Seat, str]:
        return {player.seat: player.name for player in self.players}


def read(path: Path) -> Record:
    """The record in the file ``path``. Raises :class:`Illegal`; a missing file is ``OSError``."""
    with path.open("rb") as file:
        return parse_bytes(file.read(MOST_BYTES + 1))


def parse_bytes(data: bytes) -> Record:
    """The record that ``data``, UTF-8 with or without a byte order mark, spells. Raises :class:`Illegal`."""
    if len(data) > MOST_BYTES:
        raise Illegal(f"the file is larger than {MOST_BYTES // 1024} KiB; a record is one game")
    try:
        return parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        line = fault.object.count(b"\n", 0, fault.start) + 1
        raise Illegal("the text is not UTF-8; save the file with that encoding", f"line {line}") from None


def parse(text: str) -> Record:
    """The record that ``text`` spells. Raises :class:`Illegal`, naming the place."""
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            raise Illegal(f"{len(line)} characters; a line has at most {LONGEST_LINE}", f"line {number}")
    tables = _toml(text)
    for key in tables:
        if key not in TOP_LEVEL:
            raise Illegal(f"{quoted(key)} is not part of a record; {instead(key, TOP_LEVEL)}")
    version = tables.get("format")
    if type(version) is not int or version != FORMAT:
        raise Illegal(f"a record begins with format = {FORMAT}", "format")
    record = Record(
        game=_text(tables, "game", required=True),
        players=_players(_table(tables, "players")),
        rules=_frozen_table(_table(tables, "rules"), "rules"),
        chance=_frozen_table(_table(tables, "chance"), "chance"),
        actions=_actions(_table(tables, "play")),
        title=_text(tables, "title"),
    )
    if any(len(line) > LONGEST_LINE for line in write(record).split("\n")):
        raise Illegal(f"written out, a line would have more than {LONGEST_LINE} characters; shorten its texts")
    return record


def write(record: Record) -> str:
    """The canonical text of ``record``."""
    lines = [f"format = {FORMAT}", f"game = {_basic(record.game)}"]
    if record.title:
        lines.append(f"title = {_basic(record.title)}")
    lines += _section("rules", record.rules)
    lines += _section("players", record.names)
    lines += _section("chance", record.chance)
    if record.actions:
        lines += ["", "[play]", 'actions = """', *map(_escaped, record.actions), '"""']
    return "\n".join(lines) + "\n"


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as fault:  # tomllib's own error is one; so is what a number or a date comes to that cannot be
        raise Illegal(f'this is not TOML: {fault}; write key = value, texts in quotes, as in seed = "night"') from None
    except RecursionError:  # pragma: no cover  (at the limit of recursion nothing is traced; a test is named for it)
        raise Illegal(TOO_DEEP) from None


def _table(tables: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = tables.get(key, {})
    if not isinstance(table, dict):
        raise Illegal(f"this is a table; write [{key}] on a line of its own", key)
    return table


def _text(table: Mapping[str, Any], key: str, required: bool = False) -> str:
    value = table.get(key)
    if value is None and not required:
        return ""
    if not isinstance(value, str) or (required and not value):
        raise Illegal(f'a text in quotes belongs here, as in {key} = "…"', key)
    return _printable(value, key)


def _printable(text: str, place: str) -> str:
    if not text.isprintable():
        raise Illegal("control characters and line breaks are not allowed here; write plain text", place)
    return text


def _players(table: Mapping[str, Any]) -> tuple[Player, ...]:
    if not table:
        raise Illegal('nobody plays; write a line for each seat, as in hermann = "Hermann"', "players")
    for seat, name in table.items():
        if not SEAT.fullmatch(seat):
            raise Illegal(f"{quoted(seat)} cannot name a seat; use up to 40 letters, digits, - and _", "players")
        if not isinstance(name, str) or not name.strip():
            raise Illegal('the name is a text in quotes, as in hermann = "Hermann"', f"players.{seat}")
        _printable(name, f"players.{seat}")
    return tuple(Player(seat, name) for seat, name in table.items())


def _actions(play: Mapping[str, Any]) -> tuple[str, ...]:
    for key in play:
        if key != "actions":
            raise Illegal(f"{quoted(key)} is not known here; it can be actions", "play")
    value = play.get("actions", "")
    if not isinstance(value, str):
        raise Illegal('the actions are one text between """ and """, a line each', "play.actions")
    stripped = (" ".join(line.partition("#")[0].split()) for line in value.splitlines())
    actions = tuple(line for line in stripped if line)
    if len(actions) > MOST_ACTIONS:
        raise Illegal(f"{len(actions)} actions; a record has at most {MOST_ACTIONS}", "play.actions")
    for number, line in enumerate(actions, start=1):
        _printable(line, f"action {number}")
    return actions


def _frozen_table(table: Mapping[str, Any], place: str, depth: int = 0) -> Mapping[str, Any]:
    for key in table:
        _printable(key, place)
    return MappingProxyType({key: _frozen(value, f"{place}.{key}", depth) for key, value in table.items()})


def _frozen(value: Any, place: str, depth: int) -> Any:
    """``value`` with lists as tuples and tables as read-only mappings; only what a record can write back."""
    if depth > DEEPEST:
        raise Illegal(TOO_DEEP)
    if isinstance(value, str):
        return _printable(value, place)
    if isinstance(value, (bool, int)):
        return value
    if isinstance(value, list):
        return tuple(_frozen(item, place, depth + 1) for item in value)
    if isinstance(value, dict):
        return _frozen_table(value, place, depth + 1)
    raise Illegal("a text, a whole number, true, false, a list or a table belongs here", place)


def _section(name: str, table: Mapping[str, Any]) -> list[str]:
    if not table:
        return []
    return ["", f"[{name}]", *(f"{_key(key)} = {toml_value(value)}" for key, value in table.items())]


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _basic(key)


def toml_value(value: Any) -> str:
    """``value`` as TOML writes it. A list has a line an entry, so that no line grows with the number of deals."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _basic(value)
    if isinstance(value, Mapping):
        return (
            "{ " + ", ".join(f"{_key(key)} = {toml_value(item)}" for key, item in value.items()) + " }"
            if value
            else "{}"
        )
    return "[\n" + "".join(f"  {toml_value(item)},\n" for item in value) + "]" if value else "[]"


def _basic(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
