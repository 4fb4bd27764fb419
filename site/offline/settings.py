"""The settings under which the offline edition is written: the site's own, with addresses that are files.

django-distill puts itself into ``django.urls`` when it starts, so it is no app of the served site.
"""

from web.settings import *  # noqa: F403
from web.settings import INSTALLED_APPS, MIDDLEWARE, STORAGES

DEBUG = False
INSTALLED_APPS = [*INSTALLED_APPS, "django_distill"]
ROOT_URLCONF = "offline.urls"
# Nothing is served, so nothing is compressed or looked for on the disk.
SERVING = ("whitenoise.middleware.WhiteNoiseMiddleware", "django.middleware.gzip.GZipMiddleware")
MIDDLEWARE = ["offline.middleware.at_site_address", *(each for each in MIDDLEWARE if each not in SERVING)]
# Under their own names, so that nothing has to be collected first.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
