"""The picture of a demonstration, where the static files have one under its name."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from struct import unpack

from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.templatetags.static import static

from api.answers import Picture
from demos.seeds import Demo

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def picture_of(request: HttpRequest, demo: Demo) -> Picture | None:
    """The picture of ``demo`` with its whole address, None if there is none."""
    name = f"{demo.slug}.png"
    size = _size(name)
    return size and Picture(address=request.build_absolute_uri(static(name)), width=size[0], height=size[1])


@lru_cache(maxsize=512)
def _size(name: str) -> tuple[int, int] | None:
    """Width and height of the PNG ``name`` among the static files; they stand in its first bytes."""
    found = finders.find(name)
    if not found:
        return None
    with Path(str(found)).open("rb") as file:
        head = file.read(24)
    width, height = unpack(">II", head[16:24]) if head.startswith(SIGNATURE) else (0, 0)
    return (width, height) if width and height else None
