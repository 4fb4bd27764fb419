"""The million deals, dealt by a worker process (``manage.py db_worker``) a chunk at a time."""

from __future__ import annotations

from dataclasses import asdict, astuple, dataclass
from operator import add

import numpy as np
from django.http import QueryDict
from django.utils import timezone
from django_tasks import task

from odds.bulk import bait, draw_places, settle
from odds.forms import OddsForm, Question
from odds.models import DEALS, Simulation

CHUNK = 20_000
Status = Simulation.Status


@task()
def simulate(key: str) -> None:
    """Deal the simulation ``key`` to its end, or until somebody cancels it. A run that was broken off begins anew."""
    under_way = Simulation.objects.filter(key=key, status__in=[Status.WAITING, Status.RUNNING])
    if not under_way.update(changed=timezone.now(), status=Status.RUNNING, dealt=0, trail=[], **asdict(Sums())):
        return
    simulation = Simulation.objects.get(key=key)
    question = asked(simulation.query)
    rng = np.random.default_rng([simulation.seed, int(key, 16)])
    running = Simulation.objects.filter(key=key, status=Status.RUNNING)
    dealt, wins, sums = 0, 0, Sums()
    trail: list[tuple[int, int]] = []
    while dealt < DEALS:
        chunk, wins = deal(rng, question, wins)
        dealt, sums = dealt + CHUNK, sums.and_those_of(chunk)
        trail.append((dealt, sums.total))
        status = Status.DONE if dealt == DEALS else Status.RUNNING
        if not running.update(changed=timezone.now(), dealt=dealt, trail=trail, status=status, **asdict(sums)):
            return  # cancelled


@dataclass(frozen=True)
class Sums:
    """Sums over deals, under the model's names: of the punter's gains in units, of the bait, and of their squares."""

    total: int = 0
    squares: int = 0
    bait: int = 0
    bait_squares: int = 0

    def and_those_of(self, other: Sums) -> Sums:
        """The sums of both."""
        return Sums(*map(add, astuple(self), astuple(other)))


def deal(rng: np.random.Generator, question: Question, wins: int) -> tuple[Sums, int]:
    """One chunk of deals after ``wins`` won ones: its sums, and the wins in a row with which it ends."""
    places = draw_places(rng, CHUNK, question.deck, question.cards)
    ended = settle(places, "c" * question.cards, question.conditions, question.deck)
    paid, wins = bait(ended, question.agreement.nazhivka, wins)
    net = ended.net
    return Sums(int(net.sum()), int((net * net).sum()), int(paid.sum()), int((paid * paid).sum())), wins


def asked(query: str) -> Question:
    """The question of an address that was valid when the simulation was asked for."""
    form = OddsForm.asking(QueryDict(query))
    if not form.is_valid():
        raise ValueError(f"no question of the odds room: {query}")
    return form.question()
