"""What happened at a step, in sentences: the same for a page, a fragment, an embed and a terminal.

A :class:`Sentence` keeps its glossary marks apart from its values, so that a page can link the terms and escape the
names, and a terminal can print both bare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from demos.words import amount, card_name, cards, joined
from games.core.cards import card
from games.core.protocol import Event
from games.core.replay import Step
from games.shtoss.view import View
from library.marks import Linker, linked, plain

CONDITIONS = {
    "v-lob-polkusha": gettext_lazy("[[v-lob-polkusha|v lob polkusha]], half the stake"),
    "abzug-shtoss": gettext_lazy("by the [[abzug-shtoss|abzug table]]"),
    "tsvetnaya": gettext_lazy("a [[tsvetnaya|colour card]], the whole stake"),
    "polutsvetnaya": gettext_lazy("a [[polutsvetnaya|half-colour card]], two thirds"),
    "prostaya": gettext_lazy("a [[prostaya|simple card]], one third"),
}
OCCASIONS = {
    "deal-won": gettext_lazy("a deal won"),
    "first-card": gettext_lazy("a card won by the sonik"),
    "lob": gettext_lazy("a card beaten by the lob"),
    "plie": gettext_lazy("a plie"),
    "colour": gettext_lazy("a colour card"),
}


@dataclass(frozen=True)
class Sentence:
    """``template`` has ``[[term|words]]`` marks and ``%(name)s`` places for ``values``; ``kind`` is the event told."""

    template: str
    values: Mapping[str, Any]
    kind: str = ""

    def html(self, linker: Linker) -> str:
        return linked(self.template, self.values, linker)

    def __str__(self) -> str:
        return plain(self.template, self.values)


@dataclass(frozen=True)
class Teller:
    """Tells the steps of one record. ``names`` are the players' by seat; ``unit`` is what amounts are counted in."""

    names: Mapping[str, str]
    unit: Sequence[str] = ()

    def tell(self, step: Step) -> list[Sentence]:
        """The sentences of ``step``. Step 0 sets the scene."""
        if step.action is None:
            return list(self._scene(step.state.view(None)))
        sentences: list[Sentence] = []
        turned = [event for event in step.events if event.kind == "turned"]
        if turned:
            sentences.append(self._abzug(*turned))
        opened = [event for event in step.events if event.kind == "opened"]
        if opened:
            sentences.append(self._opened(opened))
        told = {"turned", "opened"}
        for event in step.events:
            if event.kind not in told:
                sentences.append(replace(self._kinds()[event.kind](event), kind=event.kind))
        return sentences

    def standing(self, net: Mapping[str, int]) -> Sentence:
        """Who has won and lost how much."""
        parts = []
        for seat, won in net.items():
            values = {"name": self.names[seat], "amount": amount(abs(won), self.unit)}
            if won > 0:
                parts.append(_("%(name)s has won %(amount)s") % values)
            elif won < 0:
                parts.append(_("%(name)s has lost %(amount)s") % values)
            else:
                parts.append(_("%(name)s is even") % values)
        return Sentence("%(parts)s.", {"parts": ". ".join(parts)})

    def _kinds(self) -> Mapping[str, Callable[[Event], Sentence]]:
        return {
            "drew": self._drew,
            "tied": self._tied,
            "banks": self._banks,
            "staked": self._staked,
            "refused": self._refused,
            "cut": self._cut,
            "settled": self._settled,
            "premium": self._premium,
            "dealt": self._dealt,
            "stopped": self._stopped,
        }

    def _scene(self, view: View) -> Iterator[Sentence]:
        punters = [self.names[seat] for seat in view.punters]
        values = {"punters": joined(punters), "cards": cards(view.deck)}
        if view.banker is None:
            yield Sentence(_("%(punters)s sit down to a deck of %(cards)s and draw for the [[banker|bank]]."), values)
        else:
            template = ngettext(
                "%(banker)s keeps the [[bank-money|bank]] and deals from %(cards)s. %(punters)s [[punter|punts]].",
                "%(banker)s keeps the [[bank-money|bank]] and deals from %(cards)s. %(punters)s [[punter|punt]].",
                len(punters),
            )
            yield Sentence(template, values | {"banker": self.names[view.banker]})
        if view.initial_kush > 1:
            yield Sentence(
                _("The [[initial-kush|initial kush]], the least that may be staked, is %(amount)s."),
                {"amount": amount(view.initial_kush, self.unit)},
            )
        if view.bank is not None:
            template = _("The [[bank-money|bank]] is %(amount)s, and a stake above it may be refused.")
            if view.volny_kush:
                template = _(
                    "The [[bank-money|bank]] is %(amount)s, and by [[volny-kush|vol'ny kush]] every stake stands."
                )
            yield Sentence(template, {"amount": amount(view.bank, self.unit)})

    def _drew(self, event: Event) -> Sentence:
        drawn = {"name": self._name(event), "card": card_name(card(str(event.data["card"])))}
        return Sentence(_("%(name)s draws the %(card)s."), drawn)

    def _tied(self, event: Event) -> Sentence:
        tied = [self.names[seat] for seat in str(event.data["seats"]).split()]
        return Sentence(
            _("The ranks are equal, and suits do not break a tie. %(names)s draw again."), {"names": joined(tied)}
        )

    def _banks(self, event: Event) -> Sentence:
        return Sentence(_("%(name)s has the highest card and keeps the [[banker|bank]]."), {"name": self._name(event)})

    def _staked(self, event: Event) -> Sentence:
        return Sentence(
            _("%(name)s puts down a card, face down, and stakes %(amount)s on it."),
            {"name": self._name(event), "amount": amount(int(event.data["amount"]), self.unit)},
        )

    def _refused(self, event: Event) -> Sentence:
        return Sentence(
            _("%(name)s [[bit-kartu|does not take]] the stake of %(amount)s. %(punter)s takes the card back unseen."),
            {
                "name": self._name(event),
                "punter": self.names[str(event.data["punter"])],
                "amount": amount(int(event.data["amount"]), self.unit),
            },
        )

    def _cut(self, event: Event) -> Sentence:
        return Sentence(
            ngettext(
                "%(name)s [[podrezat|cuts]]: %(cards)s from the top goes under the rest.",
                "%(name)s [[podrezat|cuts]]: %(cards)s from the top go under the rest.",
                int(event.data["count"]),
            ),
            {"name": self._name(event), "cards": cards(int(event.data["count"]))},
        )

    def _abzug(self, right: Event, left: Event) -> Sentence:
        values = {
            "number": (int(right.data["position"]) + 1) // 2,
            "right": card_name(card(str(right.data["card"]))),
            "left": card_name(card(str(left.data["card"]))),
        }
        if "lob" in right.terms:
            text = _("The first [[abzug]]: to the right the %(right)s ([[lob]]), to the left the %(left)s ([[sonik]]).")
        elif "s-gorki" in right.terms:
            text = _(
                "The second [[abzug]]: to the right the %(right)s ([[s-gorki|s gorki]]), to the left the %(left)s."
            )
        else:
            text = _("[[abzug|Abzug]] %(number)s: to the right the %(right)s, to the left the %(left)s.")
        return Sentence(text, values)

    def _opened(self, events: Sequence[Event]) -> Sentence:
        parts = [
            _("%(name)s opens the %(card)s")
            % {"name": self._name(each), "card": card_name(card(str(each.data["card"])))}
            for each in events
        ]
        return Sentence("%(parts)s.", {"parts": ". ".join(parts)})

    def _settled(self, event: Event) -> Sentence:
        won = int(event.data["amount"])
        staked = card(str(event.data["card"]))
        values = {
            "name": self._name(event),
            "card": card_name(staked),
            "amount": amount(abs(won), self.unit),
        }
        if not {"bita", "dana"} & set(event.terms):
            return Sentence(
                _("The pack ends without a winner for the %(card)s. %(name)s takes the stake back."), values
            )
        if "dana" in event.terms:
            found = _("The left card has the rank of the %(card)s: it is [[dana|given]]")
        elif "plie" in event.terms:
            found = _("Both cards have the rank of the %(card)s, a [[plie]]: it is [[bita|beaten]]")
        elif "doublet" in event.terms:
            found = _("Both cards have the rank of the %(card)s, a [[doublet]]: it is [[bita|beaten]]")
        else:
            found = _("The right card has the rank of the %(card)s: it is [[bita|beaten]]")
        if won > 0:
            return Sentence(found + self._why(event) + _(". %(name)s wins %(amount)s."), values)
        if won < 0:
            return Sentence(found + self._why(event) + _(". %(name)s loses %(amount)s."), values)
        return Sentence(found + self._why(event) + _(", and nothing passes."), values)

    def _why(self, event: Event) -> str:
        """The condition that sets how much passes, where one does."""
        said = [str(CONDITIONS[term]) for term in event.terms if term in CONDITIONS]
        return f" ({', '.join(said)})" if said else ""

    def _premium(self, event: Event) -> Sentence:
        paid = int(event.data["amount"])
        values = {"name": self._name(event), "amount": amount(abs(paid), self.unit), "reason": self._reason(event)}
        if paid > 0:
            return Sentence(_("[[nazhivka|Bait]] for %(reason)s. %(name)s gets %(amount)s."), values)
        return Sentence(_("[[nazhivka|Bait]] for %(reason)s. %(name)s pays %(amount)s."), values)

    def _reason(self, event: Event) -> str:
        reason = str(event.data["reason"])
        if reason.startswith("series-"):
            return _("win number %(number)s in a row") % {"number": reason.removeprefix("series-")}
        return str(OCCASIONS[reason])

    def _dealt(self, event: Event) -> Sentence:
        values = {"name": self._name(event), "number": event.data["deal"]}
        return Sentence(_("%(name)s shuffles again and keeps the bank: [[metka|deal]] %(number)s."), values)

    def _stopped(self, event: Event) -> Sentence:
        return Sentence(_("%(name)s ends the evening."), {"name": self._name(event)})

    def _name(self, event: Event) -> str:
        return self.names[str(event.data["seat"])]
