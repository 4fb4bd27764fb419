"""What can be found, and the table of its words, which is another one in each kind of database."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

CREATE = {
    "sqlite": [
        "CREATE VIRTUAL TABLE search_words USING fts5 (names, title, body, tokenize = 'ascii', prefix = '2 3 4')"
    ],
    "postgresql": [
        "CREATE TABLE search_words (number integer PRIMARY KEY, words tsvector NOT NULL)",
        "CREATE INDEX search_words_words ON search_words USING gin (words)",
    ],
}


def create_words(apps: Any, schema_editor: Any) -> None:
    for statement in CREATE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop_words(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute("DROP TABLE search_words")


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Document",
            fields=[
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[("term", "Glossary"), ("article", "Article"), ("game", "Rules"), ("step", "Deal")],
                        max_length=10,
                    ),
                ),
                ("slug", models.TextField()),
                ("title", models.TextField()),
                ("russian", models.TextField(blank=True)),
                ("sections", models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name="Indexed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(blank=True, max_length=64)),
            ],
        ),
        migrations.RunPython(create_words, drop_words),
    ]
