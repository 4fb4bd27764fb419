"""Lessons: the list, a plan, the pupils' sheet as a page and as a PDF, and the answers."""

from __future__ import annotations

from csp.decorators import csp_exempt
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from demos.picture import address_for
from demos.seeds import demos
from demos.views import publicly_cached
from games.core.wording import instead
from library.files import Text
from library.shelf import shelf
from teaching import handout as sheets
from teaching import lessons, small
from teaching.paper import pdf


@require_safe
@publicly_cached
def index(request: HttpRequest) -> HttpResponse:
    """Every lesson, by its subject."""
    return render(request, "teaching/lessons.html", {"subjects": lessons.by_subject()})


@require_safe
@publicly_cached
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """The plan, with its deals running and every answer folded away."""
    return render(request, "teaching/lesson.html", _context(find(slug)))


@require_safe
@publicly_cached
def handout(request: HttpRequest, slug: str) -> HttpResponse:
    """What the pupils get: deals and questions, and nothing of the plan."""
    found = find(slug)
    context = {"lesson": found, "handout": sheets.handout(slug), "legend": sheets.legend()}
    return render(request, "teaching/handout.html", context | _named(found))


@require_safe
@publicly_cached
def answers(request: HttpRequest, slug: str) -> HttpResponse:
    """The questions with their answers, to be printed for the teacher."""
    return render(request, "teaching/answers.html", _context(find(slug)))


@csp_exempt()  # not a document of ours, but one that the browser's own viewer shows with scripts and styles of its own
@require_safe
@publicly_cached
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """The pupils' sheet as a PDF."""
    found = find(slug)
    response = HttpResponse(pdf(found.slug), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{found.slug}.pdf"'
    return response


@require_safe
@publicly_cached
def drawing(request: HttpRequest, slug: str, step: int) -> HttpResponse:
    """A step of a deal as it is drawn on the sheet."""
    demo = demos().get(slug)
    if demo is None or step > demo.last:
        raise Http404(_("There is no such drawing; one is linked from the sheet of a lesson."))
    return HttpResponse(small.drawing(demo, step), content_type="image/svg+xml")


def find(slug: str) -> Text:
    """The lesson ``slug``. Raises ``Http404`` with a sentence that helps."""
    known = shelf().lessons
    if slug not in known:
        values = {"slug": slug, "instead": instead(slug, known)}
        raise Http404(_("There is no lesson “%(slug)s”; %(instead)s") % values)
    return known[slug]


def _context(found: Text) -> dict[str, object]:
    return {"lesson": found, "plan": lessons.plan(found.slug), "sources": shelf().cited(found)} | _named(found)


def _named(found: Text) -> dict[str, object]:
    return {"subject": lessons.subject(found), "picture": address_for(found)}
