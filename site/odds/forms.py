"""What the odds room is asked: every field is a parameter of the address, and every one may be left out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.protocol import Illegal
from games.core.record import Player, Record
from games.shtoss.actions import MOST
from games.shtoss.agreement import Agreement, agree
from games.shtoss.conditions import Conditions
from games.shtoss.odds import require_quick
from games.shtoss.written import parts, read_rows
from library.choices import say_choices

MOST_CARDS = 6
OWN = "own"
BAIT = re.compile(r"([a-z0-9-]{1,40})\s+(-?[0-9]{1,12})")
MOST_BAIT = 100_000  # so that the squares of a million deals' premiums stay exact in 64 bits
STAKE = 47_000
DEFAULTS = {"variant": "shtoss", "deck": 52, "cards": 1, "stake": STAKE}


@dataclass(frozen=True)
class Question:
    """A question the room can answer: a table, how many cards are staked on it, and how much on each."""

    agreement: Agreement
    cards: int
    stake: int
    query: str

    @property
    def conditions(self) -> Conditions:
        return self.agreement.conditions

    @property
    def deck(self) -> int:
        return self.agreement.deck

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The parameters of the address, for a form that posts them."""
        return parse_qsl(self.query)


class OddsForm(forms.Form):
    """The form of the room; :meth:`question` is what it asks once it is valid."""

    variant = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=[("shtoss", gettext_lazy("shtoss")), ("faro", gettext_lazy("faro"))],
        required=False,
    )
    deck = forms.TypedChoiceField(
        label=gettext_lazy("Deck"),
        choices=[(size, gettext_lazy("%d cards") % size) for size in (52, 36, 32)],
        coerce=int,
        empty_value=52,
        required=False,
    )
    condition = forms.MultipleChoiceField(
        label=gettext_lazy("Conditions"),
        choices=[
            ("thirds", gettext_lazy("thirds")),
            ("lob-half", gettext_lazy("v lob polkusha: the lob costs half")),
            ("lob-full", gettext_lazy("v lob tselikom: the bank passes")),
        ],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    table = forms.ChoiceField(
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
        help_text=gettext_lazy("Position: who gains which share, as in “1: banker 1, 3: banker 1/2, 11: punter 1”"),
        max_length=400,
        required=False,
    )
    bait = forms.CharField(
        label=gettext_lazy("Bait (nazhivka)"),
        help_text=gettext_lazy(
            "What the banker pays for what, in roubles, as in “first-card 50, plie 100, deal-won 20, series-3 500”"
        ),
        max_length=200,
        required=False,
    )
    cards = forms.IntegerField(label=gettext_lazy("Cards staked"), min_value=1, max_value=MOST_CARDS, required=False)
    stake = forms.IntegerField(
        label=gettext_lazy("Stake on each, in roubles"), min_value=1, max_value=MOST, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say_choices(self)

    @classmethod
    def asking(cls, query: QueryDict) -> OddsForm:
        """The form of an address; what it leaves out stands at its default."""
        data = query.copy()
        for name, default in DEFAULTS.items():
            data.setdefault(name, str(default))
        return cls(data)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            cleaned["agreement"] = agreement = agree(self._record(cleaned))
            require_quick(cleaned.get("cards") or 1, agreement.conditions)
        except Illegal as refusal:
            raise forms.ValidationError(refusal.reason) from None
        return cleaned

    def _record(self, cleaned: dict[str, Any]) -> Record:
        rules: dict[str, Any] = {
            "variant": cleaned.get("variant") or "shtoss",
            "deck": cleaned.get("deck") or 52,
            "conditions": tuple(cleaned.get("condition") or ()),
        }
        table = cleaned.get("table")
        if table == OWN:
            rules["abzug"] = read_rows(cleaned.get("rows") or "")
        elif table:
            rules["abzug"] = table
        if cleaned.get("bait"):
            rules["nazhivka"] = tuple(_premiums(cleaned["bait"]))
        return Record("shtoss", (Player("banker", "Banker"), Player("punter", "Punter")), rules)

    def question(self) -> Question:
        """What is asked. Call it on a valid form only."""
        cleaned = self.cleaned_data
        return Question(cleaned["agreement"], cleaned.get("cards") or 1, cleaned.get("stake") or STAKE, self.query())

    def query(self) -> str:
        """The address of this question: only what differs from its default, in the order of the fields."""
        cleaned = self.cleaned_data
        asked = {name: cleaned.get(name) for name in self.fields}
        if asked["table"] != OWN:
            asked["rows"] = ""
        kept = {name: value for name, value in asked.items() if value and value != DEFAULTS.get(name)}
        return urlencode(kept, doseq=True)


def _premiums(text: str) -> list[dict[str, Any]]:
    """The premiums that somebody wrote down. Raises :class:`Illegal`."""
    premiums = []
    for part in parts(text):
        found = BAIT.fullmatch(part)
        if not found:
            says = _("“%(part)s” is not a premium; write the event and the roubles, as in plie 100")
            raise Illegal(says % {"part": part})
        if abs(int(found[2])) > MOST_BAIT:
            raise Illegal(_("a premium of %(amount)s is too large here; the most is 100000") % {"amount": found[2]})
        premiums.append({"event": found[1], "amount": int(found[2])})
    return premiums
