"""`manage.py draw_timeline` draws the timeline of the game's history again."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from demos.management.commands.draw_cards import STATIC
from demos.timeline import draw, read


class Command(BaseCommand):
    help = "Write timeline.svg, as demos.timeline draws it from content/en/timeline.toml."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, default=STATIC, help="the folder to write to")
        parser.add_argument("--check", action="store_true", help="write nothing; fail if the file would change")

    def handle(self, *args: Any, to: Path, check: bool, **options: Any) -> None:
        path, drawing = to / "timeline.svg", draw(read(settings.CONTENT_ROOT / "en" / "timeline.toml"))
        if path.is_file() and path.read_text(encoding="utf-8") == drawing:
            return
        if check:
            raise CommandError(f"Not as drawn: {path.name}")
        path.write_text(drawing, encoding="utf-8", newline="\n")
        self.stdout.write(f"Drew {path.name}")
