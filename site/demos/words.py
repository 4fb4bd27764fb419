"""Cards, sums and names in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.core.cards import Card

MINUS = "−"

RANKS = {
    "2": gettext_lazy("two"),
    "3": gettext_lazy("three"),
    "4": gettext_lazy("four"),
    "5": gettext_lazy("five"),
    "6": gettext_lazy("six"),
    "7": gettext_lazy("seven"),
    "8": gettext_lazy("eight"),
    "9": gettext_lazy("nine"),
    "T": gettext_lazy("ten"),
    "J": gettext_lazy("knave"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
    "A": gettext_lazy("ace"),
}
SUITS = {
    "c": pgettext_lazy("of clubs", "clubs"),
    "d": pgettext_lazy("of diamonds", "diamonds"),
    "h": pgettext_lazy("of hearts", "hearts"),
    "s": pgettext_lazy("of spades", "spades"),
}


def card_name(card: Card) -> str:
    """``queen of spades``."""
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[card.rank], "suit": SUITS[card.suit]}


def amount(number: int, unit: Sequence[str] = ()) -> str:
    """``47,000 roubles``; ``unit`` is the word for one and the word for more, and may be empty."""
    sign = MINUS if number < 0 else ""
    digits = sign + intcomma(abs(number))
    return f"{digits} {unit[0] if abs(number) == 1 else unit[-1]}" if unit else digits


def gain(number: int, unit: Sequence[str] = ()) -> str:
    """The same with its sign: ``+47,000 roubles``."""
    return ("+" if number > 0 else "") + amount(number, unit)


def joined(words: Sequence[str]) -> str:
    """``Anna, Boris and Vera``."""
    if len(words) < 2:
        return "".join(words)
    return _("%(first)s and %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def cards(number: int) -> str:
    """``26 cards``."""
    return ngettext("%(number)s card", "%(number)s cards", number) % {"number": number}
