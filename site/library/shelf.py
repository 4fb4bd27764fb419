"""The shelf: every content file, read once and kept until a file changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from time import monotonic

from django.conf import settings
from pydantic import BaseModel

from library.faults import Fault, FaultyFile
from library.files import Text, checked, decoded, line_of, line_of_row, read_toml, texts_in
from library.marks import Linker
from library.pages import Article, Lesson, Narration, Source, Term

Texts = Mapping[str, Text]


@dataclass(frozen=True)
class Shelf:
    """All texts by slug, the bibliography by key, and the faults of what could not be read."""

    articles: Texts
    games: Texts
    terms: Texts
    narrations: Texts
    sources: Mapping[str, Source]
    faults: tuple[Fault, ...] = ()
    definitions: Mapping[str, str] = field(default_factory=dict)
    lessons: Texts = field(default_factory=dict)

    def texts(self) -> tuple[Text, ...]:
        """Every text there is."""
        kinds = (self.articles, self.games, self.terms, self.narrations, self.lessons)
        return tuple(text for kind in kinds for text in kind.values())

    def linker(self, text: Text) -> Linker:
        """What the marks of ``text`` lead to."""
        return Linker(self.definitions, tuple(text.head.sources))

    def cited(self, text: Text) -> list[tuple[str, Source]]:
        """The works that ``text`` cites, in the order of its front matter."""
        return [(key, self.sources[key]) for key in text.head.sources if key in self.sources]


def shelf() -> Shelf:
    """The shelf as the files are now."""
    return _shelf(edition())


Roots = tuple[Path, Path]
_seen: tuple[Roots, float, int] | None = None


def edition() -> int:
    """A number that changes when a content file or a seed does. The files are looked at once a second at most."""
    global _seen
    roots, now = (settings.CONTENT_ROOT, settings.SEEDS_ROOT), monotonic()
    if _seen is None or _seen[0] != roots or now - _seen[1] >= settings.CONTENT_RECHECK_SECONDS:
        _seen = (roots, now, _fingerprint(roots))
    return _seen[2]


def digest() -> str:
    """What the files say, as one short text: the same in every process, wherever the files lie."""
    return _digest(edition())


@lru_cache(maxsize=1)
def _digest(edition: int) -> str:
    found = sha256()
    for root in (settings.CONTENT_ROOT, settings.SEEDS_ROOT):
        for path in _files((root,)):
            found.update(f"{path.relative_to(root)}\0{_content(path)}\0".encode())
    return found.hexdigest()


def _content(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:  # a dangling link, or a file that has just gone
        return ""


def _files(roots: tuple[Path, ...]) -> list[Path]:
    return sorted(path for root in roots for path in root.rglob("*") if path.suffix in (".md", ".toml", ".json"))


def _fingerprint(roots: Roots) -> int:
    return hash(tuple(_stamp(path) for path in _files(roots)))


def _stamp(path: Path) -> tuple[str, int, int]:
    try:
        stat = path.stat()
    except OSError:  # a dangling link, or a file that is just being replaced
        return str(path), 0, 0
    return str(path), stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=1)
def _shelf(edition: int) -> Shelf:
    faults: list[Fault] = []
    terms = _read("glossary", Term, faults)
    return Shelf(
        articles=_read("articles", Article, faults),
        games=_read("games", Article, faults),
        terms=terms,
        narrations=_read("demos", Narration, faults),
        lessons=_read("lessons", Lesson, faults),
        sources=_read_sources(settings.SEEDS_ROOT / "sources.toml", faults),
        faults=tuple(faults),
        definitions={slug: text.head.definition for slug, text in terms.items()},
    )


def _read(kind: str, model: type[BaseModel], faults: list[Fault]) -> Texts:
    folder = settings.CONTENT_ROOT / "en" / kind
    return {text.slug: text for text in texts_in(folder, model, faults)}


def _read_sources(path: Path, faults: list[Fault]) -> dict[str, Source]:
    sources = {}
    try:
        text = decoded(path)
        tables = read_toml(path, text)
    except FaultyFile as faulty:
        faults += faulty.faults
        return {}
    lines = text.splitlines()
    for key, values in tables.items():
        if not isinstance(values, dict):
            faults.append(
                Fault(path, line_of(key, lines), f"{key} is not a source; write [{key}] and its title under it")
            )
            continue
        try:
            sources[key] = checked(Source, values, path, lines, within=key)
        except FaultyFile as faulty:
            faults += faulty.faults
    return sources


def place_of(text: Text, key: str) -> int:
    """The line of the front matter of ``text`` that sets ``key``."""
    head = decoded(text.path).splitlines()[: text.first_line - 1]
    return line_of(key, head)


def place_of_row(text: Text, key: str, index: int) -> int:
    """The line of the front matter of ``text`` where the table ``index`` of ``[[key]]`` begins."""
    head = decoded(text.path).splitlines()[: text.first_line - 1]
    return line_of_row(key, index, head) or line_of(key, head)
