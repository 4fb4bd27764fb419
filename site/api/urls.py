"""/api/ and /oembed."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from api import oembed, views
from api.door import open_data
from api.endpoints import api


def opened(patterns: list[URLPattern | URLResolver]) -> list[URLPattern | URLResolver]:
    """``patterns`` behind the door of the open data."""
    for pattern in patterns:
        pattern.callback = open_data(pattern.callback)
    return patterns


described, family, namespace = api.urls
ours = [
    path("api/", views.page, name="page"),
    path("oembed", open_data(oembed.oembed), name="oembed"),
    re_path(r"^api/v1/(?P<rest>.*)$", open_data(views.nothing), name="nothing"),
]
urlpatterns = [
    path("api/v1/", open_data(views.nothing), {"rest": ""}),
    path("api/v1/", include((opened(described), family), namespace=namespace)),
    path("", include((ours, "api"))),
]
