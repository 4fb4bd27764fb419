"""The site's addresses and ``/empty/``."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from web.urls import handler404, urlpatterns

__all__ = ["handler404", "urlpatterns"]


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path("empty/", empty), *urlpatterns]
