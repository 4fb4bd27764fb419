"""Demonstrations: the list, one step, the same in a frame and as a picture, how it is cited, the record itself."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from demos import picture
from demos.alone import document
from demos.examples import EXAMPLES
from demos.frames import EMBED, PAGE, embeddable, frame_of, layout, varies_by_frame
from demos.kit import HEIGHT, UseForm, qr_code
from demos.manner import PLAIN, Manner, read_manner
from demos.panel import Panel
from demos.quiz import read_answers, verdicts, write_answers
from demos.seeds import Demo, demos, pinned, version_path
from demos.sequence import one_of
from demos.shown import citation, panel_html
from demos.snippet import link_header
from games.core.wording import instead
from library import citing
from library.addresses import origin

publicly_cached = cache_control(public=True, max_age=60)
NUMBER = re.compile(r"([+-]?)0*([0-9]+)", re.ASCII)
FAR = 10**6  # beyond the last step of any record


@require_safe
@publicly_cached
def index(request: HttpRequest) -> HttpResponse:
    """The list of demonstrations."""
    return render(request, "demos/index.html", {"demos": demos().values()})


@require_safe
@publicly_cached
@varies_by_frame
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """One step of a demonstration: ``?step=`` says which, the nearest if there is none of that number."""
    return _step(request, find(slug, request.GET.get("v", "")), PAGE)


@embeddable
@require_safe
@publicly_cached
@varies_by_frame
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """The same step as a bare document for a frame on somebody's page."""
    return _embed(request, lambda: find(slug, request.GET.get("v", "")))


@embeddable
@require_safe
@publicly_cached
@varies_by_frame
def sequence(request: HttpRequest) -> HttpResponse:
    """One of several demonstrations that make a lesson in one frame."""
    return _embed(request, lambda: one_of(request.GET.get("deals", ""), request.GET.get("at", "1")))


def _embed(request: HttpRequest, chosen: Callable[[], Demo]) -> HttpResponse:
    """A step in a frame; that it is missing is said in the frame too."""
    try:
        return _step(request, chosen(), EMBED)
    except Http404 as missing:
        context = {"reason": missing.args[0] if missing.args else "", "layout": layout(EMBED)}
        return render(request, "404.html", context, status=404)


def _step(request: HttpRequest, demo: Demo, whole: str) -> HttpResponse:
    manner = read_manner(request.GET, embedded=whole == EMBED)
    if manner.quiz and any(name in request.GET for name in ("who", "sum", "term")):
        return _answered(request, demo, manner)
    asked = request.GET.get("step", str(manner.start))
    number = read_step(asked)
    if number is None:
        context = {"demo": demo, "asked": asked[:40], "steps": range(demo.last + 1), "layout": layout(whole)}
        return render(request, "demos/no_such_step.html", context, status=404)
    frame = frame_of(request, whole)
    where = origin(request) if frame == PAGE else ""
    response = HttpResponse(panel_html(demo, number, frame, manner, where))
    if where:
        response["Link"] = link_header(where, Panel(demo, manner.nearest(number, demo.last), manner).here)
    return response


def _answered(request: HttpRequest, demo: Demo, manner: Manner) -> HttpResponse:
    """To the step that was asked about, with the answer among those of the address."""
    step = read_step(request.GET.get("step", "")) or 0
    said = read_answers(
        f"{step}.{request.GET.get('who', '')}.{_digits(request.GET.get('sum', ''))}.{request.GET.get('term', '')}"
    )
    answers = [*(each for each in read_answers(manner.answers) if each.step != step), *said]
    panel = Panel(demo, manner.nearest(step, demo.last), replace(manner, answers=write_answers(answers)))
    return redirect(f"{panel.here}{manner.place_query}")


def _digits(text: str) -> str:
    """The digits of an amount as people write it: ``47,000 roubles`` is 47000."""
    return re.sub(r"[\s,.’'_]|[^\W\d_]+", "", text)


@require_safe
@publicly_cached
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """What a pupil has answered and what is right, to be printed."""
    demo = find(slug, request.GET.get("v", ""))
    found = verdicts(demo, read_answers(request.GET.get("done", "")))
    context = {
        "demo": demo,
        "verdicts": found,
        "points": sum(verdict.points for verdict in found),
        "most": sum(verdict.most for verdict in found),
        "query": request.GET.urlencode(),
    }
    return render(request, "demos/result.html", context)


@require_safe
@publicly_cached
def result_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for a spreadsheet."""
    demo = find(slug, request.GET.get("v", ""))
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-result.csv"'
    sheet = csv.writer(response)
    sheet.writerow([_("step"), _("question"), _("answer"), _("right answer"), _("points")])
    for verdict in verdicts(demo, read_answers(request.GET.get("done", ""))):
        for asked, said, right, is_right in verdict.parts:
            sheet.writerow([verdict.question.step, asked, said, right, int(is_right)])
    return response


@csp_update({"frame-src": ["'self'"]})  # for the preview
@require_safe
@publicly_cached
@varies_by_frame
def use(request: HttpRequest, slug: str) -> HttpResponse:
    """“Use in a lesson”: the choices, a live preview, and what to paste."""
    demo = find(slug)
    form = UseForm(demo, request.GET)
    context: dict[str, Any] = {"demo": demo, "form": form, "query": request.GET.urlencode(), "usual_height": HEIGHT}
    context["layout"] = layout(frame_of(request, PAGE))
    if form.is_valid():
        chosen, where = form.use(), origin(request)
        context |= {"use": chosen, "snippet": chosen.snippet(where), "link": f"{where}{chosen.page}"}
    response = render(request, "demos/use.html", context)
    if frame_of(request, PAGE) != PAGE:
        response["HX-Replace-Url"] = request.get_full_path()
    return response


@require_safe
@publicly_cached
def help_with_frames(request: HttpRequest) -> HttpResponse:
    """How a deal comes into somebody's page, with examples that can be copied."""
    where = origin(request)
    shown = [(example, example.snippet(where)) for example in EXAMPLES]
    return render(request, "demos/help.html", {"examples": shown})


@require_safe
@publicly_cached
def code(request: HttpRequest, slug: str) -> HttpResponse:
    """The link to what was chosen as a QR code."""
    form = UseForm(find(slug), request.GET)
    if not form.is_valid():
        raise Http404(" ".join(str(error) for errors in form.errors.values() for error in errors))
    return HttpResponse(qr_code(f"{origin(request)}{form.use().page}"), content_type="image/svg+xml")


@require_safe
@publicly_cached
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of a demonstration, as it stands in its file; of another version as that one was kept."""
    demo = find(slug, request.GET.get("v", ""))
    path = settings.SEEDS_ROOT / f"{slug}.toml" if demo.is_current else version_path(slug, demo.version, ".toml")
    response = HttpResponse(path.read_bytes(), content_type="application/toml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}.toml"'
    return response


@require_safe
@publicly_cached
def alone(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole demonstration as one file to keep, shown in the manner that the address asks for."""
    demo = find(slug, request.GET.get("v", ""))
    response = HttpResponse(document(demo, read_manner(request.GET), origin(request)))
    response["Content-Disposition"] = f'attachment; filename="{slug}.html"'
    return response


@require_safe
@publicly_cached
def cite(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """How a step is cited, as a file."""
    demo = find(slug, request.GET.get("v", ""))
    return citing.answer(citation(demo, asked_step(request, demo), origin(request)), form)


@require_safe
@publicly_cached
def picture_svg(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture of a step, as it is drawn."""
    demo = find(slug, request.GET.get("v", ""))
    return HttpResponse(picture.picture_svg(demo, asked_step(request, demo)), content_type="image/svg+xml")


@require_safe
@publicly_cached
def picture_png(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for the programs that show a shared address: they take no SVG."""
    demo = find(slug, request.GET.get("v", ""))
    return HttpResponse(picture.picture_png(demo, asked_step(request, demo)), content_type="image/png")


def asked_step(request: HttpRequest, demo: Demo) -> int:
    """The step of ``?step=``, the nearest there is. Raises ``Http404`` with a sentence that helps."""
    asked = request.GET.get("step", "0")
    number = read_step(asked)
    if number is None:
        values = {"asked": asked[:40], "title": demo.title, "last": demo.last}
        says = _("“%(asked)s” is not a step of “%(title)s”. A step is a whole number, from 0 to %(last)s.")
        raise Http404(says % values)
    return PLAIN.nearest(number, demo.last)


def find(slug: str, version: str = "") -> Demo:
    """The demonstration ``slug``, in its ``version`` if one is named. Raises ``Http404`` with a sentence that helps."""
    known = demos()
    if slug not in known:
        raise Http404(
            _("There is no demonstration “%(slug)s”; %(instead)s") % {"slug": slug, "instead": instead(slug, known)}
        )
    if not version:
        return known[slug]
    found = pinned(slug, version)
    if found is None:
        says = _("There is no version “%(version)s” of this demonstration; the present one is %(present)s")
        raise Http404(says % {"version": version[:40], "present": known[slug].version})
    return found


def read_step(text: str) -> int | None:
    """The step that ``text`` names, None if it is not a whole number; a very large one is :data:`FAR`."""
    found = NUMBER.fullmatch(text.strip())
    if found is None:
        return None
    number = FAR if len(found[2]) > len(str(FAR)) else int(found[2])
    return -number if found[1] == "-" else number
