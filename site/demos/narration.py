"""What happened at a step, in sentences: the same for a page, a fragment, an embed and a terminal.

A :class:`Sentence` keeps its glossary marks apart from its values, so that a page can link the terms and escape the
names, and a terminal can print both bare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from demos.words import amount, card_name, cards, joined
from games.core.cards import card
from games.core.protocol import Event
from games.core.replay import Step
from games.shtoss.view import View
from library.marks import Linker, linked, plain


@dataclass(frozen=True)
class Sentence:
    """``template`` has ``[[term|words]]`` marks and ``%(name)s`` places for ``values``."""

    template: str
    values: Mapping[str, Any]

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
        sentences += [self._kinds()[event.kind](event) for event in step.events if event.kind not in told]
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
        return Sentence("%(parts)s.", {"parts": "; ".join(parts)})

    def _kinds(self) -> Mapping[str, Callable[[Event], Sentence]]:
        return {
            "staked": self._staked,
            "refused": self._refused,
            "cut": self._cut,
            "settled": self._settled,
            "dealt": self._dealt,
            "stopped": self._stopped,
        }

    def _scene(self, view: View) -> Iterator[Sentence]:
        punters = [self.names[seat] for seat in view.punters]
        values = {"banker": self.names[view.banker], "punters": joined(punters), "cards": cards(view.deck)}
        yield Sentence(
            ngettext(
                "%(banker)s keeps the [[bank-money|bank]] and deals from %(cards)s; %(punters)s [[punter|punts]].",
                "%(banker)s keeps the [[bank-money|bank]] and deals from %(cards)s; %(punters)s [[punter|punt]].",
                len(punters),
            ),
            values,
        )
        if view.initial_kush > 1:
            yield Sentence(
                _("The [[initial-kush|initial kush]], the least that may be staked, is %(amount)s."),
                {"amount": amount(view.initial_kush, self.unit)},
            )
        if view.bank is not None:
            yield Sentence(
                _("%(amount)s lie in the [[bank-money|bank]]; a stake above it may be refused."),
                {"amount": amount(view.bank, self.unit)},
            )

    def _staked(self, event: Event) -> Sentence:
        return Sentence(
            _("%(name)s puts down a card, face down, and stakes %(amount)s on it."),
            {"name": self._name(event), "amount": amount(int(event.data["amount"]), self.unit)},
        )

    def _refused(self, event: Event) -> Sentence:
        return Sentence(
            _("%(name)s [[bit-kartu|does not take]] the stake of %(amount)s; %(punter)s takes the card back unseen."),
            {
                "name": self._name(event),
                "punter": self.names[str(event.data["punter"])],
                "amount": amount(int(event.data["amount"]), self.unit),
            },
        )

    def _cut(self, event: Event) -> Sentence:
        return Sentence(
            _("%(name)s [[podrezat|cuts]]: %(cards)s from the top go under the rest."),
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
        return Sentence("%(parts)s.", {"parts": "; ".join(parts)})

    def _settled(self, event: Event) -> Sentence:
        values = {
            "name": self._name(event),
            "card": card_name(card(str(event.data["card"]))),
            "amount": amount(abs(int(event.data["amount"])), self.unit),
        }
        if "dana" in event.terms:
            text = _("The left card has the rank of the %(card)s: it is [[dana|given]], and %(name)s wins %(amount)s.")
        elif "plie" in event.terms:
            text = _(
                "Both cards have the rank of the %(card)s, a [[plie]]: [[bita|beaten]], and %(name)s loses %(amount)s."
            )
        else:
            text = _(
                "The right card has the rank of the %(card)s: it is [[bita|beaten]], and %(name)s loses %(amount)s."
            )
        return Sentence(text, values)

    def _dealt(self, event: Event) -> Sentence:
        return Sentence(_("The deck is shuffled again: [[metka|deal]] %(number)s."), {"number": event.data["deal"]})

    def _stopped(self, event: Event) -> Sentence:
        return Sentence(_("%(name)s ends the evening."), {"name": self._name(event)})

    def _name(self, event: Event) -> str:
        return self.names[str(event.data["seat"])]
