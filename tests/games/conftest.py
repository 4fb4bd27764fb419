"""Helps that the tests of the rules share: a table in one line, played to its end or to its refusal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from games.catalogue import find_game
from games.core.protocol import Event, Illegal
from games.core.record import Player, Record
from games.core.replay import Step, replay


def make_record(
    *lines: str,
    seats: tuple[str, ...] = ("banker", "punter"),
    rules: Mapping[str, Any] | None = None,
    chance: Mapping[str, Any] | None = None,
    top: str = "",
) -> Record:
    """A record of shtoss; ``top`` is short for a seed with that top."""
    return Record(
        game="shtoss",
        players=tuple(Player(seat, seat.title()) for seat in seats),
        rules=rules or {},
        chance=chance or ({"seed": "any", "top": top} if top else {"seed": "any"}),
        actions=lines,
    )


@dataclass(frozen=True)
class Played:
    """What came of a record."""

    steps: tuple[Step, ...]

    @property
    def state(self) -> Any:
        return self.steps[-1].state

    @property
    def net(self) -> dict[str, int]:
        return dict(self.state.outcome()[1])

    @property
    def over(self) -> bool:
        return self.state.outcome()[0]

    @property
    def phase(self) -> str:
        return self.state.view(None).phase

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """All events, or those of ``kinds``, as JSON would have them."""
        seen: list[Event] = [event for step in self.steps for event in step.events]
        return [event.as_json() for event in seen if not kinds or event.kind in kinds]

    def offers(self) -> list[tuple[str, str]]:
        return [(offer.seat, offer.verb) for offer in self.state.offers()]


@pytest.fixture(scope="session")
def record():
    return make_record


@pytest.fixture(scope="session")
def play():
    """``play(line, …, rules=…, top=…)``: the whole record, replayed."""

    def run(*lines: str, **setup: Any) -> Played:
        return Played(tuple(replay(find_game("shtoss"), make_record(*lines, **setup))))

    return run


@pytest.fixture(scope="session")
def refusal(play):
    """Like ``play`` for a record that must be refused in its last line; answers with the sentence."""

    def run(*lines: str, **setup: Any) -> str:
        if lines:
            play(*lines[:-1], **setup)
        with pytest.raises(Illegal) as refused:
            play(*lines, **setup)
        return str(refused.value)

    return run
