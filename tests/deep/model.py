"""A slow model of an evening's money, written from the rules alone.

It reads the texts of a record (``[rules]``, decks, lines of play) and knows nothing of the engine. It trusts that every
line is allowed; what it answers is who holds the bank, who has won what, and how much may be staked. Amounts are
fractions throughout, so that nothing can be rounded unseen.
"""

from fractions import Fraction
from itertools import product
from math import lcm

NAMED_TABLES = {
    "lob-full-gorka-half": {1: Fraction(-1), 3: Fraction(-1, 2)},
    "killed-at-eleven": {1: Fraction(-1), 11: Fraction(1)},
}
PART = {"whole": Fraction(1), "half": Fraction(1, 2)}
ORDER = "23456789TJQKA"


def table(rules):
    """The abzug table: at which position which part of the stake passes; minus is to the banker."""
    agreed = rules.get("abzug", ())
    if isinstance(agreed, str):
        return NAMED_TABLES[agreed]
    sign = {"punter": 1, "banker": -1}
    return {row["position"]: sign[row["to"]] * Fraction(row["share"]) for row in agreed}


def at_position(rules, position, doublet, last):
    """What part of the stake the punter gains when a card is decided at ``position``, suits not yet looked at."""
    faro = rules.get("variant") == "faro"
    right_side = position % 2 == 1
    if last and not right_side and faro and rules.get("last_card", "void") == "void":
        return Fraction(0)
    rows = table(rules)
    part = Fraction(-1) if right_side else Fraction(1)
    if position in rows:
        part = rows[position]
    elif position == 1 and "lob-half" in rules.get("conditions", ()):
        part = part / 2
    if doublet and faro:
        part *= PART[rules.get("last_doublet", "whole")] if last else PART[rules.get("doublet", "half")]
    return part


def by_suit(rules, staked, deciding):
    """By thirds a card of the same suit passes all, one of the same colour two thirds, any other one third."""
    if "thirds" not in rules.get("conditions", ()):
        return Fraction(1)
    if staked[1] == deciding[1]:
        return Fraction(3, 3)
    red = {"d", "h"}
    return Fraction(2, 3) if len({staked[1], deciding[1]} & red) != 1 else Fraction(1, 3)


def end(rules, staked, position, right, left, last):
    """How one abzug ends a staked card: (position, part gained, what happened), or None if it stays in play."""
    killed, given = right[0] == staked[0], left[0] == staked[0]
    if not killed and not given:
        return (position + 1, Fraction(0), {"nothing"}) if last else None
    deciding, place = (right, position) if killed else (left, position + 1)
    doublet = killed and given
    part = at_position(rules, place, doublet, last) * by_suit(rules, staked, deciding)
    void = last and not killed and rules.get("variant") == "faro" and rules.get("last_card", "void") == "void"
    happened = {
        "first-card": given and not killed and position == 1,
        "lob": killed and position == 1,
        "plie": doublet,
        "colour": given and not killed and not void and staked[1] == left[1],
    }
    return place, part, {name for name, so in happened.items() if so}


def parts(rules):
    """Every part of a stake that a card can bring, wherever and however it is decided."""
    deck = rules.get("deck", 52)
    suits = (Fraction(1), Fraction(2, 3), Fraction(1, 3)) if "thirds" in rules.get("conditions", ()) else (Fraction(1),)
    for position, doublet, suit in product(range(1, deck + 1), (False, True), suits):
        if position % 2 == 1 or not doublet:
            yield at_position(rules, position, doublet, position > deck - 2) * suit


def divisor(rules):
    """What every stake must divide by, so that no amount is ever rounded."""
    return lcm(*(part.denominator for part in parts(rules)))


def smallest(rules):
    """The smallest stake: not below the initial kush, and divisible."""
    kush, by = rules.get("initial_kush", 1), divisor(rules)
    return next(amount for amount in range(kush, kush + by) if amount % by == 0)


class Evening:
    """An evening as somebody with a slate would keep it."""

    def __init__(self, rules, seats, decks):
        self.rules, self.seats = rules, list(seats)
        self.decks = [deck.split() for deck in decks]
        self.net = dict.fromkeys(seats, Fraction(0))
        self.limit = dict.fromkeys(seats)  # the most for all cards of a deal; None: whatever they like
        self.wins = dict.fromkeys(seats, 0)
        self.passes = "lob-full" in rules.get("conditions", ()) and len(self.seats) == 2
        self.divisor, self.smallest, self.best = divisor(rules), smallest(rules), max(parts(rules))
        self.deal_number, self.banker = 1, rules.get("banker", self.seats[0])
        self.drawing, self.drawn, self.to_draw = [], {}, []
        if self.banker == "lot":
            self.banker, self.drawing, self.to_draw = None, list(seats), list(self.decks[0])
        self._begin()

    def _begin(self):
        self.order, self.shown, self.staked = list(self.decks[self.deal_number - 1]), 0, []
        self.before = dict(self.net)

    def play(self, line):
        seat, verb, *rest = line.split(" ")
        getattr(self, verb)(seat, *rest)

    # -- the lines of a record -------------------------------------------------------------------------------

    def draw(self, seat):
        self.drawn[seat] = self.to_draw.pop(0)
        self.drawing.remove(seat)
        if self.drawing:
            return
        highest = max(ORDER.index(card[0]) for card in self.drawn.values())
        best = [seat for seat, card in self.drawn.items() if ORDER.index(card[0]) == highest]
        if len(best) == 1:
            self.banker = best[0]
        self.drawing, self.drawn = (best if len(best) > 1 else []), {}

    def stake(self, seat, card, amount=None):
        amount = Fraction(amount or self.rules.get("initial_kush", 1))
        self.staked.append({"seat": seat, "card": card, "amount": amount, "at": self.shown, "gain": None})

    def refuse(self, _seat, punter, card):
        self.staked = [bet for bet in self.staked if (bet["seat"], bet["card"]) != (punter, card)]

    def cut(self, _seat, count):
        self.order = self.order[int(count) :] + self.order[: int(count)]

    def turn(self, _seat):
        right, left = self.order[self.shown], self.order[self.shown + 1]
        position, last = self.shown + 1, self.shown + 2 == len(self.order)
        self.shown += 2
        for bet in self.staked:
            ended = end(self.rules, bet["card"], position, right, left, last) if bet["gain"] is None else None
            if ended:
                _, part, happened = ended
                bet["gain"] = bet["amount"] * part
                self._pay(bet["seat"], bet["gain"])
                for event in happened:
                    self._pay(bet["seat"], self._premium(event))
        if self.settled():
            self._close()

    def deal(self, seat):
        self.deal_number, self.banker = self.deal_number + 1, seat
        self._begin()

    def stop(self, _seat):
        pass

    # -- the slate -------------------------------------------------------------------------------------------

    def settled(self):
        return bool(self.staked) and all(bet["gain"] is not None for bet in self.staked)

    def bank(self):
        """The bank on the table, None if none was named; a broken one is empty."""
        if "bank" not in self.rules:
            return None
        since = self.net[self.banker] - (self.before[self.banker] if self.passes else 0)
        return max(self.rules["bank"] + since, 0)

    def next_banker(self):
        return next(seat for seat in self.seats if seat != self.banker) if self.passes else self.banker

    def most(self, seat):
        """The most that ``seat`` may put on one more card, None for whatever they like."""
        if self.limit[seat] is None:
            return None
        already = sum(bet["amount"] for bet in self.staked if bet["seat"] == seat)
        return max(self.limit[seat] - already, self.smallest)

    def _close(self):
        for seat in self.seats:
            own = [bet for bet in self.staked if bet["seat"] == seat]
            if own:
                self._ended(seat, sum(bet["amount"] for bet in own), sum(bet["gain"] for bet in own))

    def _ended(self, seat, stake, won):
        """A deal's end for one punter: what the next one may be, and the premiums for it."""
        if won < 0:
            self.limit[seat], self.wins[seat] = Fraction(self.smallest), 0
            return
        maximum = stake * self.best
        raised = stake * (1 + won / maximum) if maximum > 0 else stake
        self.limit[seat] = raised // self.divisor * self.divisor
        self.wins[seat] = self.wins[seat] + 1 if won > 0 else 0
        if won > 0:
            self._pay(seat, self._premium("deal-won"))
            self._pay(seat, self._premium(f"series-{self.wins[seat]}"))

    def _premium(self, event):
        return sum(row["amount"] for row in self.rules.get("nazhivka", ()) if row["event"] == event)

    def _pay(self, seat, amount):
        self.net[seat] += amount
        self.net[self.banker] -= amount
