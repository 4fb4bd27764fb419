"""Whole addresses: what leaves the site (a citation, a feed, a picture's address) has to say where it is from."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.encoding import escape_uri_path


def origin(request: HttpRequest) -> str:
    """Scheme and host by which the site was asked, with no slash after it."""
    return f"{request.scheme}://{request.get_host()}"


def page(request: HttpRequest) -> dict[str, str]:
    """For every template: where the site is, and which page of it this is."""
    return {"origin": origin(request), "path": escape_uri_path(request.path)}
