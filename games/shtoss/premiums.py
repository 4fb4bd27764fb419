"""Bait (*nazhivka*): premiums for turns of luck, paid once for each occurrence."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.protocol import Event, Seat, event
from games.shtoss.agreement import Agreement
from games.shtoss.settlement import Bet, Outcome

Paid = tuple[Seat, str, int]  # the punter, the occurrence, what he gets for it


def for_card(bet: Bet, agreement: Agreement) -> Iterator[Paid]:
    """What the settlement of one card occasions."""
    ending = bet.settlement
    assert ending is not None
    happened = {
        "first-card": ending.outcome is Outcome.GIVEN and ending.position == 2,
        "lob": ending.outcome is Outcome.KILLED and ending.position == 1,
        "plie": ending.plie,
        "colour": ending.outcome is Outcome.GIVEN and "tsvetnaya" in ending.terms,
    }
    for premium in agreement.nazhivka:
        if happened.get(premium.event):
            yield bet.seat, premium.event, premium.amount


def for_deal(seat: Seat, won: int, wins: int, agreement: Agreement) -> Iterator[Paid]:
    """What the end of a deal occasions that brought ``won`` to ``seat`` and was his win number ``wins`` in a row."""
    for premium in agreement.nazhivka:
        if won > 0 and premium.event in ("deal-won", f"series-{wins}"):
            yield seat, premium.event, premium.amount


def told(paid: Paid) -> Event:
    """The premium as the table sees it."""
    seat, reason, amount = paid
    return event("premium", "nazhivka", seat=seat, reason=reason, amount=amount)
