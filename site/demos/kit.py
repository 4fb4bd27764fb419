"""“Use in a lesson”: what a teacher chooses, and the snippet, the link and the code that come of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import segno
from django import forms
from django.core.validators import MaxValueValidator
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy

from demos.manner import AUTO, DARK, LANGUAGES, LIGHT, SHARPER, Manner, followed
from demos.seeds import Demo, demos, pinned
from demos.sequence import MOST, one_of, written
from demos.snippet import snippet
from library.choices import say_choices

WIDTHS = (320, 480, 600, 800)
WIDTH, HEIGHT = 600, 760
LOWEST, HIGHEST = 200, 3000


@dataclass(frozen=True)
class Use:
    """A deal as it is put into a lesson: its ``address`` in a frame, the ``page`` to link to, and the size."""

    demo: Demo
    address: str
    page: str
    width: int
    height: int

    @property
    def file(self) -> str:
        """The first of its deals as one file to keep, with the same steps in the same colours."""
        return self.page.replace(self.demo.page, reverse("demos:alone", args=[self.demo.slug]), 1)

    def snippet(self, origin: str) -> str:
        return snippet(f"{origin}{self.address}", self.demo.title, self.width, self.height)


class UseForm(forms.Form):
    """The choices; every one is a parameter of the address, and every one may be left out."""

    start = forms.IntegerField(label=gettext_lazy("First step"), min_value=0, required=False)
    end = forms.IntegerField(label=gettext_lazy("Last step"), min_value=0, required=False)
    language = forms.ChoiceField(
        label=gettext_lazy("Language"), choices=[("en", gettext_lazy("English"))], required=False
    )
    theme = forms.ChoiceField(
        label=gettext_lazy("Colours"),
        choices=[
            (AUTO, gettext_lazy("as the reader’s device has them")),
            (LIGHT, gettext_lazy("light")),
            (DARK, gettext_lazy("dark")),
        ],
        required=False,
    )
    told = forms.ChoiceField(
        label=gettext_lazy("Words to each step"),
        choices=[("1", gettext_lazy("shown")), ("0", gettext_lazy("left out"))],
        required=False,
    )
    quiz = forms.ChoiceField(
        label=gettext_lazy("Questions before each turn"),
        choices=[("0", gettext_lazy("none")), ("1", gettext_lazy("asked"))],
        required=False,
    )
    eyes = forms.ChoiceField(
        label=gettext_lazy("Seen by"),
        choices=[("", gettext_lazy("an onlooker")), (SHARPER, gettext_lazy("one who reads the backs"))],
        required=False,
    )
    width = forms.TypedChoiceField(
        label=gettext_lazy("Width, in pixels"),
        choices=[(width, str(width)) for width in WIDTHS],
        coerce=int,
        empty_value=WIDTH,
        required=False,
    )
    height = forms.IntegerField(
        label=gettext_lazy("Height, in pixels"), min_value=LOWEST, max_value=HIGHEST, required=False
    )
    more = forms.MultipleChoiceField(
        label=gettext_lazy("Deals that follow in the same frame"), required=False, widget=forms.SelectMultiple
    )

    def __init__(self, demo: Demo, query: QueryDict) -> None:
        data = query.copy()
        defaults = {"start": 0, "end": demo.last, "width": WIDTH, "height": HEIGHT, "theme": AUTO, "told": 1, "quiz": 0}
        for name, value in {**defaults, "language": LANGUAGES[0]}.items():
            data.setdefault(name, str(value))
        super().__init__(data)
        self.demo = demo
        self.fields["more"].choices = [
            (other.slug, other.title) for other in demos().values() if other.slug != demo.slug
        ]
        for name in ("start", "end"):
            self.fields[name].validators.append(MaxValueValidator(demo.last))
            self.fields[name].widget.attrs["max"] = demo.last
        if not demo.text.head.marked:
            del self.fields["eyes"]
        say_choices(self)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        start, end = cleaned.get("start") or 0, cleaned.get("end")
        if end is not None and end < start:
            self.add_error("end", gettext_lazy("The last step comes before the first; give a later one."))
        if len(cleaned.get("more") or ()) >= MOST:
            self.add_error("more", gettext_lazy("One frame holds twelve deals at most; choose fewer."))
        return cleaned

    def use(self) -> Use:
        """What was chosen. Call it on a valid form only."""
        cleaned = self.cleaned_data
        demo = pinned(self.demo.slug, self.demo.version) or self.demo
        end = cleaned.get("end")
        manner = Manner(
            embedded=True,
            start=cleaned.get("start") or 0,
            end=None if end is None or end == demo.last else end,
            theme=cleaned.get("theme") or AUTO,
            told=cleaned.get("told") != "0",
            quiz=cleaned.get("quiz") == "1",
            marked=cleaned.get("eyes") == SHARPER,
        )
        if others := cleaned.get("more"):
            manner = replace(manner, start=0, end=None)  # which are steps of the first deal alone
            demo = one_of(written([demo, *(demos()[slug] for slug in others)]), "1")
        parameters = {**demo.in_frame, **manner.parameters}
        return Use(
            demo,
            address=f"{demo.frame}?{followed(parameters)[1:]}",
            page=f"{demo.page}?step={manner.start}{followed({**demo.parameters, **manner.parameters})}",
            width=cleaned.get("width") or WIDTH,
            height=cleaned.get("height") or HEIGHT,
        )


def qr_code(address: str) -> bytes:
    """``address`` as a QR code in SVG, for a sheet of paper or a screen."""
    drawn = BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", scale=4, border=4, dark="#000", light="#fff")
    return drawn.getvalue()
