"""What the edition alone has: steps at addresses without a query, and the page that says what is missing."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from demos.alone import document
from demos.frames import PAGE
from demos.manner import PLAIN, Manner
from demos.shown import panel_html
from demos.views import find
from library.addresses import origin


@require_safe
def step(request: HttpRequest, slug: str, number: int, marked: bool = False) -> HttpResponse:
    """One step, as the site shows it."""
    return HttpResponse(panel_html(find(slug), number, PAGE, Manner(marked=marked), origin(request)))


@require_safe
def alone(request: HttpRequest, slug: str) -> HttpResponse:
    """A deal as one file, which names the site only if the edition knows where it is."""
    response = HttpResponse(document(find(slug), PLAIN, settings.SITE_ADDRESS))
    response["Content-Disposition"] = "attachment"
    return response


@require_safe
def needs_the_site(request: HttpRequest) -> HttpResponse:
    """Where links lead to that only the site can follow."""
    return render(request, "offline/needs_the_site.html", {"address": settings.SITE_ADDRESS})
