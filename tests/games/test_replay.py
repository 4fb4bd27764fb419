"""The fold of a record, and its report."""

import json
from collections.abc import Iterator
from itertools import pairwise

import pytest

from games.catalogue import find_game
from games.core.protocol import Event, Illegal, event
from games.core.record import parse
from games.core.replay import Step, replay, report

SHTOSS = find_game("shtoss")

EXAMPLE = """
format = 1
game = "shtoss"
title = "Hermann's third night"

[rules]
deck = 52
initial_kush = 100

[players]
banker = "Chekalinsky"
hermann = "Hermann"

[chance]
seed = "third night"
top = "TOP"

[play]
actions = \"\"\"
# in play order
hermann stake Qs 188000

hermann cut 26
banker turn    # one abzug
\"\"\"
"""

REPORT = {
    "format": 1,
    "game": "shtoss",
    "over": True,
    "steps": [
        {"step": 0, "action": None, "events": []},
        {
            "step": 1,
            "action": "hermann stake Qs 188000",
            "events": [{"kind": "staked", "seat": "hermann", "amount": 188000}],
        },
        {
            "step": 2,
            "action": "hermann cut 26",
            "events": [{"kind": "cut", "seat": "hermann", "count": 26, "terms": ["podrezat"]}],
        },
        {
            "step": 3,
            "action": "banker turn",
            "events": [
                {"kind": "turned", "position": 1, "side": "right", "card": "Qd", "given": True, "terms": ["lob"]},
                {"kind": "turned", "position": 2, "side": "left", "card": "As", "given": True, "terms": ["sonik"]},
                {"kind": "opened", "seat": "hermann", "card": "Qs"},
                {
                    "kind": "settled",
                    "seat": "hermann",
                    "card": "Qs",
                    "position": 1,
                    "amount": -188000,
                    "terms": ["lob", "bita"],
                },
            ],
        },
    ],
    "net": {"banker": 188000, "hermann": -188000},
}


def example(top="Qd As"):
    return parse(EXAMPLE.replace("TOP", top))


def reported(record):
    return report(record, list(replay(SHTOSS, record)))


# -- the report ----------------------------------------------------------------------------------------------


def test_the_report_of_the_documented_example_is_the_documented_one():
    assert reported(example()) == REPORT


def test_with_open_suits_the_seed_gives_them_and_nothing_else_changes():
    found = reported(example(top="Q? A?"))
    for turned in found["steps"][3]["events"][:2]:
        assert turned["card"][1] in "cdhs"
        turned["card"] = {"Q": "Qd", "A": "As"}[turned["card"][0]]
    assert found == REPORT


def test_a_report_is_plain_json_in_a_fixed_order():
    found = reported(example())
    assert json.loads(json.dumps(found)) == found
    assert json.dumps(found) == json.dumps(REPORT)


def test_a_record_that_stops_mid_game_is_reported_as_not_over():
    record = parse(EXAMPLE.replace("TOP", "2c 3d"))
    found = reported(record)
    assert found["over"] is False
    assert found["net"] == {"banker": 0, "hermann": 0}
    assert len(found["steps"]) == 4


def test_a_report_of_steps_that_stop_early_says_how_it_stands_there():
    record = example()
    steps = list(replay(SHTOSS, record))[:3]
    found = report(record, steps)
    assert found == REPORT | {"over": False, "steps": REPORT["steps"][:3], "net": {"banker": 0, "hermann": 0}}


def test_a_record_that_breaks_the_rules_has_no_report():
    record = parse(EXAMPLE.replace("TOP", "Qd As").replace("cut 26", "cut 52"))
    with pytest.raises(Illegal, match=r'^action 2: "hermann cut 52": a cut of 52 is not possible'):
        reported(record)


# -- the fold ------------------------------------------------------------------------------------------------


def test_a_replay_begins_with_step_0_before_any_action():
    first = next(replay(SHTOSS, example()))
    assert first == Step(0, None, SHTOSS.start(example()), ())


def test_steps_are_numbered_like_their_actions():
    steps = list(replay(SHTOSS, example()))
    assert [step.number for step in steps] == [0, 1, 2, 3]
    assert [str(step.action) for step in steps[1:]] == list(example().actions)


def test_every_step_is_its_action_applied_to_the_state_before():
    steps = list(replay(SHTOSS, example()))
    for before, after in pairwise(steps):
        assert before.state.apply(after.action) == (after.state, after.events)


def test_a_record_without_play_has_step_0_alone(record):
    assert [step.number for step in replay(SHTOSS, record())] == [0]


def test_a_replay_is_lazy_and_what_came_before_a_fault_is_still_told(record):
    steps = replay(SHTOSS, record("punter stake 7h 10", "punter cut 99"))
    assert isinstance(steps, Iterator)
    assert [next(steps).number, next(steps).number] == [0, 1]
    with pytest.raises(Illegal):
        next(steps)


def test_a_step_cannot_be_changed():
    with pytest.raises(AttributeError):
        next(replay(SHTOSS, example())).number = 5


# -- the place of a fault ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "rules", "sentence"),
    [
        (
            ("punter stake 3h 5",),
            {"deck": 36},
            'action 1: "punter stake 3h 5": there is no 3h in a 36-card deck; the lowest rank is 6',
        ),
        (
            ("punter stake 7h 5", "punter cut 26", "punter stake 3h 5"),
            {},
            'action 3: "punter stake 3h 5": no card can be staked now: stakes are closed until this deal is settled',
        ),
        (
            ("punter stake 7h 5", "punter turm"),
            {},
            'action 2: "punter turm": "turm" is not something a seat does here; did you mean turn?',
        ),
        (("punter",), {}, 'action 1: "punter": a line is a seat and what it does, as in hermann stake Qs 188000'),
        (("x " * 60,), {}, f'action 1: "{("x " * 60)[:79]}…": "x" is not something a seat does here'),
    ],
)
def test_the_action_that_fails_is_named_and_quoted(refusal, lines, rules, sentence):
    assert refusal(*lines, rules=rules).startswith(sentence)


def test_comments_and_blank_lines_do_not_count_as_actions():
    record = parse(EXAMPLE.replace("TOP", "Qd As").replace("banker turn", "banker turm"))
    with pytest.raises(Illegal) as refused:
        list(replay(SHTOSS, record))
    assert refused.value.place == 'action 3: "banker turm"'


def test_a_narrower_place_follows_the_action(refusal):
    chance = {"seed": ("s",), "top": ("7c",)}
    refused = refusal("punter stake 7h 1", "punter cut 3", "banker turn", "banker deal", chance=chance)
    assert refused.startswith('action 4: "banker deal": chance.seed: deal 2 has no entry')


def test_a_fault_before_the_first_action_bears_its_own_place(refusal):
    assert refusal(rules={"deck": 40}).startswith("rules.deck: 40 is not possible")
    assert refusal(chance={"seed": 5}).startswith("chance.seed: ")


# -- refusals and events as values ---------------------------------------------------------------------------


def test_a_refusal_says_its_place_before_its_reason():
    refusal = Illegal("no", "rules.deck")
    assert (str(refusal), refusal.place, refusal.reason) == ("rules.deck: no", "rules.deck", "no")
    assert str(Illegal("no")) == "no"
    assert isinstance(refusal, ValueError)


def test_a_refusal_is_put_into_its_place_from_within():
    inner = Illegal("no").at("chance.top")
    assert (str(inner), inner.place) == ("chance.top: no", "chance.top")
    assert str(inner.at("action 3")) == "action 3: chance.top: no"


def test_an_event_is_one_flat_object_whose_terms_are_left_out_when_there_are_none():
    assert event("cut", "podrezat", "dana", seat="a", count=3).as_json() == {
        "kind": "cut",
        "seat": "a",
        "count": 3,
        "terms": ["podrezat", "dana"],
    }
    assert event("stopped", seat="a").as_json() == {"kind": "stopped", "seat": "a"}
    assert event("stopped", seat="a") == Event("stopped", {"seat": "a"})


def test_an_event_cannot_be_changed():
    told = event("cut", seat="a")
    with pytest.raises(TypeError):
        told.data["seat"] = "b"
    with pytest.raises(AttributeError):
        told.kind = "turned"
