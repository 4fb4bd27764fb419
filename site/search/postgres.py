"""The index in PostgreSQL: a ``tsvector`` of words that are stemmed already, with the weights A, B and D."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django.db import connection

from library.asking import Sought
from search.models import Document

if TYPE_CHECKING:
    from search.index import Question, Words

FILL = """
INSERT INTO search_words (number, words) VALUES (%s,
  setweight(to_tsvector('simple', %s), 'A') || setweight(to_tsvector('simple', %s), 'B') || to_tsvector('simple', %s))
"""
BEST = """
SELECT document.*, total FROM (
  SELECT number AS found, ts_rank(words, %(all)s::tsquery, 1) AS weight,
    words @@ %(names)s::tsquery AS is_named, words @@ %(titles)s::tsquery AS is_titled, count(*) OVER () AS total
  FROM search_words WHERE words @@ %(all)s::tsquery
  ORDER BY is_named DESC, is_titled DESC, weight DESC, found LIMIT %(most)s
) AS best JOIN search_document AS document ON document.number = found
ORDER BY is_named DESC, is_titled DESC, weight DESC, found
"""


class FullText:
    """See :class:`search.index.Backend`."""

    def fill(self, rows: Iterable[Words]) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM search_words")
            cursor.executemany(FILL, rows)

    def find(self, question: Question, most: int) -> list[Document]:
        names = " | ".join(f"'{name}':A" for name in question.names)
        values = {
            "names": names,
            "titles": _all(question.sought, "B"),
            "all": f"({_all(question.sought)}) | {names}",
            "most": most,
        }
        return list(Document.objects.raw(BEST, values))


def _all(wanted: Sequence[Sought], weight: str = "") -> str:
    return " & ".join(f"({_any(each, weight)})" for each in wanted)


def _any(each: Sought, weight: str) -> str:
    """Any of the keys. They are letters and digits, and quoted, so that none of them is read as an operator."""
    exact = [f"'{key}':{weight}" if weight else f"'{key}'" for key in sorted(each.keys)]
    return " | ".join([*exact, *(f"'{start}':*{weight}" for start in each.starts)])
