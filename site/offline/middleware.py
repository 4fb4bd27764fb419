"""What is said of the site in the edition (a citation, the head of a printed page) names the site's real address."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

Answer = Callable[[HttpRequest], HttpResponse]


def at_site_address(answer: Answer) -> Answer:
    """Let every request come to ``SITE_ADDRESS``, if it is set."""
    parts = urlsplit(settings.SITE_ADDRESS)

    def answered(request: HttpRequest) -> HttpResponse:
        if parts.netloc:
            request.META |= {"HTTP_HOST": parts.netloc, "wsgi.url_scheme": parts.scheme}
        return answer(request)

    return answered
