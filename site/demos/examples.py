"""The examples of the help page: what each frame is for, and its address. The tests paste them as they are printed."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from demos.manner import DARK, Manner, followed
from demos.seeds import Demo, demos, pinned
from demos.sequence import one_of, written
from demos.snippet import snippet

IN_A_FRAME = Manner(embedded=True)


@dataclass(frozen=True)
class Example:
    """A frame: ``slugs`` of the deals in it, the ``manner`` they are shown in, its size."""

    title: Promise
    slugs: tuple[str, ...]
    manner: Manner = IN_A_FRAME
    width: int = 600
    height: int = 800

    @property
    def demo(self) -> Demo:
        """The deal that is shown first, in its present version."""
        chosen = [demos()[slug] for slug in self.slugs]
        if len(chosen) > 1:
            return one_of(written(chosen), "1")
        return pinned(chosen[0].slug, chosen[0].version) or chosen[0]

    @property
    def address(self) -> str:
        return f"{self.demo.frame}?{followed({**self.demo.in_frame, **self.manner.parameters})[1:]}"

    def snippet(self, origin: str) -> str:
        return snippet(f"{origin}{self.address}", self.demo.title, self.width, self.height)


EXAMPLES = (
    Example(gettext_lazy("A whole deal"), ("hermann-night-3",)),
    Example(
        gettext_lazy("From the stake to the first pair, on dark paper, without words"),
        ("hermann-night-1",),
        Manner(embedded=True, start=1, end=3, theme=DARK, told=False),
        height=560,
    ),
    Example(gettext_lazy("Questions before each turn"), ("thirds",), Manner(embedded=True, quiz=True), height=1000),
    Example(
        gettext_lazy("What the sharper sees"),
        ("gamblers-marked-deck",),
        Manner(embedded=True, start=5, marked=True),
        height=1000,
    ),
    Example(
        gettext_lazy("Three nights in one frame"),
        ("hermann-night-1", "hermann-night-2", "hermann-night-3"),
        width=480,
        height=900,
    ),
)
