"""How a page of ours is cited: in words, for BibTeX, and as CSL-JSON for everything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.core.wording import instead

SITE = "Shtoss"
AUTHOR = "The Shtoss authors"
SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        # BibTeX counts every brace, a backslash before it or not; so none may be left.
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{sign: f"\\{sign}" for sign in "&%$#_"},
    }
)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True)
class Citation:
    """A page as it is cited; ``key`` is its name in a bibliography, ``url`` where a reader is sent.

    Its forms are files beside ``path``, with the ``query`` that names the step. ``locator`` is the place on the page
    that is meant, if one is; ``anchors`` are its paragraphs that can be cited by themselves. Pages whose day we do not
    know have no ``issued``.
    """

    key: str
    url: str
    path: str
    title: str
    abstract: str
    language: str = "en"
    issued: date | None = None
    locator: str = ""
    query: str = ""
    anchors: tuple[str, ...] = ()

    @property
    def passages(self) -> list[tuple[str, str]]:
        """Each paragraph that can be cited by itself, and where its citation is."""
        return [(anchor, f"{self.path}cite.txt?passage={anchor}") for anchor in self.anchors]

    @property
    def author(self) -> str:
        return AUTHOR

    @property
    def text(self) -> str:
        return plain(self)

    @property
    def bibtex(self) -> str:
        return bibtex(self)

    @property
    def files(self) -> list[tuple[str, str]]:
        """Each form and its address."""
        return [(form, f"{self.path}cite.{form}{self.query}") for form in FORMS]


def plain(citation: Citation) -> str:
    """``The Shtoss authors, “Hermann's three nights”, Shtoss, 30 November 2026, https://…``"""
    day = date_format(citation.issued, "j F Y") if citation.issued else ""
    parts = [AUTHOR, f"“{citation.title}”", SITE, day, citation.locator, citation.url]
    return ", ".join(part for part in parts if part)


def bibtex(citation: Citation) -> str:
    """An entry for BibTeX. An address stands as it is: the styles that print it take it verbatim."""
    day = citation.issued
    fields = {
        "author": escaped(AUTHOR),
        "title": escaped(citation.title),
        "howpublished": escaped(SITE),
        "year": str(day.year) if day else "",
        "month": MONTHS[day.month - 1] if day else "",
        "url": citation.url,
        "note": escaped(citation.locator),
        "language": citation.language,
        "abstract": escaped(citation.abstract),
    }
    lines = [_field(name, value) for name, value in fields.items() if value]
    return "\n".join([f"@misc{{{citation.key},", *lines, "}", ""])


def _field(name: str, value: str) -> str:
    if name == "month":  # a macro of every style
        return f"  {name} = {value},"
    if name in ("author", "title"):  # braces within: it is one name without a surname, and capitals stay
        return f'  {name} = "{{{value}}}",'
    return f"  {name} = {{{value}}},"


def escaped(text: str) -> str:
    """``text`` for TeX: its own signs made plain; letters of any alphabet stay as they are."""
    return text.translate(SPECIAL)


def csl(citation: Citation) -> str:
    """The data of the Citation Style Language, which is a list of works."""
    day = citation.issued
    work: dict[str, Any] = {
        "id": citation.key,
        "type": "webpage",
        "title": citation.title,
        "container-title": SITE,
        "author": [{"literal": AUTHOR}],
        "issued": {"date-parts": [[day.year, day.month, day.day]]} if day else None,
        "locator": citation.locator,
        "URL": citation.url,
        "language": citation.language,
        "abstract": citation.abstract,
    }
    kept = {name: value for name, value in work.items() if value}
    return json.dumps([kept], ensure_ascii=False, indent=2) + "\n"


Form = Callable[[Citation], str]
FORMS: dict[str, tuple[Form, str]] = {
    "txt": (lambda citation: plain(citation) + "\n", "text/plain"),
    "bib": (bibtex, "application/x-bibtex"),
    "json": (csl, "application/vnd.citationstyles.csl+json"),
}


def answer(citation: Citation, form: str) -> HttpResponse:
    """The citation as a file. Raises ``Http404`` with the forms there are, if ``form`` is none of them."""
    if form not in FORMS:
        values = {"form": form, "instead": instead(form, FORMS)}
        raise Http404(_("There is no citation in the form “%(form)s”; %(instead)s") % values)
    write, kind = FORMS[form]
    response = HttpResponse(write(citation), content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{citation.key}.{form}"'
    return response
