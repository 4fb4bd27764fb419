"""A demonstration as one file: it is small, whole, and asks for nothing."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from django.test import Client

from demos.alone import LIMIT, document
from demos.manner import PLAIN, Manner
from demos.seeds import demos

ADDRESSES = ("href", "src", "srcset", "action", "data", "poster", "xlink:href", "formaction", "background")


class Reading(HTMLParser):
    """Every attribute of a document, and the text of its styles and scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str, str]] = []
        self.inline: dict[str, str] = {}
        self.tag = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tag = tag
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        if self.tag in ("style", "script"):
            self.inline[self.tag] = self.inline.get(self.tag, "") + data

    def handle_endtag(self, tag: str) -> None:
        self.tag = ""

    def values(self, name: str) -> list[str]:
        return [value for _tag, key, value in self.attributes if key == name]


def outside(html: str) -> list[str]:
    """What a document refers to that is not in it."""
    reading = Reading(html)
    ids = {f"#{name}" for name in reading.values("id")}
    found = [value for _tag, name, value in reading.attributes if name in ADDRESSES and value not in ids]
    found += [tag for tag, _name, _value in reading.attributes if tag in ("link", "base", "iframe", "img")]
    found += [f"{name} on {tag}" for tag, name, _value in reading.attributes if name.startswith(("on", "style", "hx-"))]
    urls = re.findall(r"url\(\s*[\"']?([^\"')]*)", reading.inline["style"])
    return found + [url for url in urls if not url.startswith("data:")] + re.findall("@import", reading.inline["style"])


@pytest.fixture(params=sorted(demos()))
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def file(slug: str) -> str:
    return document(demos()[slug], PLAIN, "https://shtoss.example")


def test_it_is_small(file: str) -> None:
    assert len(file.encode()) <= LIMIT == 300_000


def test_it_asks_for_nothing(file: str) -> None:
    assert outside(file) == []


def test_what_it_would_ask_for_is_found() -> None:
    """Or else the test above shows nothing."""
    html = '<style>a{background:url(a.png)} @import "b.css"</style><a href="#no"><img src="/c.png"><i style="d">'
    assert outside(html) == ["#no", "/c.png", "img", "style on i", "a.png", "@import"]


def test_every_step_and_name_is_there_once(file: str, slug: str) -> None:
    ids = Counter(Reading(file).values("id"))
    assert {f"step-{number}" for number in range(demos()[slug].last + 1)} <= set(ids)
    assert f"step-{demos()[slug].last + 1}" not in ids
    assert [name for name, times in ids.items() if times > 1] == []


def test_its_policy_knows_its_own_style_and_script(file: str) -> None:
    reading = Reading(file)
    (policy,) = [value for value in reading.values("content") if value.startswith("default-src")]
    for name, text in reading.inline.items():
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy


def test_it_says_what_is_given_what_is_meant_and_whence() -> None:
    demo = demos()["hermann-night-3"]
    file = document(demo, PLAIN, "https://shtoss.example")
    for words in (
        demo.title,
        "What the text fixes",
        "What we supplied",
        "Sources",
        "The Queen of Spades",
        demo.version,
    ):
        assert words in file
    assert 'id="word-sonik"' in file
    assert 'id="mark-inferred"' in file
    assert f"https://shtoss.example{demo.page}" in file
    assert "://" not in document(demo, PLAIN).replace("http://www.w3.org", "")


def test_a_staked_card_stays_hidden_until_it_is_opened() -> None:
    file = document(demos()["hermann-night-3"], PLAIN)
    before = file.partition('id="step-2"')[2].partition('id="step-3"')[0]
    after = file.partition('id="step-3"')[2].partition('class="about"')[0]
    assert "#card-back" in before
    assert "#card-Qs" not in before
    assert "queen of spades" not in before
    assert "#card-Qs" in after


def test_it_is_shown_as_its_address_asks(client: Client) -> None:
    answer = client.get("/demos/long-deal.html?from=2&to=4&theme=dark&told=0")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == 'attachment; filename="long-deal.html"'
    text = answer.content.decode()
    assert re.findall(r'id="step-(\d+)"', text) == ["2", "3", "4"]
    assert 'data-theme="dark"' in text
    assert 'class="told"' not in text
    assert text == document(demos()["long-deal"], Manner(start=2, end=4, theme="dark", told=False), "http://testserver")


def test_the_sharper_has_eyes_of_his_own() -> None:
    demo = demos()["gamblers-marked-deck"]
    assert "by its back" in document(demo, Manner(marked=True))
    assert "by its back" not in document(demo, PLAIN)


def test_the_pages_lead_to_it(client: Client) -> None:
    assert 'href="/demos/plie.html" download' in client.get("/demos/plie/").content.decode()
    used = client.get("/demos/plie/use/?start=1&theme=dark").content.decode()
    version = demos()["plie"].version
    assert f'href="/demos/plie.html?step=1&amp;v={version}&amp;from=1&amp;theme=dark" download' in used


def test_one_that_is_not_there_is_said_to_be_missing(client: Client) -> None:
    answer = client.get("/demos/plieh.html")
    assert answer.status_code == 404
    assert "did you mean" in answer.content.decode() or "plie" in answer.content.decode()
