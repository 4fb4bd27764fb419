"""The drawn cards: all there, and the file is what the program draws."""

from __future__ import annotations

import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.core.management import call_command

from games.core.cards import pack


def test_sprite_is_what_the_program_draws() -> None:
    call_command("draw_cards", "--check")


def test_sprite_shows_every_card_and_refers_to_nothing_outside() -> None:
    text = Path(str(finders.find("cards.svg"))).read_text(encoding="utf-8")
    views = set(re.findall(r'<view id="(\w+)"', text))
    assert {str(card) for card in pack(52)} | {"back"} <= views
    assert not re.search(r"<(style|script|text|image|foreignObject)\b", text)
    assert not re.search(r'(href|src)="(?!#)', text)
