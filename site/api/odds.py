"""Exact odds as data. What takes long is refused, with what would be quick."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from api import answers
from api.asked import OWN, OddsAsked
from games.core.protocol import Illegal
from games.core.record import Player, Record
from games.core.wording import instead, quoted
from games.shtoss import odds as reckoned
from games.shtoss.agreement import TABLES, Agreement, agree
from games.shtoss.written import read_rows

SEATS = (Player("banker", "Banker"), Player("punter", "Punter"))

one = lru_cache(maxsize=256)(reckoned.odds)
several = lru_cache(maxsize=256)(reckoned.several)


def odds(request: HttpRequest, asked: OddsAsked) -> answers.Odds:
    """The answer to ``asked``. Raises :class:`Illegal` with what would be right."""
    agreement = agree(Record("shtoss", SEATS, _rules(asked)))
    found = one(agreement.deck, agreement.conditions, asked.left, asked.bearing)
    whole = found.left == agreement.deck and found.bearing == reckoned.OF_A_RANK
    if not whole and asked.cards > 1:
        raise Illegal("left and bearing are those of one card in the middle of a deal; leave cards out", "cards")
    return answers.Odds(
        variant=agreement.variant,
        deck=agreement.deck,
        conditions=sorted(set(asked.condition)),
        passing=agreement.passing,
        cards=asked.cards,
        left=found.left,
        bearing=found.bearing,
        edge=exact(found.edge),
        banker=exact(found.banker),
        punter=exact(found.punter),
        plie=exact(found.plie),
        abzugs=exact(found.mean_abzugs) if found.decisions else None,
        decisions=[_decision(each) for each in found.decisions],
        deal=_deal(asked.cards, agreement) if whole else None,
        room=_room(request, asked) if whole else None,
    )


def _rules(asked: OddsAsked) -> dict[str, Any]:
    rules: dict[str, Any] = {
        "variant": asked.variant,
        "deck": asked.deck,
        "conditions": tuple(asked.condition),
    }
    if asked.rows or asked.table == OWN:
        if asked.table not in ("", OWN):
            raise Illegal("a table is named and rows are given; leave one of them out", "rows")
        rules["abzug"] = read_rows(asked.rows)
    elif asked.table in TABLES:
        rules["abzug"] = asked.table
    elif asked.table:
        raise Illegal(f"{quoted(asked.table)} is not a table; {instead(asked.table, (*TABLES, OWN))}", "table")
    return rules


def _deal(cards: int, agreement: Agreement) -> answers.Deal:
    reckoned.require_quick(cards, agreement.conditions)
    found = several(cards, agreement.deck, agreement.conditions)
    return answers.Deal(
        edge=exact(found.edge),
        won=exact(found.deal_won),
        net=[answers.Total(gain=exact(gain), chance=exact(chance)) for gain, chance in found.net.items()],
        ends=[exact(chance) for chance in found.ends],
    )


def _decision(decision: reckoned.Decision) -> answers.Decision:
    return answers.Decision(
        position=decision.position,
        plie=decision.plie,
        chance=exact(decision.chance),
        share=exact(decision.share),
    )


def _room(request: HttpRequest, asked: OddsAsked) -> str:
    """The odds room with the same question."""
    said = {name: value for name, value in asked.model_dump(exclude={"left", "bearing"}).items() if value}
    if asked.rows:
        said["table"] = OWN
    plain = {name: field.default for name, field in OddsAsked.model_fields.items()}
    query = urlencode({name: value for name, value in said.items() if value != plain[name]}, doseq=True)
    return str(request.build_absolute_uri(reverse("odds:room") + (f"?{query}" if query else "")))


def exact(number: Fraction) -> answers.Exact:
    return answers.Exact(exact=str(number), value=float(number))
