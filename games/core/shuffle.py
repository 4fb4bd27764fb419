"""The shuffle: the same on every machine, in every language, for ever.

A seed is a text. For k = 0, 1, 2 … the SHA-256 of the UTF-8 text ``seed:k`` gives eight 32-bit big-endian
words; a number below n is the first word under the largest multiple of n, taken modulo n, so that every
remainder is equally likely; Fisher–Yates runs from the last card down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
WORDS = 2**32
EIGHT_WORDS = Struct(">8I")


def words(seed: str) -> Iterator[int]:
    """The endless 32-bit words of ``seed``."""
    digests = (sha256(f"{seed}:{k}".encode()).digest() for k in count())
    return chain.from_iterable(map(EIGHT_WORDS.unpack, digests))


@cache
def fair_bounds(largest: int) -> tuple[int, ...]:
    """For each n up to ``largest`` its largest multiple in 32 bits: the words below it favour no remainder by n."""
    return (0, *(WORDS - WORDS % n for n in range(1, largest + 1)))


def shuffled(cards: Sequence[T], seed: str) -> tuple[T, ...]:
    """``cards`` in the order that ``seed`` gives them."""
    order = list(cards)
    draws = words(seed)
    bounds = fair_bounds(len(order))
    for size, word in zip(range(len(order), 1, -1), draws, strict=False):
        while word >= bounds[size]:
            word = next(draws)
        chosen = word % size
        order[size - 1], order[chosen] = order[chosen], order[size - 1]
    return tuple(order)
