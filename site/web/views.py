"""The page for an address that leads nowhere."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Says what is missing, if the view said it, and where to go on."""
    said = isinstance(exception, Http404) and not isinstance(exception, Resolver404) and exception.args
    context = {"reason": exception.args[0] if said else "", "layout": "layouts/page.html"}
    return render(request, "404.html", context, status=404)
