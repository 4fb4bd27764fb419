"""The built wheel holds the site and its texts, and nothing of the tests."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from django.conf import LazySettings


def test_wheel_holds_code_texts_and_records_and_no_tests(settings: LazySettings, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=settings.ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "games/shtoss/rules.py",
        "web/settings.py",
        "web/static/cards.svg",
        "demos/management/commands/replay.py",
        "web/_root/templates/demos/step.html",
        "web/_root/content/en/articles/hermanns-three-nights.md",
        "web/_root/seeds/hermann-night-1.toml",
    } <= names
    assert not any(name.startswith(("tests/", "site/")) for name in names)


def test_lock_files_have_hashes_and_name_no_host(settings: LazySettings) -> None:
    for name in ("requirements.txt", "requirements-test.txt", "requirements-bench.txt", "requirements-lti.txt"):
        text = (settings.ROOT / name).read_text()
        assert "://" not in text
        assert "index-url" not in text
        pinned = re.findall(r"^[A-Za-z0-9._-]+(?:\[[\w,]+\])?==\S+", text, re.MULTILINE)
        assert pinned
        assert all(f"{pin} \\\n" in text or f"{pin} ;" in text for pin in pinned), "every pin has its hashes"


def test_every_dependency_has_its_reason(settings: LazySettings) -> None:
    project = tomllib.loads((settings.ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    lists = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *groups.values(),
    ]
    wanted = [each for names in lists for each in names]
    names = {re.split(r"[\[<>=]", each)[0] for each in wanted if isinstance(each, str)}
    architecture = (settings.ROOT / "ARCHITECTURE.md").read_text()
    assert not [name for name in sorted(names) if name not in architecture]
