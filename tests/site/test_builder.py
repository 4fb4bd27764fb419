"""The deal builder: a deal made by forms, carried in an address, in a file, or kept."""

from __future__ import annotations

import html
import re
import zlib
from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from builder import deals, keeping, order
from builder.deals import LONGEST_ADDRESS, MARK, MOST_ACTIONS, Built, from_address, from_bytes, from_text
from builder.keeping import MOST_A_DAY, MOST_AN_HOUR, address_of
from builder.models import DayKey, KeptDeal, KeptVersion, Sending
from builder.sheet import Sheet
from demos.seeds import demos
from games.core.protocol import Illegal
from games.core.record import MOST_BYTES, Player, Record, parse, write
from games.shtoss import SHTOSS

HTMX = {"HX-Request": "true"}
THIRD_NIGHT = """format = 1
game = "shtoss"
title = "The third night"

[rules]
cut = "first"

[players]
chekalinsky = "Chekalinsky"
hermann = "Hermann"

[chance]
seed = "third night"
top = "Q? A?"

[play]
actions = \"\"\"
hermann cut 26
hermann stake Qs 188000
chekalinsky turn
\"\"\"
"""
WITH_NOTES = f"{THIRD_NIGHT}\n{MARK}\n#0: He has come\n#0: again.\n#3: “The queen!”\n"
EVIL = "<script>alert('x')</script>\"'&"


class Form:
    """The builder as somebody uses it without a script: type, press, land on an address."""

    def __init__(self, client: Client, base: str = "/build/") -> None:
        self.client, self.base = client, base
        self.data = Sheet.fresh().data.copy()

    def type(self, **fields: str | list[str]) -> Form:
        for name, value in fields.items():
            name = re.sub(r"^(stake|cut|note)_", r"\1-", name)
            self.data.setlist(name, value if isinstance(value, list) else [value])
        return self

    def press(self, button: str = "show", **fields: str | list[str]) -> HttpResponse:
        """Send the form; follow where it leads, and take over what stands there."""
        self.type(**fields)
        sent = {**{name: self.data.getlist(name) for name in self.data}, "do": button}
        response = self.client.post(self.base, sent)
        if response.status_code == 303:
            query = parse_qs(urlsplit(response["Location"]).query)
            self.data = Sheet.of(from_address(query["r"][0])).data.copy()
            for name in ("place", "deal"):
                if name in query:
                    self.data[name] = query[name][0]
            response = self.client.get(response["Location"].partition("#")[0])
        assert response.status_code == 200
        return response

    @property
    def built(self) -> Built:
        return Sheet(self.data).built()


@pytest.fixture
def form(client: Client) -> Form:
    return Form(client)


def errors(response: HttpResponse) -> str:
    found = re.search(r'<div class="errors" role="alert">(.*?)</div>', response.content.decode(), re.DOTALL)
    return html.unescape(found[1]) if found else ""


def address(text: str) -> str:
    return from_text(text).address


# --- the text, the address, the file ---


class TestText:
    def test_notes_travel_as_comments_that_other_readers_pass_over(self) -> None:
        built = from_text(WITH_NOTES)
        assert built.notes == {0: "He has come\nagain.", 3: "“The queen!”"}
        assert built.text == WITH_NOTES
        assert parse(WITH_NOTES) == parse(THIRD_NIGHT) == built.record
        assert from_address(built.address) == built

    def test_without_notes_it_is_the_canonical_record(self) -> None:
        assert from_text(THIRD_NIGHT).text == THIRD_NIGHT == write(parse(THIRD_NIGHT))

    @pytest.mark.parametrize("slug", sorted(demos()))
    def test_the_sites_own_deals_can_be_built_on(self, slug: str) -> None:
        """Through the form and back: the same steps, card by card."""
        built = from_text(Built(demos()[slug].record).text)
        again = Sheet.of(built).built()
        assert [step.events for step in again.fold().steps] == [step.events for step in demos()[slug].steps]
        assert again.record.rules == {
            key: value
            for key, value in built.record.rules.items()
            if (key, value) not in (("deck", 52), ("cut", "after"), ("banker", built.record.seats[0]))
        }
        assert Sheet.of(again).built() == again

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "a record begins with format = 1"),
            (THIRD_NIGHT.replace("top =", "tip ="), '"tip" is not known here; did you mean top?'),
            (THIRD_NIGHT.replace('"third night"\n', '"third night\n'), "at line 13"),
            (THIRD_NIGHT.replace('"Q? A?"', '"Qx"'), "chance.top"),
            (THIRD_NIGHT.replace('"shtoss"', '"whist"'), "write game = “shtoss”"),
            (THIRD_NIGHT.replace('= "Hermann"', f'= "{"H" * 61}"'), "players.hermann: 61 characters; at most 60"),
            (THIRD_NIGHT.replace("The third night", "T" * 121), "title: 121 characters; at most 120"),
            (THIRD_NIGHT.replace('"Hermann"', f'"Hermann"\n{"h" * 41} = "H"'), "cannot name a seat"),
            (WITH_NOTES.replace("#3:", "#4:"), "the note of step 4: there is no such step, the last one is 3"),
            (WITH_NOTES.replace("again", "a" * 490), "the note of step 0: 503 characters; at most 500"),
            (THIRD_NIGHT + "# x\n" * 9000, "the record is longer than 32768 characters"),
            (
                THIRD_NIGHT.replace("chekalinsky turn\n", "chekalinsky turn\n" * 399),
                "401 actions; the builder holds 400",
            ),
        ],
    )
    def test_what_the_builder_cannot_hold_is_refused_with_what_would_be_right(self, text: str, says: str) -> None:
        with pytest.raises(Illegal) as refused:
            from_text(text)
        assert says in str(refused.value)

    def test_forty_players_are_too_many_and_a_key_of_forty_letters_is_not(self) -> None:
        bank = THIRD_NIGHT.replace('cut = "first"', 'variant = "bank"\ncut = "first"')
        many = bank.replace('"Hermann"', '"Hermann"\n' + "\n".join(f'p{n} = "P{n}"' for n in range(38)))
        with pytest.raises(Illegal, match="here are 40; the builder has room for 2 to 8"):
            from_text(many)
        assert len(from_text(bank.replace('"Hermann"', '"Hermann"\n' + "x" * 40 + ' = "X"')).record.players) == 3

    def test_a_file_may_have_a_mark_at_its_start_and_lines_as_on_windows(self) -> None:
        assert from_bytes(b"\xef\xbb\xbf" + WITH_NOTES.replace("\n", "\r\n").encode()) == from_text(WITH_NOTES)

    def test_a_long_note_fits_into_the_lines_of_a_record(self) -> None:
        note = ("Ж" * 247 + " x" + "\U0001f0a1") * 2
        built = deals.checked(Built(parse(THIRD_NIGHT), {1: note}))
        assert max(map(len, built.text.split("\n"))) <= 500
        assert parse(built.text) == built.record
        assert from_text(built.text).notes[1] == note

    @pytest.mark.parametrize(
        "packed",
        [
            "",
            "x",
            "....",
            "é",
            "A" * (LONGEST_ADDRESS + 1),
            urlsafe_b64encode(b"not packed").decode(),
            urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode().rstrip("="),
            urlsafe_b64encode(zlib.compress(b"#" * 2_000_000, 9)).decode().rstrip("="),
            address(WITH_NOTES)[:-9],
        ],
    )
    def test_a_damaged_address_is_refused(self, packed: str) -> None:
        with pytest.raises(Illegal, match="damaged or cut short"):
            from_address(packed)


@given(st.dictionaries(st.integers(0, 3), st.text(max_size=500)))
def test_any_note_comes_back_as_it_was_shown(notes: dict[int, str]) -> None:
    kept = {step: deals.plain_note(note) for step, note in notes.items()}
    built = Built(parse(THIRD_NIGHT), {step: note for step, note in kept.items() if note})
    assert from_text(built.text) == built
    assert parse(built.text) == built.record
    assert all(deals.plain_note(note) == note for note in kept.values())


# --- places ---


class TestPlaces:
    @pytest.mark.parametrize(
        ("typed", "read"),
        [
            ("Q? A? .. 7s", ["Q?", "A?", "..", "7s"]),
            ("qS, 10h … td - .. ..", ["Qs", "Th", "..", "Td"]),
            ("Q♠ 10♥\ufe0f", ["Qs", "Th"]),
            ("", []),
            ("..", []),
            ("nonsense 1", ["Nonsense", "1"]),
        ],
    )
    def test_places_are_read_as_people_write_them(self, typed: str, read: list[str]) -> None:
        assert order.tokens(typed) == read

    def test_a_card_goes_to_its_place_and_leaves_the_one_it_had(self) -> None:
        assert order.put("", 4, "7s") == ".. .. .. 7s"
        assert order.put("Q? A? .. 7s", 3, "7s") == "Q? A? 7s"
        assert order.put("Q? Q?", 3, "Q?") == "Q? Q? Q?"

    def test_an_open_place_is_filled_by_the_shuffle_and_stays_supplied(self, form: Form) -> None:
        form.press("show", tops="Q? A? .. 7s", seeds="third night", cut="first")
        assert form.data["tops"] == "Q? A? .. 7s"
        built = form.built
        assert built.filled == {(1, 3)}
        shuffled = [
            str(card)
            for card in SHTOSS.start(Record("shtoss", built.record.players, {}, {"seed": "third night"})).cards
        ]
        used = [next(card for card in shuffled if card[0] == rank) for rank in "QA"]
        third = next(card for card in shuffled if card not in (*used, "7s"))
        assert built.record.chance["top"] == f"Q? A? {third} 7s"

    def test_the_filled_place_is_shown_as_supplied_in_form_and_deal(self, form: Form) -> None:
        form.press("show", tops="Q? A? .. 7s")
        form.press("stake", stake_seat="punter", stake_card="2h", stake_amount="5")
        form.press("cut", cut_seat="punter", cut_count="26")
        response = form.press("over")
        text = response.content.decode()
        assert 'class="place rank"' in text
        assert re.search(r'class="place supplied"><input type="radio" name="place" value="3"', text)
        assert re.search(r'class="place given"><input type="radio" name="place" value="4"', text)
        step = form.client.get("/build/deal/", {"r": form.built.address, "step": "4"}).content.decode()
        third, fourth = form.built.record.chance["top"].split()[2:]
        assert re.search(rf'class="card supplied" src="[^"]*#{third}"', step)
        assert re.search(rf'class="card given" src="[^"]*#{fourth}"', step)

    def test_a_filled_card_leaves_later_places_what_they_need(self) -> None:
        seed = {"seed": "x"}
        aces = order.fill(".. .. .. .. A? A? A? A?", seed, 1, 32, False)[0].split()
        assert not [card for card in aces[:4] if card[0] == "A"]
        with pytest.raises(Illegal):
            order.fill(" ".join([".."] * 60 + ["A?"]), seed, 1, 32, False)

    def test_clicking_fixes_and_opens_places(self, form: Form) -> None:
        form.press("put Q?")
        assert (form.data["tops"], form.data["place"]) == ("Q?", "2")
        form.press("put As", place="4")
        assert form.data["tops"] == "Q? .. .. As"
        form.press("open", place="4")
        assert form.data["tops"] == "Q?"
        form.press("put 2c", deck="32")
        assert form.data["tops"] == "Q?"  # there is no deuce in that pack
        form.press("put nonsense")
        assert form.data["tops"] == "Q?"

    def test_a_whole_deck_stays_whole(self, form: Form) -> None:
        form.press("put Q?")
        form.press("stake", stake_seat="punter", stake_card="Qh", stake_amount="5")
        form.press("cut", cut_seat="punter", cut_count="20")
        before = [step.events for step in form.built.fold().steps]
        form.press("over")
        after = [step.events for step in form.built.fold().steps]
        form.press("state")
        assert form.data["order"] == "deck"
        stated = [step.events for step in form.built.fold().steps]
        assert len(after) > len(before)
        assert [[event.data.get("card") for event in events] for events in stated] == [
            [event.data.get("card") for event in events] for events in after
        ]
        form.press("put 2c", place="1")
        assert str(form.built.fold().cut(1)[1][0]) == "2c"
        assert len(set(form.data["decks"].split())) == 52
        assert "choose a card with one" in errors(form.press("put 2?"))

    def test_what_a_cut_hides_is_not_shown(self, form: Form) -> None:
        text = form.press("show").content.decode()
        assert "1: known once the deck is cut" in text
        form.press("stake", stake_seat="punter", stake_card="2h", stake_amount="5")
        text = form.press("cut", cut_seat="punter", cut_count="26").content.decode()
        first = form.built.fold().state.cards[0]
        assert f"<b>{order.signs(str(first))}</b>" in text


# --- the form ---


class TestForm:
    def test_hermanns_third_night_by_forms(self, form: Form) -> None:
        form.type(**{"name-1": "Chekalinsky", "name-2": "Hermann", "seat-1": "", "seat-2": ""})
        form.press("show", title="The third night", seeds="third night", tops="Q? A?", cut="first")
        form.press("cut", cut_seat="hermann", cut_count="26")
        form.press("stake", stake_seat="hermann", stake_card="Qs", stake_amount="188,000")
        response = form.press("over")
        assert form.built.text == THIRD_NIGHT
        response = form.press("show", note_3="“The queen!”")
        text = response.content.decode()
        assert "Hermann loses 188,000." in text
        assert "“The queen!”" in text
        assert from_address(form.built.address) == form.built

    def test_a_deal_again_leaves_the_first_as_it_was(self, form: Form) -> None:
        form.press("stake", stake_seat="punter", stake_card="2h", stake_amount="5")
        form.press("cut", cut_seat="punter", cut_count="26")
        form.press("over")
        before = [step.events for step in form.built.fold().steps]
        text = form.client.get("/build/", {"r": form.built.address}).content.decode()
        assert 'value="act banker deal"' in text
        text = form.press("act banker deal").content.decode()
        assert [step.events for step in form.built.fold().steps][: len(before)] == before
        assert form.data["seeds"] == "1\n1/2"
        assert 'name="deal"' in text
        form.press("put K?", deal="2")
        assert form.data["tops"] == "\nK?"
        form.press("stake", stake_seat="punter", stake_card="Kh", stake_amount="1")
        form.press("cut", cut_seat="punter", cut_count="26")
        form.press("over")
        form.press("act punter stop")
        assert "Kh" in form.built.text
        assert not form.built.fold().refusal
        assert form.built.fold().state.view(None).right[:1] or form.built.fold().state.view(None).abzug

    def test_a_lot_is_drawn_and_a_stake_refused_by_buttons(self, form: Form) -> None:
        text = form.press("show", banker="lot", bank="100").content.decode()
        assert "The banker draws for the bank" in text
        form.press("act banker draw")
        form.press("act punter draw")
        while "draws for the bank" in form.client.get(f"/build/?r={form.built.address}").content.decode():
            waiting = form.built.fold().state.evening.lot
            form.press(f"act {waiting.waiting[0]} draw")
        banker = form.built.fold().state.evening.banker
        punter = "punter" if banker == "banker" else "banker"
        text = form.press("stake", stake_seat=punter, stake_card="2h", stake_amount="500").content.decode()
        button = re.search(r'value="(act [^"]*refuse[^"]*)"', text)
        assert button
        form.press(button[1])
        assert form.built.fold().state.bets == ()

    def test_removing_a_step_takes_its_note_and_moves_the_others(self, form: Form) -> None:
        form.press("read", text=WITH_NOTES)
        form.press("show", note_1="one", note_2="two")
        form.press("remove 1")
        assert form.data["actions"] == "hermann stake Qs 188000\nchekalinsky turn"
        assert {name: form.data[name] for name in form.data if name.startswith("note-")} == {
            "note-0": "He has come\nagain.",
            "note-1": "two",
            "note-2": "“The queen!”",
        }

    def test_rules_of_every_kind(self, form: Form) -> None:
        form.press(
            "show",
            variant="faro",
            deck="36",
            initial_kush="10",
            bank="5 000",
            abzug="own",
            rows="3: banker 1/2, 11: punter 1",
            nazhivka="plie 100; deal-won −20",
            doublet="whole",
            last_card="counts",
            cutter="banker",
            conditions=["volny-kush"],
        )
        assert form.built.record.rules == {
            "variant": "faro",
            "deck": 36,
            "initial_kush": 10,
            "bank": 5000,
            "abzug": (
                {"position": 3, "share": "1/2", "to": "banker"},
                {"position": 11, "share": "1", "to": "punter"},
            ),
            "nazhivka": ({"event": "plie", "amount": 100}, {"event": "deal-won", "amount": -20}),
            "doublet": "whole",
            "last_card": "counts",
            "cutter": "banker",
            "conditions": ("volny-kush",),
        }
        form.press("show", variant="bank")
        assert "doublet" not in form.built.record.rules, "only faro has it"

    @pytest.mark.parametrize(
        ("fields", "says"),
        [
            ({"name-2": ""}, "players: the banker sits alone; name a punter too"),
            ({"name-1": "", "name-2": ""}, "nobody plays; write a name"),
            ({"banker": "7"}, "the player who keeps the bank has no name"),
            ({"name-3": "Third"}, 'shtoss has one punter and here are 2; leave one, or set variant = "bank"'),
            ({"name-2": "x" * 61}, "61 characters; at most 60"),
            ({"variant": "whist"}, "Game: Select a valid choice"),
            ({"bank": "much"}, "“much” is not an amount; write a whole number, as in 47000"),
            ({"bank": "9" * 20}, "is not an amount"),
            ({"abzug": "own"}, "your own table has no rows; write one, as in 3: banker 1/2"),
            ({"abzug": "own", "rows": "three"}, "“three” is not a row"),
            ({"abzug": "own", "rows": "60: banker 1"}, "position 60 is not possible; it is 1 to 52"),
            ({"nazhivka": "plie"}, "“plie” is not a premium"),
            ({"tops": "Qx"}, '"Qx" is not a card'),
            ({"tops": "Qs Qs"}, "Qs stands there more than once"),
            ({"tops": "Qs\nKs"}, "2 lines for 1; write one line for each deal"),
            ({"order": "deck", "decks": "Qs"}, "51 of 52 cards are missing"),
            ({"actions": "punter stakes 5"}, "did you mean stake?"),
            ({"actions": "banker turn"}, 'action 1: "banker turn"'),
            ({"note-7": "late"}, "there is no such step, the last one is 0"),
            ({"note-0": "x" * 501}, "501 characters; at most 500"),
            ({"actions": "x" * 40_000}, "longer than 32768 characters"),
            ({"actions": "banker turn\n" * 401}, "401 actions; the builder holds 400"),
        ],
    )
    def test_what_is_wrong_is_said_and_all_that_was_typed_stays(
        self, form: Form, fields: dict[str, str], says: str
    ) -> None:
        form.type(**{"title": "My title", "note-0": "A note", **fields})
        response = form.press("show")
        assert says in errors(response)
        text = html.unescape(response.content.decode())
        typed = {"title": "My title", "note-0": "A note", **fields}
        for name, value in typed.items():
            if name not in ("variant", "abzug", "banker", "order"):
                assert value in text, name

    def test_a_button_that_is_refused_changes_nothing(self, form: Form) -> None:
        response = form.press("stake", stake_seat="punter", stake_card="Qs", stake_amount="0.5")
        assert "is not a whole number" in errors(response)
        assert 'value="0.5"' in response.content.decode()
        assert form.built.record.actions == ()
        assert "the cut" in errors(form.press("over", actions="punter stake 2h 5\nbanker turn"))

    def test_a_change_refreshes_the_preview_and_pushes_the_address(self, form: Form) -> None:
        sent = {name: form.data.getlist(name) for name in form.data}
        response = form.client.post("/build/", {**sent, "tops": "Q? A?"}, headers=HTMX)
        text = response.content.decode()
        assert "<html" not in text
        assert 'id="preview"' in text
        assert re.findall(r'id="(\w+)" hx-swap-oob="outerHTML"', text) == ["wrong", "places", "play"]
        pushed = response["HX-Push-Url"]
        assert from_address(pushed.partition("=")[2]).record.chance["top"] == "Q? A?"
        again = {**HTMX, "HX-Current-URL": f"http://testserver{pushed}"}
        assert "HX-Push-Url" not in form.client.post("/build/", {**sent, "tops": "Q? A?"}, headers=again)

    def test_nothing_is_stored_and_nobody_is_known(self, form: Form) -> None:
        """A database test would fail here: this one has no database at all."""
        response = form.press("show", title="x")
        assert not response.cookies
        assert not form.client.get("/build/deal/", {"r": form.built.address}).cookies


# --- upload and download ---


class TestFiles:
    def test_what_is_downloaded_can_be_uploaded_with_its_notes(self, client: Client, form: Form) -> None:
        file = client.get("/build/deal.toml", {"r": address(WITH_NOTES)})
        assert file["Content-Disposition"] == 'attachment; filename="the-third-night.toml"'
        assert file["Content-Type"] == "application/toml; charset=utf-8"
        form.type(file=SimpleUploadedFile("x.toml", file.content))  # type: ignore[arg-type]
        form.press("upload")
        assert form.built.text == WITH_NOTES

    def test_the_form_itself_can_be_downloaded(self, form: Form) -> None:
        response = form.press("download", title="x")
        assert response.content.decode().startswith("format = 1\n")

    @pytest.mark.parametrize(
        ("data", "says"),
        [
            (THIRD_NIGHT.replace("top =", "top").encode(), "line 14"),
            (THIRD_NIGHT.replace("26", "260").encode(), 'action 1: "hermann cut 260"'),
            (THIRD_NIGHT.encode() + b"\xff", "line 22: the text is not UTF-8"),
            (b"#" * (MOST_BYTES + 1), "the file is larger than 256 KiB"),
            (b"\x00\x01", "this is not TOML"),
            (b"", "a record begins with format = 1"),
        ],
    )
    def test_a_bad_file_says_where_and_loses_nothing(self, form: Form, data: bytes, says: str) -> None:
        form.type(title="My title", seeds="my seed", **{"note-0": "my note", "name-2": "My punter"})
        form.type(file=SimpleUploadedFile("x.toml", data))  # type: ignore[arg-type]
        response = form.press("upload")
        assert says in errors(response)
        text = html.unescape(response.content.decode())
        if "hermann cut 260" not in says:  # that one is a record: it is shown, and its play can be mended
            for typed in ("My title", "my seed", "my note", "My punter"):
                assert typed in text
            if 20 < len(data) < MOST_BYTES:
                assert "third night" in text, "what could not be read stands in the box, to be mended"

    def test_no_file_at_all(self, form: Form) -> None:
        assert "no file is chosen" in errors(form.press("upload", title="mine"))

    def test_what_is_too_large_is_answered_with_a_sentence(self, client: Client) -> None:
        response = client.post("/build/", {"text": "x" * 3_000_000})
        assert response.status_code == 413
        assert "at most 256 KiB" in response.content.decode()
        many = client.post("/build/", {f"note-{n}": "" for n in range(1500)})
        assert many.status_code == 413
        broken = client.post("/build/", "nonsense", content_type="multipart/form-data")
        assert broken.status_code == 400
        assert "is not a form" in broken.content.decode()

    def test_what_is_too_long_for_an_address_is_offered_as_a_file(self, form: Form) -> None:
        import random

        noise = random.Random(1)
        notes = {f"note-{n}": "".join(chr(noise.randrange(0x400, 0x450)) for _ in range(490)) for n in range(20)}
        form.press("show", actions="")
        form.type(actions="\n".join(["punter stake 2h 5", "banker refuse punter 2h"] * 10), **notes)
        response = form.press("show")
        text = response.content.decode()
        assert "too long for an address" in text
        assert 'action="/build/keep/"' in text
        assert all(note in text for note in notes.values())
        file = form.press("download").content
        assert len(from_bytes(file).notes) == 20
        assert from_bytes(file).address == ""


# --- the deal on a page of its own ---


class TestDeal:
    def test_the_page_says_how_to_use_it(self, client: Client) -> None:
        packed = address(WITH_NOTES)
        text = client.get("/build/deal/", {"r": packed, "step": "3"}).content.decode()
        found = re.search(r'<textarea id="snippet"[^>]*>\n(.*?)</textarea>', text, re.DOTALL)
        assert found
        assert html.unescape(found[1]) == (
            f'<iframe src="http://testserver/embed/build/?r={packed}" title="The third night" '
            'width="100%" height="640" loading="lazy" allow="fullscreen"></iframe>'
        )
        assert f'href="/build/deal.toml?r={packed}"' in text
        assert f'href="/build/?r={packed}"' in text
        assert '<div class="note"><p>“The queen!”</p></div>' in text
        assert '<meta name="robots" content="noindex">' in text

    def test_every_step_link_carries_the_deal(self, client: Client) -> None:
        packed = address(WITH_NOTES)
        for path in ("/build/deal/", "/embed/build/"):
            text = client.get(path, {"r": packed, "step": "1"}).content.decode()
            links = re.findall(r'hx-get="([^"]*)"', text)
            assert len(links) == 4
            assert {html.unescape(link).partition("&")[2] for link in links} == {f"r={packed}"}
            assert all(link.startswith(path) for link in links)
            fragment = client.get(html.unescape(links[2]), headers=HTMX).content.decode()
            assert "<html" not in fragment
            assert "Step 2 of 3" in fragment

    def test_only_the_embed_can_be_framed(self, client: Client) -> None:
        packed = address(THIRD_NIGHT)
        for path, framable in (("/build/", 0), ("/build/deal/", 0), ("/embed/build/", 1)):
            response = client.get(path, {"r": packed})
            assert response.status_code == 200
            assert ("X-Frame-Options" not in response) == framable
            assert ("frame-ancestors *" in response["Content-Security-Policy"]) == framable

    @pytest.mark.parametrize("path", ["/build/deal/", "/embed/build/", "/build/deal.toml"])
    @pytest.mark.parametrize(
        ("query", "says"),
        [
            ("", "This address carries no deal; build one"),
            ("r=zzz", "this address is damaged or cut short; copy the whole of it"),
            (f"r={address(THIRD_NIGHT.replace('26', '60'))}", "a cut takes 1 to 51"),
            (f"r={address(THIRD_NIGHT)}&step=two", "“two” is not a step of this deal"),
        ],
    )
    def test_what_is_wrong_is_said(self, client: Client, path: str, query: str, says: str) -> None:
        response = client.get(f"{path}?{query}")
        if path.endswith(".toml") and ("step" in query or "cut" in says):
            return
        assert response.status_code == 404
        if "a cut takes" not in says:
            assert says in html.unescape(response.content.decode())
        else:
            assert "action 1" in html.unescape(response.content.decode())

    @pytest.mark.parametrize("name", [EVIL, "שלום עולם", "👑🂡", "&amp;", "x" * 60, "%(name)s", "{{ name }}", "[[lob]]"])
    def test_names_titles_and_notes_are_shown_as_they_are(self, form: Form, name: str) -> None:
        form.press("show", title=name, **{"name-2": name, "seat-2": "", "note-0": name})
        assert form.built.record.players[1].name == name
        packed = form.built.address
        pages = [form.client.get(path, {"r": packed}) for path in ("/build/", "/build/deal/", "/embed/build/")]
        for page in pages:
            text = page.content.decode()
            assert page.status_code == 200
            assert "<script>alert" not in text
            assert html.escape(name) in text or html.escape(name, quote=False) in text
        assert form.client.get("/build/deal.toml", {"r": packed}).status_code == 200

    def test_a_note_is_not_markdown(self, form: Form) -> None:
        form.press("show", **{"note-0": "*no* [x](http://evil.example) {{ demo plie }}\n\n<img src=x>"})
        text = form.client.get("/build/deal/", {"r": form.built.address}).content.decode()
        assert "*no* [x](http://evil.example) {{ demo plie }}" in text
        assert "<img src=x>" not in text
        assert 'http://evil.example"' not in text

    def test_what_cannot_be_seen_is_left_out_of_names(self, form: Form) -> None:
        form.press("show", **{"name-2": "a\u202eb\u200d\u0000 c\n", "note-0": "a\u202eb"})
        assert form.built.record.players[1].name == "ab c"
        assert form.built.notes == {0: "ab"}

    def test_namesakes_sit_on_seats_of_their_own(self, form: Form) -> None:
        form.type(**{f"name-{n}": "Anna" for n in range(1, 9)}, **{f"seat-{n}": "" for n in range(1, 9)})
        form.press("show", variant="bank")
        assert form.built.record.seats == ("anna", *(f"anna-{n}" for n in range(2, 9)))
        form.press("show", **{"name-1": "Lot", "seat-1": ""}, banker="2")
        assert form.built.record.seats[0] == "lot-2"


# --- bounds ---


def heaviest() -> str:
    """An evening of four hundred actions at a full table, each deal turned until it is over, with a note a step."""
    seats = [f"p{number}" for number in range(7)]
    players = (Player("b", "B"), *(Player(seat, "A name of a player " * 3) for seat in seats))
    played: list[str] = []
    state = SHTOSS.start(Record("shtoss", players, {"variant": "bank"}, {"seed": ["1"] * 9}))
    stakes = [f"{seat} stake {rank}h 1" for seat in seats for rank in "23456789TJQKA"]
    while len(played) < MOST_ACTIONS:
        verbs = {offer.verb for offer in state.offers()}
        if "turn" in verbs or "deal" in verbs:
            line = "b turn" if "turn" in verbs else "b deal"
        else:
            line = stakes[len(state.bets)] if len(state.bets) < len(stakes) else "p0 cut 26"
        state, _events = state.apply(SHTOSS.parse(line))
        played.append(line)
    record = Record("shtoss", players, {"variant": "bank"}, {"seed": tuple("1" * 9)}, tuple(played))
    return Built(record, dict.fromkeys(range(MOST_ACTIONS), "note " * 4)).text


@pytest.mark.parametrize("path", ["/build/deal/", "/embed/build/", "/build/"])
def test_the_heaviest_deal_is_shown(client: Client, path: str) -> None:
    built = from_text(heaviest())
    assert not built.fold().refusal
    assert built.address
    assert len(built.record.actions) == MOST_ACTIONS
    assert client.get(path, {"r": built.address, "step": "91"}).status_code == 200


def test_the_heaviest_form_is_answered(client: Client) -> None:
    data = Sheet.of(from_text(heaviest())).data
    sent = {name: data.getlist(name) for name in data}
    assert client.post("/build/", sent, headers=HTMX).status_code == 200
    assert client.post("/build/", {**sent, "do": "remove 400"}).status_code == 303


# --- whatever is sent ---


anything = st.text(alphabet=st.characters(codec="utf-8"), max_size=60)
fields = st.sampled_from(
    [
        *Sheet.fresh().data,
        *("title", "conditions", "place", "deal", "stake-seat", "stake-card", "stake-amount", "cut-seat", "cut-count"),
        *("name-3", "seat-3", "note-1", "note-999", "text", "sure", "secret"),
    ]
)
buttons = st.one_of(
    st.sampled_from(
        ["show", "stake", "cut", "over", "open", "state", "upload", "read", "download", "put Q?", "put Qs"]
    ),
    st.sampled_from(
        ["remove 1", "remove 0", "act banker deal", "act banker turn", "act punter cut 3", "save", "delete"]
    ),
    anything.map(lambda text: f"act {text}"),
    anything,
)
likely = st.sampled_from(
    [
        *[
            "1",
            "2",
            "punter",
            "banker",
            "lot",
            "deck",
            "bank",
            "faro",
            "Qs",
            "Q? ..  As",
            "own",
            "3: banker 1",
            "plie 5",
        ],
        *["punter stake Qs 5\npunter cut 26\nbanker turn", "first", "36", "thirds", THIRD_NIGHT, WITH_NOTES, ""],
    ]
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(typed=st.dictionaries(fields, st.one_of(likely, anything), max_size=8), button=buttons, fresh=st.booleans())
@example({"name-1": "\x00"}, "show", True)
@example({"tops": "A? A? A? A? A?"}, "put A?", True)
def test_no_form_is_too_much(client: Client, typed: dict[str, str], button: str, fresh: bool) -> None:
    data = Sheet.fresh().data.copy() if fresh else QueryDict(mutable=True)
    data.update(typed)
    sent = {**{name: data.getlist(name) for name in data}, "do": button}
    for headers in ({}, HTMX):
        response = client.post("/build/", sent, headers=headers)
        assert response.status_code in (200, 303)
        if response.status_code == 303:
            assert client.get(response["Location"].partition("#")[0]).status_code == 200


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.one_of(
        anything,
        st.binary(max_size=200).map(lambda data: urlsafe_b64encode(data).decode().rstrip("=")),
        st.binary(max_size=200).map(lambda data: urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")),
        st.tuples(st.integers(0, len(WITH_NOTES)), anything).map(
            lambda cut: (
                urlsafe_b64encode(zlib.compress((WITH_NOTES[: cut[0]] + cut[1] + WITH_NOTES[cut[0] + 1 :]).encode()))
                .decode()
                .rstrip("=")
            )
        ),
    )
)
def test_no_address_is_too_much(client: Client, packed: str) -> None:
    for path in ("/build/", "/build/deal/", "/embed/build/", "/build/deal.toml"):
        assert client.get(path, {"r": packed, "step": "1"}).status_code in (200, 404)


# --- keeping ---


database = pytest.mark.database


def keep(client: Client, text: str = WITH_NOTES, secret: str = "s" * 32, **more: str) -> HttpResponse:
    return client.post("/build/keep/", {"text": text.replace("\n", "\r\n"), "secret": secret}, **more)


def links(response: HttpResponse) -> tuple[str, str]:
    """The public and the secret address that an answer shows, as paths."""
    assert response.status_code == 200, response.content.decode()
    text = response.content.decode()
    return tuple(  # type: ignore[return-value]
        urlsplit(re.findall(rf'id="{name}" readonly value="([^"]*)"', text)[0]).path for name in ("page", "edit")
    )


@pytest.mark.database
@pytest.mark.django_db
class TestKeeping:
    def test_a_kept_deal_has_a_page_an_embed_a_file_and_a_secret(self, client: Client) -> None:
        page, edit = links(keep(client))
        assert re.fullmatch(r"/kept/[a-z0-9]{10}/", page)
        assert edit == f"{page}edit/{'s' * 32}/"
        text = client.get(page, {"step": "3"}).content.decode()
        assert "Hermann loses 188,000." in text
        assert "“The queen!”" in text
        assert f"/embed{page}" in text
        assert client.get(f"{page[:-1]}.toml").content.decode() == WITH_NOTES
        embed = client.get(f"/embed{page}", {"step": "1"})
        assert "X-Frame-Options" not in embed
        assert client.get(page)["X-Frame-Options"] == "DENY"
        assert "secret" not in text
        assert "s" * 32 not in text
        assert 'action="/build/keep/"' not in text

    def test_the_secret_is_shown_once_and_stored_as_a_hash(self, client: Client) -> None:
        response = keep(client)
        assert response["Referrer-Policy"] == "no-referrer"
        assert "no-store" in response["Cache-Control"]
        deal = KeptDeal.objects.get()
        assert deal.token == sha256(b"s" * 32).hexdigest()
        _page, edit = links(response)
        assert client.get(edit)["Referrer-Policy"] == "no-referrer"
        assert client.get(edit.replace("s" * 32, "t" * 32)).status_code == 404

    def test_a_second_click_keeps_no_second_deal_and_shows_the_same(self, client: Client) -> None:
        assert links(keep(client)) == links(keep(client))
        assert KeptDeal.objects.count() == KeptVersion.objects.count() == Sending.objects.count() == 1

    def test_two_of_a_class_who_keep_the_same_have_each_their_own(self, client: Client) -> None:
        assert links(keep(client, secret="a" * 32))[0] != links(keep(client, secret="b" * 32))[0]

    def test_the_same_form_with_another_deal_keeps_another(self, client: Client) -> None:
        first, second = links(keep(client)), links(keep(client, THIRD_NIGHT))
        assert first[0] != second[0]
        assert client.get(second[1]).status_code == 200
        assert "s" * 32 not in second[1]

    def test_a_secret_of_a_strange_shape_is_replaced(self, client: Client) -> None:
        assert len(links(keep(client, secret="1"))[1].split("/")[-2]) == 32

    def test_a_changed_deal_keeps_what_it_was(self, client: Client) -> None:
        page, edit = links(keep(client))
        first = KeptDeal.objects.get().current
        form = Form(client, edit)
        form.data = Sheet.of(from_text(WITH_NOTES)).data.copy()
        form.press("show", title="Another title")
        sent = {**{name: form.data.getlist(name) for name in form.data}, "do": "save"}
        response = client.post(edit, sent)
        assert (response.status_code, response["Location"]) == (302, page)
        assert "Another title" in client.get(page).content.decode()
        old = client.get(page, {"v": first, "step": "1"}).content.decode()
        assert "Another title" not in old
        assert set(re.findall(r'hx-get="[^"]*&amp;(v=\w+)"', old)) == {f"v={first}"}
        assert client.get(f"{page[:-1]}.toml", {"v": first}).content.decode() == WITH_NOTES
        assert "The third night" in client.get(f"/embed{page}", {"v": first}).content.decode()
        form.press("show", title="The third night")
        client.post(edit, {**{name: form.data.getlist(name) for name in form.data}, "do": "save"})
        assert KeptVersion.objects.count() == 2, "what it was before is one of its versions"
        assert KeptDeal.objects.get().current == first

    def test_a_note_alone_makes_a_version(self, client: Client) -> None:
        page, edit = links(keep(client))
        data = Sheet.of(from_text(WITH_NOTES)).data.copy()
        data["note-3"] = "“Other words”"
        client.post(edit, {**{name: data.getlist(name) for name in data}, "do": "save"})
        assert KeptVersion.objects.count() == 2
        assert "Other words" in client.get(page, {"step": 3}).content.decode()

    def test_what_is_wrong_is_not_saved_and_not_lost(self, client: Client) -> None:
        _page, edit = links(keep(client))
        data = Sheet.of(from_text(WITH_NOTES)).data.copy()
        data["actions"] += "\nhermann stake Qs 5"
        response = client.post(edit, {**{name: data.getlist(name) for name in data}, "do": "save"})
        assert "action 4" in errors(response)
        assert "hermann stake Qs 5" in response.content.decode()
        assert KeptVersion.objects.count() == 1
        assert keep(client, "nonsense", secret="z" * 32).status_code == 400
        assert keep(client, THIRD_NIGHT.replace("26", "99"), secret="z" * 32).status_code == 400
        assert KeptDeal.objects.count() == 1

    def test_deleting_asks_and_then_leaves_nothing(self, client: Client) -> None:
        page, edit = links(keep(client))
        data = Sheet.of(from_text(WITH_NOTES)).data.copy()
        sent = {name: data.getlist(name) for name in data}
        assert "tick the box" in errors(client.post(edit, {**sent, "do": "delete"}))
        assert client.get(page).status_code == 200
        assert "is deleted" in client.post(edit, {**sent, "do": "delete", "sure": "yes"}).content.decode()
        assert not KeptVersion.objects.exists()
        for path in (page, edit, f"/embed{page}", f"{page[:-1]}.toml"):
            response = client.get(path)
            assert response.status_code == 404
            assert "No deal is kept under this address" in response.content.decode()

    @pytest.mark.parametrize("v", ["00000000", "x", "\x00", "a" * 300])
    def test_an_unknown_version_is_named(self, client: Client, v: str) -> None:
        page, _edit = links(keep(client))
        response = client.get(page, {"v": v})
        assert response.status_code == 404
        assert KeptDeal.objects.get().current in response.content.decode()

    def test_twenty_an_hour_and_two_hundred_a_day(self, client: Client) -> None:
        for number in range(MOST_AN_HOUR):
            assert keep(client, secret=f"{number:032}").status_code == 200
        refused = keep(client, secret="z" * 32)
        assert refused.status_code == 429
        assert "20 deals were kept from your network within an hour" in refused.content.decode()
        assert keep(client, secret=f"{3:032}").status_code == 200, "a second click is no second deal"
        assert keep(client, secret="y" * 32, REMOTE_ADDR="192.0.2.7").status_code == 200
        sender = Sending.objects.order_by("id").first()
        assert sender
        Sending.objects.update(at=timezone.now() - timedelta(hours=2))
        assert keep(client, secret="x" * 32).status_code == 200
        Sending.objects.bulk_create(
            Sending(sender=sender.sender, at=timezone.now() - timedelta(hours=3)) for _ in range(MOST_A_DAY)
        )
        refused = keep(client, secret="w" * 32)
        assert refused.status_code == 429
        assert "within a day" in refused.content.decode()

    def test_who_sent_is_a_hash_and_forgotten_after_a_day(self, client: Client) -> None:
        keep(client, REMOTE_ADDR="192.0.2.7")
        sending = Sending.objects.get()
        assert re.fullmatch(r"[0-9a-f]{64}", sending.sender)
        assert sending.sender != sha256(b"192.0.2.7").hexdigest()
        DayKey.objects.create(day=timezone.now().date() - timedelta(days=3), key="00")
        Sending.objects.update(at=timezone.now() - timedelta(hours=25))
        call_command("forget_senders")
        assert not Sending.objects.exists()
        assert DayKey.objects.count() == 2
        assert KeptDeal.objects.exists()

    def test_midnight_does_not_forget_the_hour_before(self, client: Client) -> None:
        keep(client)
        DayKey.objects.filter(day=timezone.now().date() - timedelta(days=1)).delete()
        DayKey.objects.update(day=timezone.now().date() - timedelta(days=1))  # the day is over
        for number in range(MOST_AN_HOUR - 1):
            assert keep(client, secret=f"{number:032}").status_code == 200
        assert keep(client, secret="z" * 32).status_code == 429

    def test_an_ipv6_customer_is_one_sender(self, client: Client) -> None:
        for number in range(MOST_AN_HOUR):
            keep(client, secret=f"{number:032}", REMOTE_ADDR=f"2001:db8:1:2::{number + 1:x}")
        assert keep(client, secret="z" * 32, REMOTE_ADDR="2001:db8:1:2:ffff::1").status_code == 429
        assert keep(client, secret="y" * 32, REMOTE_ADDR="2001:db8:1:3::1").status_code == 200

    def test_there_is_an_end_to_the_room(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        page, edit = links(keep(client))
        monkeypatch.setattr(keeping, "MOST_BYTES", 500)
        refused = keep(client, secret="z" * 32)
        assert refused.status_code == 503
        assert "no room" in refused.content.decode()
        monkeypatch.setattr(keeping, "MOST_BYTES", 10**6)
        monkeypatch.setattr(keeping, "MOST_VERSIONS", 1)
        data = Sheet.of(from_text(WITH_NOTES)).data.copy()
        data["title"] = "Other"
        response = client.post(edit, {**{name: data.getlist(name) for name in data}, "do": "save"})
        assert "Keep it as a new deal" in errors(response)
        assert "The third night" in client.get(page).content.decode()

    def test_it_is_kept_by_post_alone(self, client: Client) -> None:
        assert client.get("/build/keep/").status_code == 405
        assert not KeptDeal.objects.exists()

    @pytest.mark.parametrize("key", ["x", "a" * 10, "../../etc", "%00", "É" * 10])
    def test_an_address_that_nobody_has(self, client: Client, key: str) -> None:
        for path in (f"/kept/{key}/", f"/embed/kept/{key}/", f"/kept/{key}/edit/{'s' * 32}/", f"/kept/{key}.toml"):
            assert client.get(path).status_code == 404


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_keep_one_deal() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("in memory SQLite has one table lock for all, and does not wait for it")
    pages: list[str] = []

    def click() -> None:
        try:
            pages.append(links(keep(Client()))[0])
        finally:
            connection.close()

    clicks = [Thread(target=click) for _ in range(2)]
    for each in clicks:
        each.start()
    for each in clicks:
        each.join()
    assert len(pages) == 2
    assert len(set(pages)) == 1
    assert KeptDeal.objects.count() == 1


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "9.9.9.9", "127.0.0.1"),
        (1, "9.9.9.9", "9.9.9.9"),
        (1, "6.6.6.6, 9.9.9.9", "9.9.9.9"),
        (2, "6.6.6.6, 9.9.9.9, 10.0.0.1", "9.9.9.9"),
        (2, "9.9.9.9", "127.0.0.1"),
        (1, "", ""),
    ],
)
def test_what_a_visitor_says_of_himself_is_not_believed(
    rf, settings: LazySettings, proxies: int, forwarded: str, address: str
) -> None:  # type: ignore[no-untyped-def]
    settings.PROXIES = proxies
    assert address_of(rf.get("/", headers={"X-Forwarded-For": forwarded})) == address


def test_the_builder_is_linked(client: Client) -> None:
    assert 'href="/build/"' in client.get("/demos/").content.decode()
    assert "Hermann" in client.get("/build/?demo=hermann-night-3").content.decode()
    assert client.get("/build/?demo=nothing").status_code == 200
