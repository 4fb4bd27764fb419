"""Which file of the edition stands for which address of the site."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from posixpath import dirname, relpath
from urllib.parse import parse_qs, quote, unquote, urlsplit

from django.urls import Resolver404, resolve

from demos.manner import SHARPER
from demos.seeds import demos

NEEDS_THE_SITE = "needs-the-site.html"
STATIC = "static/"


def is_origin(address: str) -> bool:
    """Whether ``address`` says scheme and host and nothing more."""
    parts = urlsplit(address)
    return parts.scheme in ("http", "https") and address == f"{parts.scheme}://{parts.netloc}" and bool(parts.hostname)


def step_file(slug: str, step: int, eyes: str = "") -> str:
    """The file of one step; the first has the short name, which a host serves at the deal's own address."""
    seen = f"-{eyes}" if eyes else ""
    return f"demos/{slug}/step-{step}{seen}.html" if step or eyes else f"demos/{slug}/index.html"


@dataclass(frozen=True)
class Addresses:
    """The addresses of the site of which the edition has a file: ``known`` are their paths."""

    known: Container[str]

    def file(self, address: str) -> str:
        """The file that stands for ``address``, a path with or without a query; "" if there is none."""
        parts = urlsplit(address)
        if parts.path.startswith(f"/{STATIC}"):
            return unquote(parts.path[1:])
        return self._deal(parts.path, parts.query) or (file_at(parts.path) if parts.path in self.known else "")

    def _deal(self, path: str, query: str) -> str:
        """The file of a step; for an embed, which needs the server, the deal in one file."""
        try:
            found = resolve(path)
        except Resolver404:
            return ""
        demo = demos().get(found.kwargs.get("slug", ""))
        if demo is None or found.view_name not in ("demos:step", "demos:embed"):
            return ""
        if found.view_name == "demos:embed":
            return f"demos/{demo.slug}.html"
        asked = {name: values[0] for name, values in parse_qs(query).items()}
        step = asked.get("step", "0")
        number = min(int(step), demo.last) if step.isascii() and step.isdecimal() else 0
        eyes = SHARPER if demo.text.head.marked and asked.get("eyes") == SHARPER else ""
        return step_file(demo.slug, number, eyes)


def file_at(path: str) -> str:
    """The file of a page at ``path``: a folder of the site is a folder of the edition."""
    return unquote(path[1:]) + ("index.html" if path.endswith("/") else "")


def way(page: str, file: str) -> str:
    """The relative link from the file ``page`` to the file ``file``."""
    return quote(relpath(file, dirname(page) or "."))
