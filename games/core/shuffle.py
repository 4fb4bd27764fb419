"""The shuffle: the same on every machine, in every language, for ever.

A seed is a text. For k = 0, 1, 2 … the SHA-256 of the UTF-8 text ``seed:k`` gives eight 32-bit big-endian
words; a number below n is the first word under the largest multiple of n, taken modulo n, so that every
remainder is equally likely; Fisher–Yates runs from the last card down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import TypeVar

T = TypeVar("T")
WORDS = 2**32


def words(seed: str) -> Iterator[int]:
    """The endless 32-bit words of ``seed``."""
    for k in count():
        yield from unpack(">8I", sha256(f"{seed}:{k}".encode()).digest())


def shuffled(cards: Sequence[T], seed: str) -> tuple[T, ...]:
    """``cards`` in the order that ``seed`` gives them."""
    order = list(cards)
    draws = words(seed)
    for last in range(len(order) - 1, 0, -1):
        size = last + 1
        bound = WORDS - WORDS % size
        word = next(draws)
        while word >= bound:
            word = next(draws)
        chosen = word % size
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
