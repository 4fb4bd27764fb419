"""Draws the site's pack of cards, as one SVG file, and the site's small icon.

Every function here is pure: it takes numbers and names and returns SVG text.
``sheet()`` is the whole pack and ``favicon()`` the icon; the management command
``draw_cards`` writes both under ``web/static``.

How the sheet is used
---------------------
All 52 cards, a back and an empty place stand in a grid on one sheet.  Each has
a ``<view>`` whose id is its name, so the part of an address after ``#`` picks
one card::

    <img src="/static/cards.svg#Qs" width="96" height="134" alt="Queen of spades">

A name is a rank, ``2``-``9 T J Q K A``, and a suit, ``c d h s``; besides these
there are ``back`` and ``empty``.  A card measures 250 by 350 units.

How a card is drawn
-------------------
Anything that occurs twice is drawn once, in ``<defs>``, and placed by ``<use>``.
A drawing in ``<defs>`` leaves two inks open, and the card that uses it fills
them: ``currentColor`` is the ink of the suit, and a shape that names no fill
takes the other ink.  So one king serves in red and in black.

A court is drawn as a half-length figure in coordinates of its own: x is 0 on
the figure's axis, y counts from the top edge of the card.  ``figure`` moves
it into the upper half of the card; the lower half is the same turned about.

Only presentation attributes are used: no style sheet, script, text or outside
reference, so that a strict content security policy has nothing to refuse.
"""

import json
from collections.abc import Iterable
from functools import cache
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"

WIDTH, HEIGHT = 250, 350
GAP = 10  # between two cards on the sheet, so that neither shows in the other's view
CORNER = 15

RED = "#a3241c"
BLACK = "#1c1a17"
PAPER = "#fbf7ec"
GOLD = "#cda349"
FLESH = "#f6e6d0"
EDGE = "#5b5242"
FADED = "#9c9175"

# A cubic curve: its start, its two handles and its end, each x and y.
Curve = tuple[float, float, float, float, float, float, float, float]

ORIGIN = "<!-- Drawn by demos/drawing.py; ranks from EB Garamond SemiBold, SIL OFL 1.1. -->"

GLYPHS_FILE = Path(__file__).with_name("drawing_glyphs.json")


# ---------------------------------------------------------------- SVG as text


def number(value: float) -> str:
    """A number as short as SVG allows, to a tenth of a unit."""
    return f"{round(value, 1) + 0:g}"


def element(tag: str, *children: str, **attributes: object) -> str:
    """One element; in an attribute's name, _ stands for -."""
    head = tag
    for name, value in attributes.items():
        text = number(value) if isinstance(value, float) else str(value)
        head += f' {name.replace("_", "-")}="{text}"'
    body = "".join(children)
    return f"<{head}>{body}</{tag}>" if body else f"<{head}/>"


def group(*children: str, **attributes: object) -> str:
    return element("g", *children, **attributes)


def path(d: str, **attributes: object) -> str:
    return element("path", d=d, **attributes)


def circle(x: float, y: float, r: float, **attributes: object) -> str:
    return element("circle", cx=float(x), cy=float(y), r=float(r), **attributes)


def use(name: str, transform: str = "", **attributes: object) -> str:
    """A drawing from <defs>, set down."""
    if transform:
        attributes["transform"] = transform
    return element("use", href=f"#{name}", **attributes)


def line(d: str, width: float = 1.4, ink: str = BLACK, **attributes: object) -> str:
    """A stroke of the graver: a path that is not filled."""
    return path(d, fill="none", stroke=ink, stroke_width=width, **attributes)


def both(drawing: str) -> str:
    """A drawing and its mirror image in the axis x = 0."""
    return drawing + group(drawing, transform="scale(-1 1)")


def half_turn(drawing: str, name: str) -> str:
    """A drawing and, by its name, the same turned about the middle of the card."""
    middle_of_card = f"{WIDTH // 2} {HEIGHT // 2}"
    return group(drawing, id=name) + use(name, f"rotate(180 {middle_of_card})")


def ruled(first: Curve, last: Curve, count: int, ink: str = PAPER, width: float = 0.8) -> str:
    """The engraver's shading: curves that change by equal steps from the first to the last."""
    d = ""
    for i in range(count):
        part = i / max(1, count - 1)
        at = [number(a + (b - a) * part) for a, b in zip(first, last, strict=True)]
        d += f"M{at[0]} {at[1]}C{' '.join(at[2:])}"
    return line(d, width, ink)


def shape(d: str, fill: str | None = PAPER, width: float = 1.6) -> str:
    """A filled shape with an outline; fill None leaves it the other ink."""
    ink = {} if fill is None else {"fill": fill}
    return path(d, **ink, stroke=BLACK, stroke_width=width)


# ------------------------------------------------------------- suits and ranks

SUIT_PATHS = {
    "c": "M-21-28A21 21 0 1 1 21-28C21-18 15-11 6-4 13-10 18-11 25-11A21 21 0 1 1 25 31"
    "C16 31 8 26 4 18 5 33 10 44 19 49H-19C-10 44-5 33-4 18-8 26-16 31-25 31"
    "A21 21 0 1 1-25-11C-18-11-13-10-6-4-15-11-21-18-21-28Z",
    "d": "M0-52C9-32 23-15 39 0 23 15 9 32 0 52-9 32-23 15-39 0-23-15-9-32 0-52Z",
    "h": "M0 48C-8 29-47 9-47-19-47-37-36-46-24-46-12-46-3-38 0-25 3-38 12-46 24-46 36-46 47-37 47-19 47 9 8 29 0 48Z",
    "s": "M0-51C8-30 46-9 46 17 46 31 37 39 26 39 16 39 8 33 4 24 5 36 10 45 19 50H-19"
    "C-10 45-5 36-4 24-8 33-16 39-26 39-37 39-46 31-46 17-46-9-8-30 0-51Z",
}
PIP_SCALE = 0.41

# The index, rank over suit, keeps to the left 30 % of the card (75 units), which
# stays in sight when another card is slid half over this one.
INDEX_X, INDEX_BASELINE, INDEX_PIP_Y = 34, 62, 93
INDEX_SIZE = 0.069  # card units to one unit of the font
INDEX_PIP_SCALE = 0.33


def inks(suit: str) -> dict[str, str]:
    """The attributes that give a drawing the suit's ink and the other one."""
    return {"color": RED, "fill": BLACK} if suit in "dh" else {"color": BLACK, "fill": RED}


def suit_definitions() -> str:
    """Each suit at full size; as a pip, whose id is p and the suit; and for the index, with i."""
    full = "".join(path(d, id=suit, fill="currentColor") for suit, d in SUIT_PATHS.items())
    pips = "".join(use(suit, f"scale({PIP_SCALE})", id=f"p{suit}") for suit in SUITS)
    small = "".join(use(suit, f"scale({INDEX_PIP_SCALE})", id=f"i{suit}") for suit in SUITS)
    return full + pips + small


def pip(suit: str, x: float, y: float) -> str:
    return use(f"p{suit}", x=x, y=y)


def small_pip(suit: str, x: float, y: float) -> str:
    return use(f"i{suit}", x=x, y=y)


@cache
def glyphs() -> dict[str, dict[str, Any]]:
    """The outlines of the ranks, by character; the file says whence they come."""
    outlines: dict[str, dict[str, Any]] = json.loads(GLYPHS_FILE.read_text(encoding="utf-8"))["glyphs"]
    return outlines


def middle(character: str) -> float:
    """Where a glyph's optical middle lies; the tail of Q does not count."""
    left, _, right, _ = glyphs()[character]["bounds"]
    return 390 if character == "Q" else (left + right) / 2


def letter(character: str, shift: float, raised: float = 0, squeeze: float = 1) -> str:
    """A glyph at the size of an index, moved by so many units of the font."""
    scale = f"scale({INDEX_SIZE * squeeze:g} {INDEX_SIZE})"
    return path(glyphs()[character]["path"], transform=f"{scale}translate({shift:.0f} {-raised})")


def rank_definition(rank: str) -> str:
    """A rank with its middle at x = 0 and its foot at y = 0."""
    if rank == "T":  # two figures, set close and a little narrow
        drawing = letter("1", -385, squeeze=0.8) + letter("0", -75, squeeze=0.8)
    else:
        drawing = letter(rank, -middle(rank), raised=30 if rank in "QJ" else 0)
    return group(drawing, id=rank, fill="currentColor")


def index(rank: str, suit: str) -> str:
    return use(rank, x=INDEX_X, y=INDEX_BASELINE) + small_pip(suit, INDEX_X, INDEX_PIP_Y)


# --------------------------------------------------------------- number cards

LEFT, CENTRE, RIGHT = 87, 125, 163
TOP, MIDDLE, BOTTOM = 55, 175, 295

Place = tuple[int, int]


def column(x: int, count: int) -> list[Place]:
    """So many places at equal steps from the top row to the bottom row."""
    step = (BOTTOM - TOP) // (count - 1)
    return [(x, TOP + step * i) for i in range(count)]


def pip_places(rank: str) -> list[Place]:
    """Where the pips of a number card stand, as the card makers have it."""
    count = 10 if rank == "T" else int(rank)
    if count <= 3:
        return column(CENTRE, count)
    in_side = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[count]
    half_step = (BOTTOM - TOP) // (in_side - 1) // 2
    upper, centre, lower = (CENTRE, TOP + half_step), (CENTRE, MIDDLE), (CENTRE, BOTTOM - half_step)
    between = {5: [centre], 7: [upper], 8: [upper, lower], 9: [centre], 10: [upper, lower]}
    return column(LEFT, in_side) + column(RIGHT, in_side) + between.get(count, [])


def number_card(rank: str, suit: str) -> tuple[str, str]:
    """The pips of the upper half that come back, turned, in the lower; and all others."""
    places = pip_places(rank)
    doubled = [(x, y) for x, y in places if y < MIDDLE and (WIDTH - x, HEIGHT - y) in places]
    turned = [(WIDTH - x, HEIGHT - y) for x, y in doubled]
    others = [at for at in places if at not in doubled + turned]
    return "".join(pip(suit, *at) for at in doubled), "".join(pip(suit, *at) for at in others)


# ----------------------------------------------------------------------- aces


def laurel() -> str:
    """One branch, from the foot up to the right; pairs of leaves about an arc."""
    radius = 79
    drawing = line(f"M0 {radius}A{radius} {radius} 0 0 0 61-50", 1.2)
    for angle in range(9, 131, 11):  # from the foot, anticlockwise
        x, y = radius * sin(radians(angle)), radius * cos(radians(angle))
        for spread in (-38, 38):
            drawing += use("leaf", f"translate({number(x)} {number(y)})rotate({90 - angle + spread})")
    return drawing


def wreath_definition() -> str:
    leaf = path("M0 0C-5-5-6-12 0-20 6-12 5-5 0 0Z", id="leaf", fill=BLACK)
    berry = circle(0, 79, 3, fill="currentColor")
    return leaf + group(both(laurel()), berry, id="wreath")


def ace_card(suit: str) -> str:
    """One large pip with a line cut into it near its edge, in a wreath."""
    d = SUIT_PATHS[suit]
    edge = line(d, 12, "currentColor", stroke_miterlimit=9)
    large = path(d, fill="currentColor", stroke=PAPER, stroke_width=1.5)
    return group(use("wreath"), edge, large, transform=f"translate({CENTRE} {MIDDLE})")


# --------------------------------------------------------------------- courts

FIGURE_X = 153  # a figure's axis: right of the middle, since the index is on the left
UPPER_HALF = "M74 14H236V211L14 139V122H74Z"  # the frame, cut slantwise
FRAME = "M74 14H236V228H176V336H14V122H74Z"
INNER_FRAME = "M77 17H233V225H173V333H17V125H77Z"


def pearls(places: Iterable[tuple[float, float]], r: float = 2.4) -> str:
    row = "".join(circle(x, y, r) for x, y in places)
    return group(row, fill=PAPER, stroke=BLACK, stroke_width=1.1)


def mirrored(places: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    return [place for x, y in places for place in ((x, y), (-x, y))]


def eye(x: float) -> str:
    """Lid, lower lid, pupil."""
    lid = line(f"M{x - 6} 81Q{x} 74.5 {x + 6} 80.5", 1.8)
    return lid + line(f"M{x - 4} 83.5Q{x} 85 {x + 4} 83", 0.8) + circle(x, 80, 2.1, fill=BLACK)


def narrowed_eye(x: float) -> str:
    """An eye screwed up: the lids meet, with a crease at the corner."""
    lids = line(f"M{x - 6} 80.5Q{x} 83 {x + 6} 79.5", 2) + line(f"M{x - 4} 84Q{x} 86 {x + 5} 83", 0.8)
    return lids + line(f"M{x + 7} 78.5L{x + 9} 77M{x + 7.5} 80.5L{x + 10} 80.5", 0.8)


def nose(foot: float) -> str:
    return line(f"M3 77Q3.5 {foot - 6} 5 {foot - 3}Q5 {foot} 1 {foot}Q-2 {foot}-3.5 {foot - 1.5}", 1.2)


# The king: crown, beard, ermine and sceptre.


def crown() -> str:
    body = shape("M-27 63L-36 33-19 49-12 37-8 48 0 24 8 48 12 37 19 49 36 33 27 63Q0 71-27 63Z", GOLD, 1.8)
    rays = both(ruled((-26, 60, -28, 54, -29, 50, -30, 46), (0, 63, 0, 58, 0, 50, 0, 40), 7, BLACK, 0.6))
    band = shape("M-28 57Q0 65 28 57L27 65Q0 73-27 65Z", "currentColor", 1.4)
    gems = pearls([(0, 65.5), *mirrored([(18, 63.5)])], 2)
    return body + rays + band + gems + pearls([(0, 22), *mirrored([(36, 31)])], 3.4)


def king_hair() -> str:
    lock = shape("M-20 64C-36 70-38 88-31 97-41 102-36 116-22 113L-14 92Z")
    upper = ruled((-25, 69, -35, 78, -35, 90, -27, 98), (-20, 72, -24, 80, -24, 90, -18, 96), 5, BLACK)
    curl = ruled((-31, 99, -38, 103, -34, 113, -23, 111), (-22, 99, -27, 102, -25, 107, -20, 106), 4, BLACK)
    return both(lock + upper + curl)


def king_beard() -> str:
    beard = shape(
        "M-22 86C-25 104-21 124-7 134-3 131-1 127 0 122 1 127 3 131 7 134 21 124 25 104 22 86"
        " 18 96 9 99 0 99-9 99-18 96-22 86Z"
    )
    strands = ruled((-20, 96, -20, 110, -16, 122, -8, 131), (-4, 110, -4, 114, -2, 118, -2, 120), 6, BLACK)
    moustache = shape("M0 99C-5 93-13 95-20 105-12 106-5 106 0 103 5 106 12 106 20 105 13 95 5 93 0 99Z")
    return beard + both(strands) + moustache + line("M-4 108Q0 109.5 4 108", 2, RED)


def king_face() -> str:
    face = shape("M-21 60C-23 84-20 98-10 105H10C20 98 23 84 21 60Z", FLESH)
    brows = both(line("M-16 76Q-10 70-4 74.5", 2.2))
    shade = ruled((19, 84, 18, 85, 17, 86, 16, 88), (18, 94, 16, 94, 14, 95, 11, 97), 5, BLACK, 0.6)
    return face + brows + eye(-9.5) + eye(9.5) + nose(95) + shade


def mantle() -> str:
    cloak = shape("M-42 128C-66 134-78 150-80 172V240H90V172C86 150 66 134 42 128Z", "currentColor")
    folds = ruled((-68, 142, -76, 156, -76, 180, -76, 210), (-20, 150, -22, 180, -24, 210, -25, 240), 9)
    front = shape("M-13 140L-17 240H17L13 140Z", None) + both(line("M13 146L17 240", 2.4, GOLD))
    return cloak + both(folds) + front


def ermine() -> str:
    cape = shape("M-25 112C-36 118-50 126-57 138-36 162 36 162 57 138 50 126 36 118 25 112Z")
    tails = [(13, 146), (30, 129), (30, 144), (44, 136)]
    return cape + path("".join(f"M{x - 1.5} {y}q1.5-3 3 0l1 6-2.5 3-2.5-3z" for x, y in mirrored(tails)), fill=BLACK)


def sceptre() -> str:
    rod = line("M-60 66L-44 220", 6) + line("M-60 66L-44 220", 3.2, GOLD)
    head = shape("M-61 66C-73 60-73 46-63 36-53 46-50 58-59 66Z", GOLD)
    ribs = ruled((-62, 64, -70, 58, -69, 48, -63, 39), (-60, 64, -55, 58, -56, 48, -63, 39), 4, BLACK)
    return rod + head + ribs + pearls([(-60, 68)], 3.6)


def king() -> str:
    return sceptre() + mantle() + ermine() + king_hair() + king_face() + king_beard() + crown()


# The queen: diadem, veil, ringlets, the gown of the thirties, a rose.


def veil() -> str:
    cloth = shape("M-18 42C-46 50-46 96-60 142H60C46 96 46 50 18 42Z")
    folds = ruled((-28, 52, -42, 72, -42, 104, -55, 140), (-26, 70, -30, 90, -28, 110, -34, 136), 6, BLACK, 0.6)
    return cloth + both(folds)


def rose(bloom_ink: str) -> str:
    stem = line("M-58 78C-54 110-60 140-52 200", 2.2)
    leaves = path(
        "M-56 104C-64 94-74 98-79 107-70 113-62 112-56 104ZM-57 122C-50 110-42 109-35 116-42 127-50 128-57 122Z",
        fill=BLACK,
    )
    bloom = shape(
        "M-59 82C-70 84-76 78-75 72-80 66-78 58-72 57-70 49-62 47-58 50"
        "-50 46-43 51-43 58-38 64-40 72-45 74-46 81-53 83-59 82Z",
        bloom_ink,
    )
    petals = line(
        "M-75 71C-70 76-62 75-58 70M-45 74C-52 76-57 74-58 70M-72 57C-71 66-65 71-58 70"
        "-50 71-46 66-43 58M-66 56C-66 66-52 67-51 57-53 51-63 51-64 57-62 62-56 61-57 57",
        1.2,
        PAPER,
    )
    return stem + leaves + bloom + petals


def queen_hair() -> str:
    """Parted in the middle and let down in ringlets."""
    band = "M0 54C-18 52-28 64-25 86-22 84-20 80-19 76-14 72-4 68 0 60Z"
    curls = "".join(
        f"M{x} {y}c-7-2-11 3-9 8 2 4 8 4 11 0 1-3 0-6-2-8z" for x, y in [(-22, 81), (-23, 89), (-22, 97), (-20, 105)]
    )
    light = ruled((-4, 58, -14, 59, -22, 66, -23, 80), (-3, 62, -10, 65, -16, 68, -19, 73), 4, PAPER, 0.7)
    shine = line("M-29 86q2 3 6 2M-30 94q2 3 6 2M-29 102q2 3 6 2M-27 110q2 3 5 2", 0.9, PAPER)
    return both(path(band + curls, fill=BLACK) + light + shine)


def nape() -> str:
    """The hair seen behind the neck."""
    return path("M-22 66C-28 90-24 104-16 108H16C24 104 28 90 22 66Z", fill=BLACK)


def diadem() -> str:
    """A tall Russian one, edged with pearls."""
    body = shape("M-27 62C-28 44-14 36 0 25 14 36 28 44 27 62Q0 46-27 62Z", GOLD, 1.8)
    stones = shape("M0 34l4 6-4 6-4-6z", "currentColor", 1) + both(
        circle(-13, 46, 2.8, fill="currentColor", stroke=BLACK)
    )
    edge = [(5.5, 30), (11, 34.5), (17, 39), (22.5, 44.5), (26.5, 51), (28, 58)]
    return body + stones + pearls([(0, 25), *mirrored(edge)], 2.7)


def queen_face(expression: str) -> str:
    neck = shape("M-9 100C-9 118-18 124-44 130Q0 172 44 130C18 124 9 118 9 100Z", FLESH)
    shade = ruled((-8, 110, -4, 115, 4, 115, 8, 110), (-8, 115, -3, 121, 4, 121, 8, 115), 4, BLACK, 0.6)
    face = shape("M-19 66C-21 88-18 102-7 110Q0 114 7 110C18 102 21 88 19 66Q0 46-19 66Z", FLESH, 1.5)
    return neck + shade + face + expression + nose(94)


def mild() -> str:
    brows = both(line("M-15 75Q-9.5 70.5-4 74", 1.5))
    mouth = path("M-5.5 101Q-2 98.5 0 100 2 98.5 5.5 101 0 105.5-5.5 101Z", fill=RED)
    return brows + eye(-9) + eye(9) + mouth


def knowing() -> str:
    """The queen of spades, who screwed up one eye and smiled."""
    brows = line("M-15 73Q-9.5 67.5-4 73M4 75.5Q10 72.5 16 74", 1.8)
    mouth = line("M-5.5 101.5Q1 104 7 99", 1.7, RED) + line("M7.5 96.5Q10 98 9 101M-6.5 100l-1 2", 0.8)
    age = line("M-13 88Q-10 89.5-7 88.5M13 89Q10 90.5 7 89.5M-3 107Q0 108.5 3 107", 0.7)
    return brows + eye(-9) + narrowed_eye(9) + mouth + age


def gown() -> str:
    """Bare shoulders and the great sleeves of the time."""
    sleeve = shape("M-40 130C-64 122-84 138-84 162V230H-34Z", "currentColor")
    folds = ruled((-44, 132, -66, 128, -80, 142, -80, 240), (-42, 137, -46, 152, -43, 190, -40, 240), 11)
    bodice = shape("M-44 130Q0 172 44 130L36 230H-36Z", None)
    seams = both(ruled((-38, 142, -34, 165, -30, 190, -30, 220), (-5, 155, -5, 175, -4, 200, -4, 220), 7))
    lace = line("M-44 130Q0 172 44 130", 6.4) + line("M-44 130Q0 172 44 130", 4, PAPER)
    return both(sleeve + folds) + bodice + seams + lace + line("M0 153V230", 2.4, GOLD)


def necklace() -> str:
    return pearls([(0, 131.2), *mirrored([(4.9, 130.4), (9.5, 128), (14, 124)])], 2.2)


def queen_definitions() -> str:
    """What the two queens share: what is behind the face, and what is before it."""
    before = gown() + necklace() + queen_hair() + diadem()
    return group(veil(), nape(), id="veil") + group(before, id="attire")


def queen(expression: str, bloom_ink: str) -> str:
    return use("veil") + rose(bloom_ink) + queen_face(expression) + use("attire")


# The knave, in profile: cap and plume.


def point(curve: Curve, t: float) -> tuple[float, float]:
    """The point of a cubic curve at t, from 0 to 1."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    x = sum(w * v for w, v in zip(weights, curve[0::2], strict=True))
    y = sum(w * v for w, v in zip(weights, curve[1::2], strict=True))
    return x, y


def barbs(quill: Curve, edge: Curve, count: int) -> str:
    """The barbs of a feather, from its quill slantwise to its edge."""
    d = ""
    for i in range(2, count - 1):
        (x, y), (far_x, far_y) = point(quill, i / count), point(edge, min(1, i / count + 0.07))
        d += f"M{number(x)} {number(y)}L{number(far_x)} {number(far_y)}"
    return line(d, 0.6)


def scallops(edge: Curve, count: int, backwards: bool = False) -> str:
    """So many small arcs along a curve, as path data."""
    steps = range(count, 0, -1) if backwards else range(count)
    d = ""
    for i in steps:
        (x, y), (to_x, to_y) = point(edge, i / count), point(edge, (i - 1 if backwards else i + 1) / count)
        radius = number(0.6 * hypot(to_x - x, to_y - y))
        d += f"A{radius} {radius} 0 0 0 {number(to_x)} {number(to_y)}"
    return d


def plume() -> str:
    """From the front of the cap over its top, and down behind."""
    quill: Curve = (18, 53, 12, 24, -60, 12, -60, 76)
    upper: Curve = (18, 54, 14, 14, -74, 1, -66, 82)
    lower: Curve = (18, 54, 4, 44, -43, 42, -51, 76)
    outline = f"M18 54{scallops(upper, 8)}Q-58 87-51 76{scallops(lower, 6, backwards=True)}Z"
    fringe = barbs(quill, upper, 20) + barbs(quill, lower, 18)
    return shape(outline, PAPER, 1.4) + ruled(quill, quill, 1, BLACK, 1.4) + fringe


def cap() -> str:
    top = shape("M-30 62C-40 44-20 32 4 34 30 36 38 48 27 60 10 52-12 54-30 62Z", "currentColor", 1.8)
    folds = ruled((-26, 58, -32, 50, -24, 42, -12, 38), (22, 56, 28, 50, 24, 44, 12, 38), 9)
    brim = shape("M-31 64C-34 56-10 49 29 57L28 66C6 58-14 60-27 70Z", None)
    return top + folds + brim


def knave_face() -> str:
    """Looks to the right."""
    face = shape(
        "M17 62C18 70 18 73 17 77L25 91Q25 94 18 94.5L19.5 98.5 16.5 100.5 19 103Q18.5 106 16 107"
        " 19 112 15 116C10 119 4 117-2 114L-4 136H-24L-20 62Z",
        FLESH,
    )
    brow = line("M5 76Q10 72 15 75.5", 1.8)
    sight = line("M7 80.5Q11 77 15.5 81M8.5 83.5Q11.5 84.5 14.5 83", 1.2) + circle(12.8, 81, 1.8, fill=BLACK)
    mouth = line("M11.5 100Q14 101.5 17 100.5", 1.6, RED) + line("M16.5 92Q18 90 19.5 91.5", 0.9)
    shade = ruled((-3, 112, 0, 112, 3, 110, 4, 106), (-4, 128, -4, 122, -2, 118, 2, 117), 5, BLACK, 0.6)
    return face + brow + sight + mouth + shade


def knave_hair() -> str:
    hair = path(
        "M3 60C6 72 3 80-3 84-5 94-4 104-8 112-4 120-14 126-20 120-30 126-40 116-34 106-42 92-38 68-27 62Z",
        fill=BLACK,
    )
    light = ruled((-1, 66, 0, 80, -8, 86, -9, 104), (-26, 68, -36, 80, -34, 96, -29, 112), 6)
    return hair + light


def doublet() -> str:
    coat = shape("M-30 130C-60 132-80 146-82 172V240H88V172C84 148 64 134 34 130Z", "currentColor")
    slashes = "".join(f"M{x} {y}q6 16 3 42-8-20-3-42z" for x, y in [(-70, 149), (-57, 145), (-44, 145)])
    folds = both(ruled((-36, 140, -38, 165, -38, 200, -38, 240), (-22, 144, -24, 170, -25, 200, -26, 240), 4))
    front = shape("M-16 138L-20 240H24L20 138Z", None)
    buttons = pearls([(2, 160), (2, 173), (2, 186), (2, 199)], 2.6)
    return coat + both(path(slashes, fill=PAPER)) + folds + front + buttons


def collar() -> str:
    linen = shape("M-28 120C-39 122-44 132-41 143L-8 139 1 148 8 137 36 142C37 131 26 121 6 119Q-10 133-28 120Z")
    return linen + line("M-35 134L-27 125M-25 136L-19 127M-15 136L-11 130M26 135L17 126M16 133L9 126", 0.9)


def knave() -> str:
    return doublet() + knave_face() + knave_hair() + collar() + cap() + plume()


# The court card.


def band() -> str:
    """The slanting strip between the two halves."""
    strip = shape("M-130-7H130V7H-130Z", PAPER, 1.4)
    lozenges = path("".join(f"M{x}-4l5 4-5 4-5-4z" for x in range(-105, 106, 15)), fill="currentColor")
    return group(strip, lozenges, transform=f"translate({CENTRE} {MIDDLE})rotate(18)")


def figure(name: str, drawing: str) -> str:
    """A figure at its place in the upper half of a card."""
    moved = group(drawing, transform=f"translate({FIGURE_X})")
    return group(moved, id=name, clip_path="url(#half)")


def court_definitions() -> str:
    clips = element("clipPath", path(UPPER_HALF), id="half") + element("clipPath", path(FRAME), id="framed")
    lines = line(FRAME, 1.6) + line(INNER_FRAME, 0.8, "currentColor")
    figures = [
        figure("king", king()),
        figure("queen", queen(mild(), RED)),
        figure("dame", queen(knowing(), "currentColor")),
        figure("knave", knave()),
    ]
    return (
        clips
        + queen_definitions()
        + "".join(figures)
        + group(group(band(), clip_path="url(#framed)"), lines, id="frame")
    )


def court_card(rank: str, suit: str) -> str:
    """The upper half of a court card."""
    name = {"K": "king", "Q": "dame" if suit == "s" else "queen", "J": "knave"}[rank]
    return use(name) + small_pip(suit, 213, 42)


# ------------------------------------------------- the cards and their sheet


def rectangle(inset: float, corner: float, **attributes: object) -> str:
    """A rectangle with round corners, so far within the edge of the card."""
    size = {"width": WIDTH - 2 * inset, "height": HEIGHT - 2 * inset}
    return element("rect", x=inset, y=inset, **size, rx=corner, **attributes)


def blank_definition() -> str:
    """The paper of a card, with its fine edge."""
    return rectangle(1, CORNER, id="blank", fill=PAPER, stroke=EDGE, stroke_width=1.8)


def face(rank: str, suit: str) -> str:
    """A card, its corner at 0, 0."""
    half, rest = index(rank, suit), ""
    if rank == "A":
        rest = ace_card(suit)
    elif rank in "JQK":
        half, rest = half + court_card(rank, suit), use("frame")
    else:
        upper, rest = number_card(rank, suit)
        half += upper
    drawing = use("blank") + half_turn(half, f"{rank}{suit}-half") + rest
    return group(drawing, **inks(suit))


def lozenges(left: int, top: int, across: int, down: int) -> tuple[str, str]:
    """A net that fills the rectangle so far within the card, and the small stones in it."""
    net, stones = "", ""
    for x in range(left + across // 2, WIDTH - left, across):
        for y in range(top, HEIGHT - top, down):
            a, b = across // 2, down // 2
            net += f"M{x} {y}l{a} {b}-{a} {b}-{a}-{b}z"
            stones += f"M{x} {y + b - 7}l4 7-4 7-4-7z"
    return net, stones


def corner(rank: str, suit: str) -> str:
    """What stays in sight of a card when others lie upon it: its paper and its index."""
    return group(use("blank"), index(rank, suit), **inks(suit))


def back() -> str:
    """White lozenges on red."""
    net, stones = lozenges(21, 21, across=26, down=44)
    ground = rectangle(12, 8, fill=RED)
    rim = rectangle(21, 2, fill="none", stroke=PAPER, stroke_width=2)
    return use("blank") + ground + line(net, 1.4, PAPER) + path(stones, fill=PAPER) + rim


def empty() -> str:
    """A place where no card lies."""
    return rectangle(4, CORNER, fill="none", stroke=FADED, stroke_width=4, stroke_dasharray="12 9")


def definitions() -> str:
    ranks = "".join(rank_definition(rank) for rank in RANKS)
    return element("defs", blank_definition(), suit_definitions(), ranks, wreath_definition(), court_definitions())


def drawing_of(name: str) -> str:
    if name == "back":
        return back()
    return empty() if name == "empty" else face(*name)


def on_sheet(name: str, row: int, column_: int) -> str:
    """A card at its place in the grid, and the view that shows it alone."""
    x, y = column_ * (WIDTH + GAP), row * (HEIGHT + GAP)
    view = element("view", id=name, viewBox=f"{x} {y} {WIDTH} {HEIGHT}")
    return view + group(drawing_of(name), transform=f"translate({x} {y})") + "\n"


def svg(view_box: str, *children: str, **attributes: object) -> str:
    return element("svg", *children, xmlns="http://www.w3.org/2000/svg", viewBox=view_box, **attributes) + "\n"


def sheet() -> str:
    """The whole pack: a row to a suit, then the back and the empty place.

    Its size is given as that of one card, since WebKit takes an image's
    proportions from the sheet, whatever the view.
    """
    rows = [[rank + suit for rank in RANKS] for suit in SUITS] + [["back", "empty"]]
    cards = [on_sheet(name, i, j) for i, row in enumerate(rows) for j, name in enumerate(row)]
    width, height = len(RANKS) * (WIDTH + GAP) - GAP, len(rows) * (HEIGHT + GAP) - GAP
    head = f"\n{ORIGIN}\n{definitions()}\n"
    return svg(f"0 0 {width} {height}", head, *cards, width=WIDTH, height=HEIGHT)


def favicon() -> str:
    """A small card with a spade."""
    paper = element("rect", x=8, y=1, width=48, height=62, rx=7, fill=PAPER, stroke=BLACK, stroke_width=2)
    spade = path(SUIT_PATHS["s"], fill=BLACK, transform="translate(32 32)scale(.44)")
    return svg("0 0 64 64", paper, spade)
