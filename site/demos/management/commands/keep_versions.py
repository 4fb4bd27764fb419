"""``manage.py keep_versions``: put each demonstration as it is now among the versions that stay served."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from demos.seeds import demos, keep, unkept


class Command(BaseCommand):
    help = (
        "Keep the present version of every demonstration in seeds/versions, so that embeds that name it never change."
    )
    requires_system_checks = ()  # a version that is not kept is one of them

    def handle(self, *args: Any, **options: Any) -> None:
        for demo in demos().values():
            if unkept(demo):
                keep(demo)
                self.stdout.write(f"kept {demo.slug} {demo.version}")
