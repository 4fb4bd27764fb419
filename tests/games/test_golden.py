"""Golden playthroughs: every record in seeds/, step by step, as the onlooker and each seat see it.

A change in a rule shows here as a diff that a person can read. If the change is meant, write them anew::

    UPDATE_GOLDEN=1 python -m pytest tests/games/test_golden.py
"""

import json
import os
from pathlib import Path

import pytest

from games.catalogue import find_game
from games.core.record import read
from games.core.replay import replay, report
from games.shtoss.agreement import CONDITIONS, TABLES, VARIANTS

ROOT = Path(__file__).parents[2]
SEEDS = ROOT / "seeds"
GOLDEN = ROOT / "tests" / "golden"
COMMAND = "UPDATE_GOLDEN=1 python -m pytest tests/games/test_golden.py"
SLUGS = sorted(path.stem for path in SEEDS.glob("*.toml") if path.name != "sources.toml")


def playthrough(slug):
    """The golden text of the record ``slug``."""
    record = read(SEEDS / f"{slug}.toml")
    game = find_game(record.game)
    steps = list(replay(game, record))
    start = steps[0].state.view(None)
    bankers = {step.state.view(None).banker for step in steps}
    lines = [f"The golden playthrough of seeds/{slug}.toml, written by", COMMAND, ""]
    lines += [f"{name}: {value}" for name, value in agreed(start).items()]
    for step in steps:
        lines += ["", f"step {step.number}: {step.action or 'the start'}"]
        lines += [f"  {json.dumps(event.as_json(), ensure_ascii=False)}" for event in step.events]
        for told, viewers in seen_by(step, (None, *record.seats), changing=len(bankers) > 1).items():
            lines.append(f"  {', '.join(viewers)} {told}")
    return "\n".join(lines) + "\n"


def agreed(view):
    """What is agreed, and who sits where."""
    return {
        "variant": view.variant,
        "deck": view.deck,
        "banker": view.banker or "the lot decides",
        "punters": ", ".join(view.punters),
        "initial kush": view.initial_kush,
        **({"vol'ny kush": "yes"} if view.volny_kush else {}),
    }


def seen_by(step, viewers, changing):
    """What is seen after ``step``, a line for all to whom it looks the same; with the banker, if he is ``changing``."""
    lines = {}
    for viewer in viewers:
        view = step.state.view(viewer)
        assert view.seat == viewer
        assert agreed(view) == agreed(step.state.view(None))
        reads = f'"{step.state.show(step.action, viewer)}": ' if step.action else ""
        lines.setdefault(f"| {reads}{seen(view, changing)}", []).append(viewer or "(onlooker)")
    return lines


def seen(view, changing):
    """A view in one line, but for what was agreed."""
    parts = {
        "drawn": ", ".join(f"{seat} {card}" for seat, card in view.drawn),
        "banker": view.banker if changing else None,
        "bank": view.bank,
        "in hand": cards(view.abzug),
        "right": cards(view.right),
        "left": cards(view.left),
        "undealt": view.undealt,
        "bets": ", ".join(map(bet, view.bets)),
        "net": ", ".join(f"{seat} {amount:+}" for seat, amount in view.net.items()),
    }
    said = [f"{name} {part}" for name, part in parts.items() if part not in (None, "")]
    return "; ".join([f"deal {view.deal} {view.phase}", *said])


def cards(turned):
    """Position and card: ``1:9d!`` is given, of ``1:9d?`` only the rank, ``1:9d`` is supplied."""
    mark = {"card": "!", "rank": "?", "": ""}
    return " ".join(f"{each.position}:{each.card}{mark[each.given]}" for each in turned)


def bet(seen):
    ending = seen.settlement
    end = f" {ending.amount:+} at {ending.position} {' '.join(ending.terms)}" if ending else ""
    return f"{seen.seat} {seen.card or '??'} {seen.amount}{' open' if seen.opened else ''}{end}"


def compare(text, path):
    """Fail unless ``path`` holds ``text``; or write it there if that is asked for."""
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8", newline="\n")
    if not path.exists():
        pytest.fail(f"tests/golden/{path.name} is missing; write it with {COMMAND}")
    assert text == path.read_text(encoding="utf-8"), f"if the change is meant, write it with {COMMAND}"


# -- the tests -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_is_played_through_as_its_golden_text_says(slug):
    compare(playthrough(slug), GOLDEN / f"{slug}.txt")


def test_there_is_no_golden_text_without_its_record():
    assert {path.name for path in GOLDEN.iterdir()} == {f"{slug}.txt" for slug in SLUGS}


def test_a_missing_golden_text_fails_with_the_command_that_writes_it(monkeypatch, tmp_path):
    monkeypatch.delenv("UPDATE_GOLDEN", raising=False)
    with pytest.raises(pytest.fail.Exception) as failed:
        compare("text", tmp_path / "new.txt")
    assert str(failed.value) == (
        "tests/golden/new.txt is missing; write it with UPDATE_GOLDEN=1 python -m pytest tests/games/test_golden.py"
    )


def test_a_changed_golden_text_fails_with_the_command_that_writes_it(monkeypatch, tmp_path):
    monkeypatch.delenv("UPDATE_GOLDEN", raising=False)
    (tmp_path / "old.txt").write_text("before", encoding="utf-8")
    with pytest.raises(AssertionError, match="if the change is meant, write it with UPDATE_GOLDEN=1"):
        compare("after", tmp_path / "old.txt")


def test_the_command_writes_the_golden_text(monkeypatch, tmp_path):
    monkeypatch.setenv("UPDATE_GOLDEN", "1")
    compare("text\n", tmp_path / "new.txt")
    assert (tmp_path / "new.txt").read_bytes() == b"text\n"


def test_the_famous_nights_are_among_the_records():
    nights = {"hermann-night-1", "hermann-night-2", "hermann-night-3", "hermann-night-3-ace", "lugin-night-1"}
    assert nights <= set(SLUGS)


def test_every_condition_and_every_way_to_the_bank_has_its_record():
    rules = [read(SEEDS / f"{slug}.toml").rules for slug in SLUGS]
    assert {name for each in rules for name in each.get("conditions", ())} == set(CONDITIONS)
    assert {each.get("abzug") for each in rules} >= set(TABLES)
    assert {each.get("variant", "shtoss") for each in rules} == set(VARIANTS)
    assert any(each.get("banker") == "lot" for each in rules)
    assert any("nazhivka" in each for each in rules)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_json_beside_a_record_is_its_report(slug):
    record = read(SEEDS / f"{slug}.toml")
    found = report(record, list(replay(find_game(record.game), record)))
    beside = json.loads((SEEDS / f"{slug}.json").read_text(encoding="utf-8"))
    assert beside == found
    assert json.dumps(beside) == json.dumps(found)  # also true and 1, and the order of the seats


def test_there_is_no_json_without_its_record():
    assert sorted(path.stem for path in SEEDS.glob("*.json")) == SLUGS
