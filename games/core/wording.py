"""Small helps for refusals, so that every one of them reads like a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_QUOTE = 80
MOST_LISTED = 12


def quoted(text: str) -> str:
    """``text`` in double quotes on one line, shortened, with control characters made visible."""
    visible = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if len(visible) > LONGEST_QUOTE:
        visible = visible[: LONGEST_QUOTE - 1] + "…"
    return f'"{visible}"'


def listed(words: Iterable[object], last: str = "or") -> str:
    """``a, b or c``; of a long list the first and the number of the others."""
    texts = [str(word) for word in words]
    if len(texts) > MOST_LISTED + 1:
        texts = [*texts[:MOST_LISTED], f"{len(texts) - MOST_LISTED} others"]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def instead(word: str, known: Iterable[str]) -> str:
    """What would be right in place of ``word``: the nearest of ``known``, or all of them if they are few."""
    names = list(known)
    near = get_close_matches(word, names, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"it can be {listed(names)}" if names else "there is none"
