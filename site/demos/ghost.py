"""The steps of an embed laid out unseen, so that the browser can measure the highest: their shape without their words.

Whoever looks into the page must not read there how the deal ends. So every letter is another one that is as wide as a
letter can well be, and a measured step is never lower than the real one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

from django.utils.html import strip_tags

from demos.panel import Panel

BLOCKS = re.compile(r"</(?:p|li|blockquote)>")


@dataclass(frozen=True)
class Ghost:
    """What a step takes room for: ``told`` its sentences, ``note`` the paragraphs of its note, ``others`` the links to
    what might have been, ``accounts`` name and sum of each player."""

    told: list[str]
    note: list[str]
    others: list[str]
    accounts: list[tuple[str, str]]


def ghosts(panel: Panel) -> list[Ghost]:
    """Those of every step that can be stepped to from ``panel``."""
    return [_ghost(step) for step in panel.every_step]


def _ghost(panel: Panel) -> Ghost:
    told = panel.manner.told
    return Ghost(
        [blind(sentence) for sentence in panel.sentences] if told else [],
        [blind(part) for part in BLOCKS.split(panel.note) if part.strip()] if told else [],
        [blind(label) for _address, label in panel.what_if] if told else [],
        [(name, blind(f"{won}{panel.settled_doubt if panel.is_last else ''}")) for name, won in panel.accounts],
    )


def blind(html: str) -> str:
    """The text of ``html`` with every letter and digit exchanged for a wide one."""
    return "".join(_wide(character) for character in unescape(strip_tags(html)).strip())


def _wide(character: str) -> str:
    if character.isdigit():
        return "0"
    if character.isalpha():
        return "N" if character.isupper() else "n"
    return character
