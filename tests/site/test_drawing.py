"""The drawings: the cards all there, and each file what the program draws."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command

from demos.timeline import LANES, LEADING, read, spread
from games.core.cards import pack


def test_sprite_is_what_the_program_draws() -> None:
    call_command("draw_cards", "--check")


def test_sprite_shows_every_card_and_refers_to_nothing_outside() -> None:
    text = Path(str(finders.find("cards.svg"))).read_text(encoding="utf-8")
    views = set(re.findall(r'<view id="(\w+)"', text))
    assert {str(card) for card in pack(52)} | {"back"} <= views
    assert not re.search(r"<(style|script|text|image|foreignObject)\b", text)
    assert not re.search(r'(href|src)="(?!#)', text)


def test_timeline_is_what_the_program_draws() -> None:
    call_command("draw_timeline", "--check")


def test_timeline_tells_every_event_and_no_labels_touch() -> None:
    events = read(settings.CONTENT_ROOT / "en" / "timeline.toml")
    text = Path(str(finders.find("timeline.svg"))).read_text(encoding="utf-8")
    assert text.count("<tspan") == len(events)
    for lane in LANES:
        own = sorted((event for event in events if event.lane == lane), key=lambda event: event.at)
        for (one, y), (other, below) in pairwise(zip(own, spread(own), strict=True)):
            assert below - y > LEADING * (len(one.lines) + len(other.lines)) / 2
