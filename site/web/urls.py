"""Every address of the site."""

from django.apps import apps
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path

from demos.views import publicly_cached
from web.sitemaps import SITEMAPS
from web.views import robots

urlpatterns = [
    path("", include("api.urls")),
    path("", include("builder.urls")),  # before /embed/<slug>/
    path("", include("demos.urls")),
    path("", include("odds.urls")),
    path("", include("search.urls")),
    path("", include("reading.urls")),
    path("", include("teaching.urls")),
    path("sitemap.xml", publicly_cached(sitemap), {"sitemaps": SITEMAPS}, name="sitemap"),
    path("robots.txt", robots, name="robots"),
]
if apps.is_installed("lms"):
    urlpatterns.append(path("lti/", include("lms.urls")))
handler404 = "web.views.not_found"
