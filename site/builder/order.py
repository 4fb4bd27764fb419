"""The order of the deck as the builder speaks of it: places after the cut, some of them fixed.

A line of places is written like ``top`` of a record, with ``..`` for a place that is left open: ``Q? A? .. 7s``. A
record can only fix places from the first on, so an open place before a fixed one is filled with the card that the
shuffle would bring, and remembered as *filled*: the deal shows it as supplied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from builder.deals import Fold
from demos.words import RANKS, card_name
from games.core.cards import RANKS as ORDER
from games.core.cards import SUITS, Card, card, pack, require
from games.core.chance import ANY_SUIT, read_chance
from games.core.protocol import Illegal

OPEN = ".."
SIGNS = {"c": "♣\ufe0e", "d": "♦\ufe0e", "h": "♥\ufe0e", "s": "♠\ufe0e"}
LETTERS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "\ufe0e": None, "\ufe0f": None})


@dataclass(frozen=True)
class Place:
    """A place after the cut: what lies there, in signs (``Q♠``) and in words; how much of it is given."""

    number: int
    signs: str
    words: str
    mark: str  # "given", "rank", "supplied", or "" where nothing is known yet


def tokens(line: str) -> list[str]:
    """The places of ``line`` as a record would write them: ``10♥`` is ``Th``. Open ones at the end are left out."""
    found = [_token(word) for word in line.translate(LETTERS).replace(",", " ").split()]
    while found and found[-1] == OPEN:
        found.pop()
    return found


def _token(word: str) -> str:
    if set(word) <= {".", "…", "-", "–", "_"}:
        return OPEN
    word = word.replace("10", "T") if word.startswith("10") else word
    return word[:1].upper() + word[1:].lower()


def put(line: str, place: int, pattern: str) -> str:
    """``line`` with ``pattern`` at ``place``; a card that lay elsewhere moves there."""
    there = tokens(line)
    if pattern[1] != ANY_SUIT:
        there = [OPEN if each == pattern else each for each in there]
    there += [OPEN] * (place - len(there))
    there[place - 1] = pattern
    return " ".join(tokens(" ".join(there)))


def swap(line: str, index: int, pattern: str) -> str:
    """A whole deck with the card ``pattern`` at ``index``, and the card that lay there in its place."""
    there = tokens(line)
    if pattern in there and 0 <= index < len(there):
        other = there.index(pattern)
        there[index], there[other] = there[other], there[index]
    return " ".join(there)


def fill(line: str, seed: Mapping[str, Any], deal: int, size: int, series: bool) -> tuple[str, list[int]]:
    """The ``top`` of a record for ``line``, and which of its places the shuffle filled. Raises :class:`Illegal`."""
    wanted = tokens(line)
    if OPEN not in wanted:
        return " ".join(wanted), []
    unused = list(read_chance(seed, size, series).pack(deal).cards)
    filled, top = [], []
    for number, pattern in enumerate(wanted, start=1):
        later = wanted[number:]
        chosen = next((each for each in unused if _may_lie(each, pattern, later, unused)), None)
        if chosen is not None:
            unused.remove(chosen)
        if pattern == OPEN:
            if chosen is None:
                says = _("no card is left for place %(place)s; fix fewer places after it")
                raise Illegal(says % {"place": number}, "chance.top")
            filled.append(number)
        top.append(str(chosen) if pattern == OPEN else pattern)
    return " ".join(top), filled


def _may_lie(each: Card, pattern: str, later: Sequence[str], unused: Sequence[Card]) -> bool:
    """Whether ``each`` may lie where ``pattern`` stands: on an open place if no later pattern needs it."""
    if pattern != OPEN:
        return str(each) == pattern or pattern == each.rank + ANY_SUIT
    if str(each) in later:
        return False
    needed = sum(other[0] == each.rank for other in later)
    return needed < sum(other.rank == each.rank for other in unused)


def places(fold: Fold, filled: frozenset[tuple[int, int]], deal: int) -> list[Place]:
    """The places of deal number ``deal``, from 1, as far as they are known: a cut that has not been made hides them."""
    table, size = fold.table, fold.table.agreement.deck
    try:
        dealt = table.chance.pack(deal)
    except Illegal:
        return [Place(number, "", "", "") for number in range(1, size + 1)]
    cards = dealt.cards if dealt.given else fold.cut(deal)[1]
    return [
        _place(number, cards[number - 1] if cards else None, _mark(number, dealt.given, (deal, number) in filled))
        for number in range(1, size + 1)
    ]


def _place(number: int, each: Card | None, mark: str) -> Place:
    if each is None:
        return Place(number, "", _("known once the deck is cut"), "")
    return Place(number, signs(str(each)), card_name(each), mark)


def _mark(number: int, given: Sequence[str], filled: bool) -> str:
    """How much of a place is given, where something is; in a whole deck nothing is marked, as in the deal itself."""
    if not given:
        return ""
    if number > len(given) or filled:
        return "supplied"
    return "rank" if given[number - 1][1] == ANY_SUIT else "given"


def signs(pattern: str) -> str:
    """``Q♠`` for ``Qs``, ``10♥`` for ``Th``, ``Q?`` for ``Q?``."""
    rank = "10" if pattern[0] == "T" else pattern[0]
    return rank + SIGNS.get(pattern[1], pattern[1])


def palette(size: int) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """The cards to choose from, a row a suit and one for any suit: each as its pattern, its signs and its words."""
    lowest = pack(size)[0].rank
    ranks = ORDER[ORDER.index(lowest) :]
    rows = [
        (signs(f"A{suit}")[1:], [(rank + suit, signs(rank + suit), card_name(card(rank + suit))) for rank in ranks])
        for suit in reversed(SUITS)
    ]
    anything = [(f"{rank}?", signs(f"{rank}?"), _("%(rank)s of any suit") % {"rank": RANKS[rank]}) for rank in ranks]
    return [*rows, ("?", anything)]


def is_pattern(text: str, size: int) -> bool:
    """Whether ``text`` is a card of the pack, or a rank with ``?``."""
    if len(text) != 2:
        return False
    try:
        require(card(text[0] + SUITS[0] if text[1] == ANY_SUIT else text), size)
    except Illegal:
        return False
    return True
