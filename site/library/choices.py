"""Form fields that say what can be chosen, when something else was."""

from __future__ import annotations

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from games.core.wording import listed


def say_choices(form: forms.Form) -> None:
    """Let every choice of ``form`` answer what it does not know with what there is."""
    for field in form.fields.values():
        if isinstance(field, (forms.ChoiceField, forms.MultipleChoiceField)):
            known = listed(value for value, _label in field.choices if value != "")
            says = gettext_lazy("“%(value)s” is not possible; it can be")
            field.error_messages["invalid_choice"] = format_lazy("{} {}", says, known.replace("%", "%%"))
