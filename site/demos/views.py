"""Demonstrations: the list, one step, the same in a frame, the record itself."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from demos.frames import EMBED, PAGE, embeddable, frame_of, layout, varies_by_frame
from demos.manner import read_manner
from demos.panel import Panel, panel_html
from demos.seeds import Demo, demos, pinned, version_path
from demos.snippet import link_header, origin_of
from games.core.wording import instead

publicly_cached = cache_control(public=True, max_age=60)
NUMBER = re.compile(r"([+-]?)0*([0-9]+)", re.ASCII)
FAR = 10**6  # beyond the last step of any record


@require_safe
@publicly_cached
def index(request: HttpRequest) -> HttpResponse:
    """The list of demonstrations."""
    return render(request, "demos/index.html", {"demos": demos().values()})


@require_safe
@publicly_cached
@varies_by_frame
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """One step of a demonstration: ``?step=`` says which, the nearest if there is none of that number."""
    return _step(request, slug, PAGE)


@embeddable
@require_safe
@publicly_cached
@varies_by_frame
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """The same step as a bare document for a frame on somebody's page; so is the word that it is missing."""
    try:
        return _step(request, slug, EMBED)
    except Http404 as missing:
        context = {"reason": missing.args[0] if missing.args else "", "layout": layout(EMBED)}
        return render(request, "404.html", context, status=404)


def _step(request: HttpRequest, slug: str, whole: str) -> HttpResponse:
    demo = find(slug, request.GET.get("v", ""))
    manner = read_manner(request.GET, embedded=whole == EMBED)
    asked = request.GET.get("step", str(manner.start))
    number = read_step(asked)
    if number is None:
        context = {"demo": demo, "asked": asked[:40], "steps": range(demo.last + 1), "layout": layout(whole)}
        return render(request, "demos/no_such_step.html", context, status=404)
    frame = frame_of(request, whole)
    origin = origin_of(request) if frame == PAGE else ""
    response = HttpResponse(panel_html(demo, number, frame, manner, origin))
    if origin:
        here = Panel(demo, manner.nearest(number, demo.last), manner).here
        response["Link"] = link_header(origin, here)
    return response


@require_safe
@publicly_cached
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of a demonstration, as it stands in its file; of another version as that one was kept."""
    demo = find(slug, request.GET.get("v", ""))
    path = settings.SEEDS_ROOT / f"{slug}.toml" if demo.is_current else version_path(slug, demo.version, ".toml")
    response = HttpResponse(path.read_bytes(), content_type="application/toml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}.toml"'
    return response


def find(slug: str, version: str = "") -> Demo:
    """The demonstration ``slug``, in its ``version`` if one is named. Raises ``Http404`` with a sentence that helps."""
    known = demos()
    if slug not in known:
        raise Http404(
            _("There is no demonstration “%(slug)s”; %(instead)s") % {"slug": slug, "instead": instead(slug, known)}
        )
    if not version:
        return known[slug]
    found = pinned(slug, version)
    if found is None:
        says = _("There is no version “%(version)s” of this demonstration; the present one is %(present)s")
        raise Http404(says % {"version": version[:40], "present": known[slug].version})
    return found


def read_step(text: str) -> int | None:
    """The step that ``text`` names, None if it is not a whole number; a very large one is :data:`FAR`."""
    found = NUMBER.fullmatch(text.strip())
    if found is None:
        return None
    number = FAR if len(found[2]) > len(str(FAR)) else int(found[2])
    return -number if found[1] == "-" else number
