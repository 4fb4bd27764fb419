"""What has to be remembered between two requests of one launch: a short time, once, and nothing of who launches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import models
from django.utils import timezone

LOGIN = timedelta(minutes=10)  # from the login to the launch
CHOICE = timedelta(hours=1)  # from the launch to the choice: a teacher looks at deals


class Kept(models.Model):
    """A value under a name that cannot be guessed, until it is taken or ``until`` has come.

    ``value`` is JSON in a text: PostgreSQL's own JSON has no NUL, and what a platform sends back to itself may.
    """

    key = models.CharField(max_length=100, primary_key=True)
    value = models.TextField()
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key} until {self.until}"


def keep(key: str, value: Mapping[str, Any], age: timedelta) -> None:
    """Remember ``value`` for ``age``; every process of the site can take it."""
    tidy()
    Kept.objects.create(key=key, value=json.dumps(value), until=timezone.now() + age)


def look(key: str) -> dict[str, Any] | None:
    """The value kept under ``key``, which stays; None if there is none, or it is too old."""
    row = Kept.objects.filter(key=key, until__gt=timezone.now()).first()
    return json.loads(row.value) if row else None


def take(key: str) -> dict[str, Any] | None:
    """The value kept under ``key``, which only one who asks can get; None for everybody else."""
    tidy()
    value = look(key)
    # One DELETE, whose count the database tells: of two who read the row at once only one has removed it.
    removed, _ = Kept.objects.filter(key=key).delete()
    return value if removed else None


def tidy() -> None:
    """Forget what is too old."""
    Kept.objects.filter(until__lte=timezone.now()).delete()
