"""What a WSGI server runs: ``gunicorn web.wsgi``."""

import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "web.settings")
application = get_wsgi_application()
import_module(settings.ROOT_URLCONF)  # every module is loaded before the first visitor comes
