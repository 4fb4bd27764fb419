"""The door of the open data: everybody may come in, from any page, to read and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, set_response_etag
from django.utils.translation import gettext as _

from api.problems import problem

METHODS = "GET, HEAD, OPTIONS"
MAX_AGE = 60  # seconds, as the pages have
PREFLIGHT_AGE = 24 * 60 * 60

View = Callable[..., HttpResponse]


def open_data(view: View) -> View:
    """``view`` for programs: HEAD as GET, OPTIONS answered, other methods refused; cached, and open to every origin.

    No cookie and nothing else that would tell one visitor from another is read or sent, so an answer to one is an
    answer to all.
    """

    @wraps(view)
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        match request.method:
            case "GET" | "HEAD":
                response = _read(request, view, *args, **kwargs)
            case "OPTIONS":
                response = _preflight()
            case _:
                response = problem(405, _("This address can only be read; ask with GET."))
                response["Allow"] = METHODS
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "ETag, Link"
        return response

    return opened


def _read(request: HttpRequest, view: View, *args: Any, **kwargs: Any) -> HttpResponse:
    asked, request.method = request.method, "GET"
    try:
        response = view(request, *args, **kwargs)
    finally:
        request.method = asked  # so that whoever sends the answer leaves its body out
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    if response.status_code != 200:
        return response
    set_response_etag(response)
    conditional: HttpResponse = get_conditional_response(request, etag=response["ETag"], response=response)
    return conditional


def _preflight() -> HttpResponse:
    response = HttpResponse(status=204)
    response["Allow"] = response["Access-Control-Allow-Methods"] = METHODS
    response["Access-Control-Allow-Headers"] = "*"
    response["Access-Control-Max-Age"] = str(PREFLIGHT_AGE)
    return response
