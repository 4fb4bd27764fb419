"""What a teacher chooses: a deal, how much of it, and how it is shown."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from demos.manner import AUTO, DARK, LIGHT, Manner
from demos.seeds import Demo, demos

MOST = 9999  # what an address can say


class ChoiceForm(forms.Form):
    """The form; :attr:`demo` and :attr:`manner` are what it says once it is valid."""

    deal = forms.ChoiceField(label=gettext_lazy("Deal"))
    start = forms.IntegerField(
        label=gettext_lazy("First step"),
        help_text=gettext_lazy("0 is the table before play."),
        initial=0,
        min_value=0,
        max_value=MOST,
        required=False,
    )
    end = forms.IntegerField(
        label=gettext_lazy("Last step"),
        help_text=gettext_lazy("Leave it empty to show the deal to its end."),
        min_value=0,
        max_value=MOST,
        required=False,
    )
    theme = forms.ChoiceField(
        label=gettext_lazy("Light or dark"),
        choices=[
            (AUTO, gettext_lazy("as the reader’s device has it")),
            (LIGHT, gettext_lazy("light")),
            (DARK, gettext_lazy("dark")),
        ],
        required=False,
    )
    told = forms.BooleanField(label=gettext_lazy("Tell each step in words"), initial=True, required=False)
    quiz = forms.BooleanField(label=gettext_lazy("Ask a question before each turn"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["deal"].choices = [(demo.slug, demo.title) for demo in demos().values()]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if "deal" not in cleaned:
            return cleaned
        values = {"title": self.demo.title, "last": self.demo.last}
        for name in ("start", "end"):
            if (cleaned.get(name) or 0) > self.demo.last:
                self.add_error(name, _("the steps of “%(title)s” are 0 to %(last)s") % values)
        if cleaned.get("end") is not None and cleaned["end"] < (cleaned.get("start") or 0):
            self.add_error("end", _("it comes before the first step; give the same number or a later one"))
        return cleaned

    @property
    def demo(self) -> Demo:
        return demos()[self.cleaned_data["deal"]]

    @property
    def manner(self) -> Manner:
        said = self.cleaned_data
        shown = {"start": said["start"] or 0, "end": said["end"], "theme": said["theme"] or AUTO}
        return Manner(**shown, told=said["told"], quiz=said["quiz"])
