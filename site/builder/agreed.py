"""What the table agrees on, as a form: ``[rules]`` of a record, but for who keeps the bank."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.protocol import Illegal
from games.shtoss.actions import MOST
from games.shtoss.agreement import FARO, TABLES

OWN = "own"
ROW = re.compile(r"([0-9]{1,2})\s*:\s*(banker|punter)\s+([0-9]{1,2}(?:/[0-9]{1,2})?)", re.ASCII)
BAIT = re.compile(r"([a-z0-9-]{1,40})\s+([-−]?[0-9]{1,13})", re.ASCII)
PLAIN = {
    "variant": "shtoss",
    "deck": 52,
    "cut": "after",
    "cutter": "punter",
    "doublet": "half",
    "last_card": "void",
    "last_doublet": "whole",
}
FARO_ONLY = ("doublet", "last_card", "last_doublet")


class AgreedForm(forms.Form):
    """The rules; what is left at its default is left out of the record."""

    variant = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=[
            ("shtoss", gettext_lazy("shtoss: one punter")),
            ("bank", gettext_lazy("bank: several punters")),
            ("faro", gettext_lazy("faro: stakes between the abzugs")),
        ],
    )
    deck = forms.TypedChoiceField(
        label=gettext_lazy("Deck"),
        choices=[(size, gettext_lazy("%d cards") % size) for size in (52, 36, 32)],
        coerce=int,
    )
    initial_kush = forms.CharField(label=gettext_lazy("Initial kush, the least stake"), required=False, max_length=20)
    bank = forms.CharField(label=gettext_lazy("Bank, if one is named"), required=False, max_length=20)
    conditions = forms.MultipleChoiceField(
        label=gettext_lazy("Conditions"),
        choices=[
            ("thirds", gettext_lazy("thirds")),
            ("lob-half", gettext_lazy("v lob polkusha: the lob costs half")),
            ("lob-full", gettext_lazy("v lob tselikom: the bank passes")),
            ("volny-kush", gettext_lazy("vol’ny kush: no stake is refused")),
        ],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    abzug = forms.ChoiceField(
        label=gettext_lazy("Abzug table"),
        choices=[
            ("", gettext_lazy("none")),
            ("lob-full-gorka-half", gettext_lazy("the whole in the lob, half from the hill")),
            ("killed-at-eleven", gettext_lazy("killed at eleven is paid")),
            (OWN, gettext_lazy("my own")),
        ],
        required=False,
    )
    rows = forms.CharField(
        label=gettext_lazy("My own table"),
        help_text=gettext_lazy("Position: who gains which share, as in “1: banker 1, 11: punter 1/2”"),
        max_length=1500,
        required=False,
    )
    nazhivka = forms.CharField(
        label=gettext_lazy("Bait (nazhivka)"),
        help_text=gettext_lazy("What the banker pays for what, as in “first-card 50, plie 100, deal-won 20”"),
        max_length=1500,
        required=False,
    )
    cut = forms.ChoiceField(
        label=gettext_lazy("The cut comes"),
        choices=[("after", gettext_lazy("after the stakes")), ("first", gettext_lazy("before the stakes"))],
    )
    cutter = forms.ChoiceField(
        label=gettext_lazy("Who cuts"),
        choices=[("punter", gettext_lazy("a punter")), ("banker", gettext_lazy("the banker"))],
    )
    doublet = forms.ChoiceField(
        label=gettext_lazy("Faro: a doublet costs"),
        choices=[("half", gettext_lazy("half the stake")), ("whole", gettext_lazy("the whole stake"))],
        required=False,
    )
    last_card = forms.ChoiceField(
        label=gettext_lazy("Faro: the last card"),
        choices=[("void", gettext_lazy("is void")), ("counts", gettext_lazy("counts"))],
        required=False,
    )
    last_doublet = forms.ChoiceField(
        label=gettext_lazy("Faro: a doublet at the last cards costs"),
        choices=[("whole", gettext_lazy("the whole stake")), ("half", gettext_lazy("half the stake"))],
        required=False,
    )

    def rules(self) -> dict[str, Any]:
        """``[rules]`` of a record. Raises :class:`Illegal`, naming the field."""
        for name, errors in self.errors.items():
            raise Illegal(str(errors[0]), str(self.fields[name].label))
        asked = self.cleaned_data
        rules: dict[str, Any] = {}
        for name, plain in PLAIN.items():
            if asked[name] not in (plain, "") and (name not in FARO_ONLY or asked["variant"] == FARO):
                rules[name] = asked[name]
        for name in ("initial_kush", "bank"):
            if asked[name].strip():
                rules[name] = _amount(asked[name], str(self.fields[name].label))
        if asked["conditions"]:
            rules["conditions"] = tuple(asked["conditions"])
        if asked["abzug"] == OWN:
            rules["abzug"] = _rows(asked["rows"], str(self.fields["rows"].label))
        elif asked["abzug"]:
            rules["abzug"] = asked["abzug"]
        if premiums := _premiums(asked["nazhivka"], str(self.fields["nazhivka"].label)):
            rules["nazhivka"] = premiums
        return rules


def typed(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the form for ``rules`` that a game could begin with."""
    fields: dict[str, Any] = {name: str(rules.get(name, plain)) for name, plain in PLAIN.items()}
    for name in ("initial_kush", "bank"):
        fields[name] = str(rules[name]) if name in rules else ""
    fields["conditions"] = list(rules.get("conditions", ()))
    table = rules.get("abzug", ())
    named = isinstance(table, str)
    fields["abzug"] = table if named else OWN if table else ""
    fields["rows"] = "" if named else ", ".join(f"{row['position']}: {row['to']} {row['share']}" for row in table)
    fields["nazhivka"] = ", ".join(f"{row['event']} {row['amount']}" for row in rules.get("nazhivka", ()))
    return fields


def number(text: str) -> str:
    """``text`` without what sets its digits apart: ``188,000`` and ``188 000`` are ``188000``."""
    return re.sub(r"(?<=[0-9])[,.’'\s\u00a0\u202f](?=[0-9]{3}(?![0-9]))", "", text.strip())


def _amount(text: str, place: str) -> int:
    digits = number(text)
    if not re.fullmatch(r"[0-9]{1,13}", digits, re.ASCII) or not 1 <= int(digits) <= MOST:
        raise Illegal(_("“%(text)s” is not an amount; write a whole number, as in 47000") % {"text": text[:40]}, place)
    return int(digits)


def _parts(text: str) -> list[str]:
    return [part for part in (part.strip() for part in re.split(r"[,;\n]", text)) if part]


def _rows(text: str, place: str) -> tuple[dict[str, Any], ...]:
    rows = []
    for part in _parts(text):
        found = ROW.fullmatch(part)
        if not found:
            says = _("“%(part)s” is not a row; write position: banker or punter share, as in 3: banker 1/2")
            raise Illegal(says % {"part": part[:40]}, place)
        rows.append({"position": int(found[1]), "share": found[3], "to": found[2]})
    if not rows:
        raise Illegal(_("your own table has no rows; write one, as in 3: banker 1/2"), place)
    return tuple(rows)


def _premiums(text: str, place: str) -> tuple[dict[str, Any], ...]:
    premiums = []
    for part in _parts(text):
        found = BAIT.fullmatch(part)
        if not found:
            says = _("“%(part)s” is not a premium; write the event and the amount, as in plie 100")
            raise Illegal(says % {"part": part[:40]}, place)
        premiums.append({"event": found[1], "amount": int(found[2].replace("−", "-"))})
    return tuple(premiums)


assert set(TABLES) == {"lob-full-gorka-half", "killed-at-eleven"}, "the form offers every named table"
