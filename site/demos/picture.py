"""A step of a demonstration as one picture, for those who share its address: the cloth, the cards, the stakes.

It shows what an onlooker sees, as the panel does, from which it takes every word; its cards are those of the sprite.
All of it is outlines, so that it looks the same in any program, and no font has to be there to rasterise it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

import resvg_py
from django.urls import reverse
from django.utils.translation import gettext as _

from demos.drawing import HEIGHT as CARD_HEIGHT
from demos.drawing import WIDTH as CARD_WIDTH
from demos.drawing import corner, definitions, drawing_of, element, group, number, svg, use
from demos.lettering import ITALIC, SEMIBOLD, line
from demos.manner import PLAIN
from demos.panel import Face, Panel, Stake
from demos.seeds import Demo, demos
from library.files import Text
from library.marks import find_marks
from library.pages import Term

DEFAULT = "hermann-night-3"  # for what shows no deal of its own: the picture everybody knows

WIDTH, HEIGHT = 1200, 630  # what the networks ask for
CLOTH, LINEN, GOLD = "#2f5d46", "#f4efe0", "#d9b566"
MARGIN = 64
PILE_WIDTH, PILE_TOP, PILE_HEIGHT = 330, 182, 226
HAND_WIDTH = 158
STAKE_TOP, STAKE_WIDTH = 438, 98
GUTTER = 20
INDEX_ACROSS, INDEX_DOWN = 0.3, 0.36  # of a card that another lies upon, so much stays in sight
RATIO = CARD_HEIGHT / CARD_WIDTH


def address_of(demo: Demo, step: int) -> str:
    """Where the picture of a step is."""
    return f"{reverse('demos:picture', args=[demo.slug])}?step={step}"


def default_address() -> str:
    """The picture for a page that shows no deal; nothing if there is no deal at all."""
    known = demos()
    demo = known.get(DEFAULT) or next(iter(known.values()), None)
    return address_of(demo, demo.last) if demo else ""


def address_for(text: Text) -> str:
    """The picture of the first deal that ``text`` shows, or of the one where its term happens.

    Where no step is named it is the last one: a deck before the first card is no picture.
    """
    shown = [(mark.name, mark.rest) for mark in find_marks(text.body) if mark.kind == "demo"]
    if isinstance(text.head, Term) and text.head.position:
        shown.append((text.head.position.demo, str(text.head.position.step)))
    for slug, step in shown:
        if demo := demos().get(slug):
            return address_of(demo, min(int(step or demo.last), demo.last))
    return default_address()


@lru_cache(maxsize=32)
def picture_svg(demo: Demo, step: int) -> str:
    """The picture of a step as SVG."""
    return draw(Panel(demo, step, PLAIN))


@lru_cache(maxsize=128)
def picture_png(demo: Demo, step: int) -> bytes:
    """The same, 1200 by 630 points."""
    return bytes(resvg_py.svg_to_bytes(svg_string=picture_svg(demo, step), skip_system_fonts=True))


def draw(panel: Panel) -> str:
    """The whole picture."""
    parts = [cloth(), heading(panel), piles(panel), hand(panel), stakes(panel) or said(panel)]
    return svg(f"0 0 {WIDTH} {HEIGHT}", definitions(), cards(panel), *parts, width=WIDTH, height=HEIGHT)


def cards(panel: Panel) -> str:
    """Every card of the picture, whole, and the corner of those of the piles: each is drawn once and placed by name."""
    laid = {face.image for face in (*panel.left, *panel.right)}
    others = {face.image for face in (*panel.abzug, *(stake.face for stake in panel.stakes))}
    whole = [group(drawing_of(name), id=f"card-{name}") for name in sorted(laid | others | {"back", "empty"})]
    corners = [group(corner(*name), id=f"corner-{name}") for name in sorted(laid)]
    return element("defs", *whole, *corners)


def cloth() -> str:
    """Green, with the double rule of an old title page about it."""
    ground = element("rect", width=WIDTH, height=HEIGHT, fill=CLOTH)
    y = STAKE_TOP - 14
    middle = element("path", d=f"M{MARGIN} {y}H{WIDTH - MARGIN}", stroke=LINEN, stroke_width=1, opacity=0.35)
    return ground + _rule(20, 2) + _rule(27, 0.8) + middle


def _rule(inset: int, width: float) -> str:
    size = {"width": WIDTH - 2 * inset, "height": HEIGHT - 2 * inset}
    return element("rect", x=inset, y=inset, **size, fill="none", stroke=GOLD, stroke_width=width)


def heading(panel: Panel) -> str:
    """The title of the deal, and the name of the site."""
    name = line(_("Shtoss"), 30, ITALIC)
    title = line(panel.demo.title, 54, most=WIDTH - 2 * MARGIN - name.width - 40)
    return title.drawn(MARGIN, 98, fill=LINEN) + name.drawn(WIDTH - MARGIN, 98, anchor=1, fill=GOLD)


def piles(panel: Panel) -> str:
    """What has fallen to the left and to the right, each under the words that say whose side it is."""
    banker = panel.view.banker
    right = _("Right: %(name)s") % {"name": panel.demo.record.names[banker]} if banker else _("Right (banker)")
    left = _("Left: %(name)s") % {"name": _punters(panel)} if banker else _("Left (punter)")
    drawn = ""
    for words, faces, middle in ((left, panel.left, 0), (right, panel.right, WIDTH)):
        x = abs(middle - MARGIN - PILE_WIDTH / 2)
        drawn += line(words, 26, most=PILE_WIDTH).drawn(x, 156, anchor=0.5, fill=LINEN) + pile(faces, x)
    return drawn


def _punters(panel: Panel) -> str:
    names = [panel.demo.record.names[seat] for seat in panel.view.punters]
    return names[0] if len(names) == 1 else _("the punters")


def pile(faces: Sequence[Face], middle: float) -> str:
    """Cards in rows about ``middle``, as large as there is room for; every index stays in sight."""
    if not faces:
        return card("card-empty", middle - 60, PILE_TOP + 29, 120)
    width, in_row = max(_fit(len(faces), rows) for rows in range(1, 5))
    height = _tall(len(faces), in_row, width)
    longest = _long(min(in_row, len(faces)), width)
    drawn = ""
    for place, face in enumerate(faces):
        row, column = divmod(place, in_row)
        x = middle - longest / 2 + column * width * INDEX_ACROSS
        y = PILE_TOP + (PILE_HEIGHT - height) / 2 + row * width * RATIO * INDEX_DOWN
        covered = column + 1 < in_row and place + 1 < len(faces)
        drawn += card(f"{'corner' if covered else 'card'}-{face.image}", x, y, width)
    return drawn


def _fit(count: int, rows: int) -> tuple[float, int]:
    """How wide ``count`` cards in so many rows may be, and how many of them stand in a row."""
    in_row = ceil(count / rows)
    across = PILE_WIDTH / _long(in_row, 1)
    down = PILE_HEIGHT / _tall(count, in_row, 1)
    return min(across, down), in_row


def _long(in_row: int, width: float) -> float:
    return width * (1 + INDEX_ACROSS * (in_row - 1))


def _tall(count: int, in_row: int, width: float) -> float:
    return width * RATIO * (1 + INDEX_DOWN * (ceil(count / in_row) - 1))


def hand(panel: Panel) -> str:
    """The abzug, left card and right card, or the deck before there is one."""
    if not panel.abzug:
        x = (WIDTH - HAND_WIDTH) / 2
        return "".join(card("card-back", x + shift, PILE_TOP + 2 - shift, HAND_WIDTH) for shift in (-4, 0, 4))
    drawn = ""
    for face, side in zip(panel.abzug, (1, -1), strict=False):
        x = WIDTH / 2 + side * (HAND_WIDTH / 2 + 6) - HAND_WIDTH / 2
        drawn += card(f"card-{face.image}", x, PILE_TOP + 2, HAND_WIDTH, turned=3 * side)
    return drawn


def stakes(panel: Panel) -> str:
    """The staked cards in a row along the lower edge, each with its punter, the stake and how it stands."""
    staked = panel.stakes
    room = (WIDTH - 2 * MARGIN) / max(1, len(staked))
    most = room - STAKE_WIDTH - 2 * GUTTER
    drawn = ""
    for place, stake in enumerate(staked):
        words, wide = _told(stake, most)
        x = MARGIN + room * (place + 0.5) - (STAKE_WIDTH + GUTTER + wide) / 2
        drawn += card(f"card-{stake.face.image}", x, STAKE_TOP, STAKE_WIDTH)
        drawn += group(words, transform=f"translate({number(x + STAKE_WIDTH + GUTTER)} {STAKE_TOP})")
    return drawn


def _told(stake: Stake, most: float) -> tuple[str, float]:
    """Three lines beside a staked card, and how wide they are."""
    lines = [line(stake.name, 32, SEMIBOLD, most), line(stake.amount, 28, most=most), line(stake.says, 28, most=most)]
    places = zip(lines, (42, 80, 118), (LINEN, LINEN, GOLD), strict=True)
    return "".join(each.drawn(0, y, fill=ink) for each, y, ink in places), max(each.width for each in lines)


def said(panel: Panel) -> str:
    """Where no card is staked yet, what the step tells."""
    sentences = [str(sentence) for sentence in panel.teller.tell(panel.demo.steps[panel.number])]
    lines = [line(text, 30, ITALIC, WIDTH - 2 * MARGIN) for text in sentences[:3]]
    first = STAKE_TOP + STAKE_WIDTH * RATIO / 2 - 22 * (len(lines) - 1) + 8
    return "".join(each.drawn(WIDTH / 2, first + 44 * row, anchor=0.5, fill=LINEN) for row, each in enumerate(lines))


def card(name: str, x: float, y: float, width: float, turned: float = 0) -> str:
    """One of :func:`cards` with its corner at ``x``, ``y``, so wide, and turned about its middle by so many degrees."""
    turn = f"rotate({turned:g} {CARD_WIDTH // 2} {CARD_HEIGHT // 2})" if turned else ""
    return use(name, f"translate({number(x)} {number(y)})scale({width / CARD_WIDTH:.4f}){turn}")
