"""``/oembed``: what to put into a page that names the address of a demonstration (oembed.com)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit
from xml.etree import ElementTree

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

from api.pictures import picture_of
from api.problems import problem
from demos.manner import read_manner
from demos.panel import Panel
from demos.seeds import Demo, demos
from demos.snippet import HEIGHT, WIDTH, snippet
from demos.views import find, read_step
from library.addresses import origin

FORMATS = ("json", "xml")
SHOWN = ("demos:step", "demos:embed")
MOST_DIGITS = 9
CACHE_AGE = 24 * 60 * 60  # seconds; the frame stays right for longer, since its version is served for ever


class Unusable(ValueError):
    """A parameter that cannot be used; the text says what would be right."""


def oembed(request: HttpRequest) -> HttpResponse:
    """The oEmbed answer for ``url``."""
    wanted = request.GET.get("format", "json")
    if wanted not in FORMATS:
        return problem(501, _("There is no such format; ask with format=json or format=xml."))
    try:
        said = answer(request)
    except Unusable as fault:
        return problem(400, str(fault))
    except Http404 as missing:
        return problem(404, str(missing))
    if wanted == "xml":
        return HttpResponse(as_xml(said), content_type="text/xml; charset=utf-8")
    return JsonResponse(said)


def answer(request: HttpRequest) -> dict[str, Any]:
    """The answer's keys and values. Raises :class:`Unusable` and ``Http404``."""
    url = request.GET.get("url", "")
    if not url:
        says = _("Which address? Name a demonstration of ours, as in /oembed?url=%(example)s")
        raise Unusable(says % {"example": request.build_absolute_uri(reverse("demos:step", args=["plie"]))})
    width = min(WIDTH, _most(request.GET, "maxwidth", WIDTH))
    height = min(HEIGHT, _most(request.GET, "maxheight", HEIGHT))
    panel = shown(request, url)
    address = request.build_absolute_uri(panel.address(panel.number))
    said = {
        "type": "rich",
        "version": "1.0",
        "title": panel.demo.title,
        "provider_name": _("Shtoss"),
        "provider_url": request.build_absolute_uri(reverse("reading:home")),
        "cache_age": CACHE_AGE,
        "html": snippet(address, panel.demo.title, width, height),
        "width": width,
        "height": height,
    }
    return said | thumbnail(request, panel.demo)


def thumbnail(request: HttpRequest, demo: Demo) -> dict[str, Any]:
    """The picture, if it is no larger than what was asked for."""
    picture = picture_of(request, demo)
    if picture.width > _most(request.GET, "maxwidth", picture.width):
        return {}
    if picture.height > _most(request.GET, "maxheight", picture.height):
        return {}
    return {
        "thumbnail_url": picture.address,
        "thumbnail_width": picture.width,
        "thumbnail_height": picture.height,
    }


def _most(query: QueryDict, name: str, otherwise: int) -> int:
    """The number of points that ``name`` allows. Raises :class:`Unusable`."""
    text = query.get(name, "")
    if not text:
        return otherwise
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text)):
        raise Unusable(_("%(name)s is a whole number of pixels from 1 on, as in %(name)s=640") % {"name": name})
    return int(text)


def shown(request: HttpRequest, url: str) -> Panel:
    """What the demonstration at ``url`` shows, for an embed. Raises ``Http404`` if none of ours is there.

    It stays in its present version, whatever becomes of the deal, unless the address names another.
    """
    parts = _ours(request, url)
    query = QueryDict(parts.query)
    slug = _slug(parts.path)
    demo = find(slug, query.get("v") or getattr(demos().get(slug), "version", ""))
    manner = replace(read_manner(query, embedded=True), place=0)
    number = read_step(query.get("step", str(manner.start)))
    if number is None:
        says = _("That is no step of “%(title)s”; a step is a whole number, from 0 to %(last)s")
        raise Http404(says % {"title": demo.title, "last": demo.last})
    return Panel(demo, manner.nearest(number, demo.last), manner)


def _ours(request: HttpRequest, url: str) -> SplitResult:
    """The parts of ``url``, if it is an address of this host, by whatever port. Raises ``Http404``."""
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.port is None or parts.port else None
    except ValueError:  # as in http://[ or at a port beyond 65535
        parts, host = SplitResult("", "", "", "", ""), None
    own = urlsplit(f"//{request.get_host()}").hostname
    if parts.scheme not in ("http", "https") or host != own:
        says = _("That is no address of ours; ours begin with %(origin)s")
        raise Http404(says % {"origin": f"{origin(request)}/"})
    return parts


def _slug(path: str) -> str:
    """The demonstration whose page or embed is at ``path``. Raises ``Http404``."""
    try:
        found = resolve(unquote(path))
    except Resolver404:
        found = None
    if found is None or found.view_name not in SHOWN:
        says = _("There is no demonstration at that address; they are at %(page)s and %(embed)s")
        raise Http404(says % {"page": "/demos/…/", "embed": "/embed/…/"})
    return str(found.kwargs["slug"])


def as_xml(said: Mapping[str, Any]) -> bytes:
    """The same answer as XML."""
    root = ElementTree.Element("oembed")
    for name, value in said.items():
        ElementTree.SubElement(root, name).text = str(value)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text
