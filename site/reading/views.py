"""The pages one reads."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from demos.frames import FRAGMENT, PAGE, frame_of, keep_address, layout, varies_by_frame
from demos.picture import address_for
from demos.seeds import demos
from demos.shown import inline_demo
from demos.views import publicly_cached
from games.core.wording import instead
from library import citing, linked_data
from library.addresses import origin
from library.asking import asked
from library.files import Text
from library.shelf import Texts, shelf
from reading import cited, feeds, pages
from reading.glossary import as_data, grouped

HOME_DEMO = "hermann-night-1"
MISSING = {
    "articles": gettext_lazy("There is no article “%(slug)s”; %(instead)s"),
    "games": gettext_lazy("There are no rules of “%(slug)s” here; %(instead)s"),
    "terms": gettext_lazy("There is no glossary entry “%(slug)s”; %(instead)s"),
}

atom_feed = require_safe(publicly_cached(feeds.Atom()))
rss_feed = require_safe(publicly_cached(feeds.Rss()))


@require_safe
@publicly_cached
def home(request: HttpRequest) -> HttpResponse:
    """What this is, in one screen, with a deal to step through."""
    context = {"demo": mark_safe(inline_demo(HOME_DEMO, "0", 1)), "articles": pages.in_order(shelf().articles)}
    return render(request, "reading/home.html", context)


@require_safe
@publicly_cached
def articles(request: HttpRequest) -> HttpResponse:
    return render(request, "reading/articles.html", {"articles": pages.in_order(shelf().articles)})


@require_safe
@publicly_cached
def article(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, "articles", slug)


@require_safe
@publicly_cached
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game, each beside a position."""
    return _page(request, "games", slug)


@require_safe
@publicly_cached
@varies_by_frame
def glossary(request: HttpRequest) -> HttpResponse:
    """All words, or with ``?q=`` those that have the reader's words in their names or their definition."""
    query = asked(request.GET.get("q", "")).text
    terms = sorted(pages.terms_with(query), key=lambda text: text.head.title.casefold())
    frame = frame_of(request, PAGE)
    context = {
        "terms": terms,
        "query": query,
        "status": _entries(len(terms)) if query else "",
        "layout": layout(frame),
        "swapped": frame == FRAGMENT,
    }
    return keep_address(render(request, "reading/glossary.html", context), request, query)


def _entries(number: int) -> str:
    if not number:
        return _("No entry found.")
    return ngettext("%(number)s entry", "%(number)s entries", number) % {"number": number}


@require_safe
@publicly_cached
def glossary_sheet(request: HttpRequest) -> HttpResponse:
    """The whole glossary for a printer."""
    return render(request, "reading/glossary_sheet.html", {"groups": grouped()})


@require_safe
@publicly_cached
def glossary_data(request: HttpRequest) -> HttpResponse:
    """The whole glossary for programs, those of other sites too."""
    response = JsonResponse(as_data(origin(request)), json_dumps_params={"ensure_ascii": False})
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
@publicly_cached
def term(request: HttpRequest, slug: str) -> HttpResponse:
    text = _find(shelf().terms, slug, MISSING["terms"])
    where, way = origin(request), (_("Glossary"), reverse("reading:glossary"))
    citation = cited.citation("terms", text, where)
    context = {
        "term": text,
        "body": pages.page("terms", slug).html,
        "attested": pages.attested(text),
        "position": demos().get(text.head.position.demo) if text.head.position else None,
        "see": [shelf().terms[other] for other in text.head.see if other in shelf().terms],
        "sources": shelf().cited(text),
        "citation": citation,
        "picture": address_for(text),
        "data": [
            linked_data.term(text, citation.url, where + way[1]),
            linked_data.breadcrumbs(where, way, (text.head.title, citation.path)),
        ],
    }
    return render(request, "reading/term.html", context)


@require_safe
@publicly_cached
def cite(request: HttpRequest, kind: str, slug: str, form: str) -> HttpResponse:
    """How a text is cited, as a file; ``?passage=`` names the paragraph that is meant."""
    text = _find(getattr(shelf(), kind), slug, MISSING[kind])
    passage = request.GET.get("passage", "")
    return citing.answer(cited.citation(kind, text, origin(request), passage), form)


def _page(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    text = _find(getattr(shelf(), kind), slug, MISSING[kind])
    where, sources, picture = origin(request), shelf().cited(text), address_for(text)
    citation = cited.citation(kind, text, where)
    previous, following = pages.beside(getattr(shelf(), kind), slug)
    context = {
        "text": text,
        "kind": kind,
        "page": pages.page(kind, slug),
        "sources": sources,
        "previous": previous,
        "next": following,
        "citation": citation,
        "picture": picture,
        "data": [
            linked_data.article(citation, text, where + picture if picture else "", sources),
            linked_data.breadcrumbs(where, *_way(kind), (text.head.title, citation.path)),
        ],
    }
    return render(request, "reading/article.html", context)


def _way(kind: str) -> list[tuple[str, str]]:
    """What stands above a text; the rules of a game have no list above them."""
    return [(_("Articles"), reverse("reading:articles"))] if kind == "articles" else []


def _find(texts: Texts, slug: str, missing: str) -> Text:
    if slug not in texts:
        raise Http404(missing % {"slug": slug, "instead": instead(slug, texts)})
    return texts[slug]
