"""What bait (*nazhivka*) is worth: how often each premium falls due, and so what it brings on average.

A card occasions its premiums by the way it is decided, so their frequencies follow from the odds of one card. The
premiums of a whole deal ask whether the punter gained over it. A deal is won with the same chance p each time and
independently of the others, so in a long evening a run of wins begins after a deal that was not won, 1 - p of them, and
reaches its n-th win with p to the n: that is how often ``series-n`` is paid.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from games.shtoss.agreement import Premium
from games.shtoss.odds import OF_A_RANK, Odds, Several


def worth(premiums: Iterable[Premium], cards: int, single: Odds, deal: Several) -> Fraction:
    """What ``premiums`` bring the punter on average over one of many deals, in the unit of their amounts.

    ``cards`` cards of different ranks are staked in each deal, as much on each; ``single`` are the odds of one of them
    and ``deal`` those of them all.
    """
    return sum((each.amount * frequency(each.event, cards, single, deal) for each in premiums), Fraction(0))


def frequency(event: str, cards: int, single: Odds, deal: Several) -> Fraction:
    """How often the premium for ``event`` falls due in one of many deals, on average."""
    match event:
        case "deal-won":
            return deal.deal_won
        case "first-card":
            return cards * single.at(2)
        case "lob":
            return cards * single.at(1)
        case "plie":
            return cards * single.plie
        case "colour":  # the deciding card is equally likely to be of each suit
            return cards * single.punter / OF_A_RANK
    wins = int(event.removeprefix("series-"))
    return (1 - deal.deal_won) * deal.deal_won**wins
