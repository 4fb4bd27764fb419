"""What chance gave: the order of the deck, deal by deal, as ``[chance]`` of a record fixes it.

``deck`` states the whole order before the cut. ``seed`` shuffles a pack, which is then cut; with ``top`` the
cards that a book names are fixed from position 1 *after* the cut, and the seed supplies the rest. The cards
of ``top`` are *given*, all others are *supplied*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from games.core.cards import RANKS, SUITS, Card, card, pack, require
from games.core.protocol import Illegal
from games.core.shuffle import shuffled
from games.core.wording import instead, listed, quoted

T = TypeVar("T")
ANY_SUIT = "?"
KEYS = ("deck", "seed", "top")


@dataclass(frozen=True, slots=True)
class Pack:
    """The deck of one deal.

    ``cards`` is the order before the cut; or, where ``given`` (the patterns of ``top``) is not empty, the
    order after it: then the cut brings up this order wherever it falls.
    """

    cards: tuple[Card, ...]
    given: tuple[str, ...] = ()

    def after_cut(self, count: int) -> tuple[Card, ...]:
        """The order once the top ``count`` cards have gone under the rest."""
        return self.cards if self.given else self.cards[count:] + self.cards[:count]


@dataclass(frozen=True, slots=True)
class Chance:
    """Where the decks of a record come from; every tuple holds one entry a deal.

    With ``numbered``, ``seeds`` holds one seed ``s`` that serves deal k as ``s/k``.
    """

    size: int
    decks: tuple[tuple[Card, ...], ...] = ()
    seeds: tuple[str, ...] = ()
    tops: tuple[tuple[str, ...], ...] = ()
    numbered: bool = False

    def pack(self, deal: int) -> Pack:
        """The deck of deal number ``deal``, from 1. Raises :class:`Illegal` if the record fixes none."""
        if self.decks:
            return Pack(_entry(self.decks, deal, "deck"))
        seed = f"{self.seeds[0]}/{deal}" if self.numbered else _entry(self.seeds, deal, "seed")
        order = shuffled(pack(self.size), seed)
        given = _entry(self.tops, deal, "top") if self.tops else ()
        return Pack(_filled(given, order), given) if given else Pack(order)

    def has(self, deal: int) -> bool:
        """Whether the record fixes a deck for deal number ``deal``."""
        try:
            self.pack(deal)
        except Illegal:
            return False
        return True

    def lot(self) -> tuple[Card, ...]:
        """The cards that are drawn for the bank, in order: a shuffle by ``s/lot``, or the first deck from its top."""
        return self.decks[0] if self.decks else shuffled(pack(self.size), f"{self.seeds[0]}/lot")


def read_chance(chance: Mapping[str, Any], size: int, series: bool) -> Chance:
    """Read ``[chance]`` for packs of ``size`` cards.

    ``series`` says whether the record holds more than one deal: then a single seed ``s`` becomes ``s/1``,
    ``s/2`` …, while a record of one deal uses ``s`` itself. Raises :class:`Illegal`.
    """
    for key in chance:
        if key not in KEYS:
            raise Illegal(f"{quoted(key)} is not known here; {instead(key, KEYS)}", "chance")
    if "deck" in chance and len(chance) > 1:
        raise Illegal("a whole deck leaves nothing to a seed; give deck, or seed with or without top", "chance")
    if "deck" not in chance and "seed" not in chance:
        raise Illegal('no order of the deck is fixed; give seed = "any text", or deck with every card', "chance")
    return Chance(
        size,
        decks=tuple(_deck(text, size) for text in _texts(chance, "deck", series)),
        seeds=_texts(chance, "seed", series=False),
        tops=tuple(_top(text, size) for text in _texts(chance, "top", series)),
        numbered=series and isinstance(chance.get("seed"), str),
    )


def _texts(chance: Mapping[str, Any], key: str, series: bool) -> tuple[str, ...]:
    """The entries of ``key``, one a deal. A text alone is one deal's entry, so a series must list."""
    value = chance.get(key, ())
    if isinstance(value, str):
        if series:
            raise Illegal(f"this record has several deals; make {key} a list with one text a deal", f"chance.{key}")
        return (value,)
    if not isinstance(value, (tuple, list)) or not all(isinstance(text, str) for text in value):
        raise Illegal(f'{key} is a text in quotes, as in {key} = "…", or a list of them', f"chance.{key}")
    if key in chance and not value:
        raise Illegal("the list is empty; give one text a deal", f"chance.{key}")
    return tuple(value)


def _entry(entries: tuple[T, ...], deal: int, key: str) -> T:
    if deal > len(entries):
        raise Illegal(f"deal {deal} has no entry; the record gives {len(entries)}", f"chance.{key}")
    return entries[deal - 1]


def _deck(text: str, size: int) -> tuple[Card, ...]:
    """A whole order: every card of the pack once."""
    place = "chance.deck"
    try:
        cards = tuple(card(word) for word in text.split())
        for each in cards:
            require(each, size)
    except Illegal as refusal:
        raise refusal.at(place) from None
    twice = [str(each) for each, times in Counter(cards).items() if times > 1]
    if twice:
        raise Illegal(f"{listed(twice, 'and')} stands there more than once; every card belongs there once", place)
    missing = [str(each) for each in pack(size) if each not in set(cards)]
    if missing:
        raise Illegal(
            f"{len(missing)} of {size} cards are missing: {_shortened(missing)}; write every card once", place
        )
    return cards


def _top(text: str, size: int) -> tuple[str, ...]:
    """The patterns of ``top``: a card, or a rank with ``?`` for any suit."""
    place = "chance.top"
    patterns = tuple(text.split())
    for pattern in patterns:
        _check_pattern(pattern, size)
    exact = [pattern for pattern in patterns if pattern[1] != ANY_SUIT]
    for pattern in exact:
        if exact.count(pattern) > 1:
            raise Illegal(f"{pattern} stands there more than once; a pack has one", place)
    for rank in RANKS:
        if sum(pattern[0] == rank for pattern in patterns) > len(SUITS):
            raise Illegal(f"{rank} stands there more than four times; a pack has four", place)
    return patterns


def _check_pattern(pattern: str, size: int) -> None:
    try:
        if len(pattern) == 2 and pattern[0] in RANKS and pattern[1] == ANY_SUIT:
            require(card(pattern[0] + SUITS[0]), size)
        else:
            require(card(pattern), size)
    except Illegal as refusal:
        hint = "" if pattern[-1:] == ANY_SUIT else f"; {ANY_SUIT} in place of the suit means any suit"
        raise Illegal(refusal.reason + hint, "chance.top") from None


def _filled(patterns: tuple[str, ...], order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Each pattern, left to right, takes the first unused card of ``order`` that fits; the others follow."""
    unused = list(order)
    filled: list[Card] = []
    for position, pattern in enumerate(patterns, start=1):
        chosen = next((each for each in unused if _fits(each, pattern)), None)
        if chosen is None:
            taken = filled.index(card(pattern)) + 1
            raise Illegal(
                f"position {position} wants {pattern}, but the {patterns[taken - 1]} of position {taken} took it; "
                f"name the suit there",
                "chance.top",
            )
        unused.remove(chosen)
        filled.append(chosen)
    return (*filled, *unused)


def _fits(each: Card, pattern: str) -> bool:
    return each.rank == pattern[0] and pattern[1] in (each.suit, ANY_SUIT)


def _shortened(words: list[str], most: int = 8) -> str:
    return " ".join(words) if len(words) <= most else f"{' '.join(words[:most])} …"
