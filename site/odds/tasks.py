"""The million deals, dealt by a worker process (``manage.py db_worker``) a chunk at a time."""

from __future__ import annotations

import numpy as np
from django.http import QueryDict
from django.utils import timezone
from django_tasks import task

from odds.bulk import draw_places, settle
from odds.forms import OddsForm, Question
from odds.models import DEALS, Simulation

CHUNK = 20_000
Status = Simulation.Status


@task()
def simulate(key: str) -> None:
    """Deal the simulation ``key`` to its end, or until somebody cancels it. A run that was broken off begins anew."""
    under_way = Simulation.objects.filter(key=key, status__in=[Status.WAITING, Status.RUNNING])
    if not under_way.update(changed=timezone.now(), status=Status.RUNNING, dealt=0, total=0, squares=0, trail=[]):
        return
    simulation = Simulation.objects.get(key=key)
    question = asked(simulation.query)
    rng = np.random.default_rng([simulation.seed, int(key, 16)])
    running = Simulation.objects.filter(key=key, status=Status.RUNNING)
    dealt = total = squares = 0
    trail: list[tuple[int, int]] = []
    while dealt < DEALS:
        gained, squared = deal(rng, question)
        dealt, total, squares = dealt + CHUNK, total + gained, squares + squared
        trail.append((dealt, total))
        status = Status.DONE if dealt == DEALS else Status.RUNNING
        so_far = {"dealt": dealt, "total": total, "squares": squares, "trail": trail, "status": status}
        if not running.update(changed=timezone.now(), **so_far):
            return  # cancelled


def deal(rng: np.random.Generator, question: Question) -> tuple[int, int]:
    """One chunk: the sum of the punter's gains over its deals and of their squares, in units."""
    places = draw_places(rng, CHUNK, question.deck, question.cards)
    net = settle(places, "c" * question.cards, question.conditions, question.deck).net
    return int(net.sum()), int((net * net).sum())


def asked(query: str) -> Question:
    """The question of an address that was valid when the simulation was asked for."""
    form = OddsForm.asking(QueryDict(query))
    if not form.is_valid():
        raise ValueError(f"no question of the odds room: {query}")
    return form.question()
