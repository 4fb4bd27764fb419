"""A built deal as a demonstration, so that it is shown like one of the site's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from builder.deals import Built
from demos.manner import PLAIN, Manner, read_manner
from demos.panel import Face, Panel
from demos.seeds import Demo
from demos.snippet import snippet
from demos.views import read_step
from games.shtoss.view import Turned
from library.files import Text
from library.pages import Narration

SLUG = "built-deal"


@dataclass(frozen=True)
class BuiltPanel(Panel):
    """A step of a built deal. What the shuffle ``filled`` is not marked as given, although the record states it."""

    filled: frozenset[tuple[int, int]] = frozenset()

    def _face(self, turned: Turned) -> Face:
        if (self.view.deal, turned.position) in self.filled:
            return self._marked(turned.card, "")
        return super()._face(turned)


def demo_of(built: Built, page: str, frame: str, parameters: Mapping[str, str]) -> Demo:
    """``built`` as a demonstration under those addresses. Raises :class:`Illegal` if one of its actions is refused."""
    fold = built.fold()
    if fold.refusal:
        raise fold.refusal
    head = Narration(
        title=title_of(built), language="en", summary=_("A deal that a reader of this site has built."), order=0
    )
    text = Text(Path(f"{SLUG}.md"), head, "", 1)
    return Demo(SLUG, built.record, fold.steps, text, built.notes, page, frame, parameters, listed=False)


def by_address(built: Built) -> Demo:
    """``built`` as its address carries it."""
    return demo_of(built, reverse("builder:deal"), reverse("builder:embed"), {"r": built.address})


def title_of(built: Built) -> str:
    return built.record.title.strip() or _("A deal")


def panel_of(built: Built, demo: Demo, number: int, manner: Manner = PLAIN) -> BuiltPanel:
    """Step ``number`` of ``demo``, or the nearest there is."""
    return BuiltPanel(demo, manner.nearest(number, demo.last), manner, built.filled)


def asked_panel(request: HttpRequest, built: Built, demo: Demo, embedded: bool) -> BuiltPanel:
    """The step that an address asks for. Raises ``Http404`` with what would be right."""
    manner = read_manner(request.GET, embedded=embedded)
    asked = request.GET.get("step", str(manner.start))
    number = read_step(asked)
    if number is None:
        says = _("“%(asked)s” is not a step of this deal; a step is a whole number, from 0 to %(last)s")
        raise Http404(says % {"asked": asked[:40], "last": demo.last})
    return panel_of(built, demo, number, manner)


def snippet_of(request: HttpRequest, panel: Panel) -> str:
    """The HTML that puts the deal into a page of somebody's."""
    address = panel.demo.frame + "?" + "&".join(f"{name}={value}" for name, value in panel.demo.parameters.items())
    return snippet(request.build_absolute_uri(address.rstrip("?")), panel.demo.title, "100%", 640)


def file_name(built: Built) -> str:
    return f"{slugify(built.record.title)[:60] or 'deal'}.toml"
