"""Every page of the site, for search engines."""

from __future__ import annotations

from datetime import date

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from demos.seeds import Demo, demos
from library.files import Text
from library.shelf import shelf

LISTS = (
    "reading:home",
    "reading:articles",
    "demos:index",
    "reading:glossary",
    "reading:glossary-sheet",
    "odds:room",
    "teaching:index",
)


class Lists(Sitemap):
    def items(self) -> tuple[str, ...]:
        return LISTS

    def location(self, item: str) -> str:
        return reverse(item)


class Articles(Sitemap):
    def items(self) -> list[Text]:
        return list(shelf().articles.values())

    def location(self, item: Text) -> str:
        return reverse("reading:article", args=[item.slug])

    def lastmod(self, item: Text) -> date:
        day: date = item.head.updated or item.head.published
        return day


class Games(Articles):
    def items(self) -> list[Text]:
        return list(shelf().games.values())

    def location(self, item: Text) -> str:
        return reverse("reading:game", args=[item.slug])


class Lessons(Articles):
    def items(self) -> list[Text]:
        return list(shelf().lessons.values())

    def location(self, item: Text) -> str:
        return reverse("teaching:lesson", args=[item.slug])


class Terms(Sitemap):
    def items(self) -> list[str]:
        return list(shelf().terms)

    def location(self, item: str) -> str:
        return reverse("reading:term", args=[item])


class Demos(Sitemap):
    """Each at its first step, under the address that its page calls its own."""

    def items(self) -> list[Demo]:
        return list(demos().values())

    def location(self, item: Demo) -> str:
        return f"{reverse('demos:step', args=[item.slug])}?step=0"


SITEMAPS = {
    "lists": Lists,
    "articles": Articles,
    "games": Games,
    "terms": Terms,
    "demos": Demos,
    "lessons": Lessons,
}
