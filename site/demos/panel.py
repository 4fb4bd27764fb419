"""One step of a demonstration, ready for its template: the way from a state to HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from xml.etree import ElementTree

from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from demos.frames import INLINE, layout
from demos.narration import Teller
from demos.seeds import Demo, demos
from demos.words import amount, card_name, gain
from games.core.cards import Card
from games.shtoss.view import SeenBet, Turned, View
from library.citing import Citation
from library.linked_data import breadcrumbs
from library.marks import Linker, doubt_link, held, render, render_line
from library.pages import Narration, Source
from library.shelf import edition, shelf

ROW = 5  # cards of a pile that fit into one row on a narrow screen
LONG = 13


@dataclass(frozen=True)
class Face:
    """A card as it is drawn: ``image`` is its name in the sprite, ``alt`` says what it shows."""

    image: str
    alt: str
    mark: str = ""


@dataclass(frozen=True)
class Stake:
    """A staked card as it lies there: ``says`` tells how it stands."""

    name: str
    face: Face
    amount: str
    says: str
    mark: str


@dataclass(frozen=True)
class Link:
    """A way to another step; ``step`` None where there is none."""

    role: str
    label: str
    key: str
    step: int | None


@dataclass(frozen=True)
class Panel:
    """What the template of a step shows.

    ``place`` tells apart the demonstrations of one page; 0 on their own pages. ``embedded``: it stands in an embed, or
    is a fragment for one, so that it leads on to embeds.
    """

    demo: Demo
    number: int
    place: int
    embedded: bool

    @property
    def id(self) -> str:
        return f"{self.demo.slug}-{self.place}" if self.place else self.demo.slug

    @property
    def path(self) -> str:
        return self._address(self.demo.slug)

    def _address(self, slug: str) -> str:
        return reverse("demos:embed" if self.embedded else "demos:step", args=[slug])

    @property
    def is_last(self) -> bool:
        return self.number == self.demo.last

    @property
    def place_query(self) -> str:
        return f"&place={self.place}" if self.place else ""

    @property
    def links(self) -> list[Link]:
        back, on = self.number > 0, self.number < self.demo.last
        return [
            Link("first", _("First step"), "Home", 0 if back else None),
            Link("previous", _("Previous step"), "ArrowLeft", self.number - 1 if back else None),
            Link("next", _("Next step"), "ArrowRight", self.number + 1 if on else None),
            Link("last", _("Last step"), "End", self.demo.last if on else None),
        ]

    @property
    def head(self) -> Narration:
        head: Narration = self.demo.text.head
        return head

    @cached_property
    def view(self) -> View:
        """What an onlooker sees."""
        view: View = self.demo.steps[self.number].state.view(None)
        return view

    @cached_property
    def teller(self) -> Teller:
        return Teller(self.demo.record.names, self.head.unit or ())

    @cached_property
    def linker(self) -> Linker:
        """What a note's marks lead to. A panel stands on many pages, so it cites by name, on the deal's own page."""
        own_page = f"{reverse('demos:step', args=[self.demo.slug])}?step={self.number}"
        names = {key: source.name for key, source in shelf().sources.items()}
        return replace(shelf().linker(self.demo.text), by_name=names, list_page=own_page)

    @property
    def sentences(self) -> list[SafeString]:
        told = self.teller.tell(self.demo.steps[self.number])
        return [mark_safe(sentence.html(self.linker) + self.doubt(sentence.kind)) for sentence in told]

    def doubt(self, kind: str) -> str:
        """The badge of an amount that the source does not state, for the kind of event that tells it."""
        if kind not in self.head.inferred:
            return ""
        return ElementTree.tostring(held(doubt_link("inferred")), encoding="unicode")

    @property
    def staked_doubt(self) -> SafeString:
        return mark_safe(self.doubt("staked"))

    @property
    def settled_doubt(self) -> SafeString:
        return mark_safe(self.doubt("settled"))

    @property
    def spoken(self) -> str:
        """The step in plain words, for the live region."""
        told = " ".join(str(sentence) for sentence in self.teller.tell(self.demo.steps[self.number]))
        return f"{self.progress}. {told}"

    @property
    def progress(self) -> str:
        return _("Step %(number)s of %(last)s") % {"number": self.number, "last": self.demo.last}

    @property
    def note(self) -> SafeString:
        return mark_safe(render(self.demo.notes.get(self.number, ""), self.linker))

    @property
    def marks_given(self) -> bool:
        """Whether the record names cards, so that given and supplied ones are told apart."""
        return "top" in self.demo.record.chance

    @property
    def right(self) -> list[Face]:
        return self._faces(self.view.right)

    @property
    def left(self) -> list[Face]:
        return self._faces(self.view.left)

    @property
    def abzug(self) -> list[Face]:
        return self._faces(self.view.abzug)

    @property
    def back(self) -> Face:
        return Face("back", _("the deck, face down"))

    def _faces(self, turned: Sequence[Turned]) -> list[Face]:
        return [self._face(each) for each in turned]

    def _face(self, turned: Turned) -> Face:
        if not self.marks_given:
            return Face(str(turned.card), card_name(turned.card))
        return self._marked(turned.card, turned.given)

    def _marked(self, card: Card, given: str) -> Face:
        values = {"card": card_name(card)}
        match given:
            case "card":
                return Face(str(card), _("%(card)s, given") % values, "given")
            case "rank":
                return Face(str(card), _("%(card)s, the suit supplied") % values, "rank")
        return Face(str(card), _("%(card)s, supplied") % values, "supplied")

    @property
    def length(self) -> str:
        """How far the piles grow: room is kept for them, lest the buttons move while one steps."""
        longest = max(len(step.state.view(None).right) for step in self.demo.steps)
        return "" if longest <= ROW else "long" if longest <= LONG else "longest"

    @property
    def steps_label(self) -> str:
        """The name of the step bar; where a deal stands more than once on a page its place tells the bars apart."""
        values = {"title": self.demo.title, "place": self.place}
        if self.place:
            return _("Steps of %(title)s, deal %(place)s of this page") % values
        return _("Steps of %(title)s") % values

    @property
    def stakes(self) -> list[Stake]:
        return [self._stake(bet) for bet in self.view.bets]

    def _stake(self, bet: SeenBet) -> Stake:
        name = self.demo.record.names[bet.seat]
        face = self._staked(bet)
        staked = amount(bet.amount, self.head.unit or ())
        if bet.settlement is None:
            return Stake(name, face, staked, _("in play") if bet.opened else _("face down"), "")
        ending = bet.settlement
        if ending.amount > 0:
            return Stake(name, face, staked, _("won: %(gain)s") % {"gain": gain(ending.amount)}, "won")
        if ending.amount < 0:
            return Stake(name, face, staked, _("lost: %(gain)s") % {"gain": gain(ending.amount)}, "lost")
        return Stake(name, face, staked, _("taken back"), "")

    def _staked(self, bet: SeenBet) -> Face:
        """The staked card, with the mark of how much of it the source names."""
        if bet.card is None:
            return Face("back", _("a card face down"))
        if not self.head.fixed:
            return Face(str(bet.card), card_name(bet.card))
        return self._marked(bet.card, self.head.staked_given.get(bet.seat, ""))

    @property
    def accounts(self) -> list[tuple[str, str]]:
        """Each player and what they have won or lost so far."""
        return [(self.demo.record.names[seat], gain(won, self.head.unit or ())) for seat, won in self.view.net.items()]

    @property
    def what_if(self) -> list[tuple[str, str]]:
        """Address and label of each demonstration of what might have been, offered once the deal is over."""
        if not self.is_last:
            return []
        return [(self._address(other.demo), other.label) for other in self.head.what_if]

    def lines(self, key: str) -> list[SafeString]:
        linker = shelf().linker(self.demo.text)
        return [mark_safe(render_line(line, linker)) for line in getattr(self.head, key)]

    @property
    def fixed(self) -> list[SafeString]:
        return self.lines("fixed")

    @property
    def supplied(self) -> list[SafeString]:
        return self.lines("supplied")

    @property
    def cited(self) -> list[tuple[str, Source]]:
        return shelf().cited(self.demo.text)


def nearest(demo: Demo, step: int) -> int:
    """The step of ``demo`` nearest to ``step``."""
    return max(0, min(step, demo.last))


def citation(demo: Demo, step: int, origin: str) -> Citation:
    """How a step is cited."""
    path, query = reverse("demos:step", args=[demo.slug]), f"?step={step}"
    return Citation(
        key=f"shtoss-deal-{demo.slug}-{step}",
        url=f"{origin}{path}{query}",
        path=path,
        query=query,
        title=demo.title,
        abstract=demo.text.head.summary,
        language=demo.text.head.language,
        locator=_("step %(number)s") % {"number": step},
    )


def panel_html(
    slug: str, step: int, frame: str, place: int = 0, embedded: bool = False, origin: str = ""
) -> SafeString:
    """The step of a demonstration as the HTML of a frame: the same bytes as long as no file changes.

    A whole page says at which ``origin`` it is.
    """
    return _rendered(edition(), slug, step, frame, place, embedded, origin)


@lru_cache(maxsize=4096)
def _rendered(edition: int, slug: str, step: int, frame: str, place: int, embedded: bool, origin: str) -> SafeString:
    demo = demos().get(slug)
    if demo is None:  # its file has just gone
        raise Http404
    context = {"layout": layout(frame), "panel": Panel(demo, step, place, embedded), "frame": frame}
    if origin:
        way = breadcrumbs(
            origin, (_("Deals"), reverse("demos:index")), (demo.title, reverse("demos:step", args=[slug]))
        )
        context |= {"origin": origin, "citation": citation(demo, step, origin), "way": way}
    return render_to_string("demos/step.html", context)


def inline_demo(slug: str, step: str, place: int) -> str:
    """The demonstration that ``{{ demo slug step=n }}`` puts into an article; a note if there is none."""
    demo = demos().get(slug)
    if demo is None:
        return conditional_escape(_("(The demonstration %(slug)s is missing.)") % {"slug": slug})
    number = int(step) if step.isdecimal() else 0
    return panel_html(slug, nearest(demo, number), INLINE, place)
