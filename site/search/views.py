"""The search page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from demos.frames import FRAGMENT, PAGE, frame_of, keep_address, layout, varies_by_frame
from demos.views import publicly_cached
from library.asking import LONGEST, asked
from search.answers import MOST, Answer, answer

SUGGESTIONS = ("abzug", "соник", "Hermann", "va-bank", "who wins")


@require_safe
@publicly_cached
@varies_by_frame
def search(request: HttpRequest) -> HttpResponse:
    """The field and what is found; every question is an address."""
    found = answer(asked(request.GET.get("q", "")))
    frame = frame_of(request, PAGE)
    context = {
        "answer": found,
        "query": found.asked.text,
        "status": told(found),
        "most": MOST,
        "longest": LONGEST,
        "suggestions": SUGGESTIONS,
        "layout": layout(frame),
        "swapped": frame == FRAGMENT,
    }
    return keep_address(render(request, "search/search.html", context), request, found.asked.text)


def told(found: Answer) -> str:
    """How much was found, in a sentence that is also read aloud."""
    if not found.asked.text:
        return ""
    if not found.total:
        return str(_("Nothing found."))
    return str(ngettext("%(total)s result", "%(total)s results", found.total) % {"total": found.total})
