"""The room's plots as SVG, drawn by Matplotlib without its global state."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from odds.figures import Ending, Night

PAPER, INK, FADED, BANK, PUNTER = "#faf6ec", "#231f1a", "#6a5f50", "#8a2318", "#2f5d46"
STYLE: Any = {
    "svg.fonttype": "path",
    "svg.hashsalt": "shtoss",  # the same plot is the same bytes
    "font.family": "serif",
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FADED,
    "xtick.color": INK,
    "ytick.color": INK,
}


def ends_svg(endings: Sequence[Ending], cards: int) -> str:
    """Where a card is decided, abzug by abzug: the punter's share upwards, the bank's downwards; where deals end."""
    with mpl.rc_context(STYLE):
        figure, axes = _sheet("abzug", "chance of being decided there")
        abzugs = [each.abzug for each in endings]
        axes.bar(abzugs, [float(each.given) for each in endings], color=PUNTER, label="given: the punter's")
        axes.bar(abzugs, [-float(each.killed) for each in endings], color=BANK, label="killed: the bank's", hatch="//")
        if cards > 1:
            ends = [float(each.ends) for each in endings]
            axes.plot(abzugs, ends, color=INK, marker="o", ms=3, label="the deal ends")
        axes.axhline(0, color=INK, linewidth=0.8)
        axes.yaxis.set_major_formatter(lambda value, _: f"{abs(value):.0%}")
        axes.legend(frameon=False)
        return _svg(figure)


def purse_svg(nights: Sequence[Night]) -> str:
    """A purse over a series of doublings: the chance of having won them all, and the mean purse."""
    with mpl.rc_context(STYLE):
        figure, axes = _sheet("deals won in a row", "share")
        numbers = [night.number for night in nights]
        axes.bar(numbers, [float(night.chance) for night in nights], color=PUNTER, label="chance of winning them all")
        first = nights[0].mean
        means = [float(night.mean / first) for night in nights]
        axes.plot(numbers, means, color=BANK, marker="o", ms=4, label="mean purse, in first stakes")
        axes.set_xticks(numbers)
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.legend(frameon=False)
        return _svg(figure)


def converging_svg(means: Sequence[tuple[int, float]], exact: float, spread: float) -> str:
    """The mean gain a card after so many deals, beside the exact line and twice the standard error around it."""
    with mpl.rc_context(STYLE):
        figure, axes = _sheet("deals", "mean gain of the punter, in stakes")
        deals = [number for number, _ in means]
        axes.plot(deals, [mean for _, mean in means], color=PUNTER, label="dealt")
        axes.axhline(exact, color=BANK, linewidth=1.2, label="exact")
        errors = [2 * spread / number**0.5 for number in deals]
        axes.fill_between(
            deals, [exact - each for each in errors], [exact + each for each in errors], color=BANK, alpha=0.15
        )
        axes.set_xscale("log")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=1))
        axes.legend(frameon=False)
        return _svg(figure)


def _sheet(x: str, y: str) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(7, 3.4), layout="constrained", facecolor=PAPER)
    axes = figure.add_subplot(facecolor=PAPER)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    return figure, axes


def _svg(figure: Figure) -> str:
    drawn = StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return drawn.getvalue()
