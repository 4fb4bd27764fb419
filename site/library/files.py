"""Content files: TOML front matter between ``+++`` lines, then Markdown."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from games.core.wording import instead
from library.faults import Fault, FaultyFile

FENCE = "+++"
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True)
class Text:
    """A content file taken apart: its checked ``head`` and the Markdown ``body`` that begins at ``first_line``."""

    path: Path
    head: Any
    body: str
    first_line: int

    @property
    def slug(self) -> str:
        return self.path.stem


def read_text(path: Path, model: type[Model]) -> Text:
    """The content file ``path``, its front matter checked by ``model``. Raises :class:`FaultyFile`."""
    lines = decoded(path).splitlines()
    if not lines or lines[0].strip() != FENCE:
        raise FaultyFile([Fault(path, 1, f"a content file begins with front matter between {FENCE} lines")])
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.strip() == FENCE), None)
    if end is None:
        raise FaultyFile([Fault(path, 1, f"the front matter has no end; close it with a line {FENCE}")])
    head = checked(model, read_toml(path, "\n".join(lines[1:end]), offset=1), path, lines)
    return Text(path, head, "\n".join(lines[end + 1 :]), end + 2)


def decoded(path: Path) -> str:
    """The text of ``path``. Raises :class:`FaultyFile` if it is not UTF-8."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise FaultyFile([Fault(path, 1, f"the file cannot be read ({fault.strerror}); write it")]) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise FaultyFile([Fault(path, line, "the text is not UTF-8; save the file with that encoding")]) from None


def read_toml(path: Path, text: str, offset: int = 0) -> dict[str, Any]:
    """``text`` as TOML; ``offset`` lines of ``path`` lie before it. Raises :class:`FaultyFile`."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as fault:
        found = re.search(r"at line (\d+)", str(fault))
        line = int(found[1]) + offset if found else offset + text.count("\n") + 1
        raise FaultyFile([Fault(path, line, f"this is not TOML: {fault}")]) from None


def checked(model: type[Model], values: dict[str, Any], path: Path, lines: list[str], within: str = "") -> Model:
    """``values`` as a ``model``. Raises :class:`FaultyFile` with a fault for each key that is wrong.

    ``within`` names the table of ``lines`` that holds the keys, if it is not the top of the file.
    """
    try:
        return model.model_validate(values)
    except ValidationError as error:
        faults = [
            Fault(path, _line_of_fault(each["loc"], lines, within), _says(model, each)) for each in error.errors()
        ]
        raise FaultyFile(faults) from None


def _line_of_fault(place: tuple[int | str, ...], lines: list[str], within: str) -> int:
    key, index = str(place[0]), place[1] if len(place) > 1 else None
    row = line_of_row(key, index, lines) if isinstance(index, int) else 0
    return row or line_of(key, lines, within)


def line_of_row(key: str, index: int, lines: list[str]) -> int:
    """The number, from 1, of the line ``[[key]]`` that begins the table ``index`` (from 0); 0 if there is none."""
    rows = [number for number, line in enumerate(lines, start=1) if line.strip() == f"[[{key}]]"]
    return rows[index] if index < len(rows) else 0


def _says(model: type[BaseModel], error: Any) -> str:
    key = str(error["loc"][0])
    place = ".".join(str(part) for part in error["loc"])
    match error["type"]:
        case "missing":
            return f"{place} is missing"
        case "extra_forbidden":
            return f"{place} is not known here; {instead(key, model.model_fields)}"
    return f"{place}: {error['msg'].removeprefix('Value error, ')}"


def line_of(key: str, lines: list[str], within: str = "") -> int:
    """The number, from 1, of the line that sets ``key`` in the table ``within``; that table's own line if none does."""
    table = 1
    inside = not within
    for number, line in enumerate(lines, start=1):
        if line.startswith("["):
            inside = line.strip() == f"[{within}]"
            table = number if inside else table
        elif inside and re.match(rf"{re.escape(key)}\s*=", line):
            return number
    return table


def kept(path: Path) -> bool:
    """Whether ``path`` is a file of ours; what an editor leaves lying about (``.#lob.md``) is not."""
    return path.is_file() and not path.name.startswith(".")


def texts_in(folder: Path, model: type[Model], faults: list[Fault]) -> Iterator[Text]:
    """Every content file of ``folder``, in the order of its name; what is wrong with others joins ``faults``."""
    for path in filter(kept, sorted(folder.glob("*.md"))):
        if not SLUG.fullmatch(path.stem):
            faults.append(Fault(path, 1, f"{path.stem} cannot be an address; use lower-case letters, digits and -"))
            continue
        try:
            yield read_text(path, model)
        except FaultyFile as faulty:
            faults += faulty.faults
