"""Every address of the site."""

from django.apps import apps
from django.urls import include, path

urlpatterns = [
    path("", include("demos.urls")),
    path("", include("odds.urls")),
    path("", include("reading.urls")),
]
if apps.is_installed("lms"):
    urlpatterns.append(path("lti/", include("lms.urls")))
handler404 = "web.views.not_found"
