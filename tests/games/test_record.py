"""The record: read, refused, and written in its one canonical text."""

from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.protocol import Illegal
from games.core.record import MOST_ACTIONS, MOST_BYTES, Player, Record, parse, parse_bytes, read, write

SEEDS = Path(__file__).parents[2] / "seeds"
RECORDS = sorted(path for path in SEEDS.glob("*.toml") if path.name != "sources.toml")

HEAD = 'format = 1\ngame = "shtoss"\n'
PLAYERS = '[players]\nbanker = "The banker"\nhermann = "Hermann"\n'


def refused(text):
    with pytest.raises(Illegal) as refusal:
        parse_bytes(text if isinstance(text, bytes) else text.encode())
    return refusal.value


def typed(value):
    """``value`` with every type beside it, since True == 1."""
    if isinstance(value, str | int):
        return type(value).__name__, value
    if isinstance(value, tuple):
        return [typed(item) for item in value]
    return {key: typed(item) for key, item in value.items()}


# -- reading -------------------------------------------------------------------------------------------------


def test_a_record_is_read_whole():
    text = """
        format = 1
        game = "shtoss"
        title = "Third night"
        [rules]
        deck = 36
        conditions = []
        abzug = [{position = 11, share = "1"}]
        free = true
        [players]
        banker = "Chekalinsky"
        "герман" = "Германн"
        [chance]
        seed = "s"
        [play]
        actions = \"\"\"
        # in play order

        герман   stake Qs 188000
          banker turn    # one abzug
        \"\"\"
    """
    record = parse(text)
    assert record == Record(
        game="shtoss",
        title="Third night",
        rules={"deck": 36, "conditions": (), "abzug": ({"position": 11, "share": "1"},), "free": True},
        players=(Player("banker", "Chekalinsky"), Player("герман", "Германн")),
        chance={"seed": "s"},
        actions=("герман stake Qs 188000", "banker turn"),
    )
    assert record.seats == ("banker", "герман")
    assert record.names == {"banker": "Chekalinsky", "герман": "Германн"}


def test_players_keep_the_order_in_which_they_are_written():
    record = parse(HEAD + '[players]\nzoe = "Z"\nanna = "A"\nmax = "M"\n')
    assert record.seats == ("zoe", "anna", "max")


def test_what_is_absent_is_empty():
    record = parse(HEAD + PLAYERS)
    assert (record.title, dict(record.rules), dict(record.chance), record.actions) == ("", {}, {}, ())


def test_a_byte_order_mark_and_windows_line_ends_make_no_difference():
    text = HEAD + PLAYERS + '[play]\nactions = """\nbanker turn\nbanker deal\n"""\n'
    assert parse_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == parse(text)


def test_a_file_is_read_from_its_path(tmp_path):
    path = tmp_path / "one.toml"
    path.write_text(HEAD + PLAYERS, encoding="utf-8")
    assert read(path) == parse(HEAD + PLAYERS)
    with pytest.raises(OSError, match=r"none\.toml"):
        read(tmp_path / "none.toml")


def test_a_record_cannot_be_changed():
    record = parse(HEAD + "[rules]\ndeck = 52\nnested = { a = 1 }\n" + PLAYERS + '[chance]\nseed = "s"\n')
    for table in (record.rules, record.rules["nested"], record.chance):
        with pytest.raises(TypeError):
            table["deck"] = 36
    for thing, name in ((record, "game"), (record.players[0], "name")):
        with pytest.raises(AttributeError):
            setattr(thing, name, "other")
    record.names["hermann"] = "other"
    assert record.names["hermann"] == "Hermann"


# -- the canonical text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_seed_is_written_canonically_to_the_byte(path):
    assert write(read(path)).encode() == path.read_bytes()


def test_the_canonical_text_has_one_form_for_everything():
    record = Record(
        game="shtoss",
        title='A "great" night \\ day',
        players=(Player("banker", "Чекалинский"), Player("герман", "Германн")),
        rules={"deck": 36, "free": True, "none": (), "all": ("a", 1), "map": {"a": "b", "a b": False}, "empty": {}},
        chance={"seed": ("a", "b")},
        actions=("герман stake Qs", 'banker says """\\'),
    )
    assert write(record) == (
        "format = 1\n"
        'game = "shtoss"\n'
        'title = "A \\"great\\" night \\\\ day"\n'
        "\n[rules]\n"
        "deck = 36\nfree = true\nnone = []\n"
        'all = [\n  "a",\n  1,\n]\n'
        'map = { a = "b", "a b" = false }\nempty = {}\n'
        "\n[players]\n"
        'banker = "Чекалинский"\n"герман" = "Германн"\n'
        '\n[chance]\nseed = [\n  "a",\n  "b",\n]\n'
        '\n[play]\nactions = """\nгерман stake Qs\nbanker says \\"\\"\\"\\\\\n"""\n'
    )
    assert parse(write(record)) == record


def test_empty_parts_are_left_out():
    record = Record(game="shtoss", players=(Player("banker", "B"),))
    assert write(record) == 'format = 1\ngame = "shtoss"\n\n[players]\nbanker = "B"\n'


def test_comments_blank_lines_and_spacing_do_not_survive():
    text = HEAD + PLAYERS + '[play]\nactions = """\n\n# first\n  hermann  stake\tQs # ten\n\n"""\n'
    assert write(parse(text)).endswith('[play]\nactions = """\nhermann stake Qs\n"""\n')


# Printable text: letters, marks, numbers, punctuation, symbols and the plain space.
PRINTABLE = st.characters(codec="utf-8", categories=["L", "M", "N", "P", "S"], include_characters=' "\\#')


def text_of(most, least=0):
    return st.text(PRINTABLE, min_size=least, max_size=most)


SCALARS = st.one_of(st.booleans(), st.integers(), st.integers(-(10**40), 10**40), text_of(12))
KEYS = st.one_of(st.sampled_from(["deck", "initial_kush", "seed"]), text_of(8))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=4)
SEATS = st.one_of(
    st.sampled_from(["banker", "old-man", "Германн", "7h"]), st.from_regex(r"[\w-]{1,40}", fullmatch=True)
)
PLAYER_LISTS = st.lists(
    st.builds(Player, SEATS, text_of(30, 1).filter(str.strip)), min_size=1, max_size=5, unique_by=lambda each: each.seat
)
LINES = text_of(60).map(lambda line: " ".join(line.replace("#", "").split())).filter(bool)
RECORD = st.builds(
    Record,
    game=text_of(20, 1),
    players=PLAYER_LISTS.map(tuple),
    rules=TABLES,
    chance=TABLES,
    actions=st.lists(LINES, max_size=6).map(tuple),
    title=text_of(60),
)


@given(RECORD)
@settings(max_examples=250, deadline=None)
def test_what_is_written_is_read_back(record):
    again = parse(write(record))
    assert again == record
    assert typed(again.rules) == typed(record.rules)
    assert typed(again.chance) == typed(record.chance)


@given(RECORD)
@settings(max_examples=150, deadline=None)
def test_canonical_text_comes_back_to_the_byte(record):
    assert write(parse(write(record))) == write(record)


# -- refusals ------------------------------------------------------------------------------------------------

REFUSED = [
    # not TOML, or not a record
    ("", "format", "a record begins with format = 1"),
    ("hello", "", "this is not TOML: "),
    (HEAD + '[players\na = "A"', "", "this is not TOML: "),
    (HEAD + 'game = "faro"\n' + PLAYERS, "", "this is not TOML: Cannot overwrite a value"),
    (HEAD + PLAYERS + "x = \x00", "", "this is not TOML: "),
    (HEAD + "[rules]\nday = 2001-02-30\n" + PLAYERS, "", "this is not TOML: "),
    # the top level
    ('format = 2\ngame = "x"\n' + PLAYERS, "format", "a record begins with format = 1"),
    ('format = true\ngame = "x"\n' + PLAYERS, "format", "a record begins with format = 1"),
    ('format = 1.0\ngame = "x"\n' + PLAYERS, "format", "a record begins with format = 1"),
    ('format = "1"\ngame = "x"\n' + PLAYERS, "format", "a record begins with format = 1"),
    (HEAD + 'titel = "x"\n' + PLAYERS, "", '"titel" is not part of a record; did you mean title?'),
    (HEAD + "x = 1\n" + PLAYERS, "", "it can be format, game, title, rules, players, chance or play"),
    (HEAD + '"a\\u0007\\nb" = 1\n' + PLAYERS, "", '"a\\x07\\nb" is not part of a record'),
    ("format = 1\n" + PLAYERS, "game", 'a text in quotes belongs here, as in game = "…"'),
    ('format = 1\ngame = ""\n' + PLAYERS, "game", "a text in quotes belongs here"),
    ("format = 1\ngame = 5\n" + PLAYERS, "game", "a text in quotes belongs here"),
    ('format = 1\ngame = ["shtoss"]\n' + PLAYERS, "game", "a text in quotes belongs here"),
    ('format = 1\ngame = "a\\nb"\n' + PLAYERS, "game", "control characters and line breaks are not allowed here"),
    (HEAD + "title = 5\n" + PLAYERS, "title", 'a text in quotes belongs here, as in title = "…"'),
    (HEAD + "title = false\n" + PLAYERS, "title", "a text in quotes belongs here"),
    (HEAD + 'title = "a\\tb"\n' + PLAYERS, "title", "control characters and line breaks are not allowed here"),
    (HEAD + 'title = """a\nb"""\n' + PLAYERS, "title", "control characters and line breaks are not allowed here"),
    (HEAD + 'title = "\\u202e"\n' + PLAYERS, "title", "control characters and line breaks are not allowed here"),
    # tables
    (HEAD + "rules = 5\n" + PLAYERS, "rules", "this is a table; write [rules] on a line of its own"),
    (HEAD + 'chance = "s"\n' + PLAYERS, "chance", "this is a table; write [chance]"),
    (HEAD + "[[rules]]\ndeck = 52\n" + PLAYERS, "rules", "this is a table; write [rules]"),
    (HEAD + 'play = "x"\n' + PLAYERS, "play", "this is a table; write [play]"),
    (HEAD + "players = []\n", "players", "this is a table; write [players]"),
    # players
    (HEAD, "players", 'nobody plays; write a line for each seat, as in hermann = "Hermann"'),
    (HEAD + "[players]\n", "players", "nobody plays"),
    (HEAD + "[players]\nbanker = 5\n", "players.banker", 'the name is a text in quotes, as in hermann = "Hermann"'),
    (HEAD + '[players]\nbanker = "  "\n', "players.banker", "the name is a text in quotes"),
    (HEAD + '[players.banker]\nname = "x"\n', "players.banker", "the name is a text in quotes"),
    (HEAD + '[players]\nbanker = "a\\u0000"\n', "players.banker", "control characters"),
    (HEAD + '[players]\n"old man" = "x"\n', "players", '"old man" cannot name a seat; use up to 40 letters, digits'),
    (HEAD + '[players]\n"" = "x"\n', "players", '"" cannot name a seat'),
    (HEAD + '[players]\n"a\\n" = "x"\n', "players", '"a\\n" cannot name a seat'),
    (HEAD + f'[players]\n{"x" * 41} = "x"\n', "players", "cannot name a seat; use up to 40 letters, digits, - and _"),
    # values of rules and chance
    (HEAD + "[rules]\ndeck = 52.0\n" + PLAYERS, "rules.deck", "a text, a whole number, true, false, a list or a table"),
    (HEAD + "[rules]\nx = inf\n" + PLAYERS, "rules.x", "a text, a whole number, true, false, a list or a table"),
    (HEAD + "[rules]\nday = 2001-02-03\n" + PLAYERS, "rules.day", "a text, a whole number"),
    (HEAD + "[rules]\na = [{ b = [12:30:00] }]\n" + PLAYERS, "rules.a.b", "a text, a whole number"),
    (HEAD + '[rules]\na = ["x\\u007f"]\n' + PLAYERS, "rules.a", "control characters"),
    (HEAD + PLAYERS + '[chance]\nseed = "a\\nb"\n', "chance.seed", "control characters"),
    (HEAD + PLAYERS + "[chance]\nseed = 1.5\n", "chance.seed", "a text, a whole number"),
    # play
    (HEAD + PLAYERS + '[play]\nmoves = "x"\n', "play", '"moves" is not known here; it can be actions'),
    (HEAD + PLAYERS + "[play]\nactions = 5\n", "play.actions", 'the actions are one text between """ and """'),
    (HEAD + PLAYERS + '[play]\nactions = ["banker turn"]\n', "play.actions", "a line each"),
    (HEAD + PLAYERS + '[play]\nactions = """\nbanker turn\nx \\u0007\n"""\n', "action 2", "control characters"),
]


@pytest.mark.parametrize(("text", "place", "sentence"), REFUSED)
def test_what_is_no_record_is_refused_with_its_place_and_what_would_do(text, place, sentence):
    refusal = refused(text)
    assert refusal.place == place
    assert sentence in refusal.reason
    assert str(refusal) == (f"{place}: {refusal.reason}" if place else refusal.reason)


def test_a_file_over_the_bound_is_refused_and_one_at_the_bound_is_read(tmp_path):
    text = HEAD + PLAYERS
    filling = "#" * 99 + "\n"
    text += filling * ((MOST_BYTES - len(text)) // len(filling))
    text += "#" * (MOST_BYTES - len(text))
    assert parse_bytes(text.encode()).game == "shtoss"
    path = tmp_path / "large.toml"
    path.write_text(text + "#", encoding="utf-8")
    with pytest.raises(Illegal) as refusal:
        read(path)
    assert str(refusal.value) == "the file is larger than 256 KiB; a record is one game"
    assert MOST_BYTES == 256 * 1024


def test_no_more_is_read_of_a_large_file_than_tells_that_it_is_too_large():
    class Watched(BytesIO):
        def read(self, size=-1):
            asked.append(size)
            return super().read(size)

    asked = []
    path = SimpleNamespace(open=lambda mode: Watched(b"#" * 2 * MOST_BYTES))
    with pytest.raises(Illegal, match="larger than 256 KiB"):
        read(path)
    assert asked == [MOST_BYTES + 1]


def test_too_many_actions_are_refused_and_the_most_are_read():
    head = HEAD + PLAYERS + '[play]\nactions = """\n'
    assert MOST_ACTIONS == 5_000
    assert len(parse(head + "banker turn\n" * 5_000 + '"""\n').actions) == 5_000
    refusal = refused(head + "banker turn\n" * 5_001 + '"""\n')
    assert str(refusal) == "play.actions: 5001 actions; a record has at most 5000"


def test_a_long_line_is_refused_and_the_longest_is_read():
    assert parse(HEAD + "# " + "x" * 498 + "\n" + PLAYERS).game == "shtoss"
    refusal = refused(HEAD + "# " + "x" * 499 + "\n" + PLAYERS)
    assert str(refusal) == "line 3: 501 characters; a line has at most 500"


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3(", "Чекалинский".encode("cp1251"), b"\xed\xa0\x80"])
def test_what_is_not_utf_8_is_refused_with_its_line(bad):
    refusal = refused(HEAD.encode() + b'title = "' + bad + b'"\n' + PLAYERS.encode())
    assert str(refusal) == "line 3: the text is not UTF-8; save the file with that encoding"


def test_a_utf_16_file_is_refused():
    assert "not UTF-8" in str(refused((HEAD + PLAYERS).encode("utf-16")))


@pytest.mark.parametrize(
    "nested",
    ["x = " + ("[" * 400 + "\n") * 5, "x = " + ("{a=" * 150 + "[\n") * 5, "x = " + "[\n" * 20_000 + "]\n" * 20_000],
)
def test_deep_nesting_is_refused(nested):
    refusal = refused(HEAD + PLAYERS + "[rules]\n" + nested)
    assert str(refusal) == "this is not a record: lists or tables lie too deep in one another"


DEEP_KEYS = f"[rules.{'.'.join('a' * 240)}]\n{'.'.join('b' * 240)} = 1\n"


def test_deep_dotted_keys_are_refused():
    assert "too deep" in str(refused(HEAD + PLAYERS + DEEP_KEYS))


@pytest.mark.parametrize("digits", [30, 400])
def test_a_huge_integer_is_kept_exact_for_the_game_to_judge(digits):
    record = parse(HEAD + f"[rules]\nbank = {'9' * digits}\n" + PLAYERS)
    assert record.rules["bank"] == 10**digits - 1
    assert parse(write(record)) == record


def test_an_integer_of_thousands_of_digits_is_refused():
    refusal = refused(HEAD + f"[rules]\nbank = {'9' * 5_000}\n" + PLAYERS)
    assert str(refusal) == "line 4: 5007 characters; a line has at most 500"


@pytest.mark.parametrize("key", ["a\\nb", "a\\u001b", "\\u007f"])
def test_a_control_character_in_a_key_is_refused(key):
    refusal = refused(HEAD + f'[rules]\n"{key}" = 1\n' + PLAYERS)
    assert str(refusal).isprintable()


def test_a_key_with_a_line_break_does_not_break_the_sentence():
    assert str(refused(HEAD + '[rules]\n"a\\nb" = 1.5\n' + PLAYERS)).isprintable()


def long_texts(size):
    """Texts whose canonical form has a line of ``size`` characters, though their own lines are shorter."""
    table = HEAD + PLAYERS + "[rules.a]\n" + "".join(f"key{n} = {10**50}\n" for n in range(7))
    yield 'format=1\ngame="x"\ntitle="' + "t" * (size - 10) + '"\n' + PLAYERS
    yield HEAD + f"title = '{'t' * (size % 2)}" + '"' * ((size - 10) // 2) + "'\n" + PLAYERS
    yield HEAD + PLAYERS + '[play]\nactions = """\n' + f"{'x' * 250}\\\n{'x' * (size - 250)}" + '\n"""\n'
    yield table + f'last = "{"t" * (size - 437)}"\n'


@pytest.mark.parametrize("kind", range(4), ids=["title", "quotes", "continued line", "table"])
def test_what_could_not_be_read_again_once_written_is_refused_and_what_just_can_is_read(kind):
    longest, too_long = (list(long_texts(size))[kind] for size in (500, 501))
    record = parse(longest)
    assert max(map(len, write(record).splitlines())) == 500
    assert parse(write(record)) == record
    assert str(refused(too_long)) == ("written out, a line would have more than 500 characters; shorten its texts")


def test_the_line_of_a_fault_is_right_after_a_byte_order_mark():
    assert refused(b"\xef\xbb\xbf#\n\xff").place == "line 2"


# -- anything at all -----------------------------------------------------------------------------------------


def verdict(data):
    """The record, or the sentence that refuses it: nothing else may come of any bytes."""
    try:
        return parse_bytes(data)
    except Illegal as refusal:
        return str(refusal)


def parses_or_is_refused_in_one_line(data):
    answer = verdict(data)
    assert isinstance(answer, Record) or (answer and "\n" not in answer)


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_a_record_or_are_refused(data):
    parses_or_is_refused_in_one_line(data)


PIECES = [
    *(line + "\n" for line in (HEAD + PLAYERS).splitlines()),
    *("[rules]\n", "[chance]\n", "[play]\n", 'actions = """\n', '"""\n', "deck = 52\n", 'title = "', "banker turn\n"),
    *('"', "'", "\\", "\n", "\r", "=", ".", "[", "]", "{", "}", ",", "#", "true", "1e5", "1979-05-27", "0x", "\\u0000"),
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25).map("".join))
@settings(max_examples=300, deadline=None)
def test_any_text_made_of_pieces_of_a_record_is_a_record_or_is_refused(text):
    parses_or_is_refused_in_one_line((HEAD + PLAYERS + text).encode("utf-8", "surrogatepass"))
    parses_or_is_refused_in_one_line(text.encode("utf-8", "surrogatepass"))


@given(data=st.data(), path=st.sampled_from(RECORDS))
@settings(max_examples=150, deadline=None)
def test_a_damaged_record_is_a_record_or_is_refused(data, path):
    good = path.read_bytes()
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, min(start + 12, len(good))))
    parses_or_is_refused_in_one_line(good[:start] + data.draw(st.binary(max_size=4)) + good[end:])
