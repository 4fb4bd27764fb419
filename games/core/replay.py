"""Folding a record: its actions, one after another, over the first state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.protocol import Event, Game, Illegal, State
from games.core.record import FORMAT, Record
from games.core.wording import quoted


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a replay. Step 0 is before any action; step n is just after action n, whose ``events`` it holds."""

    number: int
    action: Any  # None at step 0
    state: State
    events: tuple[Event, ...] = ()


def replay(game: Game, record: Record) -> Iterator[Step]:
    """Every step of ``record``, from step 0 on.

    Raises :class:`Illegal` when the fold reaches what the rules refuse; its place names the action and quotes it.
    """
    state = game.start(record)
    yield Step(0, None, state)
    for number, line in enumerate(record.actions, start=1):
        try:
            action = game.parse(line)
            state, events = state.apply(action)
        except Illegal as refusal:
            raise refusal.at(f"action {number}: {quoted(line)}") from None
        yield Step(number, action, state, events)


def report(record: Record, steps: Sequence[Step]) -> dict[str, Any]:
    """The whole replay as plain values, ready for JSON: the actions, the events, whether it is over, the net."""
    over, net = steps[-1].state.outcome()
    return {
        "format": FORMAT,
        "game": record.game,
        "over": over,
        "steps": [
            {
                "step": step.number,
                "action": None if step.action is None else str(step.action),
                "events": [event.as_json() for event in step.events],
            }
            for step in steps
        ],
        "net": dict(net),
    }
