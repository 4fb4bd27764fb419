"""Every address of the site."""

from django.urls import include, path

urlpatterns = [
    path("", include("builder.urls")),  # before /embed/<slug>/
    path("", include("demos.urls")),
    path("", include("odds.urls")),
    path("", include("reading.urls")),
]
handler404 = "web.views.not_found"
