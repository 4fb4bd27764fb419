"""What a teacher takes along: embeds that never change, the kit with its snippet, sequences, the quiz."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.html import strip_tags

from demos.ghost import blind
from demos.kit import WIDTHS, UseForm
from demos.manner import PLAIN, THEMES, Manner, read_manner
from demos.panel import Panel
from demos.quiz import Answer, questions, read_answers, verdicts, write_answers
from demos.seeds import demos, keep, pinned
from demos.sequence import MOST, one_of, written
from demos.snippet import snippet
from library.shelf import shelf

HTMX = {"HX-Request": "true"}


def text(client: Client, address: str, status: int = 200, **headers: str) -> str:
    response = client.get(address, headers=headers)
    assert response.status_code == status, address
    return response.content.decode()


# --- how a deal is shown ---


def pairs_of_values() -> list[dict[str, str]]:
    """Addresses in which every value of every parameter meets every value of every other one."""
    values = {
        "from": ["", "1"],
        "to": ["", "2"],
        "theme": ["", "light", "dark"],
        "told": ["", "0"],
        "quiz": ["", "1"],
        "eyes": ["", "sharper"],
        "step": ["", "1", "2"],
    }
    wanted = {((a, x), (b, y)) for a in values for b in values if a < b for x, y in product(values[a], values[b])}
    chosen = []
    for row in product(*values.values()):
        asked = dict(zip(values, row, strict=True))
        met = {((a, asked[a]), (b, asked[b])) for a in asked for b in asked if a < b}
        if met & wanted:
            wanted -= met
            chosen.append({name: value for name, value in asked.items() if value})
    return chosen


@pytest.mark.parametrize("frame", ["demos", "embed"])
@pytest.mark.parametrize("asked", pairs_of_values(), ids=str)
def test_parameters_combine_freely(client: Client, frame: str, asked: dict[str, str]) -> None:
    response = client.get(f"/{frame}/gamblers-marked-deck/", asked)
    html = response.content.decode()
    assert response.status_code == 200
    assert ('data-theme="' in html) is ("theme" in asked and frame == "embed")
    shown = int(re.search(r"Step (\d+) of", html)[1])  # type: ignore[index]
    assert shown == max(
        int(asked.get("from", 0)), min(int(asked.get("step", asked.get("from", 0))), int(asked.get("to", 99)))
    )
    assert ('class="told"' in html) is ("told" not in asked)
    assert ("Next, by their backs" in html) is ("eyes" in asked)
    for link in re.findall(r'<a id="gamblers-marked-deck-\w+" class="\w+" href="([^"]+)"', html):
        query = parse_qs(urlsplit(link.replace("&amp;", "&")).query)
        kept = {name: value for name, value in asked.items() if name != "step"}
        assert {name: values[0] for name, values in query.items() if name != "step"} == kept
        assert int(asked.get("from", 0)) <= int(query["step"][0]) <= int(asked.get("to", 99))


def test_a_manner_and_its_address_are_each_others_inverse() -> None:
    for theme, told, quiz, marked in product(THEMES, (True, False), (True, False), (True, False)):
        manner = Manner(
            start=2, end=7, theme=theme, told=told, quiz=quiz, marked=marked, answers="3.nobody.0." if quiz else ""
        )
        assert read_manner(QueryDict(manner.query[1:])) == manner
    assert PLAIN.query == ""


@pytest.mark.parametrize(
    "query", ["theme=pink", "told=no", "from=x", "to=-1", "quiz=yes", "from=99999", "place=0", "eyes=all"]
)
def test_what_an_address_says_badly_counts_as_not_said(query: str) -> None:
    assert read_manner(QueryDict(query)) == PLAIN


# --- versions ---


def test_an_embed_that_names_a_version_never_changes(client: Client, copied: Path) -> None:
    before = demos()["plie"].version
    address = f"/embed/plie/?v={before}&step=1"
    assert "stakes 10" in text(client, address)
    assert "newer version" not in text(client, address)
    seed, words = copied / "seeds/plie.toml", copied / "content/en/demos/plie.md"
    seed.write_text(seed.read_text().replace("7h 10", "7h 1200"))
    words.write_text(words.read_text().replace('title = "A plie"', 'title = "Another plie"'))
    assert demos()["plie"].version != before
    old = text(client, address)
    assert "stakes 10" in old
    assert "A plie" in old
    assert "There is a newer version of this deal" in old, "it is offered and not put in its place"
    assert f"v={before}" in re.findall(r'class="next" href="([^"]+)"', old)[0]
    assert "stakes 1,200" in text(client, "/embed/plie/?step=1")
    assert "7h 10\n" in client.get(f"/demos/plie.toml?v={before}").content.decode()


def test_a_version_that_never_was_is_refused_and_the_present_one_named(client: Client) -> None:
    for version in ("00000000", "x", "../../etc", "0" * 500):
        html = text(client, f"/embed/plie/?v={version}", status=404)
        assert f"the present one is {demos()['plie'].version}" in html


def test_every_deal_is_kept_as_it_is_now() -> None:
    for demo in demos().values():
        found = pinned(demo.slug, demo.version)
        assert found is not None
        assert found.record == demo.record


def test_a_deal_that_is_not_kept_is_named_by_the_check(copied: Path) -> None:
    from demos.checks import check_versions

    words = copied / "content/en/demos/plie.md"
    words.write_text(words.read_text().replace("## Step 1", "## Step 2", 1))
    (error,) = check_versions(None)
    assert "run manage.py keep_versions" in str(error.msg)
    keep(demos()["plie"])
    assert check_versions(None) == []


# --- sequences ---


def test_several_deals_in_one_frame(client: Client) -> None:
    chosen = [demos()[slug] for slug in ("hermann-night-1", "hermann-night-2", "hermann-night-3")]
    deals = written(chosen)
    html = text(client, f"/embed/?deals={deals}&at=2&theme=dark")
    assert "Hermann’s second night, Step 0" in html
    assert html.count('aria-current="page"') == 1
    others = re.findall(r'<li><a href="([^"]+)" target="_self"', html)
    assert len(others) == 3
    assert "Hermann’s third night" in text(client, others[2].replace("&amp;", "&"))
    (following,) = re.findall(r'class="next" href="([^"]+)"', html)
    assert "Step 1 of" in text(client, following.replace("&amp;", "&"), **HTMX)
    assert response_is_framable(client, f"/embed/?deals={deals}")


def response_is_framable(client: Client, address: str) -> bool:
    response = client.get(address)
    return not response.has_header("X-Frame-Options") and "frame-ancestors *" in response["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("", "names 1 to 12"),
        ("deals=,", "names 1 to 12"),
        ("deals=plia", "did you mean plie?"),
        ("deals=plie.00000000", "There is no version"),
        ("deals=plie&at=2", "they go from 1 to 1"),
        ("deals=plie&at=x", "they go from 1 to 1"),
        ("deals=" + ",".join(["plie"] * (MOST + 1)), "names 1 to 12"),
        ("deals=<b>", "&lt;b&gt;"),
    ],
)
def test_a_bad_sequence_is_told_in_the_frame_what_would_be_right(client: Client, query: str, says: str) -> None:
    html = text(client, f"/embed/?{query}", status=404)
    assert says in html
    assert response_is_framable(client, f"/embed/?{query}")


def test_a_sequence_without_versions_takes_the_present_ones() -> None:
    assert one_of("plie,thirds", "2").frame_parameters == {
        "deals": written([demos()["plie"], demos()["thirds"]]),
        "at": "2",
    }


# --- the kit ---


class Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def chosen_snippet(client: Client, query: str, slug: str = "hermann-night-3") -> dict[str, str | None]:
    html = text(client, f"/demos/{slug}/use/?{query}")
    pasted = re.search(r'<textarea id="snippet"[^>]*>(.*?)</textarea>', html, re.DOTALL)
    assert pasted
    from html import unescape

    ((tag, attributes),) = Tags(unescape(pasted[1])).found
    assert tag == "iframe"
    return attributes


def test_the_snippet_is_whole_and_pins_the_version(client: Client) -> None:
    frame = chosen_snippet(client, "start=1&end=2&theme=dark&told=0&quiz=1&width=480&height=500")
    assert frame["title"] == "Hermann’s third night"
    assert (frame["width"], frame["height"]) == ("480", "500")
    assert (frame["loading"], frame["allow"]) == ("lazy", "fullscreen")
    address = urlsplit(str(frame["src"]))
    assert (address.scheme, address.netloc, address.path) == ("http", "testserver", "/embed/hermann-night-3/")
    version = demos()["hermann-night-3"].version
    said = {name: values[0] for name, values in parse_qs(address.query).items()}
    assert said == {"v": version, "from": "1", "to": "2", "theme": "dark", "told": "0", "quiz": "1"}
    html = text(client, f"{address.path}?{address.query}")
    assert "Step 1 of 3" in html


def test_the_kit_as_it_opens_takes_the_whole_deal(client: Client) -> None:
    frame = chosen_snippet(client, "")
    assert set(parse_qs(urlsplit(str(frame["src"])).query)) == {"v"}


def test_the_kit_puts_deals_into_one_frame(client: Client) -> None:
    frame = chosen_snippet(client, "more=plie&more=thirds&start=1")
    address = urlsplit(str(frame["src"]))
    assert address.path == "/embed/"
    assert parse_qs(address.query)["deals"] == [
        written([demos()[slug] for slug in ("hermann-night-3", "plie", "thirds")])
    ]
    assert "from" not in parse_qs(address.query)


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("start=4", "less than or equal to 3"),
        ("end=9", "less than or equal to 3"),
        ("start=2&end=1", "The last step comes before the first"),
        ("width=17", "“17” is not possible; it can be 320, 480, 600 or 800"),
        ("height=5", "greater than or equal to 200"),
        ("theme=pink", "“pink” is not possible; it can be auto, light or dark"),
        ("more=nothing", "“nothing” is not possible; it can be hermann-night-1"),
        ("start=x", "Enter a whole number"),
    ],
)
def test_a_bad_choice_is_answered_with_what_would_be_right(client: Client, query: str, says: str) -> None:
    html = text(client, f"/demos/hermann-night-3/use/?{query}")
    assert says in html
    assert "<textarea" not in html
    assert client.get(f"/demos/hermann-night-3/use/code.svg?{query}").status_code == 404


def test_the_code_is_an_svg_of_the_link(client: Client) -> None:
    response = client.get("/demos/plie/use/code.svg?start=1")
    assert response["Content-Type"] == "image/svg+xml"
    assert response.content.lstrip().startswith(b"<?xml")
    assert client.get("/demos/plie/use/code.svg?start=2").content != response.content


def test_only_the_kit_may_frame_and_only_ourselves(client: Client) -> None:
    kit = client.get("/demos/plie/use/")
    assert "frame-src 'self'" in kit["Content-Security-Policy"]
    assert kit["X-Frame-Options"] == "DENY"
    assert "frame-src" not in client.get("/demos/plie/")["Content-Security-Policy"]


def test_the_eyes_are_offered_where_somebody_reads_the_backs() -> None:
    assert "eyes" in UseForm(demos()["gamblers-marked-deck"], QueryDict("")).fields
    assert "eyes" not in UseForm(demos()["plie"], QueryDict("")).fields
    assert {600, 320, 480} <= set(WIDTHS)


def test_a_snippet_is_safe_whatever_it_is_made_of() -> None:
    ((tag, attributes),) = Tags(snippet('https://x/?a=1&b="><script>', "A “deal” <b> & 'more' \"x\"", 300, 400)).found
    assert tag == "iframe"
    assert attributes["src"] == 'https://x/?a=1&b="><script>'
    assert attributes["title"] == "A “deal” <b> & 'more' \"x\""


def test_a_step_is_answered_to_a_frame_without_an_origin(client: Client) -> None:
    asked = client.options(
        "/embed/plie/?step=1",
        headers={"Origin": "null", "Access-Control-Request-Headers": "hx-request,hx-current-url,hx-target,hx-trigger"},
    )
    assert asked.status_code == 204
    allowed = {name.strip().lower() for name in asked["Access-Control-Allow-Headers"].split(",")}
    assert {"hx-request", "hx-current-url", "hx-target", "hx-trigger"} <= allowed
    assert client.get("/embed/plie/?step=1", headers=HTMX)["Access-Control-Allow-Origin"] == "*"
    assert not client.get("/demos/plie/?step=1", headers=HTMX).has_header("Access-Control-Allow-Origin")


@pytest.mark.parametrize("quiz", ["", "&quiz=1"])
@pytest.mark.parametrize("slug", ["hermann-night-3", "series", "bank-table", "gamblers-marked-deck"])
def test_an_embed_does_not_hold_what_comes_after_its_step(client: Client, slug: str, quiz: str) -> None:
    """Its unseen steps, which are there to be measured, are shapes without words."""
    demo = demos()[slug]
    for number in range(demo.last):
        html = text(client, f"/embed/{slug}/?step={number}{quiz}")
        here = strip_tags(html)
        for later in range(number + 1, demo.last + 1):
            for sentence in Panel(demo, later, PLAIN).sentences:
                words = strip_tags(sentence)
                assert words not in here or words in strip_tags(text(client, f"/demos/{slug}/?step={number}"))


def test_a_shape_has_as_many_letters_and_none_of_the_words() -> None:
    assert blind('Hermann opens <a href="/x">the Queen</a> &amp; 188,000') == "Nnnnnnn nnnnn nnn Nnnnn & 000,000"


# --- the quiz ---


def test_a_pupil_is_asked_before_each_turn_and_at_no_other_step(client: Client) -> None:
    demo = demos()["long-deal"]
    asked = {question.step - 1 for question in questions(demo)}
    for number in range(demo.last + 1):
        html = text(client, f"/demos/long-deal/?step={number}&quiz=1")
        assert ('<form class="question"' in html) is (number in asked)
        assert '<form class="question"' not in text(client, f"/demos/long-deal/?step={number}")
    assert len(asked) > 10


def test_right_answers_follow_from_the_record() -> None:
    (third,) = questions(demos()["hermann-night-3"])
    assert third.right_answer == Answer(3, "banker", 188_000, "lob")
    assert set(third.terms) == {"lob", "plie", "sonik", "s-gorki"}
    (first,) = questions(demos()["hermann-night-1"])
    assert first.right_answer == Answer(3, "punter", 47_000, "sonik")
    (plie,) = questions(demos()["plie"])
    assert plie.right_answer.term == "plie"
    nobody, *_rest = questions(demos()["long-deal"])
    assert nobody.right_answer == Answer(nobody.step, "nobody", 0, "")


@pytest.mark.parametrize("slug", list(demos()))
def test_every_question_has_one_right_term_among_those_offered(slug: str) -> None:
    for question in questions(demos()[slug]):
        assert bool(question.terms) is bool(question.term)
        if question.term:
            assert question.terms.count(question.term) == 1
            assert len(set(question.terms)) == len(question.terms) >= 3
            assert question.term in shelf().terms


def follow(client: Client, address: str) -> tuple[str, str]:
    response = client.get(address, follow=True)
    assert response.status_code == 200
    return response.redirect_chain[-1][0], response.content.decode()


def test_a_right_answer_is_told_and_kept_in_the_address(client: Client) -> None:
    asked = "/demos/hermann-night-3/?quiz=1&step=3&who=banker&sum=188%20000%20roubles&term=lob"
    address, html = follow(client, asked)
    assert address == "/demos/hermann-night-3/?step=3&quiz=1&done=3.banker.188000.lob"
    assert "<p>Right.</p>" in html
    (result,) = re.findall(r'href="(/demos/hermann-night-3/result/[^"]*)"', html)
    sheet = text(client, result)
    assert "3 of 3 answers are right." in sheet


def test_a_wrong_answer_gets_the_rule_and_the_word(client: Client) -> None:
    _address, html = follow(client, "/embed/hermann-night-3/?quiz=1&step=3&who=punter&sum=5&term=sonik")
    assert "Not quite:" in html
    assert "who gains: the punter; right is the banker" in html
    assert "how much: 5 roubles; right is 188,000 roubles" in html
    assert "which term: sonik; right is lob" in html
    assert 'href="/glossary/lob/"' in html
    assert 'href="/games/shtoss/"' in html


def test_answers_add_up_from_step_to_step(client: Client) -> None:
    demo = demos()["long-deal"]
    address = "/demos/long-deal/?quiz=1"
    done = ""
    for question in questions(demo):
        right = question.right_answer
        said = f"who={right.who}&sum={right.amount}&term={right.term}"
        asked = f"/demos/long-deal/?quiz=1&done={done}&step={right.step}&{said}"
        address, _html = follow(client, asked)
        done = parse_qs(urlsplit(address).query)["done"][0]
    found = verdicts(demo, read_answers(done))
    assert all(verdict.is_right for verdict in found)
    html = text(client, address)
    assert "Your results" in html


def test_the_sheet_of_results_says_what_was_left_out_and_downloads(client: Client) -> None:
    html = text(client, "/demos/hermann-night-3/result/")
    assert "0 of 3 answers are right." in html
    assert html.count("no answer") == 3
    response = client.get("/demos/hermann-night-3/result.csv?done=3.banker.7.lob")
    rows = list(csv.reader(io.StringIO(response.content.decode())))
    assert rows == [
        ["step", "question", "answer", "right answer", "points"],
        ["3", "who gains", "the banker", "the banker", "1"],
        ["3", "how much", "7 roubles", "188,000 roubles", "0"],
        ["3", "which term", "lob", "lob", "1"],
    ]
    assert not response.cookies


@pytest.mark.parametrize(
    "done",
    [
        "",
        "x",
        "3",
        "3.banker",
        "3.banker.1.lob.9",
        "3.<b>.1.lob",
        "9" * 9000,
        "_" * 500,
        "3.punter.99999999999999.lob",
        "-1.banker.1.lob",
    ],
)
def test_answers_that_cannot_be_read_are_left_out(client: Client, done: str) -> None:
    assert read_answers(done) == ()
    assert "<b>" not in text(client, f"/demos/hermann-night-3/?quiz=1&step=3&done={done}").replace("<b>Hermann</b>", "")


def test_of_two_answers_to_one_question_the_last_counts() -> None:
    answers = read_answers("3.banker.5.lob_3.punter..")
    assert answers == (Answer(3, "punter", None, ""),)
    assert read_answers(write_answers(answers)) == answers
    assert read_answers("3.nobody..") == (Answer(3, "nobody", 0, ""),)
