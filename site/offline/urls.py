"""The addresses of the site, and those that the offline edition is written from."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.urls import URLPattern
from django_distill import distill_path
from django_distill.utils import iter_url_patterns

from demos.manner import SHARPER
from demos.seeds import demos
from library.shelf import shelf
from offline import views
from offline.addresses import NEEDS_THE_SITE
from teaching.handout import handout
from web.urls import handler404 as handler404
from web.urls import urlpatterns as site

Values = Callable[[], list[tuple[str | int, ...]]]


def deals() -> list[tuple[str | int, ...]]:
    return [(slug,) for slug in demos()]


def texts(kind: str) -> Values:
    return lambda: [(slug,) for slug in getattr(shelf(), kind)]


def drawings() -> list[tuple[str | int, ...]]:
    """The steps that are drawn on the sheets of the lessons."""
    strips = [strip for slug in shelf().lessons for strip in handout(slug).strips]
    return sorted({(strip.demo.slug, step.number) for strip in strips for step in strip.steps})


def steps() -> list[tuple[str | int, ...]]:
    """Every step of every deal but the first, which is the deal's own page."""
    return [(demo.slug, number) for demo in demos().values() for number in range(1, demo.last + 1)]


def sharpers_steps() -> list[tuple[str | int, ...]]:
    """Every step of the deals that can be seen by one who reads the backs."""
    marked = [demo for demo in demos().values() if demo.text.head.marked]
    return [(demo.slug, number) for demo in marked for number in range(demo.last + 1)]


# The pages of the site that are the same without it, and all the values of their addresses.
PAGES: dict[str, Values | None] = {
    "reading:home": None,
    "reading:articles": None,
    "reading:article": texts("articles"),
    "reading:glossary": None,
    "reading:glossary-sheet": None,
    "reading:term": texts("terms"),
    "reading:game": texts("games"),
    "demos:index": None,
    "demos:step": deals,
    "demos:record": deals,
    "teaching:index": None,
    "teaching:lesson": texts("lessons"),
    "teaching:handout": texts("lessons"),
    "teaching:answers": texts("lessons"),
    "teaching:paper": texts("lessons"),
    "teaching:drawing": drawings,
}


def pages() -> Iterator[URLPattern]:
    """The patterns of :data:`PAGES`, at the addresses that they have on the site."""
    for pattern, namespace, _depth in iter_url_patterns(site):
        name = f"{namespace}:{pattern.name}"
        if name in PAGES:
            own = name.replace(":", "-")  # no address is looked up by it
            yield distill_path(str(pattern.pattern), pattern.callback, name=own, distill_func=PAGES[name])


urlpatterns = [
    distill_path("demos/<slug:slug>.html", views.alone, name="offline-alone", distill_func=deals),
    distill_path("demos/<slug:slug>/step-<int:number>.html", views.step, name="offline-step", distill_func=steps),
    distill_path(
        f"demos/<slug:slug>/step-<int:number>-{SHARPER}.html",
        views.step,
        {"marked": True},
        name="offline-sharper",
        distill_func=sharpers_steps,
    ),
    distill_path(NEEDS_THE_SITE, views.needs_the_site, name="offline-needs-the-site"),
    *site,
    *pages(),
]
