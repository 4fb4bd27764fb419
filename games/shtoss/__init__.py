"""Shtoss, the two-handed banking game, the bank table with several punters, and faro.

Where the rules come from: modern Russian rule pages for the course of a deal and the names of the first cards, the
Encyclopédie for right, left and the doublet, and two scenes, Pushkin's and Lermontov's, for the two odd orders of
cutting (``cut = "first"``, ``cutter = "banker"``).
"""

from __future__ import annotations

from games.core.chance import read_chance
from games.core.record import Record
from games.shtoss.actions import Action, parse
from games.shtoss.agreement import agree
from games.shtoss.rules import State, Table, open_evening


class Shtoss:
    """The game that records call ``shtoss``."""

    slug = "shtoss"

    def start(self, record: Record) -> State:
        """The first deal of ``record`` before any action. Raises :class:`games.core.protocol.Illegal`."""
        agreement = agree(record)
        series = any(line.split(" ")[1:] == ["deal"] for line in record.actions)
        chance = read_chance(record.chance, agreement.deck, series)
        return open_evening(Table(agreement, record.seats, chance))

    def parse(self, text: str) -> Action:
        """The action one line of a record spells. Raises :class:`games.core.protocol.Illegal`."""
        return parse(text)


SHTOSS = Shtoss()
