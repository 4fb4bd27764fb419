"""Deals that are kept: a permanent address each, and a secret with which they can be changed."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class KeptDeal(models.Model):
    """A deal under an address of its own: ``token`` is the hash of the secret, ``current`` the version shown."""

    key = models.CharField(max_length=10, primary_key=True)
    token = models.CharField(max_length=64, unique=True)
    current = models.CharField(max_length=8)
    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.key}, version {self.current}"


class KeptVersion(models.Model):
    """The text of a kept deal as it once was; ``size`` is its length in bytes."""

    deal = models.ForeignKey(KeptDeal, on_delete=models.CASCADE, related_name="versions")
    version = models.CharField(max_length=8)
    text = models.TextField()
    size = models.PositiveIntegerField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deal", "version"], name="one_text_a_version")]  # noqa: RUF012

    def __str__(self) -> str:
        return f"{self.deal_id}, version {self.version}"


class DayKey(models.Model):
    """The key that the addresses of a day are hashed with; once it is gone nobody can tell them."""

    day = models.DateField(primary_key=True)
    key = models.CharField(max_length=64)

    def __str__(self) -> str:
        return str(self.day)


class Sending(models.Model):
    """Somebody kept a deal. ``sender`` is the keyed hash of an address, and stays for a day."""

    sender = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.sender[:8]}, {self.at}"
