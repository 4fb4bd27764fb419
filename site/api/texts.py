"""The glossary, the articles and the bibliography as data."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from html import unescape
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from api import answers
from games.core.wording import instead
from library.files import Text
from library.marks import Linker, render, render_line
from library.pages import Position
from library.shelf import edition, shelf


def glossary(request: HttpRequest) -> answers.Glossary:
    terms = sorted(shelf().terms.values(), key=lambda text: text.head.title.casefold())
    return answers.Glossary(terms=[answers.Term(**_entry(request, text)) for text in terms])


def term(request: HttpRequest, slug: str) -> answers.TermInFull:
    """One entry, its text with whole addresses. Raises ``Http404`` with the nearest that there is."""
    text = shelf().terms.get(slug)
    if text is None:
        says = _("There is no glossary entry “%(slug)s”; %(instead)s")
        raise Http404(says % {"slug": slug, "instead": instead(slug, shelf().terms)})
    html = render(text.body, _linker(text)).replace('href="/', f'href="{request.build_absolute_uri("/")}')
    return answers.TermInFull(**_entry(request, text), html=html)


def _entry(request: HttpRequest, text: Text) -> dict[str, Any]:
    head = text.head
    return {
        **head.model_dump(exclude={"position", "attested"}),
        "slug": text.slug,
        "address": request.build_absolute_uri(_page(text)),
        "position": head.position and _at(request, head.position),
        "attested": _attested(edition(), text.slug),
    }


@lru_cache(maxsize=512)
def _attested(edition: int, slug: str) -> list[str]:
    """Where the term is found, in plain lines, kept until a file changes."""
    text = shelf().terms[slug]
    return [unescape(strip_tags(render_line(line, _linker(text)))) for line in text.head.attested]


def _page(text: Text) -> str:
    return reverse("reading:term", args=[text.slug])


def _linker(text: Text) -> Linker:
    """Citations by name and to the page of the entry, since no numbered list stands under what is read here."""
    names = {key: source.name for key, source in shelf().sources.items()}
    return replace(shelf().linker(text), by_name=names, list_page=_page(text))


def _at(request: HttpRequest, position: Position) -> answers.At:
    page = f"{reverse('demos:step', args=[position.demo])}?step={position.step}"
    return answers.At(demonstration=position.demo, step=position.step, address=request.build_absolute_uri(page))


def articles(request: HttpRequest) -> answers.Articles:
    texts = sorted(shelf().articles.values(), key=lambda text: (text.head.order, text.slug))
    return answers.Articles(articles=[_article(request, text) for text in texts])


def _article(request: HttpRequest, text: Text) -> answers.Article:
    address = request.build_absolute_uri(reverse("reading:article", args=[text.slug]))
    return answers.Article(**text.head.model_dump(exclude={"order"}), slug=text.slug, address=address)


def sources() -> answers.Sources:
    """The bibliography in the order of its file."""
    works = shelf().sources.items()
    return answers.Sources(
        sources=[answers.Source(key=key, name=work.name, **work.model_dump(exclude={"short"})) for key, work in works]
    )
