"""The database that DATABASE_URL names is the one in use; SQLite if it names none."""

from __future__ import annotations

import os

import pytest
from django.core.management import call_command
from django.db import connection

pytestmark = pytest.mark.database


@pytest.mark.django_db
def test_database_url_is_honoured_and_migrations_run() -> None:
    wanted = os.environ.get("DATABASE_URL", "sqlite:").partition(":")[0]
    vendor = {"postgres": "postgresql", "postgresql": "postgresql", "psql": "postgresql", "sqlite": "sqlite"}[wanted]
    assert connection.vendor == vendor
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT 40 + 2")
        assert cursor.fetchone() == (42,)
