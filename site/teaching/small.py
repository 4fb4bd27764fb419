"""A step of a deal as a small drawing for paper: black on white, the cards, and what is staked.

It shows what an onlooker sees. Under the two cards just turned, and under a staked one, a line says as on the screen
how much of the card its source names.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from django.utils.translation import gettext as _

from demos import picture
from demos.drawing import definitions, element, group, number, svg
from demos.lettering import ITALIC, SEMIBOLD, line
from demos.manner import PLAIN
from demos.panel import Panel, Stake
from demos.seeds import Demo

WIDTH = 600
INK, FAINT = "#000", "#777"
DASHES = {"given": "none", "rank": "10 6", "supplied": "2 6"}  # the line under a card, by its mark
LARGE, LETTERS = 0.64, 30  # the scale of the two cards turned; the size of the letters
PILE, PILE_AT, PILE_TOP = 0.5, 98, 50  # scale, middle and top of what has fallen before
STAKES_TOP, STAKE_HEIGHT, STAKE_WIDTH = 218, 108, 64
IN_ROW = 2


@lru_cache(maxsize=512)
def drawing(demo: Demo, step: int) -> str:
    """The step as SVG. The drawings of a deal are all of one size."""
    panel = Panel(demo, step, PLAIN)
    height = height_of(demo)
    ground = element("rect", x=1, y=1, width=WIDTH - 2, height=height - 2, rx=8, fill="#fff", stroke=FAINT)
    parts = [ground, sides(panel), hand(panel), stakes(panel)]
    return svg(
        f"0 0 {WIDTH} {height}", definitions(), picture.cards(panel), *parts, width=WIDTH, height=height, color=INK
    )


def height_of(demo: Demo) -> int:
    """How high the drawings of a deal are: all of them have room for the most cards that are ever staked."""
    most = max(len(step.state.view(None).bets) for step in demo.steps)
    return STAKES_TOP + STAKE_HEIGHT * ceil(most / IN_ROW)


def sides(panel: Panel) -> str:
    """What has fallen to the left and to the right, each under the name of its side."""
    drawn = ""
    for words, faces, x in ((_("left"), panel.left, PILE_AT), (_("right"), panel.right, WIDTH - PILE_AT)):
        drawn += line(words, LETTERS - 4, ITALIC).drawn(x, 34, anchor=0.5, fill=INK)
        if faces:
            move = f"translate({x} {number(PILE_TOP - picture.PILE_TOP * PILE)})scale({PILE})"
            drawn += group(picture.pile(faces, 0), transform=move)
    return drawn


def hand(panel: Panel) -> str:
    """The two cards just turned, or the deck before there are any."""
    across, down = WIDTH / 2 - picture.WIDTH / 2 * LARGE, 26 - picture.PILE_TOP * LARGE
    drawn = group(picture.hand(panel), transform=f"translate({number(across)} {number(down)})scale({LARGE})")
    width = picture.HAND_WIDTH * LARGE
    for face, side in zip(panel.abzug, (1, -1), strict=False):
        middle = WIDTH / 2 + side * (width / 2 + 4)
        drawn += _marked(face.mark, middle - width / 2 + 8, middle + width / 2 - 8, 36 + width * picture.RATIO)
    return drawn


def _marked(mark: str, start: float, end: float, y: float) -> str:
    if mark not in DASHES:
        return ""
    d = f"M{number(start)} {number(y)}H{number(end)}"
    return element("path", d=d, stroke=INK, stroke_width=3, stroke_dasharray=DASHES[mark], fill="none")


def stakes(panel: Panel) -> str:
    """The staked cards, two in a row, each with its punter, the stake and how it stands."""
    staked = panel.stakes
    room = WIDTH / min(IN_ROW, max(1, len(staked)))
    drawn = ""
    for place, stake in enumerate(staked):
        row, column = divmod(place, IN_ROW)
        drawn += _stake(stake, column * room + 16, STAKES_TOP + row * STAKE_HEIGHT, room - STAKE_WIDTH - 40)
    return drawn


def _stake(stake: Stake, x: float, y: float, most: float) -> str:
    words = x + STAKE_WIDTH + 14
    lines = [line(stake.name, LETTERS, SEMIBOLD, most), line(stake.amount, LETTERS - 2, most=most)]
    lines.append(line(stake.says, LETTERS - 2, ITALIC, most))
    told = "".join(each.drawn(words, y + 24 + 32 * row, fill=INK) for row, each in enumerate(lines))
    foot = y + STAKE_WIDTH * picture.RATIO + 5
    mark = _marked(stake.face.mark, x + 4, x + STAKE_WIDTH - 4, foot)
    return picture.card(f"card-{stake.face.image}", x, y, STAKE_WIDTH) + told + mark
