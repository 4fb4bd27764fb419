"""The pupils' sheet as a PDF, made without a browser: A4, in our own font, with the steps of the deals drawn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from io import BytesIO
from typing import Any

import resvg_py
from django.http import Http404
from django.utils.translation import gettext as _
from fpdf import FPDF, ViewerPreferences
from PIL import Image

from demos import lettering
from demos.seeds import Demo
from library.citing import AUTHOR, SITE
from library.files import Text
from library.shelf import edition, shelf
from teaching import small
from teaching.handout import BOLD, ITALIC, Handout, Question, Step, Strip, handout, legend, title
from teaching.lessons import subject

FAMILY, CYRILLIC = "garamond", "garamond-cyrillic"
WEIGHTS = {"": lettering.REGULAR, ITALIC: lettering.ITALIC, BOLD: lettering.SEMIBOLD}
MARGIN, FOOT = 16, 18  # millimetres
GAP, INDENT = 4, 7
LINE = 8  # between two ruled lines
DOTS = 760  # across a drawing: 340 to the inch, at the width it has
TEXT, SMALL = 11, 9  # points
LEADING = 0.46  # millimetres of line for each point of letter


def pdf(slug: str) -> bytes:
    """The sheet of the lesson ``slug``. Raises ``Http404`` if there is none."""
    return _pdf(edition(), slug)


@lru_cache(maxsize=32)
def _pdf(edition: int, slug: str) -> bytes:
    lesson = shelf().lessons.get(slug)
    if lesson is None:  # its file has just gone
        raise Http404
    return bytes(Sheet(lesson).filled(handout(slug)).output())


class Sheet(FPDF):
    """A document under way: ``filled`` writes it from top to bottom."""

    def __init__(self, lesson: Text) -> None:
        super().__init__(format="A4")
        self.lesson = lesson
        self.set_margin(MARGIN)
        self.c_margin = 0
        self.set_auto_page_break(True, FOOT)
        for style, weight in WEIGHTS.items():
            for family, alphabet in zip((FAMILY, CYRILLIC), lettering.ALPHABETS, strict=True):
                self.add_font(family, style, lettering.FONTS / f"eb-garamond-{weight}-{alphabet}.woff2")
        self.set_fallback_fonts([CYRILLIC])
        self._says_what_it_is()

    def _says_what_it_is(self) -> None:
        head = self.lesson.head
        self.set_title(title(self.lesson))
        self.set_lang(head.language)
        self.set_author(AUTHOR)
        self.set_subject(head.summary)
        self.set_creator(SITE)
        day = head.updated or head.published  # not today: the same sheet is the same bytes
        self.set_creation_date(datetime(day.year, day.month, day.day, tzinfo=UTC))
        self.viewer_preferences = ViewerPreferences(display_doc_title=True)

    def filled(self, sheet: Handout) -> Sheet:
        """The document with all that stands on ``sheet``."""
        self.add_page()
        self._heading()
        for strip in sheet.strips:
            self._deal(strip)
        if sheet.marked:
            self._say(legend(), SMALL, ITALIC)
        self._keep_together(14 + self._question_height(sheet.questions[0]))
        self._title(_("Questions"))
        for number, question in enumerate(sheet.questions, start=1):
            self._question(number, question)
        return self

    def footer(self) -> None:
        """The name of the site and of the lesson, and which page it is."""
        self.set_y(-FOOT + 5)
        self.set_font(FAMILY, size=SMALL)
        self.cell(0, 5, f"{SITE} · {self.lesson.head.title}")
        values = {"number": self.page_no()}
        wide = self.get_string_width(_("page %(number)s of %(all)s") % (values | {"all": self.page_no()}))
        self.set_x(self.w - MARGIN - wide)
        self.cell(0, 5, _("page %(number)s of %(all)s") % (values | {"all": "{nb}"}))

    def _heading(self) -> None:
        self._say(subject(self.lesson), SMALL)
        self.set_font(FAMILY, size=22)
        self.multi_cell(0, 9.5, self.lesson.head.title, align="L", new_x="LMARGIN", new_y="NEXT")
        self.ln(4)
        half = self.epw / 2
        for words, start in ((_("Name"), 0.0), (_("Class and date"), half + GAP)):
            self.set_font(FAMILY, size=TEXT)
            self.set_x(MARGIN + start)
            self.cell(text=words)
            self.line(self.get_x() + 1, self.get_y() + 5, MARGIN + start + half - GAP, self.get_y() + 5)
        self.ln(10)

    def _title(self, words: str) -> None:
        self.ln(3)
        self.set_font(FAMILY, BOLD, 14)
        self.multi_cell(0, 7, words, align="L", new_x="LMARGIN", new_y="NEXT")
        self.ln(1)

    def _say(self, words: str, size: float, style: str = "") -> None:
        self.set_font(FAMILY, style, size)
        self.multi_cell(0, size * LEADING, words, align="L", new_x="LMARGIN", new_y="NEXT")

    def _keep_together(self, height: float) -> None:
        """A new page, if less than ``height`` is left of this one."""
        if self.will_page_break(height):
            self.add_page()

    def _deal(self, strip: Strip) -> None:
        """The drawings of a deal in rows, what is told under each."""
        rows = [strip.steps[at : at + strip.in_row] for at in range(0, len(strip.steps), strip.in_row)]
        wide = float(self.epw - GAP * (strip.in_row - 1)) / strip.in_row
        self._keep_together(14 + self._row_height(strip.demo, rows[0], wide))
        self._title(strip.demo.title)
        for row in rows:
            self._row(strip.demo, row, wide)

    def _row_height(self, demo: Demo, row: Sequence[Step], wide: float) -> float:
        self.set_font(FAMILY, size=SMALL)
        lines = [len(self._cell(step, wide, dry_run=True, output="LINES")) for step in row]
        return wide * _ratio(demo) + 1 + max(lines) * SMALL * LEADING + 3

    def _row(self, demo: Demo, row: Sequence[Step], wide: float) -> None:
        height = self._row_height(demo, row, wide)
        self._keep_together(height)
        top = self.get_y()
        for place, step in enumerate(row):
            x = MARGIN + place * (wide + GAP)
            about = _("The table after step %(number)s") % {"number": step.number}
            self.image(_png(demo, step.number), x, top, w=wide, alt_text=about)
            self.set_xy(x, top + wide * _ratio(demo) + 1)
            self._cell(step, wide)
        self.set_xy(MARGIN, top + height)

    def _cell(self, step: Step, wide: float, **options: Any) -> Any:
        """What is told of a step, its number before it; ``options`` are those with which fpdf only measures it."""
        words = f"**{step.number}** {step.told}"
        return self.multi_cell(wide, SMALL * LEADING, words, align="L", markdown=True, **options)

    def _question(self, number: int, question: Question) -> None:
        """The question, and lines to write on."""
        self._keep_together(self._question_height(question))
        self.set_font(FAMILY, size=TEXT)
        self.cell(INDENT, TEXT * LEADING, f"{number}.")
        self.set_left_margin(MARGIN + INDENT)
        for run in question.runs:
            self.set_font(FAMILY, run.style, TEXT)
            self.write(TEXT * LEADING, run.text)
        self.ln(TEXT * LEADING)
        for _number in range(question.lines):
            self.ln(LINE)
            self.set_draw_color(150)
            self.line(MARGIN + INDENT, self.get_y(), self.w - MARGIN, self.get_y())
        self.set_draw_color(0)
        self.set_left_margin(MARGIN)
        self.ln(5)

    def _question_height(self, question: Question) -> float:
        """How much room a question takes, its ruled lines included."""
        words = "".join(run.text for run in question.runs)
        self.set_font(FAMILY, size=TEXT)
        lines: Any = self.multi_cell(self.epw - INDENT, text=words, dry_run=True, output="LINES")
        return len(lines) * TEXT * LEADING + question.lines * LINE + 6


def _ratio(demo: Demo) -> float:
    return small.height_of(demo) / small.WIDTH


def _png(demo: Demo, step: int) -> Image.Image:
    """The drawing as points, opaque: a PDF would keep what is transparent as a second picture."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=small.drawing(demo, step), width=DOTS, background="#fff", skip_system_fonts=True
    )
    return Image.open(BytesIO(bytes(drawn))).convert("RGB")
