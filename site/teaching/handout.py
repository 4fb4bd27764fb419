"""The pupils' sheet of a lesson: its deals step by step, its questions, and never an answer.

The page and the PDF are made from the same :class:`Handout`. What it says is plain words, in runs of one style each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser

from django.http import Http404
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from demos.manner import PLAIN
from demos.panel import Panel
from demos.seeds import Demo
from library.files import Text
from library.marks import DOUBTS, Linker, render_line
from library.shelf import edition, shelf
from teaching.lessons import deals

LEAST_LINES, MOST_LINES = 3, 6
WORDS_A_LINE = 11  # in the hand of a pupil
ITALIC, BOLD = "I", "B"
STYLES = {"em": ITALIC, "strong": BOLD}


@dataclass(frozen=True)
class Run:
    """Words of one style: ``"I"``, ``"B"`` or plain."""

    text: str
    style: str = ""


@dataclass(frozen=True)
class Step:
    """A step of a deal: what is told of it."""

    number: int
    told: str


@dataclass(frozen=True)
class Strip:
    """A deal and all its steps. ``marked``: its record tells cards that a source names from those that it does not."""

    demo: Demo
    steps: tuple[Step, ...]
    marked: bool

    @property
    def in_row(self) -> int:
        """How many drawings stand side by side: three, but four where that leaves no gap and three would."""
        count = len(self.steps)
        return 4 if count % 4 == 0 and count % 3 else 3


@dataclass(frozen=True)
class Question:
    """A question in HTML and in runs, and how many ruled lines its answer may want."""

    html: SafeString
    runs: tuple[Run, ...]
    lines: int

    @property
    def ruled(self) -> range:
        """The same for a template to go through."""
        return range(self.lines)


@dataclass(frozen=True)
class Handout:
    """All that stands on the sheet."""

    strips: tuple[Strip, ...]
    questions: tuple[Question, ...]

    @property
    def marked(self) -> bool:
        """Whether any card has a line under it that must be explained."""
        return any(strip.marked for strip in self.strips)


def handout(slug: str) -> Handout:
    """The sheet of the lesson ``slug``. Raises ``Http404`` if there is none."""
    return _handout(edition(), slug)


@lru_cache(maxsize=64)
def _handout(edition: int, slug: str) -> Handout:
    lesson = shelf().lessons.get(slug)
    if lesson is None:  # its file has just gone
        raise Http404
    return Handout(tuple(_strip(demo) for demo in deals(lesson)), tuple(_questions(lesson)))


def _strip(demo: Demo) -> Strip:
    panels = [Panel(demo, step.number, PLAIN) for step in demo.steps]
    marked = panels[0].marks_given or bool(panels[0].head.fixed)
    return Strip(demo, tuple(Step(panel.number, told(panel)) for panel in panels), marked)


def told(panel: Panel) -> str:
    """The sentences of a step in plain words; an amount that is our inference says so."""
    inferred = f" ({DOUBTS['inferred'][0]})"
    sentences = panel.teller.tell(panel.demo.steps[panel.number])
    return " ".join(f"{each}{inferred if each.kind in panel.head.inferred else ''}" for each in sentences)


def _questions(lesson: Text) -> list[Question]:
    """The questions. A sheet has no list of sources, so it leaves the citations out."""
    linker = Linker(shelf().definitions)
    found = []
    for each in lesson.head.questions:
        html = render_line(each.ask, linker)
        found.append(Question(mark_safe(html), tuple(runs(html)), _lines(each.answer)))
    return found


def _lines(answer: str) -> int:
    return max(LEAST_LINES, min(MOST_LINES, len(answer.split()) // WORDS_A_LINE))


class _Runs(HTMLParser):
    """Takes a line of our HTML apart; a mark of doubt is put into brackets."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Run] = []
        self.styles: list[str] = []
        self.doubtful = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.doubtful = dict(attrs).get("class") == "doubt"
        if tag in STYLES:
            self.styles.append(STYLES[tag])

    def handle_endtag(self, tag: str) -> None:
        if tag in STYLES:
            self.styles.pop()

    def handle_data(self, data: str) -> None:
        text = f"({data})" if self.doubtful else data.replace("\n", " ")
        self.doubtful = False
        self.found.append(Run(text, self.styles[-1] if self.styles else ""))


def runs(html: str) -> list[Run]:
    """A line of our HTML as words on paper."""
    return _Runs(html).found


def legend() -> str:
    """What the line under a card means."""
    return _(
        "The line under a card: solid, the card is given; dashed, its rank is given and its suit supplied; "
        "dotted, supplied by a shuffle or by us."
    )


def title(lesson: Text) -> str:
    """What the sheet is called."""
    return _("%(title)s: a sheet for the class") % {"title": lesson.head.title}
