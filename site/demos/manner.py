"""How a demonstration is shown: all that its address says but for the step."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

SHARPER = "sharper"


@dataclass(frozen=True)
class Manner:
    """A way to show a demonstration.

    ``place`` tells apart the demonstrations of one page; 0 on their own pages. ``embedded``: it stands in an embed, or
    is a fragment for one, so that it leads on to embeds. ``marked``: seen by one who reads the backs of the cards.
    """

    place: int = 0
    embedded: bool = False
    marked: bool = False

    @property
    def parameters(self) -> dict[str, str]:
        """What an address must say to be shown in this manner."""
        return {"eyes": SHARPER} if self.marked else {}

    @property
    def query(self) -> str:
        """The parameters as they follow a step in an address."""
        return "".join(f"&{urlencode({name: value})}" for name, value in self.parameters.items())

    @property
    def place_query(self) -> str:
        """What a swap must be told besides: the place, which no address shows."""
        return f"&place={self.place}" if self.place else ""


PLAIN = Manner()


def read_manner(query: QueryDict, embedded: bool = False) -> Manner:
    """The manner that an address asks for; what it says badly counts as not said."""
    place = query.get("place", "")
    return Manner(
        place=int(place) if re.fullmatch(r"[1-9][0-9]?", place, re.ASCII) else 0,
        embedded=embedded,
        marked=query.get("eyes") == SHARPER,
    )
