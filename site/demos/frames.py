"""The frames a page can come in, and who may frame it.

The same template renders as a whole page, as the fragment that htmx swaps in, or as the bare document of an
embed; a frame is the layout it extends.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.vary import vary_on_headers

View = Callable[..., HttpResponseBase]

PAGE = "page"
EMBED = "embed"
FRAGMENT = "fragment"
INLINE = "inline"  # inside an article

# A restored history entry is a whole page although htmx asks for it; no cache may take it for a fragment.
varies_by_frame = vary_on_headers("HX-Request", "HX-History-Restore-Request")


def frame_of(request: HttpRequest, whole: str) -> str:
    """``whole`` (a page or an embed), or the fragment of it if htmx asks for a swap."""
    htmx = request.htmx
    return FRAGMENT if htmx and not htmx.history_restore_request else whole


def layout(frame: str) -> str:
    """The template that ``frame`` extends."""
    return f"layouts/{frame}.html"


def keep_address(response: HttpResponse, request: HttpRequest, query: str) -> HttpResponse:
    """Let the address bar say what a fragment answers, ``?q=`` and ``query``: reload and Back then show the same.

    Typing a word makes no history of its letters: each address takes the place of the one before.
    """
    if frame_of(request, PAGE) == FRAGMENT:
        response["HX-Replace-Url"] = f"{request.path}?{urlencode({'q': query})}" if query else request.path
    return response


def embeddable(view: View) -> View:
    """Let any site, and a file on a disk, put what ``view`` answers into a frame."""
    ancestors = {"frame-ancestors": ["*", "file:", "data:", "blob:"]}
    return xframe_options_exempt(csp_replace(ancestors)(view))
