"""What can be found. The words by which it is found lie in a table of the database's own kind, ``search_words``."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy


class Document(models.Model):
    """A page as it is shown among the results.

    ``russian`` is how a term is written in Russian. ``sections`` are pairs: what leads from the page's address to the
    section (``#the-cut``, ``?step=3`` or nothing), and its plain text.
    """

    class Kind(models.TextChoices):
        TERM = "term", gettext_lazy("Glossary")
        ARTICLE = "article", gettext_lazy("Article")
        RULES = "game", gettext_lazy("Rules")
        DEAL = "step", gettext_lazy("Deal")
        LESSON = "lesson", gettext_lazy("Lesson")

    number = models.PositiveIntegerField(primary_key=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    slug = models.TextField()
    title = models.TextField()
    russian = models.TextField(blank=True)
    sections = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}"

    @property
    def address(self) -> str:
        room = {self.Kind.DEAL: "demos", self.Kind.LESSON: "teaching"}.get(self.kind, "reading")
        return str(reverse(f"{room}:{self.kind}", args=[self.slug]))


class Indexed(models.Model):
    """Which texts are in the index: one row, with the fingerprint of all of them."""

    fingerprint = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return self.fingerprint
