"""The page for an address that leads nowhere, and what robots are told."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, reverse
from django.views.decorators.http import require_safe

from demos.views import publicly_cached
from library.addresses import origin

# Questions without end, and work for the dealer.
NOT_FOR_ROBOTS = ("/search/", "/odds/runs/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Says what is missing, if the view said it, and where to go on."""
    said = isinstance(exception, Http404) and not isinstance(exception, Resolver404) and exception.args
    context = {"reason": exception.args[0] if said else "", "layout": "layouts/page.html"}
    return render(request, "404.html", context, status=404)


@require_safe
@publicly_cached
def robots(request: HttpRequest) -> HttpResponse:
    """What is not for robots, and where everything else is listed."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS)]
    lines += ["", f"Sitemap: {origin(request)}{reverse('sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
