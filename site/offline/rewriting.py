"""A page of the site made into a page of the edition: relative links to files, and nothing that asks a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.http import QueryDict
from django.urls import resolve

from demos.frames import FRAGMENT
from demos.manner import read_manner
from demos.seeds import demos
from demos.shown import WAITING, panel_html
from library.markup import Element, read_markup
from offline.addresses import NEEDS_THE_SITE, STATIC, Addresses, way

LINKS = ("href", "src")
# What a page says of itself to programs holds whole addresses, and a file has none.
TO_PROGRAMS = ("canonical", "alternate")
NOT_IN_A_FILE = ("preload",)  # of a font: from a disk it is another origin's
SAID_BY_META = ("htmx-config", "DC.identifier", "twitter:card")
SCRIPTS = f"/{STATIC}js/"
FRAMES = "/embed/"
NAMES_THE_SITE = ("on-paper", "citing")


@dataclass
class Rewriting:
    """Rewrites the page that becomes the file ``page``. ``assets`` gathers the static files that it needs.

    ``named``: the edition knows the site's address, so that what is printed and cited may name it.
    """

    page: str
    addresses: Addresses
    named: bool
    assets: set[str] = field(default_factory=set)

    def rewritten(self, html: str) -> str:
        tree = read_markup(html)
        tree.change(self._changed)
        return tree.html

    def _changed(self, element: Element) -> Element | None:
        """What stands for ``element`` in the edition; None if nothing does."""
        if WAITING in element.classes:
            return _arrived(element)
        if self._left_out(element):
            return None
        if _is_menu(element):
            element.change(lambda item: None if self._is_dead_end(item) else item)
        element.attributes = {
            name: self._link(value) if name in LINKS and value and is_ours(value) else value
            for name, value in element.attributes.items()
            if not name.startswith("hx-")
        }
        return element

    def _left_out(self, element: Element) -> bool:
        match element.tag:
            case "script":
                return not element.get("src").startswith(SCRIPTS)
            case "link":
                return element.get("rel") in (*TO_PROGRAMS, *NOT_IN_A_FILE)
            case "meta":
                return element.get("property").startswith("og:") or element.get("name") in SAID_BY_META
            case "form":
                return True
        if any(name in NAMES_THE_SITE for name in element.classes):
            return not self.named
        return element.tag == "p" and element.first(_is_citation_file) is not None

    def _is_dead_end(self, item: Element) -> bool:
        """Whether ``item`` of a menu is, or begins with, a link to what needs the server, as a frame does."""
        if item.tag not in ("a", "li"):
            return False
        link = item if item.tag == "a" else item.first(lambda each: each.tag == "a")
        if link is None or not is_ours(link.get("href")):
            return False
        return link.get("href").startswith(FRAMES) or not self.addresses.file(link.get("href"))

    def _link(self, address: str) -> str:
        file = self.addresses.file(address)
        fragment = urlsplit(address).fragment
        if file.startswith(STATIC):
            self.assets.add(file)
        link = way(self.page, file or NEEDS_THE_SITE)
        return f"{link}#{fragment}" if file and fragment else link


def _is_menu(element: Element) -> bool:
    """Whether it offers ways to go, one of which can be missing without a gap in a sentence."""
    return element.tag == "nav" or any(name in ("ways", "on-screen") for name in element.classes)


def _is_citation_file(element: Element) -> bool:
    return element.tag == "a" and "download" in element.attributes and "/cite." in element.get("href")


def _arrived(waiting: Element) -> Element | None:
    """The panel that the site would send when the reader comes upon it."""
    asked = urlsplit(waiting.get("hx-get"))
    demo, query = demos()[resolve(asked.path).kwargs["slug"]], QueryDict(asked.query)
    html = panel_html(demo, int(query["step"]), FRAGMENT, read_manner(query))
    return read_markup(html).first(lambda each: "panel" in each.classes)


def is_ours(address: str) -> bool:
    """Whether ``address`` is one of the site's own."""
    return address.startswith("/") and not address.startswith("//")
