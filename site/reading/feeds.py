"""The articles as feeds, newest first."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from uuid import NAMESPACE_URL, uuid5

from django.contrib.syndication.views import Feed
from django.urls import reverse, reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext_lazy

from library.citing import AUTHOR, SITE
from library.files import Text
from library.shelf import shelf


def name_of(what: str) -> str:
    """A name that stays the same wherever the site is served, so that no reader is told of an article twice."""
    return uuid5(NAMESPACE_URL, f"shtoss:{what}").urn


def day(of: date) -> datetime:
    return datetime.combine(of, time(), UTC)


class Rss(Feed):
    title = SITE
    link = reverse_lazy("reading:articles")
    description = gettext_lazy("Articles about the card game of The Queen of Spades.")
    subtitle = description
    author_name = AUTHOR
    item_author_name = AUTHOR
    feed_guid = name_of("articles")
    item_guid_is_permalink = False
    language = "en"

    def items(self) -> list[Text]:
        newest = sorted(shelf().articles.values(), key=lambda text: text.head.order)
        return sorted(newest, key=lambda text: text.head.published, reverse=True)

    def item_title(self, item: Text) -> str:
        return str(item.head.title)

    def item_description(self, item: Text) -> str:
        return escape(item.head.summary)  # a reader takes it for HTML

    def item_link(self, item: Text) -> str:
        return reverse("reading:article", args=[item.slug])

    def item_guid(self, item: Text) -> str:
        return name_of(f"article/{item.slug}")

    def item_pubdate(self, item: Text) -> datetime:
        return day(item.head.published)

    def item_updateddate(self, item: Text) -> datetime:
        return day(item.head.updated or item.head.published)


class Atom(Rss):
    feed_type = Atom1Feed
