"""A deal that somebody built: a record, a note for each step, and which of its cards we filled in.

Everywhere it is one text, the canonical text of the record with comments under it::

    format = 1
    ...
    # Beside the record, for the deal builder:
    #filled 1:3
    #0: Hermann has come with all he won.
    #3: He opens the queen of spades.
    #3+  A long line goes on here.

Every reader of records reads it, since comments are not part of a record; ours reads the notes back as well. ``#3:``
begins a line of the note of step 3, ``#3+`` goes on with it, for a line of a record has at most 500 characters.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue import find_game
from games.core.cards import Card
from games.core.protocol import Illegal
from games.core.record import MOST_BYTES, Record, parse, parse_bytes, write
from games.core.replay import Step, replay
from games.shtoss.rules import State, Table

GAME = "shtoss"
MOST_ACTIONS = 400
MOST_PLAYERS = 8
LONGEST_NAME = 60
LONGEST_TITLE = 120
LONGEST_NOTE = 500
MOST_RECORD = 32 * 1024  # characters of the record alone: more would take long to read
MOST_TEXT = 64 * 1024  # bytes of the record with its notes
LONGEST_ADDRESS = 6_000  # characters of ``r``: a mail, a browser and a server all carry so much
MARK = "# Beside the record, for the deal builder:"
PIECE = 400  # characters of a note in one line of the text
FILLED = re.compile(r"([1-9][0-9]{0,2}):([1-9][0-9]?)", re.ASCII)
NOTE = re.compile(r"#(0|[1-9][0-9]{0,2})([:+]) ?(.*)", re.ASCII)
ADDRESS = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Built:
    """A deal that can begin; whether all of its actions are allowed, :meth:`fold` says.

    ``notes`` are plain text by step. ``filled`` are pairs of a deal's number and a place after its cut: the record must
    state a card there, because it states a later one, but it is the shuffle's and not the teacher's.
    """

    record: Record
    notes: Mapping[int, str] = field(default_factory=dict)
    filled: frozenset[tuple[int, int]] = frozenset()

    def fold(self) -> Fold:
        """The steps of the deal, as far as they are allowed."""
        return _fold(self.text)

    @property
    def text(self) -> str:
        """The one canonical text."""
        lines = []
        if self.filled:
            lines.append("#filled " + " ".join(f"{deal}:{place}" for deal, place in sorted(self.filled)))
        for step, note in sorted(self.notes.items()):
            lines += _note_lines(step, note)
        beside = "\n".join(["", MARK, *lines, ""]) if lines else ""
        return write(self.record) + beside

    @property
    def version(self) -> str:
        """A short hash of all that is shown: eight hexadecimal digits."""
        return sha256(self.text.encode()).hexdigest()[:8]

    @property
    def address(self) -> str:
        """The text as it stands in an address after ``r=``; "" if it is too long for one."""
        packed = base64.urlsafe_b64encode(zlib.compress(self.text.encode(), 9)).decode().rstrip("=")
        return packed if len(packed) <= LONGEST_ADDRESS else ""


@dataclass(frozen=True)
class Fold:
    """What became of the actions: the ``steps`` that are allowed, and the ``refusal`` of the first that is not."""

    steps: tuple[Step, ...]
    refusal: Illegal | None = None

    @property
    def state(self) -> State:
        """The table after the last step that is allowed."""
        return cast(State, self.steps[-1].state)

    @property
    def table(self) -> Table:
        return self.state.table

    def cut(self, deal: int) -> tuple[int, tuple[Card, ...]]:
        """How many cards were cut off in deal number ``deal``, and the order after it; nothing before the cut."""
        for step in self.steps:
            state = cast(State, step.state)
            for event in step.events:
                if event.kind == "cut" and state.evening.deal == deal:
                    return int(event.data["count"]), state.cards
        return 0, ()


@lru_cache(maxsize=32)
def _fold(text: str) -> Fold:
    record = from_text(text).record
    steps: list[Step] = []
    try:
        for step in replay(find_game(record.game), record):
            steps.append(step)
    except Illegal as refusal:
        return Fold(tuple(steps), refusal)
    return Fold(tuple(steps))


@lru_cache(maxsize=64)
def from_text(text: str) -> Built:
    """The deal that ``text`` spells. Raises :class:`Illegal`, naming the place, for what the builder cannot hold."""
    spelled, _mark, beside = text.partition(f"\n{MARK}\n")
    if len(spelled) > MOST_RECORD:
        says = _("the record is longer than %(most)s characters; the builder holds a few deals, not an evening")
        raise Illegal(says % {"most": MOST_RECORD})
    notes, filled = _beside(beside)
    return checked(Built(parse(spelled), notes, filled))


def from_bytes(data: bytes) -> Built:
    """The deal in a file. Raises :class:`Illegal`."""
    if len(data) > MOST_BYTES:
        says = _("the file is larger than %(most)s KiB; a record is one game")
        raise Illegal(says % {"most": MOST_BYTES // 1024})
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        parse_bytes(data)  # it names the line
        raise
    return from_text(text.replace("\r\n", "\n"))


@lru_cache(maxsize=64)
def from_address(packed: str) -> Built:
    """The deal that an address carries. Raises :class:`Illegal`."""
    damaged = Illegal(_("this address is damaged or cut short; copy the whole of it"))
    if len(packed) > LONGEST_ADDRESS or not ADDRESS.fullmatch(packed):
        raise damaged
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MOST_TEXT + 1)
        text = data.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise damaged from None
    if not unpacking.eof:
        raise damaged
    return from_text(text)


def checked(built: Built) -> Built:
    """``built``, if the builder can hold it and the deal can begin. Raises :class:`Illegal`."""
    record = built.record
    if record.game != GAME:
        raise Illegal(_("the builder makes deals of shtoss, bank and faro only; write game = “shtoss”"), "game")
    if len(record.players) > MOST_PLAYERS:
        says = _("here are %(number)s; the builder has room for 2 to %(most)s")
        raise Illegal(says % {"number": len(record.players), "most": MOST_PLAYERS}, "players")
    for player in record.players:
        _short(player.name, LONGEST_NAME, f"players.{player.seat}")
    _short(record.title, LONGEST_TITLE, "title")
    if len(record.actions) > MOST_ACTIONS:
        says = _("%(number)s actions; the builder holds %(most)s")
        raise Illegal(says % {"number": len(record.actions), "most": MOST_ACTIONS}, "play.actions")
    find_game(record.game).start(record)
    _check_notes(built)
    if len(built.text.encode()) > MOST_TEXT:
        says = _("with its notes the deal is larger than %(most)s KiB; shorten them")
        raise Illegal(says % {"most": MOST_TEXT // 1024})
    return built


def _check_notes(built: Built) -> None:
    last = len(built.record.actions)
    for step, note in built.notes.items():
        place = _("the note of step %(step)s") % {"step": step}
        if step > last:
            says = _("there is no such step, the last one is %(last)s; move the note or empty it")
            raise Illegal(says % {"last": last}, place)
        _short(note, LONGEST_NOTE, place)


def _short(text: str, most: int, place: str) -> None:
    if len(text) > most:
        says = ngettext("%(number)s character; at most %(most)s", "%(number)s characters; at most %(most)s", len(text))
        raise Illegal(says % {"number": len(text), "most": most}, place)


def plain_note(text: str) -> str:
    """``text`` as a note holds it: line feeds, and no other character that cannot be seen."""
    lines = ("".join(sign for sign in line if _visible(sign)).rstrip() for line in text.splitlines())
    return "\n".join(lines).strip()


def plain_line(text: str) -> str:
    """``text`` as a name or a title holds it: one line, single-spaced, of characters that a record allows."""
    return " ".join("".join(sign for sign in word if sign.isprintable()) for word in text.split()).strip()


def _visible(sign: str) -> bool:
    """Whether a note may hold ``sign``: what is printed, and the joiners and marks that emoji and Hebrew need."""
    return sign.isprintable() or sign in "\u200c\u200d\u200e\u200f\u00a0\u202f"


def _note_lines(step: int, note: str) -> Iterator[str]:
    for line in note.split("\n"):
        yield f"#{step}: {line[:PIECE]}"
        for start in range(PIECE, len(line), PIECE):
            yield f"#{step}+ {line[start : start + PIECE]}"


def _beside(text: str) -> tuple[dict[int, str], frozenset[tuple[int, int]]]:
    notes: dict[int, str] = {}
    filled: set[tuple[int, int]] = set()
    for line in text.split("\n"):
        if line.startswith("#filled "):
            filled |= {(int(deal), int(place)) for deal, place in FILLED.findall(line)}
        elif found := NOTE.fullmatch(line):
            step, more = int(found[1]), found[2] == "+"
            before = notes.get(step)
            notes[step] = found[3] if before is None else before + ("" if more else "\n") + found[3]
    cleaned = {step: plain_note(note) for step, note in notes.items()}
    return {step: note for step, note in cleaned.items() if note}, frozenset(filled)
