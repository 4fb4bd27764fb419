"""What holds in every evening of shtoss, the bank table and faro: random tables, played by sampling what is offered."""

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.catalogue import find_game
from games.core.cards import PACKS, RANKS, SUITS, Card, pack
from games.core.protocol import Event, Illegal
from games.core.record import Player, Record
from games.core.replay import replay
from games.core.shuffle import shuffled
from games.shtoss.actions import MOST, Cut, Deal, Draw, Refuse, Stake, Stop, Turn, parse
from games.shtoss.live import live
from games.shtoss.staking import largest
from tests.deep.deals import EVENTS, SHARES, has_known_fault
from tests.deep.model import end, smallest, table

SHTOSS = find_game("shtoss")
PUNTERS = ("anna", "boris", "vera", "gleb", "dina")
DEALS = 3
ENTRIES = DEALS + 1  # decks for one deal more than are played, so that every deal that is offered has one
CARDS = [Card(rank, suit) for rank in RANKS for suit in SUITS]
VERBS = {"draw": Draw, "stake": Stake, "refuse": Refuse, "cut": Cut, "turn": Turn, "deal": Deal, "stop": Stop}


def few(examples):
    return settings(max_examples=examples, deadline=None)


# -- random tables and random play ---------------------------------------------------------------------------


@st.composite
def tops(draw, size):
    cards = draw(st.lists(st.sampled_from(pack(size)), max_size=8, unique_by=lambda each: each.rank))
    return " ".join(str(each) if draw(st.booleans()) else f"{each.rank}?" for each in cards)


@st.composite
def chances(draw, size):
    """``[chance]`` for at least ``ENTRIES`` deals."""
    seeds = [draw(st.text("abc", max_size=3)) for _ in range(ENTRIES)]
    chance = {}
    match draw(st.sampled_from(["deck", "seeds", "numbered"])):
        case "deck":
            return {"deck": tuple(" ".join(map(str, shuffled(pack(size), seed))) for seed in seeds)}
        case "seeds":
            chance["seed"] = tuple(seeds)
        case "numbered":
            chance["seed"] = seeds[0]
    if draw(st.booleans()):
        chance["top"] = tuple(draw(tops(size)) for _ in range(ENTRIES))
    return chance


@st.composite
def rows(draw, size, lob):
    """An abzug table: a named one, or rows of any kind."""
    kinds = ["none", "none", "rows"] + (["lob-full-gorka-half", "killed-at-eleven"] if lob != "lob-half" else [])
    kind = draw(st.sampled_from(kinds))
    if kind not in ("none", "rows"):
        return kind
    positions = st.sampled_from([1, 2, 3, 4, 5, 11, size - 1, size]) | st.integers(1, size)
    chosen = draw(st.lists(positions, max_size=4, unique=True)) if kind == "rows" else []
    ends = st.tuples(st.sampled_from(SHARES), st.sampled_from(["punter", "banker"]))
    return tuple(
        {"position": position, "share": share, "to": to}
        for position, (share, to) in ((position, draw(ends)) for position in chosen if not (lob and position == 1))
    )


@st.composite
def agreements(draw, seats, lot):
    """``[rules]``: every variant, and every condition that can go with the others."""
    size = draw(st.sampled_from(sorted(PACKS)))
    lob = draw(st.sampled_from([None, None, "lob-half", "lob-full"]))
    others = draw(st.lists(st.sampled_from(["thirds", "volny-kush"]), unique=True))
    conditions = tuple(draw(st.permutations([*others, *([lob] if lob else [])])))
    events = (*EVENTS, "colour") if "thirds" in others else EVENTS
    chosen = draw(st.lists(st.sampled_from(events), max_size=4, unique=True)) if draw(st.booleans()) else []
    rules = {
        "variant": draw(st.sampled_from(["bank", "faro"] if len(seats) > 2 else ["shtoss", "bank", "faro"])),
        "deck": size,
        "banker": draw(st.sampled_from(["banker", "banker", "lot"] if lot else ["banker"])),
        "cut": draw(st.sampled_from(["after", "first"])),
        "cutter": draw(st.sampled_from(["punter", "banker"])),
        "initial_kush": draw(st.sampled_from([1, 5, 100, MOST])),
        "conditions": conditions,
        "abzug": draw(rows(size, lob)),
        "nazhivka": tuple(
            {"event": event, "amount": draw(st.integers(-20, 20).filter(bool) | st.sampled_from([MOST, -MOST]))}
            for event in chosen
        ),
    }
    if draw(st.booleans()):
        rules["bank"] = draw(st.sampled_from([1, 10, 200, MOST]))
    if rules["variant"] == "faro":
        options = {"doublet": ["half", "whole"], "last_card": ["void", "counts"], "last_doublet": ["whole", "half"]}
        rules |= {key: draw(st.sampled_from(values)) for key, values in options.items() if draw(st.booleans())}
    return rules


@st.composite
def tables(draw, lot=True):
    """A record without play. Its one action only says that several deals may follow."""
    punters = draw(st.integers(1, len(PUNTERS)))
    seats = draw(st.permutations(("banker", *PUNTERS[:punters])))
    rules = draw(agreements(seats, lot).filter(lambda rules: not has_known_fault(rules) and smallest(rules) <= MOST))
    players = tuple(Player(seat, seat.title()) for seat in seats)
    return Record("shtoss", players, rules, draw(chances(rules["deck"])), actions=("banker deal",))


@dataclass(frozen=True)
class Moment:
    """A state, and the action and the events that led to it."""

    state: Any
    action: Any = None
    events: tuple[Event, ...] = ()


@st.composite
def choices(draw, offer):
    """One action of ``offer``, through its text: a choice from the domain of every argument."""
    words = [offer.seat, offer.verb]
    for name, domain in offer.args.items():
        near = domain[:150] if name == "amount" and draw(st.integers(0, 3)) else domain  # mostly a small stake
        words.append(str(draw(st.sampled_from(near))))
    return parse(" ".join(words))


@st.composite
def evenings(draw, deals=DEALS, until=lambda state: False, lot=True):
    """A table and its moments: played until nothing is offered, ``until`` says so, or ``deals`` are dealt."""
    record = draw(tables(lot))
    moments = [Moment(SHTOSS.start(record))]
    most_bets = draw(st.integers(1, 8))
    while not until(moments[-1].state):
        state = moments[-1].state
        idle = {"deal"} if state.evening.deal == deals else set()
        if len(state.bets) >= most_bets:
            idle |= {"stake"} if len(moments) < 40 * deals else {"stake", "refuse"}
        offers = [offer for offer in state.offers() if offer.verb not in idle]
        if not offers:
            break
        verbs = sorted({offer.verb for offer in offers})
        if "stake" in verbs:
            verbs += ["turn"] * 2 if state.shown else ["stake"] * 2
        verb = draw(st.sampled_from([verb for verb in verbs if verb not in idle]))
        action = draw(choices(draw(st.sampled_from([offer for offer in offers if offer.verb == verb]))))
        state, events = state.apply(action)
        moments.append(Moment(state, action, events))
    return record, moments


def size_of(record):
    return record.rules["deck"]


def played(record, moments):
    """The record with the play of ``moments`` in it."""
    return replace(record, actions=tuple(str(moment.action) for moment in moments[1:]))


def deals_of(moments):
    """The moments of each deal."""
    numbers = sorted({moment.state.evening.deal for moment in moments})
    return [[moment for moment in moments if moment.state.evening.deal == number] for number in numbers]


def is_opened(bet, state):
    """Whether an abzug was shown after the card was staked."""
    return bet.at < state.shown


# -- money ---------------------------------------------------------------------------------------------------


@given(evenings())
@few(80)
def test_money_sums_to_zero_at_every_moment(evening):
    record, moments = evening
    for moment in moments:
        _, net = moment.state.outcome()
        assert list(net) == list(record.seats)
        assert sum(net.values()) == 0
        assert all(type(amount) is int for amount in net.values())
        for seat in (None, *record.seats):
            assert moment.state.view(seat).net == net


@given(evenings())
@few(80)
def test_the_bank_on_the_table_is_what_was_put_up_with_what_its_keeper_won_since(evening):
    record, moments = evening
    passes = "lob-full" in record.rules["conditions"] and len(record.seats) == 2
    for deal in deals_of(moments):
        for moment in deal:
            view = moment.state.view(None)
            before = deal[0].state.outcome()[1] if passes else dict.fromkeys(record.seats, 0)
            since = view.net[view.banker] - before[view.banker] if view.banker else 0
            assert view.bank == (None if "bank" not in record.rules else max(record.rules["bank"] + since, 0))


def judged(rules, staked, at, turned):
    """Position, share, words and premiums of a card's end by the order of the turned cards alone; None while in play.

    ``at``: how many lay there when it was staked.
    """
    for position in range(at + 1, len(turned), 2):
        right, left = turned[position - 1], turned[position]
        ended = end(rules, staked, position, right, left, last=position == rules["deck"] - 1)
        if ended:
            place, share, happened = ended
            deciding = (right, left)[place - position]
            return place, share, worded(rules, staked, place, deciding, happened), happened
    return None


def worded(rules, staked, place, deciding, happened):
    void = rules["variant"] == "faro" and rules.get("last_card", "void") == "void" and place == rules["deck"]
    if "nothing" in happened or void:
        return []
    words = [*{1: ["lob"], 2: ["sonik"], 3: ["s-gorki"]}.get(place, [])]
    if "plie" in happened:
        words.append("doublet" if rules["variant"] == "faro" and rules.get("doublet", "half") == "half" else "plie")
    words.append("bita" if place % 2 else "dana")
    if place in table(rules):
        words.append("abzug-shtoss")
    elif place == 1 and "lob-half" in rules["conditions"]:
        words.append("v-lob-polkusha")
    if "thirds" in rules["conditions"]:
        colours = {"c": "cs", "s": "cs", "d": "dh", "h": "dh"}
        same, near = staked[1] == deciding[1], deciding[1] in colours[staked[1]]
        words.append("tsvetnaya" if same else "polutsvetnaya" if near else "prostaya")
    return words


@given(evenings())
@few(150)
def test_every_card_is_settled_as_the_order_of_the_turned_cards_demands_and_nothing_is_rounded(evening):
    record, moments = evening
    net = Counter(dict.fromkeys(record.seats, 0))
    premiums = {premium["event"]: premium["amount"] for premium in record.rules["nazhivka"]}
    for deal in deals_of(moments):
        banker = deal[-1].state.view(None).banker
        events = [event.as_json() for moment in deal for event in moment.events]
        turned = [event["card"] for event in events if event["kind"] == "turned"]
        bets = {(bet.seat, str(bet.card)): bet for bet in deal[-1].state.bets}
        opened = [(event["seat"], event["card"]) for event in events if event["kind"] == "opened"]
        assert opened == [key for key, bet in bets.items() if bet.at < len(turned)]
        expected = {key: judged(record.rules, key[1], bets[key].at, turned) for key in opened}
        settled = {(event["seat"], event["card"]): event for event in events if event["kind"] == "settled"}
        assert set(settled) == {key for key, ending in expected.items() if ending}
        due = Counter()
        for key, event in settled.items():
            position, share, words, happened = expected[key]
            assert (event["position"], event.get("terms", [])) == (position, words)
            assert event["amount"] * share.denominator == share.numerator * bets[key].amount
            net[key[0]] += event["amount"]
            net[banker] -= event["amount"]
            due.update((key[0], name) for name in happened if name in premiums)
        paid = Counter()
        for event in (event for event in events if event["kind"] == "premium"):
            assert event["amount"] == premiums[event["reason"]]
            net[event["seat"]] += event["amount"]
            net[banker] -= event["amount"]
            paid[event["seat"], event["reason"]] += 1
        of_deal = [key for key in paid if key[1] == "deal-won" or key[1].startswith("series")]
        assert Counter({key: count for key, count in paid.items() if key not in of_deal}) == due
        assert all(paid[key] == 1 for key in of_deal)
        assert deal[-1].state.outcome()[1] == net


@given(evenings())
@few(60)
def test_who_won_a_deal_is_counted_and_paid_for_it_and_may_raise(evening):
    record, moments = evening
    premiums = {premium["event"] for premium in record.rules["nazhivka"]}
    wins = Counter()
    for deal in deals_of(moments):
        state = deal[-1].state
        if state.phase not in ("settled", "stopped"):
            continue
        paid = [
            (event.data["seat"], event.data["reason"])
            for each in deal
            for event in each.events
            if "reason" in event.data
        ]
        for seat in {bet.seat for bet in state.bets}:
            own = [bet for bet in state.bets if bet.seat == seat]
            won, staked = sum(bet.settlement.amount for bet in own), sum(bet.amount for bet in own)
            wins[seat] = wins[seat] + 1 if won > 0 else 0
            assert state.run(seat).wins == wins[seat]
            assert ((seat, "deal-won") in paid) is (won > 0 and "deal-won" in premiums)
            series = {reason for name, reason in paid if name == seat and reason.startswith("series")}
            assert series == {f"series-{wins[seat]}"} & premiums
            ceiling = state.run(seat).ceiling
            if won < 0:
                assert ceiling == smallest(record.rules)
            else:
                assert min(staked, MOST - smallest(record.rules)) <= ceiling <= min(2 * staked, MOST)


# -- cards ---------------------------------------------------------------------------------------------------


@given(evenings())
@few(80)
def test_turned_and_undealt_cards_are_the_pack_and_no_card_comes_twice(evening):
    record, moments = evening
    size = size_of(record)
    for moment in moments:
        view = moment.state.view(None)
        shown = [*view.right, *view.left, *view.abzug]
        assert len({turned.card for turned in shown}) == len(shown) == size - view.undealt
        assert sorted(turned.position for turned in shown) == list(range(1, len(shown) + 1))
        assert {turned.position % 2 for turned in view.right} <= {1}
        assert {turned.position % 2 for turned in view.left} <= {0}
        assert [turned.position for turned in view.abzug] == ([len(shown) - 1, len(shown)] if shown else [])
        assert {turned.card for turned in shown} | set(moment.state.cards[len(shown) :]) == set(pack(size))


@given(evenings())
@few(80)
def test_the_view_lays_out_what_the_events_told(evening):
    _, moments = evening
    for deal in deals_of(moments):
        told = {}
        for moment in deal:
            told |= {
                event.data["position"]: (event.data["card"], event.data["side"], event.data["given"])
                for event in moment.events
                if event.kind == "turned"
            }
            view = moment.state.view(None)
            right, left = [*view.right, *view.abzug[:1]], [*view.left, *view.abzug[1:]]
            sides = [(turned, "right") for turned in right] + [(turned, "left") for turned in left]
            assert told == {turned.position: (str(turned.card), side, bool(turned.given)) for turned, side in sides}


@given(evenings())
@few(80)
def test_a_deal_runs_until_its_last_card_is_settled_and_without_late_stakes_never_to_the_last_pair(evening):
    record, moments = evening
    for moment in moments:
        view = moment.state.view(None)
        in_play = [bet for bet in view.bets if bet.settlement is None]
        if view.phase in ("settled", "stopped"):
            assert not in_play
        if view.phase == "turning":
            assert in_play
        if view.abzug and not any(bet.at for bet in moment.state.bets):
            assert view.abzug[0].position <= size_of(record) - 3
        assert view.undealt >= (2 if view.phase == "turning" else 0)
        assert moment.state.outcome()[0] is (view.phase in ("settled", "stopped"))


# -- offers --------------------------------------------------------------------------------------------------


@given(evenings(), st.data())
@few(60)
def test_every_sample_of_an_offer_is_accepted(evening, data):
    _, moments = evening
    state = data.draw(st.sampled_from(moments)).state
    for offer in state.offers():
        assert all(len(domain) > 0 for domain in offer.args.values())
        ends = [
            " ".join([offer.seat, offer.verb, *(str(domain[at]) for domain in offer.args.values())]) for at in (0, -1)
        ]
        for action in (data.draw(choices(offer)), *map(parse, ends)):
            assert type(action) is VERBS[offer.verb]
            after, events = state.apply(action)
            assert events
            assert after != state


def covered(state, action):
    """Whether an offer covers ``action``; a stake that is not named is the initial kush."""
    values = {field.name: getattr(action, field.name) for field in fields(action)}
    if "amount" in values and values["amount"] is None:
        values["amount"] = state.view(None).initial_kush
    return any(
        type(action) is VERBS[offer.verb]
        and offer.seat == action.seat
        and all(values[name] in domain for name, domain in offer.args.items())
        for offer in state.offers()
    )


@st.composite
def attempts(draw, state):
    """Any action whatever, often one that nearly fits ``state``."""
    seat = draw(st.sampled_from([*state.table.seats, *state.table.seats, "nobody"]))
    agreement, most = state.table.agreement, largest(state, seat) if seat in state.table.seats else 1
    kush, step, bank = agreement.initial_kush, agreement.conditions.divisor, agreement.bank or 0
    near = [kush, kush + 1, agreement.least, most, most + 1, most + step, bank, bank + step]
    numbers = st.sampled_from([*near, kush - 1, 0, -1, -MOST, MOST, MOST + 1]) | st.integers()
    cards = st.sampled_from([*(bet.card for bet in state.bets), *CARDS])
    match draw(st.sampled_from([Stake, Stake, Refuse, Refuse, Cut, Turn, Deal, Stop, Draw])):
        case kind if kind is Stake:
            return Stake(seat, draw(cards), draw(st.none() | numbers))
        case kind if kind is Refuse:
            bets = [(bet.seat, bet.card) for bet in state.bets]
            if bets and draw(st.booleans()):
                return Refuse(seat, *draw(st.sampled_from(bets)))
            return Refuse(seat, draw(st.sampled_from([*state.table.seats, "nobody"])), draw(cards))
        case kind if kind is Cut:
            size = state.table.agreement.deck
            return Cut(seat, draw(st.integers(-1, size + 1) | st.sampled_from([1, size - 1, size])))
        case kind:
            return kind(seat)


def attempt(state, action):
    """The sentence of the refusal, empty if there was none."""
    try:
        state.apply(action)
    except Illegal as refusal:
        return str(refusal)
    return ""


@given(evenings(), st.data())
@few(150)
def test_an_action_is_refused_exactly_if_no_offer_covers_it_and_the_state_is_unharmed(evening, data):
    _, moments = evening
    state = data.draw(st.sampled_from(moments)).state
    before = deepcopy(state)
    for _ in range(8):
        action = data.draw(attempts(state))
        sentence = attempt(state, action)
        assert bool(sentence) is not covered(state, action), (str(action), sentence)
        assert state == before


# -- text and replay -----------------------------------------------------------------------------------------


@given(evenings(until=lambda state: state.bets), st.data())
@few(100)
def test_the_text_of_an_action_is_read_back_as_the_same_action(evening, data):
    action = data.draw(attempts(evening[1][-1].state))
    assume(abs(getattr(action, "amount", None) or 0) <= MOST)
    assert parse(str(action)) == action
    assert str(parse(str(action))) == str(action)


WORDS = [
    "anna",
    "banker",
    "stake",
    "refuse",
    "cut",
    "turn",
    "deal",
    "stop",
    "draw",
    "7h",
    "Td",
    "10",
    "0",
    "-1",
    "007",
    "",
    "#",
]


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=6).map(" ".join))
@few(200)
def test_any_line_is_the_text_of_its_action_or_is_refused(line):
    try:
        action = parse(line)
    except Illegal:
        return
    assert str(action) == line


@given(evenings())
@few(50)
def test_replaying_twice_gives_the_same_and_what_was_played(evening):
    record, moments = evening
    again = played(record, moments)
    assume(isinstance(again.chance.get("seed"), tuple) or "deck" in again.chance or "banker deal" in again.actions)
    steps = list(replay(SHTOSS, again))
    assert steps == list(replay(SHTOSS, again))
    assert [(step.state, step.events) for step in steps] == [(moment.state, moment.events) for moment in moments]


# -- what each may see ---------------------------------------------------------------------------------------


def owner_of(action):
    """Whose card ``action`` names, if it names one."""
    match action:
        case Stake():
            return action.seat
        case Refuse():
            return action.punter
    return None


@given(evenings(deals=1, until=lambda state: state.shown), st.data())
@few(120)
def test_until_the_first_abzug_a_view_is_the_same_whatever_others_staked_and_however_the_deck_lies(evening, data):
    record, moments = evening
    hidden = [moment for moment in moments if not moment.state.shown]
    viewer = data.draw(st.sampled_from([None, *record.seats]))
    ranks = [each.rank for each in pack(size_of(record))[: size_of(record) // 4]]
    others = {
        seat: (
            dict(zip(ranks, data.draw(st.permutations(ranks)), strict=True)),
            dict(zip(SUITS, data.draw(st.permutations(SUITS)), strict=True)),
        )
        for seat in record.seats
        if seat != viewer
    }

    def disguised(action):
        owner = owner_of(action)
        if owner not in others:
            return action
        other_rank, other_suit = others[owner]
        return replace(action, card=Card(other_rank[action.card.rank], other_suit[action.card.suit]))

    state = SHTOSS.start(replace(record, chance=data.draw(other_chances(record))))
    assert state.view(viewer) == hidden[0].state.view(viewer)
    for moment in hidden[1:]:
        action = disguised(moment.action)
        assert state.show(action, viewer) == hidden[0].state.show(moment.action, viewer)
        state, events = state.apply(action)
        assert events == moment.events
        assert state.view(viewer) == moment.state.view(viewer)
        assert repr(state.view(viewer)) == repr(moment.state.view(viewer))
        assert state.show(action, viewer) == moment.state.show(moment.action, viewer)


@st.composite
def other_chances(draw, record):
    """Other decks for the same table, but for what the lot draws from."""
    if record.rules["banker"] != "lot":
        return draw(chances(size_of(record)))
    if "deck" in record.chance:
        return record.chance
    return {**record.chance, "top": tuple(draw(tops(size_of(record))) for _ in range(ENTRIES))}


@given(evenings(), st.data())
@few(80)
def test_a_card_that_was_staked_since_the_last_abzug_could_be_any_other_to_all_but_its_punter(evening, data):
    record, moments = evening
    for moment in moments:
        state = moment.state
        for place, bet in enumerate(state.bets):
            if is_opened(bet, state):
                continue
            disguised = disguise(data.draw, state, place)
            for viewer in {None, *record.seats} - {bet.seat}:
                assert disguised.view(viewer) == state.view(viewer)
                assert repr(disguised.view(viewer)) == repr(state.view(viewer))
                for each in (bet, disguised.bets[place]):
                    line = Stake(each.seat, each.card, each.amount)
                    hidden = f"{bet.seat} stake ?? {bet.amount}"
                    assert disguised.show(line, viewer) == state.show(line, viewer) == hidden


def disguise(draw, state, place):
    """``state`` with any other card, that its punter may have staked, in ``place``."""
    bet = state.bets[place]
    taken = {other.card.rank for other in state.bets if other.seat == bet.seat and other is not bet}
    free = [each for each in pack(state.table.agreement.deck) if each.rank not in taken]
    other = replace(bet, card=draw(st.sampled_from(free)))
    return replace(state, bets=(*state.bets[:place], other, *state.bets[place + 1 :]))


@given(evenings(), st.data())
@few(30)
def test_what_others_reckon_of_a_hidden_card_does_not_depend_on_it(evening, data):
    record, moments = evening
    hidden = [
        (moment.state, place)
        for moment in moments
        for place, bet in enumerate(moment.state.bets)
        if not is_opened(bet, moment.state)
    ]
    state, place = data.draw(st.sampled_from(hidden))
    disguised = disguise(data.draw, state, place)
    viewer = data.draw(st.sampled_from([*sorted({*record.seats} - {state.bets[place].seat}), None]))
    assert live(disguised, viewer) == live(state, viewer)


@given(evenings(deals=1, until=lambda state: state.phase == "stopped", lot=False), st.data())
@few(80)
def test_no_view_depends_on_the_order_of_the_cards_that_are_not_turned(evening, data):
    record, moments = evening
    end, size = moments[data.draw(st.integers(1, len(moments) - 1))].state, size_of(record)
    moments = moments[: [moment.state for moment in moments].index(end) + 1]
    count = next((moment.action.count for moment in moments[1:] if isinstance(moment.action, Cut)), 0)
    unseen = data.draw(st.permutations(end.cards[end.shown :]))

    def steps_with(cards):
        before_cut = cards[size - count :] + cards[: size - count]
        deck = " ".join(map(str, before_cut))
        return list(replay(SHTOSS, replace(played(record, moments), chance={"deck": deck})))

    one, other = steps_with(end.cards), steps_with((*end.cards[: end.shown], *unseen))
    for mine, theirs in zip(one, other, strict=True):
        assert mine.events == theirs.events
        for seat in (None, *record.seats):
            assert mine.state.view(seat) == theirs.state.view(seat)
            assert repr(mine.state.view(seat)) == repr(theirs.state.view(seat))


@given(evenings(deals=2))
@few(80)
def test_a_hidden_card_stands_in_no_view_no_event_and_no_log_of_others(evening):
    record, moments = evening
    for moment in moments:
        state = moment.state
        for seat in (None, *record.seats):
            view = state.view(seat)
            assert [bet.card for bet in view.bets] == [
                bet.card if bet.seat == seat or is_opened(bet, state) else None for bet in state.bets
            ]
            on_view = {bet.card for bet in view.bets} | {each.card for each in (*view.abzug, *view.right, *view.left)}
            for bet in state.bets:
                assert bet.card in on_view or repr(bet.card) not in repr(view)
                shown = state.show(Stake(bet.seat, bet.card, 5), seat)
                assert (str(bet.card) in shown) is (bet.seat == seat or is_opened(bet, state))
                assert bet.seat == seat or str(bet.card) not in state.show(Refuse("banker", bet.seat, bet.card), seat)
        if owner_of(moment.action):
            assert str(moment.action.card) not in str([event.as_json() for event in moment.events])


@given(evenings())
@few(50)
def test_a_punter_always_sees_the_cards_that_are_his_and_everybody_the_amounts(evening):
    record, moments = evening
    for moment in moments:
        for seat in (None, *record.seats):
            view = moment.state.view(seat)
            assert [(bet.seat, bet.amount, bet.settlement) for bet in view.bets] == [
                (bet.seat, bet.amount, bet.settlement) for bet in moment.state.bets
            ]
            for seen, bet in zip(view.bets, moment.state.bets, strict=True):
                assert seen.card == (bet.card if seat == bet.seat or is_opened(bet, moment.state) else None)
                assert seen.opened is is_opened(bet, moment.state)


# -- values --------------------------------------------------------------------------------------------------


def assert_frozen(value):
    """``value`` and all within it are values that nobody can change."""
    if is_dataclass(value):
        for field in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, field.name, None)
            assert_frozen(getattr(value, field.name))
    elif isinstance(value, Mapping):
        with pytest.raises(TypeError):
            value["new"] = 1
        for each in value.values():
            assert_frozen(each)
    elif isinstance(value, tuple):
        for each in dict.fromkeys(value):
            assert_frozen(each)
    else:
        assert value is None or isinstance(value, str | int | Fraction)


@given(evenings(deals=2))
@few(15)
def test_states_views_actions_and_events_cannot_be_changed(evening):
    _, moments = evening
    for moment in (moments[0], moments[len(moments) // 2], moments[-1]):
        assert_frozen((moment.action, *moment.state.table.seats))
        assert_frozen(moment.state)
        assert_frozen(moment.state.view("anna"))
        assert_frozen(live(moment.state, "anna"))
        for event in moment.events:
            assert_frozen(event)
