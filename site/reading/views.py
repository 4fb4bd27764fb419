"""The pages one reads."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from demos.frames import FRAGMENT, PAGE, frame_of, keep_address, layout, varies_by_frame
from demos.panel import inline_demo
from games.core.wording import instead
from library.asking import asked
from library.files import Text
from library.shelf import Texts, shelf
from reading import pages

publicly_cached = cache_control(public=True, max_age=60)
HOME_DEMO = "hermann-night-1"


@require_safe
@publicly_cached
def home(request: HttpRequest) -> HttpResponse:
    """What this is, in one screen, with a deal to step through."""
    context = {"demo": mark_safe(inline_demo(HOME_DEMO, "0", 1)), "articles": _in_order(shelf().articles)}
    return render(request, "reading/home.html", context)


@require_safe
@publicly_cached
def articles(request: HttpRequest) -> HttpResponse:
    return render(request, "reading/articles.html", {"articles": _in_order(shelf().articles)})


@require_safe
@publicly_cached
def article(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, "articles", slug, _("There is no article “%(slug)s”; %(instead)s"))


@require_safe
@publicly_cached
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game, each beside a position."""
    return _page(request, "games", slug, _("There are no rules of “%(slug)s” here; %(instead)s"))


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
def term(request: HttpRequest, slug: str) -> HttpResponse:
    text = _find(shelf().terms, slug, _("There is no glossary entry “%(slug)s”; %(instead)s"))
    context = {
        "term": text,
        "body": pages.body("terms", slug),
        "attested": pages.attested(text),
        "see": [shelf().terms[other] for other in text.head.see if other in shelf().terms],
        "sources": shelf().cited(text),
    }
    return render(request, "reading/term.html", context)


def _page(request: HttpRequest, kind: str, slug: str, missing: str) -> HttpResponse:
    text = _find(getattr(shelf(), kind), slug, missing)
    context = {"text": text, "kind": kind, "body": pages.body(kind, slug), "sources": shelf().cited(text)}
    return render(request, "reading/article.html", context)


def _find(texts: Texts, slug: str, missing: str) -> Text:
    if slug not in texts:
        raise Http404(missing % {"slug": slug, "instead": instead(slug, texts)})
    return texts[slug]


def _in_order(texts: Texts) -> list[Text]:
    return sorted(texts.values(), key=lambda text: (text.head.order, text.slug))
