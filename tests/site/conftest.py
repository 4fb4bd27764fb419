"""What the tests of the site share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.test import override_settings


@pytest.fixture(scope="session", autouse=True)
def _plain_static_files() -> Iterator[None]:
    """Static files under their own names: no test here needs them collected and hashed."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES=settings.STORAGES | {"staticfiles": plain}):
        yield


@pytest.fixture
def copied(settings: LazySettings, tmp_path: Path) -> Path:
    """A copy of content/ and seeds/ that a test may spoil; the site reads it instead of its own."""
    for name in ("content", "seeds"):
        shutil.copytree(settings.ROOT / name, tmp_path / name)
    settings.CONTENT_RECHECK_SECONDS = 0
    settings.CONTENT_ROOT, settings.SEEDS_ROOT, settings.ROOT = tmp_path / "content", tmp_path / "seeds", tmp_path
    return tmp_path
