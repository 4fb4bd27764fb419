"""``manage.py fill_index``: fill the search index before the first reader asks, so that nobody waits for it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from search import index


class Command(BaseCommand):
    help = "Fill the search index anew if the texts have changed. The first search would do it too."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        index.refresh()
