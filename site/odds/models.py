"""A simulation under way: the same question with the same seed is the same simulation."""

from __future__ import annotations

from hashlib import sha256

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

DEALS = 1_000_000


class Simulation(models.Model):
    """A million deals, or as many of them as have been dealt.

    ``query`` is the address of the question; ``total`` and ``squares`` are the sums of the punter's gain over each deal
    and of its square, in the units of the conditions; ``bait`` and ``bait_squares`` the same of the premiums, in
    roubles; ``trail`` tells how it went, in pairs of deals and total.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", gettext_lazy("waiting to begin")
        RUNNING = "running", gettext_lazy("dealing")
        DONE = "done", gettext_lazy("done")
        CANCELLED = "cancelled", gettext_lazy("cancelled")

    key = models.CharField(max_length=16, primary_key=True)
    query = models.TextField(blank=True)
    seed = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    dealt = models.PositiveIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    squares = models.BigIntegerField(default=0)
    bait = models.BigIntegerField(default=0)
    bait_squares = models.BigIntegerField(default=0)
    trail = models.JSONField(default=list)
    changed = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.query or 'plain'}, seed {self.seed}: {self.dealt} deals"

    @property
    def under_way(self) -> bool:
        return self.status in (self.Status.WAITING, self.Status.RUNNING)

    @property
    def percent(self) -> int:
        return self.dealt * 100 // DEALS


def key_of(query: str, seed: int) -> str:
    """The key of the simulation of a question: the same on every machine."""
    return sha256(f"{seed}:{query}".encode()).hexdigest()[:16]
