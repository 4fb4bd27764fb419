"""Examples of the open data: the page /api/ shows them, and the tests hold every one against what is answered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Example:
    """An address, what it is good for, and a part of its answer."""

    says: Any
    path: str
    shows: dict[str, Any]
    status: int = 200

    @property
    def text(self) -> str:
        return json.dumps(self.shows, ensure_ascii=False, indent=2)


EXAMPLES = (
    Example(
        _("A deal: what it is, and where."),
        "/api/v1/demonstrations/plie",
        {"slug": "plie", "last": 3, "players": {"banker": "The banker", "punter": "The punter"}},
    ),
    Example(
        _("One step of it. The staked card lies face down, so nobody is told what it is."),
        "/api/v1/demonstrations/plie/steps/1",
        {
            "number": 1,
            "action": "punter stake ?? 10",
            "events": [{"kind": "staked", "terms": [], "seat": "punter", "amount": 10}],
        },
    ),
    Example(
        _("The record of a deal, the one truth of it; /record.toml is the same in TOML."),
        "/api/v1/demonstrations/plie/record.json",
        {"game": "shtoss", "chance": {"seed": "plie", "top": "7s 7d"}},
    ),
    Example(
        _("An entry of the glossary."),
        "/api/v1/glossary/sonik",
        {"title": "sonik", "russian": ["соник"], "stressed": ["со́ник"], "certainty": "once"},
    ),
    Example(
        _("The banker’s edge on one card of a full deck."),
        "/api/v1/odds",
        {"edge": {"exact": "33/833", "value": 33 / 833}},
    ),
    Example(
        _("The same with 36 cards and a table of one’s own."),
        "/api/v1/odds?deck=36&rows=1:+banker+1,+3:+banker+1/2",
        {"deck": 36, "edge": {"exact": "689/58905", "value": 689 / 58905}},
    ),
    Example(
        _("In the middle of a deal: 20 cards unseen, one of them of the rank."),
        "/api/v1/odds?left=20&bearing=1",
        {"left": 20, "bearing": 1, "edge": {"exact": "0", "value": 0.0}},
    ),
    Example(
        _("A slip is answered with what would be right."),
        "/api/v1/glossary/sonic",
        {"status": 404, "detail": "There is no glossary entry “sonic”; did you mean sonik?"},
        404,
    ),
)
