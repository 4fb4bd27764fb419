"""Open data: what it says, to whom, and what it says of mistakes; any question at all is answered as described."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.examples import EXAMPLES, Example
from demos.seeds import demos, keep
from games.core.record import parse
from library.shelf import shelf
from web.wsgi import application

V1 = "/api/v1/"
PROBLEM = "application/problem+json"
ADDRESSES = [
    "openapi.json",
    "demonstrations",
    "demonstrations/plie",
    "demonstrations/plie/steps",
    "demonstrations/plie/steps/3",
    "demonstrations/plie/record",
    "demonstrations/plie/record.toml",
    "demonstrations/plie/record.json",
    "glossary",
    "glossary/sonik",
    "articles",
    "sources",
    "odds",
]


def answer(client: Client, address: str, status: int = 200, **headers: str) -> Any:
    response = client.get(V1 + address, headers=headers)
    assert response.status_code == status, response.content
    return response.json()


def detail(client: Client, address: str, status: int) -> str:
    """The sentence of a problem, after a look at its form."""
    response = client.get(V1 + address)
    said = response.json()
    assert response["Content-Type"] == PROBLEM
    assert (response.status_code, said["status"]) == (status, status)
    assert said["title"]
    assert said["type"] == "about:blank"
    return str(said["detail"])


# --- the page, and its examples ---


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.path)
def test_example_is_what_is_answered(client: Client, example: Example) -> None:
    response = client.get(example.path)
    assert response.status_code == example.status
    assert {name: response.json()[name] for name in example.shows} == example.shows


def test_page_shows_every_address_and_every_example(client: Client) -> None:
    html = client.get("/api/").content.decode()
    for path in answer(client, "openapi.json")["paths"]:
        assert f"<code>{path}</code>" in html
    for example in EXAMPLES:
        path = example.path.replace("&", "&amp;")
        assert f"<code>{path}</code>" in html
        assert (f'<a href="{path}">' in html) == (example.status == 200)
    assert html.count("<pre>") == len(EXAMPLES)
    assert not re.findall(r'(?:src|href)="(?:https?:)?//(?!testserver)', html), "nothing comes from elsewhere"
    assert '<a href="/api/">' in client.get("/").content.decode(), "the footer leads there"


# --- the door ---


@pytest.mark.parametrize("address", ADDRESSES)
def test_everybody_may_read_and_keep_what_they_read(client: Client, address: str) -> None:
    got = client.get(V1 + address)
    assert got.status_code == 200
    assert got["Access-Control-Allow-Origin"] == "*"
    assert got["Cache-Control"] == "public, max-age=60"
    assert not got.cookies
    assert "Cookie" not in got.get("Vary", "")
    head = client.head(V1 + address)
    assert (head.status_code, head.content) == (200, b"")
    assert [head[name] for name in ("ETag", "Content-Type")] == [got[name] for name in ("ETag", "Content-Type")]
    for ask in (client.get, client.head):
        again = ask(V1 + address, headers={"If-None-Match": got["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("address", [*(V1 + address for address in ADDRESSES), "/oembed", V1 + "nothing"])
def test_options_are_told_and_nothing_can_be_written(client: Client, address: str) -> None:
    told = client.options(address, headers={"Origin": "https://elsewhere.example"})
    assert told.status_code == 204
    assert told["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    for method in ("post", "put", "patch", "delete"):
        refused = getattr(client, method)(address)
        assert refused.status_code == 405
        assert refused["Allow"] == "GET, HEAD, OPTIONS"
        assert refused["Content-Type"] == PROBLEM
        assert refused["Access-Control-Allow-Origin"] == "*"


# --- demonstrations ---


def test_list_has_every_demonstration_in_its_order(client: Client) -> None:
    listed = answer(client, "demonstrations")["demonstrations"]
    assert [each["slug"] for each in listed] == list(demos())
    for each in listed:
        assert each["version"] == demos()[each["slug"]].version
        assert each["last"] == demos()[each["slug"]].last


def test_every_address_of_a_demonstration_leads_there(client: Client) -> None:
    said = answer(client, "demonstrations/hermann-night-3")
    assert said["picture"]["address"].endswith("/demos/hermann-night-3/picture.png?step=3")
    assert (said["picture"]["width"], said["picture"]["height"]) == (1200, 630)
    for name in ("page", "embed", "record", "steps"):
        assert said[name].startswith("http://testserver/")
        assert client.get(urlsplit(said[name]).path).status_code == 200


def test_version_is_the_hash_of_the_record_in_toml(client: Client) -> None:
    for slug, demo in demos().items():
        toml = client.get(f"{V1}demonstrations/{slug}/record.toml")
        assert toml["Content-Type"] == "application/toml; charset=utf-8"
        assert parse(toml.content.decode()) == demo.record
        assert sha256(toml.content).hexdigest()[:8] == answer(client, f"demonstrations/{slug}")["version"]


def test_old_version_stays_and_its_addresses_stay_with_it(client: Client, copied: Path) -> None:
    old = demos()["plie"].version
    keep(demos()["plie"])
    path = copied / "seeds" / "plie.toml"
    path.write_text(path.read_text().replace("stake 7h 10", "stake 7h 30"))
    new = answer(client, "demonstrations/plie")
    assert new["version"] != old
    assert new["current"]
    said = answer(client, f"demonstrations/plie?v={old}")
    assert (said["version"], said["current"]) == (old, False)
    for name in ("page", "embed", "record", "steps"):
        assert said[name].endswith(f"?v={old}")
    assert answer(client, "demonstrations/plie/record")["actions"][0] == "punter stake 7h 30"
    assert answer(client, f"demonstrations/plie/record?v={old}")["actions"][0] == "punter stake 7h 10"
    assert answer(client, f"demonstrations/plie/steps/1?v={old}")["events"][0]["amount"] == 10
    assert answer(client, f"demonstrations/plie/steps?v={old}")["version"] == old


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "application/json; charset=utf-8"),
        ("", "application/json; charset=utf-8"),
        ("application/toml", "application/toml; charset=utf-8"),
        ("application/json;q=0.5, application/toml", "application/toml; charset=utf-8"),
        ("text/html, */*;q=0.1", "application/json; charset=utf-8"),
        ("text/html", PROBLEM),
    ],
)
def test_record_comes_as_it_is_preferred(client: Client, accept: str, kind: str) -> None:
    response = client.get(f"{V1}demonstrations/plie/record", headers={"Accept": accept} if accept else {})
    assert response["Content-Type"] == kind
    assert "Accept" in re.split(r",\s*", response["Vary"])
    assert response.status_code == (406 if kind == PROBLEM else 200)


def test_record_in_json_has_all_that_it_has_in_toml(client: Client) -> None:
    for slug, demo in demos().items():
        said = answer(client, f"demonstrations/{slug}/record.json")
        assert said["actions"] == list(demo.record.actions)
        assert list(said["players"]) == list(demo.record.seats)
        assert json.loads(json.dumps(said["chance"])) == said["chance"]
        assert set(said["chance"]) == set(demo.record.chance)
        assert set(said["rules"]) == set(demo.record.rules)


CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
NAMES = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|knave|queen|king|ace) of (?:club|diamond|heart|spade)s\b"
)


@pytest.mark.parametrize("slug", list(demos()))
def test_no_step_tells_a_card_before_it_is_seen(client: Client, slug: str) -> None:
    """Every card in the answer, in whatever field and in words too, lies open on the table."""
    demo = demos()[slug]
    told = answer(client, f"demonstrations/{slug}/steps")["steps"]
    assert [each["number"] for each in told] == list(range(demo.last + 1))
    for step, each in zip(demo.steps, told, strict=True):
        assert each == answer(client, f"demonstrations/{slug}/steps/{step.number}")
        state = step.state
        opened = {str(card) for card in state.cards[: state.shown]}
        opened |= {str(bet.card) for bet in state.bets if bet.at < state.shown}
        opened |= {str(card) for _, card in state.view(None).drawn}
        opened |= {str(event.data["card"]) for event in step.events if event.kind == "drew"}
        text = json.dumps(each)
        assert set(CARD.findall(text)) <= opened, f"step {step.number}"
        assert len(set(NAMES.findall(text))) <= len(opened), f"step {step.number}"


def test_action_is_told_as_an_onlooker_may_read_it(client: Client) -> None:
    steps = answer(client, "demonstrations/hermann-night-3/steps")["steps"]
    assert [step["action"] for step in steps] == [None, "hermann cut 26", "hermann stake ?? 188000", "chekalinsky turn"]
    assert [step["table"]["stakes"] for step in steps[:2]] == [[], []]
    assert steps[2]["table"]["stakes"][0]["card"] is None
    assert steps[3]["table"]["stakes"][0]["card"] == "Qs"
    assert steps[3]["table"]["stakes"][0]["settlement"]["outcome"] == "killed"
    assert steps[3]["table"]["net"] == {"chekalinsky": 188000, "hermann": -188000}
    assert "Hermann opens the queen of spades." in steps[3]["sentences"]


# --- texts ---


def test_glossary_has_every_field_of_every_entry(client: Client) -> None:
    listed = answer(client, "glossary")["terms"]
    assert {each["slug"] for each in listed} == set(shelf().terms)
    for each in listed:
        head = shelf().terms[each["slug"]].head
        plain = head.model_dump(exclude={"position", "attested"})
        assert {name: each[name] for name in plain} == plain
        assert len(each["attested"]) == len(head.attested)
        assert not any(mark in line for line in each["attested"] for mark in ("[[", "[@", "{{", "<", "&"))
        if head.position:
            assert each["position"]["demonstration"] == head.position.demo
            assert each["position"]["address"].endswith(f"/demos/{head.position.demo}/?step={head.position.step}")


def test_entry_has_its_text_with_whole_addresses(client: Client) -> None:
    html = answer(client, "glossary/plie")["html"]
    assert 'href="http://testserver/glossary/faro/"' in html
    assert 'href="http://testserver/glossary/plie/#source-gogol-gamblers"' in html
    assert not re.findall(r'href="/', html)


def test_articles_and_sources_are_those_of_the_shelf(client: Client) -> None:
    listed = answer(client, "articles")["articles"]
    assert {each["slug"] for each in listed} == set(shelf().articles)
    orders = [shelf().articles[each["slug"]].head.order for each in listed]
    assert orders == sorted(orders)
    works = {each.pop("key"): each for each in answer(client, "sources")["sources"]}
    assert list(works) == list(shelf().sources)
    cited = {key for each in listed for key in each["sources"]}
    assert cited <= set(works)


# --- odds ---


@pytest.mark.parametrize(
    ("query", "edge"),
    [
        ("", "33/833"),
        ("variant=bank", "33/833"),
        ("variant=faro", "33/1666"),
        ("deck=36", "67/1155"),
        ("condition=thirds", "11/476"),
        ("condition=lob-half", "25/21658"),
        ("condition=thirds&condition=lob-half", "25/37128"),
        ("table=killed-at-eleven", "-163/4165"),
        ("table=own&rows=1:+banker+1,+3:+banker+1/2", "89/15925"),
        ("rows=1:+banker+1,+3:+banker+1/2", "89/15925"),
        ("cards=3", "33/833"),
        ("left=2&bearing=2", "1"),
        ("left=20&bearing=1", "0"),
        ("left=20&bearing=0", "0"),
    ],
)
def test_edge_is_exact(client: Client, query: str, edge: str) -> None:
    said = answer(client, f"odds?{query}")
    assert said["edge"] == {"exact": edge, "value": float(Fraction(edge))}
    total = sum(Fraction(each["chance"]["exact"]) for each in said["decisions"])
    assert total == (0 if "bearing=0" in query else 1)
    assert total == Fraction(said["banker"]["exact"]) + Fraction(said["punter"]["exact"])


def test_deal_with_several_cards_adds_up(client: Client) -> None:
    said = answer(client, "odds?cards=3")
    net = {Fraction(each["gain"]["exact"]): Fraction(each["chance"]["exact"]) for each in said["deal"]["net"]}
    assert set(net) == {-3, -1, 1, 3}
    assert sum(net.values()) == 1
    assert (
        -sum(gain * chance for gain, chance in net.items())
        == Fraction(said["deal"]["edge"]["exact"])
        == 3 * Fraction(33, 833)
    )
    assert sum(Fraction(each["exact"]) for each in said["deal"]["ends"]) == 1


@pytest.mark.parametrize(
    "query", ["", "deck=36&condition=thirds&condition=lob-half&cards=2", "rows=3:+banker+1/2", "table=killed-at-eleven"]
)
def test_odds_room_shows_the_same_edge(client: Client, query: str) -> None:
    said = answer(client, f"odds?{query}")
    parts = urlsplit(said["room"])
    html = client.get(f"{parts.path}?{parts.query}").content.decode()
    assert f'<span class="fraction">{said["edge"]["exact"].replace("-", "−")}</span>' in html
    assert answer(client, "odds?left=20")["room"] is None


# --- mistakes ---


@pytest.mark.parametrize(
    ("address", "status", "says"),
    [
        ("demonstrations/plei", 404, "did you mean plie?"),
        ("demonstrations/plei/steps/1", 404, "did you mean plie?"),
        ("demonstrations/plie/steps/4", 404, "go from 0 to 3"),
        ("demonstrations/plie/steps/-1", 404, "go from 0 to 3"),
        ("demonstrations/plie/steps/" + "9" * 4000, 404, "go from 0 to 3"),
        ("demonstrations/plie/steps/x", 422, "number: input should be a valid integer"),
        ("demonstrations/plie?v=00000000", 404, "the present one is"),
        ("demonstrations/plie?v=../../x", 404, "the present one is"),
        ("demonstrations/plie?version=1", 422, 'no parameter "version"; it can be v'),
        ("glossary/sonic", 404, "did you mean sonik?"),
        ("glosary", 404, "did you mean glossary?"),
        ("glossary/", 404, "did you mean glossary?"),
        ("", 404, "it can be openapi.json, demonstrations"),
        ("odds?dekc=36", 422, "did you mean deck?"),
        ("odds?deck=99", 422, "deck: 99 is not possible; it can be 52, 36 or 32"),
        ("odds?deck=x", 422, "deck: input should be a valid integer"),
        ("odds?variant=fargo", 422, "variant: "),
        ("odds?condition=third", 422, "did you mean thirds?"),
        ("odds?condition=lob-half&condition=lob-full", 422, "choose one"),
        ("odds?cards=7", 422, "cards: input should be less than or equal to 6"),
        ("odds?table=killed-at-ten", 422, "did you mean killed-at-eleven?"),
        ("odds?table=own", 422, "your own table has no rows; write one"),
        ("odds?table=killed-at-eleven&rows=3:+banker+1", 422, "leave one of them out"),
        ("odds?rows=3+half", 422, "is not a row; write position: banker or punter share"),
        ("odds?left=3", 422, "an even number from 2 to 52"),
        ("odds?left=2&bearing=3", 422, "it is 0 to 2"),
        ("odds?bearing=5", 422, "bearing: input should be less than or equal to 4"),
        ("odds?left=20&cards=2", 422, "leave cards out"),
        ("odds?cards=6&rows=2:+banker+1/89", 422, "it can be at most 19"),
    ],
)
def test_mistake_is_answered_with_what_would_be_right(client: Client, address: str, status: int, says: str) -> None:
    assert says in detail(client, address, status)


# --- any question at all ---


def test_description_is_of_openapi_3_1_and_names_no_script(client: Client) -> None:
    described = answer(client, "openapi.json")
    assert described["openapi"].startswith("3.1")
    assert {path.removeprefix(V1) for path in described["paths"]} >= {"odds", "demonstrations/{slug}/steps/{number}"}
    for operations in described["paths"].values():
        assert set(operations) == {"get"}
        for parameter in operations["get"]["parameters"]:
            schema = parameter["schema"]
            assert parameter["description"]
            assert "examples" not in parameter, "of a parameter they would be a table by name"
            assert "enum" not in schema or schema.get("default", schema["enum"][0]) in schema["enum"]
    assert PROBLEM in described["paths"][V1 + "odds"]["get"]["responses"]["422"]["content"]


@pytest.fixture
def _no_tidying() -> Iterator[None]:
    """The application, unlike the test client, looks after database connections that other tests have left open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


# The API as its description has it, asked through the site's own WSGI application.
anything = schemathesis.openapi.from_wsgi(V1 + "openapi.json", application)


def test_description_is_well_formed() -> None:
    anything.validate()


CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
FEW, MANY = 12, 400
HEALTH = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much]


def ask(case: Any) -> None:
    """Ask, and hold the answer against the description; it is not unpacked on its way, so it must not be packed."""
    case.call_and_validate(headers={"Accept-Encoding": "identity"}, checks=CHECKS)


def ask_of_what_there_is(case: Any) -> None:
    """The same of a demonstration and an entry that are there, which no chance would hit."""
    if "slug" in (case.path_parameters or {}):
        case.path_parameters["slug"] = "sonik" if "glossary" in case.path else "long-deal"
    ask(case)


@anything.parametrize()
@pytest.mark.usefixtures("_no_tidying")
@settings(max_examples=FEW, deadline=None, suppress_health_check=HEALTH)
def test_any_question_is_answered_as_described(case: Any) -> None:
    ask(case)


@anything.parametrize()
@pytest.mark.usefixtures("_no_tidying")
@settings(max_examples=FEW, deadline=None, suppress_health_check=HEALTH)
def test_any_question_of_what_there_is_is_answered_as_described(case: Any) -> None:
    ask_of_what_there_is(case)


@pytest.mark.deep
@anything.parametrize()
@pytest.mark.usefixtures("_no_tidying")
@settings(max_examples=MANY, deadline=None, suppress_health_check=HEALTH)
def test_very_many_questions_are_answered_as_described(case: Any) -> None:
    ask_of_what_there_is(case)
