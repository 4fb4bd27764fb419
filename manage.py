#!/usr/bin/env python3
"""The command line: ``site/`` is a folder of sources, so it is put on the path first."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    sys.path[:0] = [str(ROOT), str(ROOT / "site")]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "web.settings")
    if sys.argv[1:2] == ["export"]:
        os.environ["DJANGO_SETTINGS_MODULE"] = "offline.settings"
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        sys.exit("Django is not installed here; `make run` sets everything up.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
