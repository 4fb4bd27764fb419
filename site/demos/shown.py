"""A step of a demonstration as HTML: in any frame, and inside an article."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from demos.frames import EMBED, INLINE, layout
from demos.ghost import ghosts
from demos.manner import PLAIN, Manner, followed
from demos.panel import Panel
from demos.seeds import Demo, demos
from demos.snippet import discovery
from library.citing import Citation
from library.linked_data import breadcrumbs

AT_ONCE = 2  # demonstrations of an article that come with its first bytes
WAITING = "waiting"


def citation(demo: Demo, step: int, origin: str) -> Citation:
    """How a step is cited: the version too, where it is pinned."""
    query = f"?step={step}{followed(dict(demo.parameters))}"
    return Citation(
        key=f"shtoss-deal-{demo.slug}-{step}",
        url=f"{origin}{demo.page}{query}",
        path=demo.page,
        query=query,
        title=demo.title,
        abstract=demo.text.head.summary,
        language=demo.text.head.language,
        locator=_("step %(number)s") % {"number": step},
    )


def panel_html(demo: Demo, step: int, frame: str, manner: Manner = PLAIN, origin: str = "") -> SafeString:
    """The step of a demonstration as the HTML of a frame; of the site's own the same bytes until a file changes.

    A whole page says at which ``origin`` it is.
    """
    step = manner.nearest(step, demo.last)
    render = _kept if demo.listed and not manner.answers else _rendered
    return render(demo, step, frame, manner, origin)


def _rendered(demo: Demo, step: int, frame: str, manner: Manner, origin: str) -> SafeString:
    panel = Panel(demo, step, manner)
    context = {"layout": layout(frame), "panel": panel, "frame": frame}
    if frame == EMBED:
        context["ghosts"] = ghosts(panel)
    if origin and demo.listed:
        way = breadcrumbs(origin, (_("Deals"), reverse("demos:index")), (demo.title, demo.page))
        context |= {"origin": origin, "citation": citation(demo, step, origin), "way": way}
        context["discovery"] = discovery(origin, panel.here)
    return render_to_string("demos/step.html", context)


_kept = lru_cache(maxsize=4096)(_rendered)  # a changed file makes new demonstrations, and so new entries


def inline_demo(slug: str, step: str, place: int, marked: bool = False) -> str:
    """The demonstration that ``{{ demo slug step=n }}`` puts into an article; a note if there is none.

    From the third of a page on it comes when the reader does; until then, and without script, a link stands for it.
    """
    demo = demos().get(slug)
    if demo is None:
        return conditional_escape(_("(The demonstration %(slug)s is missing.)") % {"slug": slug})
    number = int(step) if step.isdecimal() else 0
    manner = Manner(place, marked=marked)
    if place <= AT_ONCE:
        return panel_html(demo, number, INLINE, manner)
    panel = Panel(demo, manner.nearest(number, demo.last), manner)
    return render_to_string("demos/step.html", {"layout": layout(INLINE), "panel": panel, "frame": WAITING})
