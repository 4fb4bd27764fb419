"""The index: filled anew when the texts have changed, and asked in the way of the database it lies in."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple, Protocol

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, transaction

from library import marks, shelf, spelling
from library.asking import Sought
from search import documents, plain, postgres, sqlite
from search.documents import Entry
from search.models import Document, Indexed

log = logging.getLogger(__name__)
CODE = (marks, spelling, documents, plain)  # what the texts become in the index depends on these
ONLY_ROW = 1
_looked: float | None = None


class Words(NamedTuple):
    """A row of ``search_words``: keys with blanks between them. ``names`` holds each name as one key."""

    number: int
    names: str
    title: str
    body: str


class Question(NamedTuple):
    """What is asked of the index: every one of ``sought``, or a page whose name is one of ``names``."""

    sought: Sequence[Sought]
    names: Sequence[str]


class Backend(Protocol):
    """What a kind of database has to know."""

    def fill(self, rows: Iterable[Words]) -> None:
        """Replace all that is in the index. Called within a transaction."""

    def find(self, question: Question, most: int) -> list[Document]:
        """The best documents, at most ``most``, each with the number of all that were found as its ``total``.

        First what is called so, then what has all the words in its title, then by how much the words weigh in it.
        """


def backend() -> Backend:
    """The way of the database in use."""
    match connection.vendor:
        case "sqlite":
            return sqlite.Fts5()
        case "postgresql":
            return postgres.FullText()
    raise ImproperlyConfigured(f"search knows SQLite and PostgreSQL, and this is {connection.vendor}")


def find(question: Question, most: int) -> list[Document]:
    """What answers ``question`` in the texts as they are now; see :meth:`Backend.find`."""
    refresh()
    return backend().find(question, most)


def refresh() -> None:
    """Fill the index anew if the texts are not those it was filled from. Looks once a second at most."""
    global _looked
    now = monotonic()
    if _looked is not None and now - _looked < settings.CONTENT_RECHECK_SECONDS:
        return
    wanted = fingerprint()
    if not Indexed.objects.filter(fingerprint=wanted).exists():
        try:
            refill(wanted)
        except DatabaseError:  # somebody else holds the database; what is in the index will do until the next search
            log.warning("The search index could not be filled anew", exc_info=True)
            return
    _looked = now


def fingerprint() -> str:
    """A text that is another when a content file, a record, or the code that reads them into the index is."""
    return sha256(f"{shelf.digest()} {_code()}".encode()).hexdigest()


@lru_cache(maxsize=1)
def _code() -> str:
    return sha256(b"".join(Path(str(module.__file__)).read_bytes() for module in CODE)).hexdigest()


def refill(wanted: str) -> None:
    """Bring the index to the fingerprint ``wanted``, in one transaction; of several processes one does it."""
    with transaction.atomic():
        # To write is to wait for whoever is filling: the others find the work done when they get through.
        Indexed.objects.bulk_create([Indexed(pk=ONLY_ROW)], ignore_conflicts=True)
        row = Indexed.objects.select_for_update().get(pk=ONLY_ROW)
        if row.fingerprint != wanted:
            fill(documents.entries())
            Indexed.objects.update(fingerprint=wanted)


def fill(entries: Iterable[Entry]) -> None:
    """Replace all documents and their words. Call it within a transaction."""
    numbered = list(enumerate(entries, start=1))
    Document.objects.all().delete()
    Document.objects.bulk_create(_document(number, entry) for number, entry in numbered)
    backend().fill(_words(number, entry) for number, entry in numbered)


def _document(number: int, entry: Entry) -> Document:
    return Document(
        number=number,
        kind=entry.kind,
        slug=entry.slug,
        title=entry.title,
        russian=", ".join(entry.russian),
        sections=entry.sections,
    )


def _words(number: int, entry: Entry) -> Words:
    names = sorted({key for name in entry.names for key in spelling.whole_keys(name)})
    title = " ".join([entry.title, *entry.names])
    body = " ".join(text for _, text in entry.sections)
    return Words(number, " ".join(names), _keys(title), _keys(body))


def _keys(text: str) -> str:
    """The keys of ``text``, as often as they stand in it: what is said more often weighs more."""
    return " ".join(key for found in spelling.words(text) for key in sorted(spelling.keys_of(found[0])))
