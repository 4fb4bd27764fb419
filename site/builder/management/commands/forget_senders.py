"""``manage.py forget_senders``: throw away the hashed addresses of those who kept deals more than a day ago."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from builder.keeping import forget


class Command(BaseCommand):
    help = "Forget from where deals were kept more than a day ago. Keeping a deal does so, too."

    def handle(self, *args: Any, **options: Any) -> None:
        forget()
