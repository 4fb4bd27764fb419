"""Exact numbers in print."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.html import format_html
from django.utils.safestring import SafeString

from demos.words import MINUS, amount, card_name
from games.core.cards import Card

register = template.Library()
LONGEST = 12  # digits of a denominator that still says something to a reader


@register.filter
def fraction(value: Fraction) -> str | SafeString:
    """``33/833`` as a fraction; one with a very long denominator says that it is exact and unprintable."""
    if value.denominator == 1:
        return signed(str(value))
    if len(str(value.denominator)) > LONGEST:
        return "…"
    return format_html(
        '<span class="fraction">{}{}/{}</span>', MINUS if value < 0 else "", abs(value.numerator), value.denominator
    )


@register.filter
def percent(value: Fraction | float) -> str:
    """``3.962 %``, with as many digits as tell it from nothing."""
    if not value:
        return "0 %"
    share = float(value) * 100
    digits = 3 if abs(share) >= 0.01 or share == 0 else 6
    return signed(f"{share:.{digits}f} %")


@register.filter
def decimal(value: Fraction) -> str:
    return signed(f"{float(value):.4f}")


@register.filter
def roubles(value: Fraction) -> str:
    """Roubles and kopecks, rounded to the nearer."""
    kopecks = round(value * 100)
    whole, rest = divmod(abs(kopecks), 100)
    return f"{MINUS if kopecks < 0 else ''}{intcomma(whole)}.{rest:02d}"


@register.filter
def whole(value: int) -> str:
    """``−1,000``."""
    return amount(value)


@register.filter
def name(card: Card) -> str:
    return card_name(card)


@register.filter
def at(mapping: Mapping[str, Any], key: str) -> Any:
    return mapping[key]


def signed(text: str) -> str:
    return text.replace("-", MINUS)
