"""`manage.py draw_cards` draws the pack of cards and the site's icon again."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from demos.drawing import favicon, sheet

STATIC = Path(__file__).parents[3] / "web" / "static"


class Command(BaseCommand):
    help = "Write cards.svg and favicon.svg, as demos.drawing draws them."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, default=STATIC, help="the folder to write to")
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")

    def handle(self, *args: Any, to: Path, check: bool, **options: Any) -> None:
        drawings = {to / "cards.svg": sheet(), to / "favicon.svg": favicon()}
        changed = [path for path, drawing in drawings.items() if not _holds(path, drawing)]
        if check and changed:
            raise CommandError("Not as drawn: " + ", ".join(path.name for path in changed))
        for path in changed:
            path.write_text(drawings[path], encoding="utf-8", newline="\n")
            self.stdout.write(f"Drew {path.name}")


def _holds(path: Path, drawing: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == drawing
