"""``manage.py replay``: for people, for programs, and for files that are none."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

GOOD = """\
format = 1
game = "shtoss"

[players]
banker = "The banker"
hermann = "Hermann"

[chance]
seed = "x"

[play]
actions = \"\"\"
hermann stake 7h 10
hermann cut 26
banker turn
\"\"\"
"""


def replayed(path: Path, *flags: str) -> str:
    out = StringIO()
    call_command("replay", str(path), *flags, stdout=out)
    return out.getvalue()


def refusal(path: Path, *flags: str) -> str:
    with pytest.raises(CommandError) as caught:
        replayed(path, *flags)
    assert caught.value.returncode == 2
    return str(caught.value)


def test_json_is_the_golden_replay_beside_the_record(settings: LazySettings) -> None:
    for path in settings.SEEDS_ROOT.glob("*.json"):
        assert replayed(path.with_suffix(".toml"), "--json") == path.read_text(encoding="utf-8")


def test_json_of_the_third_night(settings: LazySettings) -> None:
    whole = json.loads(replayed(settings.SEEDS_ROOT / "hermann-night-3.toml", "--json"))
    assert whole["format"] == 1
    assert whole["game"] == "shtoss"
    assert whole["over"] is True
    assert whole["net"] == {"chekalinsky": 188000, "hermann": -188000}
    assert whole["steps"][0] == {"step": 0, "action": None, "events": []}
    assert whole["steps"][2] == {
        "step": 2,
        "action": "hermann stake Qs 188000",
        "events": [{"kind": "staked", "seat": "hermann", "amount": 188000}],
    }
    assert whole["steps"][3]["events"] == [
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
    ]


def test_person_reads_what_happened_in_the_words_of_the_table(settings: LazySettings) -> None:
    told = replayed(settings.SEEDS_ROOT / "hermann-night-1.toml")
    assert "Hermann puts down a card, face down, and stakes 47,000 on it." in told
    assert "The first abzug: to the right the nine of diamonds (lob), to the left the three of clubs (sonik)." in told
    assert "it is given. Hermann wins 47,000." in told
    assert "Over. Chekalinsky has lost 47,000. Hermann has won 47,000." in told
    assert "[[" not in told


def test_record_that_stops_in_mid_deal_is_not_over(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.toml"
    path.write_text(GOOD.replace("banker turn\n", ""))
    assert json.loads(replayed(path, "--json"))["over"] is False
    assert "The deal is still under way. The banker is even. Hermann is even." in replayed(path)


BAD = {
    "bad TOML": (GOOD.replace("[chance]", "[chance"), "this is not TOML"),
    "unknown game": (
        GOOD.replace('"shtoss"', '"shtos"'),
        'game: "shtos" is not a game known here; did you mean shtoss?',
    ),
    "unknown seat": (
        GOOD.replace("hermann cut", "herman cut"),
        'action 2: "herman cut 26": nobody sits at "herman"; the seats are banker and hermann',
    ),
    "a card twice": (
        GOOD.replace('seed = "x"', 'seed = "x"\ntop = "Qs Qs"'),
        "chance.top: Qs stands there more than once",
    ),
    "a card not in the deck": (
        GOOD.replace("7h", "3h").replace("[players]", "[rules]\ndeck = 36\n[players]"),
        'action 1: "hermann stake 3h 10": there is no 3h in a 36-card deck; the lowest rank is 6',
    ),
    "an action out of turn": (
        GOOD.replace("hermann stake 7h 10\n", ""),
        'action 1: "hermann cut 26": no card is staked yet; stake before the cut',
    ),
    "a stake below the kush": (
        GOOD.replace("[players]", "[rules]\ninitial_kush = 100\n[players]"),
        'action 1: "hermann stake 7h 10": a stake of 10 is below the initial kush; stake 100 or more',
    ),
    "an unknown verb": (GOOD.replace("banker turn", "banker trun"), 'action 3: "banker trun": "trun" is not something'),
    "an unknown rule": (GOOD.replace("[players]", "[rules]\ndek = 52\n[players]"), "did you mean deck?"),
    "nothing": ("", "format: a record begins with format = 1"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_bad_record_is_refused_in_one_line(tmp_path: Path, name: str, flags: tuple[str, ...]) -> None:
    text, says = BAD[name]
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    line = refusal(path, *flags)
    assert line.startswith(f"{path}: ")
    assert says in line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (GOOD.encode() + b"# \xff\xfe\n", "line 17: the text is not UTF-8"),
        (GOOD.encode() + b"#" * 10_000_000, "the file is larger than 256 KiB"),
        (GOOD.encode("utf-16"), "the text is not UTF-8"),
        (b"a = " + b"[" * 100_000, "at most 500"),
        (b"\n".join([b"a = ", *[b"[" * 400] * 500]), "is not TOML"),
        (b"\0", "this is not TOML"),
    ],
    ids=["not UTF-8", "10 MB", "UTF-16", "long line", "deep", "NUL"],
)
def test_file_that_is_no_text_or_too_large_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(data)
    line = refusal(path)
    assert says in line or (says == "is not TOML" and "too deep" in line)
    assert "\n" not in line


def test_missing_file_and_folder_are_refused(tmp_path: Path) -> None:
    assert "No such file" in refusal(tmp_path / "none.toml")
    assert "Is a directory" in refusal(tmp_path)


def test_at_the_terminal_a_refusal_is_exit_code_2_and_one_line(settings: LazySettings, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(BAD["unknown seat"][0])
    run = subprocess.run(
        [sys.executable, "manage.py", "replay", str(path)], cwd=settings.ROOT, capture_output=True, text=True
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr
