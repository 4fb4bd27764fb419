"""The glossary as a whole: in groups for the printed sheet, and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy

from library.files import Text
from library.shelf import shelf

# In the order of the sheet: the game, who plays it, how it is dealt, what comes of it, and what is staked on it.
GROUPS = {
    "games": gettext_lazy("Games"),
    "players": gettext_lazy("Players"),
    "deal": gettext_lazy("The deal"),
    "outcomes": gettext_lazy("Outcomes"),
    "stakes": gettext_lazy("Stakes"),
    "conditions": gettext_lazy("Conditions"),
    "cheating": gettext_lazy("Cheating"),
    "money": gettext_lazy("Money"),
}


def in_order() -> list[Text]:
    """Every entry by its headword."""
    return sorted(shelf().terms.values(), key=lambda text: text.head.title.casefold())


def grouped() -> Iterator[tuple[str, list[Text]]]:
    """The heading of each group that has entries, and these."""
    terms = in_order()
    for group, heading in GROUPS.items():
        if members := [text for text in terms if text.head.group == group]:
            yield str(heading), members


def as_data(origin: str) -> dict[str, Any]:
    """The glossary for programs."""
    return {
        "title": "Shtoss",
        "url": f"{origin}{reverse('reading:glossary')}",
        "language": "en",
        "terms": [_entry(text, origin) for text in in_order()],
    }


def _entry(text: Text, origin: str) -> dict[str, Any]:
    head = text.head
    keys = ("title", "russian", "stressed", "sounds", "also", "group", "definition", "origin", "see", "certainty")
    position = head.position.model_dump() if head.position else None
    return {
        "slug": text.slug,
        "url": f"{origin}{reverse('reading:term', args=[text.slug])}",
        **{key: getattr(head, key) for key in keys},
        "position": position,
    }
