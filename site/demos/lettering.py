"""Lines of text as outlines, in the site's own font, for drawings that have to look the same everywhere.

A picture of the deal is shown by programs that know nothing of our font, so its words are shapes. They are taken from
the very files that the pages use: a character from the Latin file of a weight, or else from the Cyrillic one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from demos.drawing import number, path

FONTS = Path(__file__).parents[1] / "web" / "static" / "fonts"
REGULAR, ITALIC, SEMIBOLD = "regular", "italic", "semibold"
ALPHABETS = ("latin", "cyrillic")
EM = 1000  # units of the font, in every file
PAIRS, EXTENSION = 2, 9  # types of lookup in a GPOS table
ELLIPSIS = "…"


@dataclass(frozen=True)
class Face:
    """One file of the font."""

    font: TTFont

    @cached_property
    def characters(self) -> dict[int, str]:
        return dict(self.font.getBestCmap())

    @cached_property
    def glyphs(self) -> Any:
        return self.font.getGlyphSet()

    @cached_property
    def pairs(self) -> list[Any]:
        """The tables that say how near two glyphs stand."""
        lookups = self.font["GPOS"].table.LookupList.Lookup
        tables = [table for lookup in lookups for table in lookup.SubTable]
        tables = [table.ExtSubTable if table.LookupType == EXTENSION else table for table in tables]
        return [table for table in tables if table.LookupType == PAIRS]

    def kerning(self, left: str, right: str) -> int:
        """How far ``right`` moves towards ``left``, a negative number; the first table that knows the pair decides."""
        for table in self.pairs:
            if left not in table.Coverage.glyphs:
                continue
            if table.Format == 1:
                known = table.PairSet[table.Coverage.glyphs.index(left)].PairValueRecord
                found = [each.Value1 for each in known if each.SecondGlyph == right]
            else:
                row = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)]
                found = [row.Class2Record[table.ClassDef2.classDefs.get(right, 0)].Value1]
            if found:
                return int(getattr(found[0], "XAdvance", 0) or 0)
        return 0


@cache
def _face(weight: str, alphabet: str) -> Face:
    return Face(TTFont(FONTS / f"eb-garamond-{weight}-{alphabet}.woff2"))


def _glyph(weight: str, character: str) -> tuple[Face, str] | None:
    """The file that has ``character``, and its name there; None if none has it."""
    for alphabet in ALPHABETS:
        face = _face(weight, alphabet)
        if name := face.characters.get(ord(character)):
            return face, name
    return None


@dataclass(frozen=True)
class Line:
    """A line of text with its foot at y = 0, from x = 0 to ``width``; ``data`` is the path of its outlines."""

    data: str
    width: float

    def drawn(self, x: float, y: float, anchor: float = 0, **attributes: object) -> str:
        """The line at its place; ``anchor`` is the part of it that lies left of x, 0.5 for the middle."""
        move = f"translate({number(x - anchor * self.width)} {number(y)})"
        return path(self.data, transform=move, **attributes) if self.data else ""


@cache
def line(text: str, size: float, weight: str = REGULAR, most: float = 0) -> Line:
    """``text`` at ``size``; where that is wider than ``most`` it is set smaller, and a very long one is cut short."""
    whole = _set(text, size, weight)
    if not most or whole.width <= most:
        return whole
    least = 0.7 * size
    smaller = _set(text, max(least, size * most / whole.width), weight)
    while smaller.width > most and len(text) > 1:
        text = text.rstrip(ELLIPSIS)[:-1].rstrip()
        smaller = _set(text + ELLIPSIS, least, weight)
    return smaller


def _set(text: str, size: float, weight: str) -> Line:
    scale, x, data = size / EM, 0.0, ""
    before: tuple[Face, str] | None = None
    for character in text:
        glyph = _glyph(weight, character)
        if glyph is None:  # the font has no such character, and neither would the page
            continue
        face, name = glyph
        if before and before[0] is face:
            x += face.kerning(before[1], name) * scale
        data += _outline(face, name, scale, x)
        x += face.glyphs[name].width * scale
        before = glyph
    return Line(data, x)


def _outline(face: Face, name: str, scale: float, x: float) -> str:
    pen = SVGPathPen(face.glyphs, ntos=lambda value: f"{round(value, 2) + 0:g}")
    face.glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, x, 0)))
    return str(pen.getCommands())
