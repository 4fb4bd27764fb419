"""The builder's form: what was typed, the deal that it makes, and the form that a deal fills.

What was typed is kept as it came, field by field, so that nothing of it is lost while it is not yet a deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from builder import order
from builder.agreed import AgreedForm, typed
from builder.deals import (
    GAME,
    MOST_ACTIONS,
    MOST_PLAYERS,
    MOST_RECORD,
    Built,
    checked,
    plain_line,
    plain_note,
)
from games.core.protocol import Illegal
from games.core.record import Player, Record, parse, write

LOT = "lot"
SEED, DECK = "seed", "deck"
FRESH = Record(
    GAME,
    (Player("banker", "The banker"), Player("punter", "The punter")),
    chance=MappingProxyType({"seed": "1"}),
)
FIELDS = {
    **{name: name for name in ("title", "seeds", "tops", "decks", "text")},
    **{name.replace("-", "_"): name for name in ("stake-seat", "stake-card", "stake-amount", "cut-seat", "cut-count")},
    "typed_actions": "actions",
}
NOT_A_WORD = re.compile(r"[^\w-]+")


@dataclass(frozen=True)
class Chair:
    """A row of the players: its ``number`` from 1, the seat's key in the record, the name that is shown."""

    number: int
    seat: str
    name: str


class Sheet:
    """The form as it was typed."""

    def __init__(self, data: QueryDict) -> None:
        self.data = data

    @classmethod
    def fresh(cls) -> Sheet:
        """The form that one finds at first."""
        return cls.of(Built(FRESH))

    @classmethod
    def of(cls, built: Built) -> Sheet:
        """The form that ``built`` fills."""
        data = QueryDict(mutable=True)
        record = built.record
        for name, value in typed(record.rules).items():
            data.setlist(name, value if isinstance(value, list) else [value])
        data["title"] = record.title
        for number, player in enumerate(record.players, start=1):
            data[f"seat-{number}"], data[f"name-{number}"] = player.seat, player.name
        banker = record.rules.get("banker", record.seats[0])
        data["banker"] = str(record.seats.index(banker) + 1) if banker in record.seats else LOT
        for name, value in _typed_chance(record.chance, built.filled).items():
            data[name] = value
        data["actions"] = "\n".join(record.actions)
        for step, note in built.notes.items():
            data[f"note-{step}"] = note
        return cls(data)

    def built(self) -> Built:
        """The deal that was typed. Raises :class:`Illegal`, naming the place."""
        return self._built

    @cached_property
    def _built(self) -> Built:
        actions = tuple(self.actions)
        for name in ("actions", "seeds", "tops", "decks"):
            if len(self.field(name)) > MOST_RECORD:
                raise Illegal(_("this is longer than %(most)s characters; shorten it") % {"most": MOST_RECORD}, name)
        rules = self.agreed.rules()
        chance, filled = self._chance(rules.get("deck", 52), self.deals)
        players = tuple(self._players())
        if not players:
            raise Illegal(_("nobody plays; write a name"), _("Players"))
        banker = self._banker()
        if banker != players[0].seat:
            rules["banker"] = banker
        record = Record(GAME, players, rules, chance, actions, plain_line(self.field("title")))
        return checked(Built(parse(write(record)), self._notes(), frozenset(filled)))

    def field(self, name: str) -> str:
        return str(self.data.get(name, "")).replace("\r\n", "\n")

    # --- what the template shows ---

    @cached_property
    def agreed(self) -> AgreedForm:
        return AgreedForm(self.data)

    def __getattr__(self, name: str) -> str:
        """A field for the template: ``sheet.stake_card`` is what was chosen as ``stake-card``."""
        if name in FIELDS:
            return self.field(FIELDS[name])
        raise AttributeError(name)

    @cached_property
    def chairs(self) -> list[Chair]:
        """Every row of the players, taken or free; a new name gets a key of its own."""
        chairs: list[Chair] = []
        taken = {LOT, *(self.field(f"seat-{number}") for number in range(1, MOST_PLAYERS + 1))}
        for number in range(1, MOST_PLAYERS + 1):
            seat, name = self.field(f"seat-{number}"), self.field(f"name-{number}")
            if not re.fullmatch(r"[\w-]{1,40}", seat) or any(chair.seat == seat for chair in chairs):
                seat = _free_seat(name, number, taken) if plain_line(name) else ""
                taken.add(seat)
            chairs.append(Chair(number, seat, name))
        return chairs

    @property
    def more_players(self) -> bool:
        """Whether more rows than two are of use."""
        return self.field("variant") not in ("", "shtoss") or any(plain_line(chair.name) for chair in self.chairs[2:])

    @property
    def seated(self) -> list[Chair]:
        return [chair for chair in self.chairs if plain_line(chair.name)]

    @property
    def banker(self) -> str:
        return self.field("banker") or "1"

    @property
    def states_deck(self) -> bool:
        return self.field("order") == DECK

    @property
    def actions(self) -> list[str]:
        """The lines of play, single-spaced, without comments."""
        lines = (" ".join(line.partition("#")[0].split()) for line in self.field("actions").split("\n"))
        return [line for line in lines if line]

    @property
    def deals(self) -> int:
        """How many deals are begun."""
        return 1 + sum(line.split(" ")[1:] == ["deal"] for line in self.actions)

    @property
    def typed_notes(self) -> dict[int, str]:
        """What was typed for each step, and only where something was."""
        written = {step: self.field(f"note-{step}") for step in sorted(self._noted())}
        return {step: note for step, note in written.items() if note.strip()}

    def whole(self, name: str, default: int = 1, most: int = MOST_ACTIONS) -> int:
        """A number of the form, ``default`` where it is none."""
        text = self.field(name)
        return min(int(text), most) if re.fullmatch(r"[1-9][0-9]{0,2}", text, re.ASCII) else default

    @property
    def deal(self) -> int:
        """Which deal's places are shown."""
        return self.whole("deal")

    @property
    def place(self) -> int:
        """The place that is chosen."""
        return self.whole("place", most=52)

    def line(self, name: str, number: int) -> str:
        """Line ``number``, from 1, of the field ``name``."""
        lines = self.field(name).split("\n")
        return lines[number - 1] if number <= len(lines) else ""

    # --- changing it ---

    def changed(self, **values: str) -> Sheet:
        """The same form with other ``values``."""
        data = self.data.copy()
        for name, value in values.items():
            data[name] = value
        return Sheet(data)

    def with_line(self, name: str, number: int, text: str) -> Sheet:
        """The same form with another line ``number`` in the field ``name``."""
        lines = self.field(name).split("\n")
        lines += [""] * (number - len(lines))
        lines[number - 1] = text
        return self.changed(**{name: "\n".join(lines)})

    def acted(self, *lines: str) -> Sheet:
        """The same form with ``lines`` at the end of the play."""
        return self.changed(actions="\n".join([*self.actions, *lines]))

    def without_action(self, number: int) -> Sheet:
        """The same form without action ``number`` and its note; the notes after it move along."""
        actions = self.actions
        if not 1 <= number <= len(actions):
            return self
        del actions[number - 1]
        sheet = self.changed(actions="\n".join(actions))
        for step in self.typed_notes:
            if step >= number:
                sheet.data[f"note-{step}"] = ""
        for step, note in self.typed_notes.items():
            if step > number:
                sheet.data[f"note-{step - 1}"] = note
        return sheet

    # --- reading it ---

    def _noted(self) -> Iterator[int]:
        """The steps that the form has a note for."""
        for name in self.data:
            if found := re.fullmatch(r"note-(0|[1-9][0-9]{0,2})", name, re.ASCII):
                yield int(found[1])

    def _notes(self) -> dict[int, str]:
        notes = {step: plain_note(note) for step, note in self.typed_notes.items()}
        return {step: note for step, note in notes.items() if note}

    def _players(self) -> Iterator[Player]:
        for chair in self.seated:
            yield Player(chair.seat, plain_line(chair.name))

    def _banker(self) -> str:
        if self.banker == LOT:
            return LOT
        chosen = next((chair for chair in self.seated if str(chair.number) == self.banker), None)
        if chosen is None:
            says = _("the player who keeps the bank has no name; name that one, or choose another")
            raise Illegal(says, _("Players"))
        return chosen.seat

    def _chance(self, size: int, deals: int) -> tuple[dict[str, Any], list[tuple[int, int]]]:
        series = deals > 1
        if self.states_deck:
            decks = [" ".join(order.tokens(line)) for line in self.field("decks").strip().split("\n")]
            return {"deck": tuple(decks) if series else decks[0]}, []
        seeds = [plain_line(line) for line in self.field("seeds").split("\n")]
        chance: dict[str, Any] = {"seed": tuple(seeds) if len(seeds) > 1 else seeds[0]}
        lines = self.field("tops").rstrip().split("\n")
        if len(lines) > max(deals, min(len(seeds), MOST_ACTIONS)):
            says = _("%(lines)s lines for %(deals)s; write one line for each deal")
            raise Illegal(says % {"lines": len(lines), "deals": deals}, _("Fixed places"))
        tops, filled = [], []
        lines += [""] * (deals - len(lines))
        for deal, line in enumerate(lines, start=1):
            top, places = order.fill(line, chance, deal, size, series)
            tops.append(top)
            filled += [(deal, place) for place in places]
        if any(tops):
            chance["top"] = tuple(tops) if series or len(tops) > 1 else tops[0]
        return chance, filled


def _typed_chance(chance: Mapping[str, Any], filled: frozenset[tuple[int, int]]) -> dict[str, str]:
    """The fields of the form for ``[chance]`` of a record that can begin."""
    fields = {"order": SEED, "seeds": "1", "tops": "", "decks": ""}
    if "deck" in chance:
        return fields | {"order": DECK, "decks": "\n".join(_several(chance["deck"]))}
    fields["seeds"] = "\n".join(_several(chance["seed"]))
    lines = []
    for deal, top in enumerate(_several(chance.get("top", "")), start=1):
        there = [order.OPEN if (deal, place) in filled else word for place, word in enumerate(top.split(), start=1)]
        lines.append(" ".join(there))
    return fields | {"tops": "\n".join(lines)}


def _several(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _free_seat(name: str, number: int, taken: set[str]) -> str:
    """A key for the seat of ``name`` that nobody has yet."""
    base = NOT_A_WORD.sub("-", plain_line(name).lower()).strip("-")[:36] or f"player-{number}"
    seat, more = base, 2
    while seat in taken:
        seat, more = f"{base}-{more}", more + 1
    return seat
