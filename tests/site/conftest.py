"""What the tests of the site share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from django.conf import LazySettings


@pytest.fixture(autouse=True)
def _plain_static_files(settings: LazySettings) -> None:
    """Static files under their own names: no test here needs them collected and hashed."""
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture
def copied(settings: LazySettings, tmp_path: Path) -> Path:
    """A copy of content/ and seeds/ that a test may spoil; the site reads it instead of its own."""
    for name in ("content", "seeds"):
        shutil.copytree(settings.ROOT / name, tmp_path / name)
    settings.CONTENT_RECHECK_SECONDS = 0
    settings.CONTENT_ROOT, settings.SEEDS_ROOT, settings.ROOT = tmp_path / "content", tmp_path / "seeds", tmp_path
    return tmp_path
