"""Settings. Every one that a host may want to change is an environment variable, read here and nowhere else."""

from importlib.util import find_spec
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key

HERE = Path(__file__).resolve().parent
# In a checkout the texts lie beside site/; an installed wheel carries them inside this package.
ROOT = HERE / "_root" if (HERE / "_root").is_dir() else HERE.parent.parent
CONTENT_ROOT = ROOT / "content"
SEEDS_ROOT = ROOT / "seeds"
CONTENT_RECHECK_SECONDS = 1

env = environ.Env()
DEBUG = env.bool("DEBUG", default=False)
# Nothing that is signed outlives a process yet, so a host without a key may have a new one each time.
SECRET_KEY = env.str("SECRET_KEY", default="") or get_random_secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
SITE_ADDRESS = env.str("SITE_ADDRESS", default="")  # scheme and host, for the offline edition to name
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{ROOT / 'db.sqlite3'}")}

INSTALLED_APPS = [
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "games",
    "library",
    "demos",
    "reading",
    "odds",
    "teaching",
    "search",
    "api",
    "builder",
    "offline",
    "web",
    "django_tasks",
    "django_tasks_db",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "web.urls"
WSGI_APPLICATION = "web.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["library.addresses.page"]},
    }
]

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# How many proxies of the host stand before it and add to X-Forwarded-For; the first of theirs says who sends.
PROXIES = env.int("PROXIES", default=0)

STATIC_URL = "static/"
STATIC_ROOT = env.str("STATIC_ROOT", default=str(ROOT / "staticfiles"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Framing: nowhere, but for the views marked `embeddable`.
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
    }
}
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
# Long work goes to a worker process, `manage.py db_worker`; the queue is a table, so it needs no other server.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
# What goes wrong is told on standard error, where the server's own log goes.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {"django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False}},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# LTI 1.3: deals in courses on Moodle or Canvas. Off unless the host has installed the extra `lti` and gives a key.
LTI_PRIVATE_KEY = env.str("LTI_PRIVATE_KEY", default="", multiline=True)
# django-lti's models refer to users, so the tables of users come along; nobody is ever written to them.
LTI_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "lti_tool", "lms"]
if LTI_PRIVATE_KEY and find_spec("lti_tool"):
    INSTALLED_APPS += LTI_APPS
