"""The odds room: exact answers at once, a million deals in the background."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from demos.frames import frame_of, layout, varies_by_frame
from demos.manner import PLAIN
from demos.views import find, publicly_cached, read_step
from games.shtoss.live import live
from games.shtoss.rules import State
from odds import figures, plots, simulations
from odds.forms import OddsForm, Question
from odds.models import Simulation
from odds.tasks import asked

SVG = "image/svg+xml"


@require_safe
@publicly_cached
@varies_by_frame
def room(request: HttpRequest) -> HttpResponse:
    """The form and its answer; every question is an address."""
    form = OddsForm.asking(request.GET)
    frame = frame_of(request, "page")
    context: dict[str, Any] = {"form": form, "layout": layout(frame)}
    if form.is_valid():
        context |= answer(form.question())
    response = render(request, "odds/room.html", context)
    if frame == "fragment" and form.is_valid():
        response["HX-Push-Url"] = f"{request.path}?{form.query()}" if form.query() else request.path
    return response


def answer(question: Question) -> dict[str, Any]:
    """What the page says of a question."""
    single = figures.one(question.deck, question.conditions)
    several = figures.all_cards(question.cards, question.deck, question.conditions)
    return {
        "question": question,
        "odds": single,
        "several": several,
        "endings": figures.endings(question.deck, question.conditions, question.cards),
        "nights": figures.nights(question.deck, question.conditions, question.stake),
        "hermann": [(stake, stake * single.edge) for stake in figures.HERMANN],
        "own": question.stake * question.cards * single.edge,
        "bait": figures.bait(question),
        "bait_worth": figures.bait_worth(question),
    }


@require_safe
@publicly_cached
def ends(request: HttpRequest) -> HttpResponse:
    """The plot of where deals end."""
    question = question_of(request.GET)
    endings = figures.endings(question.deck, question.conditions, question.cards)
    return HttpResponse(plots.ends_svg(endings, question.cards), content_type=SVG)


@require_safe
@publicly_cached
def purse(request: HttpRequest) -> HttpResponse:
    """The plot of a purse over a series of doublings."""
    question = question_of(request.GET)
    return HttpResponse(
        plots.purse_svg(figures.nights(question.deck, question.conditions, question.stake)), content_type=SVG
    )


def question_of(query: QueryDict) -> Question:
    """The question of an address. Raises ``Http404`` with what is wrong."""
    form = OddsForm.asking(query)
    if not form.is_valid():
        raise Http404(" ".join(str(error) for errors in form.errors.values() for error in errors))
    return form.question()


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """Begin a million deals, or find those of the same question.

    Nothing is known of who asks, and the same question twice is one simulation; so a forged or a doubled request
    does no harm, and no token is needed.
    """
    question = question_of(request.POST)
    seed = read_step(request.POST.get("seed", "1")) or 1
    simulation = simulations.begin(question.query, max(1, min(seed, 10**6)))
    if simulation is None:
        return render(request, "odds/busy.html", status=429)
    return redirect("odds:run", simulation.key)


@require_safe
@never_cache
@varies_by_frame
def run(request: HttpRequest, key: str) -> HttpResponse:
    """How far a simulation has come."""
    simulation = get_object_or_404(Simulation, key=key)
    question = asked(simulation.query)
    context = {
        "simulation": simulation,
        "question": question,
        "result": simulations.result(simulation, question),
        "layout": layout(frame_of(request, "page")),
    }
    return render(request, "odds/run.html", context)


@require_POST
def cancel(request: HttpRequest, key: str) -> HttpResponse:
    """Stop a simulation where it is."""
    get_object_or_404(Simulation, key=key)
    simulations.cancel(key)
    return redirect("odds:run", key)


@require_safe
@never_cache
def converging(request: HttpRequest, key: str) -> HttpResponse:
    """The plot of a simulation on its way to the exact line."""
    simulation = get_object_or_404(Simulation, key=key)
    result = simulations.result(simulation, asked(simulation.query))
    if result is None:
        raise Http404(_("No deal has been dealt yet; come back in a moment."))
    return HttpResponse(plots.converging_svg(result.means, float(result.exact), result.spread), content_type=SVG)


@require_safe
@publicly_cached
def demo(request: HttpRequest, slug: str) -> HttpResponse:
    """The odds at a step of a demonstration, for one who has counted: an onlooker, or with ``?seat=`` a player."""
    shown = find(slug)
    number = PLAIN.nearest(read_step(request.GET.get("step", "0")) or 0, shown.last)
    state = cast(State, shown.steps[number].state)
    seat = request.GET.get("seat") if request.GET.get("seat") in shown.record.seats else None
    context = {
        "demo": shown,
        "number": number,
        "bets": live(state, seat),
        "names": shown.record.names,
        "seat": seat,
        "seats": [(each, shown.record.names[each]) for each in state.table.seats],
    }
    return render(request, "odds/demo.html", context)
