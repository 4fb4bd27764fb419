"""What somebody puts into a page of their own to show a deal there, and how their programs find it out."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from django.urls import reverse

WIDTH, HEIGHT = 640, 760  # shows most deals whole, to their last step
OEMBED = {"application/json+oembed": "json", "text/xml+oembed": "xml"}


def snippet(address: str, title: str, width: int | str, height: int) -> str:
    """The HTML that frames the embed at ``address``, a whole one, under its ``title``; ``width`` may be ``100%``."""
    said = {"src": address, "title": title, "width": width, "height": height, "loading": "lazy", "allow": "fullscreen"}
    attributes = "".join(f' {name}="{escape(str(value))}"' for name, value in said.items())
    return f"<iframe{attributes}></iframe>"


def discovery(origin: str, address: str) -> list[tuple[str, str]]:
    """The type and the address of what oEmbed says of a demonstration's page at the path ``address``."""
    where = f"{origin}{reverse('api:oembed')}"
    page = f"{origin}{address}"
    return [(kind, f"{where}?{urlencode({'url': page, 'format': name})}") for kind, name in OEMBED.items()]


def link_header(origin: str, address: str) -> str:
    """The same as the value of a header ``Link``."""
    return ", ".join(f'<{link}>; rel="alternate"; type="{kind}"' for kind, link in discovery(origin, address))
