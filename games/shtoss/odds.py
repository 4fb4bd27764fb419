"""Exact odds: what a staked card has before it, as fractions.

With r cards left before an abzug, k of them bearing the rank, the places of those k are equally likely to be any k of
the r. Those with one of them in this pair, on a given side and alone, number C(r-2, k-1); those with two number
C(r-2, k-2). So the two sides are equal but for the pair of equal cards, the plie, and in plain play the banker's edge
is exactly the chance of a plie at the deciding abzug. With k = 4 of 52 that is 33/833.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from games.core.cards import PACKS, SUITS, Card
from games.core.protocol import Illegal
from games.core.wording import listed
from games.shtoss.conditions import PLAIN, WHOLE, Conditions, colour_share

OF_A_RANK = len(SUITS)
MOST_WORK = 700  # cards squared times the common denominator: the reckoning of a deal grows with it, to about 100 ms


@dataclass(frozen=True, slots=True)
class Decision:
    """One way for a staked card to end: at ``position`` (counted from the top of the whole deck), a plie or not.

    ``chance`` is its probability, ``share`` the part of the stake that the punter then gains, on average over suits.
    """

    position: int
    plie: bool
    chance: Fraction
    share: Fraction

    @property
    def killed(self) -> bool:
        return self.position % 2 == 1


@dataclass(frozen=True)
class Odds:
    """All the ways for one staked card to end. ``left`` cards are unseen, ``bearing`` of them have its rank."""

    left: int
    bearing: int
    decisions: tuple[Decision, ...]

    @cached_property
    def banker(self) -> Fraction:
        """The chance that an odd card decides, plies included."""
        return _sum(each.chance for each in self.decisions if each.killed)

    @cached_property
    def punter(self) -> Fraction:
        """The chance that an even card decides."""
        return _sum(each.chance for each in self.decisions if not each.killed)

    @cached_property
    def plie(self) -> Fraction:
        """The chance of a plie at the deciding abzug."""
        return _sum(each.chance for each in self.decisions if each.plie)

    @cached_property
    def edge(self) -> Fraction:
        """What the banker gains on average per unit staked; negative if the conditions favour the punter."""
        return -_sum(each.chance * each.share for each in self.decisions)

    @cached_property
    def mean_abzugs(self) -> Fraction:
        """The mean number of abzugs, counted from now, until the card is decided. Needs a rank that is still there."""
        first = self.decisions[0].position
        return _sum(each.chance * ((each.position - first) // 2 + 1) for each in self.decisions)

    def at(self, position: int) -> Fraction:
        """The chance that the card of ``position`` decides."""
        return _sum(each.chance for each in self.decisions if each.position == position)


def odds(
    size: int = 52,
    conditions: Conditions = PLAIN,
    left: int | None = None,
    bearing: int = OF_A_RANK,
    suit_share: Fraction | None = None,
) -> Odds:
    """The odds of one card in a deck of ``size`` of which ``left`` (all, if None) are unseen, ``bearing`` of its rank.

    ``suit_share`` is the mean share of the stake that play by thirds passes, by default that of a full rank, 7/12.
    Raises :class:`Illegal` for a number of cards that cannot be.
    """
    left = size if left is None else left
    _require(size, left, bearing)
    mean = suit_share if suit_share is not None else mean_colour_share()
    suits = mean if conditions.thirds else WHOLE
    return Odds(left, bearing, tuple(_decisions(size, conditions, left, bearing, suits)))


def _decisions(size: int, conditions: Conditions, left: int, bearing: int, suits: Fraction) -> Iterator[Decision]:
    ways = comb(left, bearing)
    for remaining in range(left, 1, -2):
        position, last = size - remaining + 1, remaining == 2
        alone = _ways(remaining - 2, bearing - 1)
        for place, plie, count in (
            (position, False, alone),
            (position, True, _ways(remaining - 2, bearing - 2)),
            (position + 1, False, alone),
        ):
            if count:
                share = conditions.base(place, plie, last) * suits
                yield Decision(place, plie, Fraction(count, ways), share)


def edges(size: int = 52, conditions: Conditions = PLAIN) -> dict[tuple[int, int], Fraction]:
    """The banker's edge for every even number of cards left in a deck of ``size`` and every number of the rank.

    The same values as ``odds(…).edge``, summed in whole numbers.
    """
    suits = mean_colour_share() if conditions.thirds else WHOLE
    found = {}
    ways: defaultdict[int, Counter[Fraction]] = defaultdict(Counter)
    for left in range(2, size + 1, 2):  # each round puts one more pair before those that are there
        position, last = size - left + 1, left == 2
        alone = conditions.base(position, False, last) + conditions.base(position + 1, False, last)
        plie = conditions.base(position, True, last)
        for bearing in range(1, min(OF_A_RANK, left) + 1):
            ways[bearing][alone] += _ways(left - 2, bearing - 1)
            ways[bearing][plie] += _ways(left - 2, bearing - 2)
            gained = _sum(share * count for share, count in ways[bearing].items() if share)
            found[left, bearing] = -suits * gained / comb(left, bearing)
    return found


def mean_colour_share(staked: Card | None = None, suits: str = SUITS) -> Fraction:
    """The mean share that play by thirds passes when the deciding card is equally likely to be of each of ``suits``."""
    staked = staked or Card("7", SUITS[0])
    if not suits:
        return WHOLE
    return _sum(colour_share(staked, Card(staked.rank, suit)) for suit in suits) / len(suits)


@dataclass(frozen=True)
class Several:
    """A deal with several cards of different ranks, one unit on each.

    ``net`` gives the chance of each total that the punter can gain; ``ends`` the chance that the deal ends with each
    abzug, from the first.
    """

    net: Mapping[Fraction, Fraction]
    ends: tuple[Fraction, ...]

    @cached_property
    def edge(self) -> Fraction:
        """What the banker gains on average over the deal, in units of one card's stake."""
        return -_sum(gain * chance for gain, chance in self.net.items())

    @cached_property
    def deal_won(self) -> Fraction:
        """The chance that the punter gains over the deal."""
        return _sum(chance for gain, chance in self.net.items() if gain > 0)


def several(cards: int, size: int = 52, conditions: Conditions = PLAIN) -> Several:
    """The whole distribution for ``cards`` cards staked before the deal. Raises :class:`Illegal`.

    The deal is a chain over the abzugs: a state is how many of the ranks are undecided and what was gained; the cards
    of decided ranks are as good as any other.
    """
    if size not in PACKS or not 1 <= cards <= size // OF_A_RANK:
        raise Illegal(f"{cards} cards of different ranks cannot be staked in a deck of {size}")
    unit = conditions.divisor
    going: Weights = {(cards, 0): 1}
    total = 1  # the sum of all weights: chances are weights over it, so nothing is reduced until the end
    net: defaultdict[int, int] = defaultdict(int)
    ends: list[Fraction] = []
    for remaining in range(size, 1, -2):
        going, ended = _turned(going, size, remaining, conditions)
        ways = remaining * (remaining - 1) * SUIT_WAYS**2
        total *= ways
        ends.append(Fraction(sum(ended.values()), total))
        for gain in {*net, *ended}:
            net[gain] = net[gain] * ways + ended[gain]
    return Several({Fraction(gain, unit): Fraction(net[gain], total) for gain in sorted(net)}, tuple(ends))


def require_quick(cards: int, conditions: Conditions) -> None:
    """Raises :class:`Illegal` if the many totals of several cards would take longer to reckon than a reader waits."""
    most = MOST_WORK // cards**2
    if cards > 1 and conditions.divisor > most:
        says = f"the shares of this table have the common denominator {conditions.divisor}"
        raise Illegal(f"{says}; with {cards} cards it can be at most {most}, so stake fewer or take simpler shares")


Weights = dict[tuple[int, int], int]  # (undecided cards, gain in units) -> weight
SUIT_WAYS = OF_A_RANK  # the deciding card is equally likely to be of each suit


def _turned(going: Weights, size: int, remaining: int, conditions: Conditions) -> tuple[Weights, defaultdict[int, int]]:
    """One abzug: the weights of the deals that go on, and by their gain those of the deals that end."""
    on: defaultdict[tuple[int, int], int] = defaultdict(int)
    ended: defaultdict[int, int] = defaultdict(int)
    shares = _pair_shares(size, remaining, conditions)
    for (undecided, gained), weight in going.items():
        for fewer, gain, ways in _pair_outcomes(undecided, remaining, shares):
            if not ways:
                continue
            if fewer == undecided:
                ended[gained + gain] += weight * ways
            else:
                on[undecided - fewer, gained + gain] += weight * ways
    return dict(on), ended


BySuit = Counter[int]  # gain in units -> in how many of the suits
PairShares = tuple[BySuit, BySuit, BySuit]  # of a card killed alone, given alone, killed by a pair of equals


def _pair_shares(size: int, remaining: int, conditions: Conditions) -> PairShares:
    position = size - remaining + 1
    bases = ((position, False), (position + 1, False), (position, True))
    # A full rank is decided before the last pair of the pack, so no share is that of the last pair.
    killed, given, plie = (_by_suit(conditions, conditions.base(place, both, last=False)) for place, both in bases)
    return killed, given, plie


def _by_suit(conditions: Conditions, base: Fraction) -> BySuit:
    staked = Card("7", SUITS[0])
    suited = [colour_share(staked, Card("7", suit)) if conditions.thirds else WHOLE for suit in SUITS]
    return Counter(int(base * share * conditions.divisor) for share in suited)


def _pair_outcomes(undecided: int, remaining: int, shares: PairShares) -> Iterator[tuple[int, int, int]]:
    """How many cards one abzug decides, what the punter gains by it in units, and in how many ways."""
    killed, given, plie = shares
    live = OF_A_RANK * undecided
    other = remaining - live
    yield 0, 0, other * (other - 1) * SUIT_WAYS**2
    for suits, ordered in ((killed, live * other), (given, other * live), (plie, live * (OF_A_RANK - 1))):
        for gain, times in suits.items():
            yield 1, gain, ordered * times * SUIT_WAYS
    for loss, times in killed.items():
        for gain, other_times in given.items():
            yield 2, loss + gain, live * (live - OF_A_RANK) * times * other_times


def _require(size: int, left: int, bearing: int) -> None:
    if size not in PACKS and size % 2:
        raise Illegal(f"a deck of {size} cards cannot be turned in pairs; it can have {listed(PACKS)}")
    if not 2 <= left <= size or left % 2:
        raise Illegal(f"{left} cards cannot be left of {size} before an abzug; it is an even number from 2 to {size}")
    if not 0 <= bearing <= min(OF_A_RANK, left):
        raise Illegal(f"{bearing} of {left} cards cannot have one rank; it is 0 to {min(OF_A_RANK, left)}")


def _ways(of: int, chosen: int) -> int:
    return comb(of, chosen) if chosen >= 0 else 0


def _sum(values: object) -> Fraction:
    return sum(values, Fraction(0))  # type: ignore[call-overload, no-any-return]
