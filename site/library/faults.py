"""What is wrong with a content file, said so that its writer can mend it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.checks import Error


@dataclass(frozen=True)
class Fault:
    """A mistake in ``path`` at ``line`` (from 1): ``says`` names it and what would be right."""

    path: Path
    line: int
    says: str

    def __str__(self) -> str:
        path = self.path
        shown = path.relative_to(settings.ROOT) if path.is_relative_to(settings.ROOT) else path
        return f"{shown}:{self.line}: {self.says}"

    def as_error(self, id: str) -> Error:
        return Error(str(self), id=id)


class FaultyFile(Exception):
    """A file that cannot be used at all; it carries why."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(*faults)
        self.faults = faults
