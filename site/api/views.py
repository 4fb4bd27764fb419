"""The page that says what there is, and the answer where there is nothing."""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from api.endpoints import api
from api.examples import EXAMPLES
from api.problems import problem
from demos.views import publicly_cached
from games.core.wording import instead, quoted


@require_safe
@publicly_cached
def page(request: HttpRequest) -> HttpResponse:
    """Every address with what it answers, and examples."""
    described = api.get_openapi_schema()["paths"]
    addresses = [(path, operations["get"]) for path, operations in described.items()]
    return render(request, "api/page.html", {"addresses": addresses, "examples": EXAMPLES})


def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """An address of the open data that leads nowhere."""
    values = {"address": quoted(rest), "instead": instead(rest.rstrip("/"), _addresses())}
    says = _("There is nothing at %(address)s (openapi.json lists what there is); %(instead)s")
    return problem(404, says % values)


@cache
def _addresses() -> tuple[str, ...]:
    """Every address of version 1 by what stands after ``/api/v1/``."""
    paths = api.get_openapi_schema()["paths"]
    return ("openapi.json", *(path.removeprefix("/api/v1/") for path in paths))
