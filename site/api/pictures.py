"""The picture of a demonstration: that of its last step."""

from __future__ import annotations

from django.http import HttpRequest

from api.answers import Picture
from demos.picture import HEIGHT, WIDTH, address_of
from demos.seeds import Demo
from library.addresses import origin


def picture_of(request: HttpRequest, demo: Demo) -> Picture:
    """The picture of ``demo`` with its whole address."""
    return Picture(address=f"{origin(request)}{address_of(demo, demo.last)}", width=WIDTH, height=HEIGHT)
