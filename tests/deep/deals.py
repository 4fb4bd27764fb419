"""Random evenings as records: random agreements, and play that the model in model.py allows."""

from fractions import Fraction

from games.core.cards import PACKS, pack
from games.core.record import Player, Record
from tests.deep.model import Evening, table

NAMES = ("anna", "boris", "vera", "gleb")
EVENTS = ("deal-won", "first-card", "lob", "plie", "series-2", "series-3")
SHARES = ("0", "1/4", "1/3", "1/2", "2/3", "1")


def random_rules(chance, seats, known_faults=False):
    """A random agreement, every condition and their combinations among them.

    ``known_faults``: also the ones that the engine is known to get wrong.
    """
    while True:
        rules = _rules(chance, seats)
        if known_faults or not has_known_fault(rules):
            return rules


def _rules(chance, seats):
    variants = ["bank", "faro"] if len(seats) > 2 else ["shtoss", "bank", "faro"]
    rules = {"variant": chance.choice(variants), "deck": chance.choice(list(PACKS))}
    rules |= {"cut": chance.choice(["after", "first"]), "cutter": chance.choice(["punter", "banker"])}
    rules["initial_kush"] = chance.choice([1, 1, 2, 5, 30])
    rules["banker"] = chance.choice([*seats, "lot"])
    if chance.random() < 0.5:
        rules["bank"] = chance.choice([1, 20, 500])
    lob = chance.choice([None, None, "lob-half", "lob-full"])
    named = [lob] if lob else []
    named += [name for name in ("thirds", "volny-kush") if chance.random() < 0.4]
    rules["conditions"] = tuple(chance.sample(named, len(named)))
    rules["abzug"] = _table(chance, rules["deck"], lob)
    rules["nazhivka"] = _premiums(chance, "thirds" in named)
    if rules["variant"] == "faro":
        options = {"doublet": "half whole", "last_card": "void counts", "last_doublet": "whole half"}
        rules |= {key: chance.choice(values.split()) for key, values in options.items() if chance.random() < 0.6}
    return {key: value for key, value in rules.items() if value != ()}


def _table(chance, deck, lob):
    kind = chance.random()
    if kind < 0.5:
        return ()
    if kind < 0.7 and lob != "lob-half":
        return chance.choice(["lob-full-gorka-half", "killed-at-eleven"])
    positions = set(chance.sample([1, 2, 3, 4, 11, deck - 1, deck, *range(1, deck + 1)], chance.randint(1, 5)))
    if lob:
        positions.discard(1)
    rows = [(at, chance.choice(SHARES), chance.choice(["punter", "banker"])) for at in positions]
    return tuple({"position": at, "share": share, "to": to} for at, share, to in rows)


def _premiums(chance, thirds):
    if chance.random() < 0.6:
        return ()
    events = chance.sample([*EVENTS, *(["colour"] if thirds else [])], chance.randint(1, 4))
    return tuple({"event": event, "amount": chance.choice([-7, -1, 1, 3, 20])} for event in events)


def has_known_fault(rules):
    """Whether the engine is known to reckon wrong by ``rules``; tests/games has an expected failure for each case."""
    rows, deck = table(rules), rules["deck"]
    split = {position for position, part in rows.items() if part.denominator > 1}
    hidden_even = rows.get(2, Fraction(1)) != 1
    hidden_odd = rows.get(1, Fraction(-1)) != -1 and rows.get(3, Fraction(-1)) != -1
    if hidden_even or hidden_odd:
        return True
    if rules["variant"] != "faro":
        return False
    halved_last = rules.get("doublet", "half") == "whole" and rules.get("last_doublet", "whole") == "half"
    return bool(split & {deck - 1, deck}) or (halved_last and bool(split or "lob-half" in rules.get("conditions", ())))


def random_decks(chance, deck, cuts):
    """An order for each deal, as it lies before the cut of ``cuts``: some plain, some full of pairs, some late."""
    return tuple(" ".join(_before(_order(chance, deck, deal), count)) for deal, count in enumerate(cuts))


def _order(chance, deck, deal):
    cards = [str(card) for card in pack(deck)]
    chance.shuffle(cards)
    kind = chance.random() if deal else 1  # the lot is drawn from the first deck, which must not tie for ever
    if kind < 0.25:  # two equal cards beside each other, over and over
        cards = [card for _, card in sorted(enumerate(cards), key=lambda at: at[1][0])]
        pairs = [cards[at : at + 2] for at in range(0, deck, 2)]
        chance.shuffle(pairs)
        cards = [card for pair in pairs for card in pair]
    elif kind < 0.5:  # one rank at the very end
        rank = chance.choice(cards)[0]
        cards.sort(key=lambda card: card[0] == rank)
    return cards


def _before(order, count):
    at = len(order) - count
    return order[at:] + order[:at]


def random_evening(chance, deals, known_faults=False):
    """A record of ``deals`` deals, played to the end, each of them with at least one card."""
    seats = NAMES[: chance.choice([2, 2, 2, 3, 4])]
    rules = random_rules(chance, seats, known_faults)
    cuts = [chance.randint(1, rules["deck"] - 1) for _ in range(deals)]
    decks = random_decks(chance, rules["deck"], cuts)
    lines = _Lines(chance, Evening(rules, seats, decks), seats, cuts)
    lines.write()
    players = tuple(Player(seat, seat.title()) for seat in seats)
    return Record("shtoss", players, rules, {"deck": decks}, tuple(lines.written))


class _Lines:
    """Lines of play, written one after another while the model follows."""

    def __init__(self, chance, evening, seats, cuts):
        self.chance, self.evening, self.seats, self.cuts = chance, evening, seats, cuts
        self.rules, self.written = evening.rules, []
        self.divisor, self.smallest = evening.divisor, evening.smallest

    def say(self, line):
        self.evening.play(line)
        self.written.append(line)

    def write(self):
        while self.evening.drawing:
            self.say(f"{self.chance.choice(self.evening.drawing)} draw")
        for deal, count in enumerate(self.cuts, start=1):
            if deal > 1:
                self.say(f"{self.evening.next_banker()} deal")
            self._deal(count)
        if self.chance.random() < 0.3:
            self.say(f"{self.chance.choice(self.seats)} stop")

    def _deal(self, count):
        first = self.rules["cut"] == "first"
        cut = f"{self._cutter()} cut {count}"
        if first:
            self.say(cut)
        self._stakes(self.chance.randint(1, 5))
        while not self.evening.staked:
            self._stakes(1)
        if not first:
            self.say(cut)
        while not self.evening.settled():
            self.say(f"{self.evening.banker} turn")
            between = self.rules["variant"] == "faro" and not self.evening.settled()
            if between and self.chance.random() < 0.3:
                self._stakes(self.chance.randint(1, 2))

    def _cutter(self):
        return self.evening.banker if self.rules["cutter"] == "banker" else self.chance.choice(self._punters())

    def _punters(self):
        return [seat for seat in self.seats if seat != self.evening.banker]

    def _stakes(self, number):
        for _ in range(number):
            seat = self.chance.choice(self._punters())
            taken = {bet["card"][0] for bet in self.evening.staked if bet["seat"] == seat}
            free = [str(card) for card in pack(self.rules["deck"]) if card.rank not in taken]
            if not free:
                continue
            card, amount = self.chance.choice(free), self._amount(seat)
            unnamed = amount == self.rules["initial_kush"] and self.chance.random() < 0.5
            self.say(f"{seat} stake {card}" + ("" if unnamed else f" {amount}"))
            if self._refusable(amount) and self.chance.random() < 0.2:
                self.say(f"{self.evening.banker} refuse {seat} {card}")

    def _amount(self, seat):
        most = self.evening.most(seat)
        most = self.smallest + 40 * self.divisor if most is None else int(most)
        if self.chance.random() < 0.3:
            return most
        return self.chance.randrange(self.smallest, most + 1, self.divisor)

    def _refusable(self, amount):
        bank = self.evening.bank()
        bound = self.rules["initial_kush"] if bank is None else bank
        return "volny-kush" not in self.rules.get("conditions", ()) and amount > bound
