"""What the buttons of the builder do: each makes a new form out of the one that was sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from builder import order
from builder.agreed import number
from builder.deals import MOST_ACTIONS, Built
from builder.sheet import DECK, Chair, Sheet
from demos.words import card_name
from games.core.cards import Card, pack
from games.core.chance import ANY_SUIT
from games.core.protocol import Illegal, Offer
from games.shtoss.actions import parse
from games.shtoss.rules import State

SIMPLE = ("draw", "refuse", "turn", "deal", "stop")


@dataclass(frozen=True)
class Moves:
    """What may come next: who may stake which cards and how much, who may cut, and what a button alone can say."""

    stakers: tuple[Chair, ...] = ()
    cards: tuple[Card, ...] = ()
    least: int = 1
    divisor: int = 1
    cutters: tuple[Chair, ...] = ()
    deck: int = 52
    simple: tuple[tuple[str, str], ...] = ()  # the line of a record, and the words of its button
    turns: bool = False

    @property
    def named_cards(self) -> list[tuple[str, str]]:
        return [(str(card), card_name(card)) for card in reversed(self.cards)]


def moves(built: Built, sheet: Sheet) -> Moves:
    """What may come after the last step of ``built``; nothing while one of its actions is refused."""
    fold = built.fold()
    if fold.refusal or len(built.record.actions) >= MOST_ACTIONS:
        return Moves()
    state = fold.state
    offers = state.offers()
    verbs = {offer.verb for offer in offers}
    chairs = {chair.seat: chair for chair in sheet.seated}
    stakes = [offer for offer in offers if offer.verb == "stake"]
    free = {card for offer in stakes for card in offer.args["card"]}
    agreement = state.table.agreement
    simple = [(_line(offer), _label(offer, chairs)) for offer in offers if offer.verb in SIMPLE]
    if "stop" in verbs and "deal" not in verbs and not sheet.states_deck:
        simple.insert(0, (f"{state.next_banker()} deal", _("Deal again")))  # the button writes a seed for it
    return Moves(
        stakers=tuple(chairs[offer.seat] for offer in stakes),
        cards=tuple(card for card in pack(agreement.deck) if card in free),
        least=agreement.least,
        divisor=agreement.conditions.divisor,
        cutters=tuple(chairs[offer.seat] for offer in offers if offer.verb == "cut"),
        deck=agreement.deck,
        simple=tuple(simple),
        turns="turn" in verbs,
    )


def _line(offer: Offer) -> str:
    """An offer with one choice, as a record writes it."""
    return " ".join([offer.seat, offer.verb, *(str(values[0]) for values in offer.args.values())])


def _label(offer: Offer, chairs: dict[str, Chair]) -> str:
    name = chairs[offer.seat].name
    match offer.verb:
        case "turn":
            return _("Turn one abzug")
        case "deal":
            return _("Deal again")
        case "stop":
            return _("%(name)s ends the evening") % {"name": name}
        case "draw":
            return _("%(name)s draws for the bank") % {"name": name}
    refused, card = str(offer.args["punter"][0]), cast(Card, offer.args["card"][0])
    values = {"name": chairs[refused].name, "card": card_name(card)}
    return _("Refuse the stake of %(name)s on the %(card)s") % values


def edited(sheet: Sheet, asked: str) -> Sheet:
    """``sheet`` after the button whose value is ``asked``. Raises :class:`Illegal`; an unknown button does nothing."""
    verb, _space, rest = asked.partition(" ")
    match verb:
        case "put":
            return _put(sheet, rest)
        case "open":
            return _open(sheet)
        case "state":
            return _state(sheet)
        case "stake":
            return _stake(sheet)
        case "cut":
            return _cut(sheet)
        case "act":
            return _act(sheet, rest)
        case "over":
            return _over(sheet)
        case "remove":
            return sheet.without_action(int(rest)) if re.fullmatch(r"[1-9][0-9]{0,2}", rest, re.ASCII) else sheet
    return sheet


def _put(sheet: Sheet, pattern: str) -> Sheet:
    """A card at the place that is chosen; the next place is chosen then."""
    built = sheet.built()
    size = built.fold().table.agreement.deck
    if not order.is_pattern(pattern, size):
        return sheet
    place, deal = min(sheet.place, size), sheet.deal
    if sheet.states_deck:
        sheet = _swapped(sheet, built, place, deal, pattern)
    else:
        sheet = sheet.with_line("tops", deal, order.put(sheet.line("tops", deal), place, pattern))
    return sheet.changed(place=str(min(place + 1, size)))


def _swapped(sheet: Sheet, built: Built, place: int, deal: int, pattern: str) -> Sheet:
    """A whole deck stays whole: the two cards change places."""
    if pattern[1] == ANY_SUIT:
        raise Illegal(_("in a whole deck every card has its suit; choose a card with one"), _("Whole deck"))
    size, shift = built.fold().table.agreement.deck, built.fold().cut(deal)[0]
    return sheet.with_line("decks", deal, order.swap(sheet.line("decks", deal), (place - 1 + shift) % size, pattern))


def _open(sheet: Sheet) -> Sheet:
    """Nothing fixed at the place that is chosen."""
    if sheet.states_deck:
        return sheet
    there = order.tokens(sheet.line("tops", sheet.deal))
    if sheet.place <= len(there):
        there[sheet.place - 1] = order.OPEN
    return sheet.with_line("tops", sheet.deal, " ".join(order.tokens(" ".join(there))))


def _state(sheet: Sheet) -> Sheet:
    """The whole deck written out, deal by deal, as it lies before the cut; the deals go on as they did.

    Only a lot does not: it is drawn from the top of a stated deck.
    """
    if sheet.states_deck:
        return sheet
    built = sheet.built()
    chance, lines = built.fold().table.chance, []
    for deal in range(1, sheet.deals + 1):
        dealt, shift = chance.pack(deal), built.fold().cut(deal)[0]
        cards = dealt.cards[-shift:] + dealt.cards[:-shift] if dealt.given and shift else dealt.cards
        lines.append(" ".join(map(str, cards)))
    return sheet.changed(order=DECK, decks="\n".join(lines))


def _act(sheet: Sheet, line: str) -> Sheet:
    """A line of play that says all; a second deal gets a seed of its own, so that the first stays as it was."""
    if not line.endswith(" deal") or sheet.states_deck:
        return sheet.acted(line)
    seeds = sheet.field("seeds").split("\n")
    for deal in range(len(seeds) + 1, sheet.deals + 2):
        seeds.append(f"{seeds[0]}/{deal}")
    return sheet.changed(seeds="\n".join(seeds)).acted(line)


def _stake(sheet: Sheet) -> Sheet:
    words = [sheet.field("stake-seat"), "stake", sheet.field("stake-card"), number(sheet.field("stake-amount"))]
    return _tried(sheet, " ".join(word for word in words if word)).changed(**{"stake-amount": ""})


def _cut(sheet: Sheet) -> Sheet:
    return _tried(sheet, f"{sheet.field('cut-seat')} cut {number(sheet.field('cut-count')) or 1}")


def _tried(sheet: Sheet, line: str) -> Sheet:
    """``sheet`` with ``line`` played, if that is allowed. Raises :class:`Illegal`, and then nothing has changed."""
    played = sheet.acted(line)
    built = played.built()
    refusal = built.fold().refusal
    if refusal and not sheet.built().fold().refusal:
        raise refusal
    return played


def _over(sheet: Sheet) -> Sheet:
    """One abzug after another until the deal is settled."""
    fold = sheet.built().fold()
    if fold.refusal:
        raise fold.refusal
    state = fold.state
    lines: list[str] = []
    turn = _turn(state)
    while turn and len(sheet.actions) + len(lines) < MOST_ACTIONS:
        lines.append(_line(turn))
        state, _events = state.apply(parse(_line(turn)))
        turn = _turn(state)
    return sheet.acted(*lines)


def _turn(state: State) -> Offer | None:
    return next((offer for offer in state.offers() if offer.verb == "turn"), None)
