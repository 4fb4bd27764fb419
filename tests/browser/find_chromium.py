"""Find a Chromium for the browser tests, and with --install get one.

`python tests/browser/find_chromium.py [--install]` prints its path, or says what to do and exits with 1.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DEBIAN_PACKAGES = ("chromium", "libatomic1")  # the second for Playwright's own Node.js


class NoChromium(LookupError):
    """There is none. The text says what to do."""


def find() -> str:
    """Path of a Chromium that starts: $CHROMIUM, else one on PATH, else the one Playwright has downloaded."""
    named = os.environ.get("CHROMIUM")
    if named:
        path = shutil.which(named)
        if path is None or not _starts(path):
            raise NoChromium(f"CHROMIUM={named} is not a program that starts: correct or unset it.")
        return path
    for path in _candidates():
        if path and _starts(path):
            return path
    raise NoChromium(
        "No Chromium for the browser tests: install one (Debian: apt-get install chromium libatomic1; "
        "elsewhere: .venv/bin/python -m playwright install --with-deps chromium) or set CHROMIUM to its path."
    )


def find_or_install() -> str:
    try:
        return find()
    except NoChromium:
        if os.environ.get("CHROMIUM"):
            raise
        _install()
        return find()


def _install() -> None:
    """Try to get one, from Debian as root, else through Playwright. `find` tells whether it worked."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _run("apt-get", "update")
        if _run("apt-get", "install", "-y", "--no-install-recommends", *DEBIAN_PACKAGES):
            return
    _run(sys.executable, "-m", "playwright", "install", "chromium")


def _candidates() -> Iterator[str | None]:
    yield from map(shutil.which, NAMES)
    yield _playwrights_own()


def _starts(path: str) -> bool:
    """False for Ubuntu's stand-in, which only advertises a snap, and where a shared library is missing."""
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def _playwrights_own() -> str | None:
    # Asked in a process of its own: Playwright refuses to start twice in one, and a test may have started it.
    question = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
    )
    asked = subprocess.run([sys.executable, "-c", question], capture_output=True, text=True)
    return shutil.which(asked.stdout.strip()) if asked.returncode == 0 else None


def _run(*command: str) -> bool:
    """Run it with all that it says on stderr: stdout belongs to the path."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    ran = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    return ran.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the path of a Chromium.")
    parser.add_argument("--install", action="store_true", help="get one if there is none")
    wanted = find_or_install if parser.parse_args().install else find
    try:
        print(wanted())
    except NoChromium as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
