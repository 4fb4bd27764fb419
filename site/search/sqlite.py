"""The index in SQLite: a table of FTS5, whose ``bm25`` weighs what is found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django.db import connection

from library.asking import Sought
from search.models import Document

if TYPE_CHECKING:
    from search.index import Question, Words

BEST = """
SELECT document.*, total FROM (
  SELECT rowid AS found, bm25(search_words, 1, 4, 1) AS weight,
    rowid IN (SELECT rowid FROM search_words WHERE search_words MATCH %(names)s) AS is_named,
    rowid IN (SELECT rowid FROM search_words WHERE search_words MATCH %(titles)s) AS is_titled,
    (SELECT count(*) FROM search_words WHERE search_words MATCH %(all)s) AS total
  FROM search_words WHERE search_words MATCH %(all)s
  ORDER BY is_named DESC, is_titled DESC, weight, found LIMIT %(most)s
) JOIN search_document AS document ON document.number = found
ORDER BY is_named DESC, is_titled DESC, weight, found
"""


class Fts5:
    """See :class:`search.index.Backend`."""

    def fill(self, rows: Iterable[Words]) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM search_words")
            cursor.executemany("INSERT INTO search_words (rowid, names, title, body) VALUES (%s, %s, %s, %s)", rows)

    def find(self, question: Question, most: int) -> list[Document]:
        names, wanted = _names(question.names), _all(question.sought)
        values = {"names": names, "titles": f"title : ({wanted})", "all": f"({wanted}) OR ({names})", "most": most}
        return list(Document.objects.raw(BEST, values))


def _all(wanted: Sequence[Sought]) -> str:
    return " AND ".join(f"({_any(each)})" for each in wanted)


def _any(each: Sought) -> str:
    """Any of the keys. They are letters and digits, and quoted, so that none of them is read as an operator."""
    return " OR ".join([*(f'"{key}"' for key in sorted(each.keys)), *(f'"{start}"*' for start in each.starts)])


def _names(names: Sequence[str]) -> str:
    either = " OR ".join(f'"{name}"' for name in names)
    return f"names : ({either})"
