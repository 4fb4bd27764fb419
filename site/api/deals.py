"""Demonstrations as data. Only an onlooker's view is told, so nothing is said before it is seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from api import answers
from api.pictures import picture_of
from demos.manner import followed
from demos.narration import Teller
from demos.seeds import Demo
from games.core.record import FORMAT, Record
from games.core.replay import Step
from games.shtoss.phase import Phase
from games.shtoss.settlement import Settlement
from games.shtoss.view import SeenBet, Turned, View


def demonstration(request: HttpRequest, demo: Demo) -> answers.Demonstration:
    """What a list says of a demonstration."""
    return answers.Demonstration(**_listed(request, demo))


def in_full(request: HttpRequest, demo: Demo) -> answers.DemonstrationInFull:
    head = demo.text.head
    return answers.DemonstrationInFull(
        **_listed(request, demo),
        game=demo.record.game,
        players=dict(demo.record.names),
        unit=head.unit,
        language=head.language,
        sources=head.sources,
        current=demo.is_current,
    )


def _listed(request: HttpRequest, demo: Demo) -> dict[str, Any]:
    def whole(path: str) -> str:
        query = followed(dict(demo.parameters)).replace("&", "?", 1)
        return str(request.build_absolute_uri(path + query))

    return {
        "slug": demo.slug,
        "title": demo.title,
        "summary": demo.text.head.summary,
        "version": demo.version,
        "last": demo.last,
        "page": whole(demo.page),
        "embed": whole(demo.frame),
        "record": whole(reverse("api-v1:record", args=[demo.slug])),
        "steps": whole(reverse("api-v1:steps", args=[demo.slug])),
        "picture": picture_of(request, demo),
    }


def step(request: HttpRequest, demo: Demo, step: Step) -> answers.Step:
    """A step as an onlooker follows it."""
    view: View = step.state.view(None)
    address = f"{demo.page}?step={step.number}{followed(dict(demo.parameters))}"
    return answers.Step(
        number=step.number,
        address=request.build_absolute_uri(address),
        action=None if step.action is None else step.state.show(step.action, None),
        events=[answers.Seen(**{"terms": [], **event.as_json()}) for event in step.events],
        table=_table(view),
        sentences=[str(sentence) for sentence in _teller(demo).tell(step)],
    )


def step_of(demo: Demo, number: int) -> Step:
    """The step ``number``. Raises ``Http404`` with the numbers that there are."""
    if not 0 <= number <= demo.last:
        says = _("There is no such step; the steps of “%(title)s” go from 0 to %(last)s")
        raise Http404(says % {"title": demo.title, "last": demo.last})
    return demo.steps[number]


def _teller(demo: Demo) -> Teller:
    return Teller(demo.record.names, demo.text.head.unit or ())


def _table(view: View) -> answers.Table:
    return answers.Table(
        variant=view.variant,
        deck=view.deck,
        deal=view.deal,
        phase=Phase(view.phase),
        banker=view.banker,
        punters=list(view.punters),
        drawn=[answers.Drawn(seat=seat, card=str(card)) for seat, card in view.drawn],
        initial_kush=view.initial_kush,
        bank=view.bank,
        volny_kush=view.volny_kush,
        abzug=[_turned(card) for card in view.abzug],
        right=[_turned(card) for card in view.right],
        left=[_turned(card) for card in view.left],
        undealt=view.undealt,
        stakes=[_staked(bet) for bet in view.bets],
        net=dict(view.net),
    )


def _turned(turned: Turned) -> answers.Turned:
    return answers.Turned(card=str(turned.card), position=turned.position, given=turned.given)


def _staked(bet: SeenBet) -> answers.Staked:
    return answers.Staked(
        seat=bet.seat,
        card=str(bet.card) if bet.card else None,
        amount=bet.amount,
        opened=bet.opened,
        settlement=_ending(bet.settlement) if bet.settlement else None,
    )


def _ending(ending: Settlement) -> answers.Settlement:
    return answers.Settlement(position=ending.position, outcome=ending.outcome, amount=ending.amount, plie=ending.plie)


def record(record: Record) -> answers.Record:
    """The record as JSON: the same keys as in TOML, but that the actions are a list."""
    return answers.Record(
        format=FORMAT,
        game=record.game,
        title=record.title,
        rules=_plain(record.rules),
        players=dict(record.names),
        chance=_plain(record.chance),
        actions=list(record.actions),
    )


def _plain(value: Any) -> Any:
    """``value`` with lists for its tuples and dictionaries for its mappings."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
