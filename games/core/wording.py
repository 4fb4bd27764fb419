"""Small helps for refusals, so that every one of them reads like a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_QUOTE = 80


def quoted(text: str) -> str:
    """``text`` in double quotes on one line, shortened, with control characters made visible."""
    visible = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if len(visible) > LONGEST_QUOTE:
        visible = visible[: LONGEST_QUOTE - 1] + "…"
    return f'"{visible}"'


def listed(words: Iterable[object], last: str = "or") -> str:
    """``a, b or c``."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def instead(word: str, known: Iterable[str]) -> str:
    """What would be right in place of ``word``: the nearest of ``known``, or all of them."""
    names = list(known)
    near = get_close_matches(word, names, n=1)
    return f"did you mean {near[0]}?" if near else f"it can be {listed(names)}"
