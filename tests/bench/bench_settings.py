"""The site's settings with one address more: an empty view to measure the others against."""

from web.settings import *  # noqa: F403

ROOT_URLCONF = "bench_urls"
