"""``manage.py export [FOLDER]``: the offline edition, for a stick, a school's disk, or any static host."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from offline.addresses import NEEDS_THE_SITE, is_origin
from offline.writing import write


class Command(BaseCommand):
    help = "Write all that is read and stepped through as static files, which work from a disk and on any host."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", default="dist/offline", help="where to; dist/offline if not given")

    def handle(self, *args: Any, folder: str, **options: Any) -> None:
        if settings.ROOT_URLCONF != "offline.urls":
            raise CommandError(_("The edition has settings of its own; run it as: manage.py export FOLDER"))
        if settings.SITE_ADDRESS and not is_origin(settings.SITE_ADDRESS):
            says = _(
                "SITE_ADDRESS=%(given)s is not where a site is: give scheme and host, as in https://shtoss.example"
            )
            raise CommandError(says % {"given": settings.SITE_ADDRESS})
        into = Path(folder)
        _make_room(into)
        number, size = write(into)
        self.stdout.write(
            _("%(number)s files, %(size).1f MB: open %(page)s")
            % {"number": number, "size": size / 1e6, "page": into / "index.html"}
        )


def _make_room(folder: Path) -> None:
    """An empty ``folder``; what stands there already is taken away only if it is such an edition."""
    if folder.exists() and not folder.is_dir():
        raise CommandError(_("%(folder)s is a file; name a folder.") % {"folder": folder})
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / NEEDS_THE_SITE).is_file():
            says = _("%(folder)s holds something else; name an empty folder or an earlier edition.")
            raise CommandError(says % {"folder": folder})
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
