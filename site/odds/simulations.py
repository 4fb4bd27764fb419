"""Beginning, cancelling and reading simulations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from math import sqrt

from django.utils import timezone

from odds.figures import bait_worth, one
from odds.forms import Question
from odds.models import Simulation, key_of
from odds.tasks import simulate

MOST_WAITING = 20  # more than a worker deals in a minute
GIVEN_UP = timedelta(minutes=2)  # a simulation that has not moved for so long has lost its worker
Status = Simulation.Status


@dataclass(frozen=True)
class Result:
    """What the deals so far say beside what is exact, each as the punter's mean gain over a deal, in stakes.

    ``spread`` is the standard deviation of one deal; ``errors`` how many standard errors the mean is off. ``bait`` says
    the same of the premiums, in roubles; None where none are agreed.
    """

    dealt: int
    mean: Fraction
    exact: Fraction
    spread: float
    means: Sequence[tuple[int, float]] = ()
    bait: Result | None = None

    @property
    def errors(self) -> float:
        return float(self.mean - self.exact) / (self.spread / sqrt(self.dealt)) if self.spread else 0.0


def begin(query: str, seed: int) -> Simulation | None:
    """The simulation of a question: a new one, or the one there is; None if too many wait."""
    key = key_of(query, seed)
    simulation = Simulation.objects.filter(key=key).first()
    if simulation and not _needs_worker(simulation):
        return simulation
    if Simulation.objects.filter(status__in=[Status.WAITING, Status.RUNNING]).count() >= MOST_WAITING:
        return None
    fresh = {"status": Status.WAITING, "changed": timezone.now()}
    simulation, _ = Simulation.objects.update_or_create(
        key=key, defaults=fresh, create_defaults={"query": query, "seed": seed, **fresh}
    )
    simulate.enqueue(key)
    return simulation


def _needs_worker(simulation: Simulation) -> bool:
    stuck = simulation.under_way and simulation.changed < timezone.now() - GIVEN_UP
    return stuck or simulation.status == Status.CANCELLED


def cancel(key: str) -> None:
    """Stop a simulation that is under way; what was dealt stays."""
    under_way = Simulation.objects.filter(key=key, status__in=[Status.WAITING, Status.RUNNING])
    under_way.update(status=Status.CANCELLED, changed=timezone.now())


def result(simulation: Simulation, question: Question) -> Result | None:
    """What the deals so far say; None before the first of them."""
    if not simulation.dealt:
        return None
    dealt, unit = simulation.dealt, question.conditions.divisor
    means = [(deals, total / (deals * unit)) for deals, total in simulation.trail]
    mean, spread = _mean_and_spread(Fraction(simulation.total, unit), Fraction(simulation.squares, unit**2), dealt)
    exact = -question.cards * one(question.deck, question.conditions).edge
    return Result(dealt, mean, exact, spread, means, _bait(simulation, question))


def _bait(simulation: Simulation, question: Question) -> Result | None:
    if not question.agreement.nazhivka:
        return None
    total, squares = Fraction(simulation.bait), Fraction(simulation.bait_squares)
    mean, spread = _mean_and_spread(total, squares, simulation.dealt)
    return Result(simulation.dealt, mean, bait_worth(question), spread)


def _mean_and_spread(total: Fraction, squares: Fraction, dealt: int) -> tuple[Fraction, float]:
    """The mean of ``dealt`` values and their standard deviation, from their sum and the sum of their squares."""
    mean = total / dealt
    return mean, sqrt(squares / dealt - mean * mean)
