"""oEmbed: an address of a deal becomes a frame on somebody's page; every other one, a sentence."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit
from xml.etree import ElementTree

import pytest
from django.conf import LazySettings
from django.test import Client
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from demos.seeds import demos, keep
from demos.snippet import HEIGHT, WIDTH, snippet

OURS = "http://testserver"
PLIE = f"{OURS}/demos/plie/"


def asked(client: Client, url: str, status: int = 200, **parameters: Any) -> Any:
    response = client.get("/oembed", {"url": url, **parameters})
    assert response.status_code == status, response.content
    return response.json()


class Only(HTMLParser):
    """The attributes of the one element of some HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    @property
    def frame(self) -> dict[str, str]:
        ((tag, attributes),) = self.found
        assert tag == "iframe"
        return {name: value or "" for name, value in attributes.items()}


def frame_of(said: dict[str, Any]) -> dict[str, str]:
    return Only(said["html"]).frame


def shown_by(said: dict[str, Any]) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(frame_of(said)["src"]).query))


# --- what is answered ---


def test_answer_has_all_that_a_rich_one_needs(client: Client) -> None:
    said = asked(client, PLIE)
    assert {name: said[name] for name in ("type", "version", "title", "provider_name", "provider_url")} == {
        "type": "rich",
        "version": "1.0",
        "title": "A plie",
        "provider_name": "Shtoss",
        "provider_url": f"{OURS}/",
    }
    assert (said["width"], said["height"]) == (WIDTH, HEIGHT)
    assert said["cache_age"] > 0
    assert frame_of(said) == {
        "src": f"{OURS}/embed/plie/?step=0&v={demos()['plie'].version}",
        "title": "A plie",
        "width": str(WIDTH),
        "height": str(HEIGHT),
        "loading": "lazy",
        "allow": "fullscreen",
    }
    assert said["thumbnail_url"] == f"{OURS}/demos/plie/picture.png?step=3"


@pytest.mark.parametrize("slug", list(demos()))
def test_every_demonstration_is_embedded_by_a_frame_that_is_there(client: Client, slug: str) -> None:
    for root in ("demos", "embed"):
        said = asked(client, f"{OURS}/{root}/{slug}/?step=1")
        embed = client.get(frame_of(said)["src"].removeprefix(OURS))
        assert embed.status_code == 200
        assert f'data-step="{slug} 1"' in embed.content.decode()
        assert "X-Frame-Options" not in embed.headers


def test_manner_of_the_address_is_kept_and_nothing_else_of_it(client: Client) -> None:
    manner = {"from": "1", "to": "3", "theme": "dark", "told": "0", "quiz": "1", "eyes": "sharper"}
    version = demos()["long-deal"].version
    query = "&".join(f"{name}={value}" for name, value in manner.items())
    said = asked(client, f'{OURS}/demos/long-deal/?step=2&{query}&v={version}&place=7&evil="><script>#x')
    assert shown_by(said) == {"step": "2", "v": version, **manner}
    assert "evil" not in said["html"]
    assert shown_by(asked(client, f"{PLIE}?theme=pink&from=x&to=&told=1"))["step"] == "0"
    assert set(shown_by(asked(client, f"{PLIE}?theme=pink&from=x&to=&told=1"))) == {"step", "v"}


@pytest.mark.parametrize(("step", "shown"), [("2", "2"), ("99", "3"), ("-4", "0"), ("+1", "1"), ("9" * 300, "3")])
def test_step_is_the_nearest_that_there_is(client: Client, step: str, shown: str) -> None:
    assert shown_by(asked(client, f"{PLIE}?step={quote(step)}"))["step"] == shown


def test_frame_stays_with_the_version_it_was_made_with(client: Client, copied: Path) -> None:
    before = frame_of(asked(client, PLIE))["src"].removeprefix(OURS)
    old = demos()["plie"].version
    keep(demos()["plie"])
    path = copied / "seeds" / "plie.toml"
    path.write_text(path.read_text().replace("stake 7h 10", "stake 7h 30"))
    assert shown_by(asked(client, PLIE))["v"] == demos()["plie"].version != old
    assert shown_by(asked(client, f"{PLIE}?v={old}"))["v"] == old
    assert "10 roubles" in client.get(before.replace("step=0", "step=1")).content.decode()


@pytest.mark.parametrize(
    ("most", "size"),
    [
        ({}, (WIDTH, HEIGHT)),
        ({"maxwidth": 5000, "maxheight": 5000}, (WIDTH, HEIGHT)),
        ({"maxwidth": 300}, (300, HEIGHT)),
        ({"maxheight": 400}, (WIDTH, 400)),
        ({"maxwidth": 280, "maxheight": 320}, (280, 320)),
        ({"maxwidth": 1, "maxheight": 1}, (1, 1)),
        ({"maxwidth": "", "maxheight": ""}, (WIDTH, HEIGHT)),
    ],
)
def test_frame_is_no_larger_than_what_was_asked_for(
    client: Client, most: dict[str, Any], size: tuple[int, int]
) -> None:
    said = asked(client, PLIE, **most)
    assert (said["width"], said["height"]) == size
    assert (frame_of(said)["width"], frame_of(said)["height"]) == tuple(map(str, size))


def test_thumbnail_is_told_with_its_size_where_it_fits(client: Client) -> None:
    night = f"{OURS}/demos/hermann-night-3/"
    said = asked(client, night)
    assert said["thumbnail_url"] == f"{OURS}/demos/hermann-night-3/picture.png?step=3"
    assert (said["thumbnail_width"], said["thumbnail_height"]) == (1200, 630)
    for most in ({"maxwidth": 1199}, {"maxheight": 629}):
        assert not [name for name in asked(client, night, **most) if name.startswith("thumbnail")]
    assert "thumbnail_url" in asked(client, night, maxwidth=1200, maxheight=630)


def test_xml_says_the_same_as_json(client: Client, copied: Path) -> None:
    words = copied / "content" / "en" / "demos" / "plie.md"
    title = 'A <plie> & ]]> \\"more\\"'
    words.write_text(re.sub(r"^title = .*$", lambda _: f'title = "{title}"', words.read_text(), flags=re.MULTILINE))
    said = asked(client, f"{PLIE}?step=2&theme=dark")
    assert "<plie> &" in said["title"]
    assert frame_of(said)["title"] == said["title"]
    response = client.get("/oembed", {"url": f"{PLIE}?step=2&theme=dark", "format": "xml"})
    assert response["Content-Type"] == "text/xml; charset=utf-8"
    root = ElementTree.fromstring(response.content)
    assert root.tag == "oembed"
    assert {each.tag: each.text for each in root} == {name: str(value) for name, value in said.items()}


# --- whose addresses ---


@pytest.mark.parametrize(
    "url",
    [
        "https://testserver/demos/plie/",
        "http://testserver:8000/demos/plie/",
        "https://TESTSERVER:8443/embed/plie/?step=1",
        "http://testserver/demos/plie/#x",
    ],
)
def test_port_and_scheme_do_not_matter(client: Client, url: str) -> None:
    assert frame_of(asked(client, url))["src"].startswith(f"{OURS}/embed/plie/?")


def test_own_host_is_the_one_that_is_asked(client: Client, settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "two.example", "[::1]"]
    for own, other in (("one.example", "two.example"), ("two.example:99", "one.example"), ("[::1]:8000", "[::2]")):
        for host, status in ((own, 200), (other, 404)):
            response = client.get("/oembed", {"url": f"http://{host}/demos/plie/"}, headers={"Host": own})
            assert response.status_code == status, (own, host)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://elsewhere.example/demos/plie/", "ours begin with http://testserver/"),
        ("http://testserver.elsewhere.example/demos/plie/", "ours begin with"),
        ("http://testserver@elsewhere.example/demos/plie/", "ours begin with"),
        ("ftp://testserver/demos/plie/", "ours begin with"),
        ("javascript://testserver/demos/plie/", "ours begin with"),
        ("//testserver/demos/plie/", "ours begin with"),
        ("/demos/plie/", "ours begin with"),
        ("plie", "ours begin with"),
        ("http://[", "ours begin with"),
        ("http://testserver:x/demos/plie/", "ours begin with"),
        ("http://testserver:99999/demos/plie/", "ours begin with"),
        (f"{OURS}/", "no demonstration at that address"),
        (f"{OURS}/demos/", "no demonstration at that address"),
        (f"{OURS}/demos/plie", "no demonstration at that address"),
        (f"{OURS}/demos/plie.toml", "no demonstration at that address"),
        (f"{OURS}/articles/how-we-know/", "no demonstration at that address"),
        (f"{OURS}/oembed?url={PLIE}", "no demonstration at that address"),
        (f"{OURS}/demos/plei/", "did you mean plie?"),
        (f"{PLIE}?v=00000000", "the present one is"),
        (f"{PLIE}?step=two", "from 0 to 3"),
    ],
)
def test_what_is_no_demonstration_of_ours_is_not_found(client: Client, url: str, says: str) -> None:
    response = client.get("/oembed", {"url": url})
    assert response["Content-Type"] == "application/problem+json"
    assert says in asked(client, url, 404)["detail"]


@pytest.mark.parametrize("name", ["maxwidth", "maxheight"])
@pytest.mark.parametrize("value", ["0", "-1", "x", "1.5", "٣", "1e3", "9" * 5000])
def test_size_that_is_none_is_refused(client: Client, name: str, value: str) -> None:
    assert f"as in {name}=640" in asked(client, PLIE, 400, **{name: value})["detail"]


def test_missing_address_and_unknown_format_are_refused(client: Client) -> None:
    for address in ("/oembed", "/oembed?url=", "/oembed?format=xml"):
        response = client.get(address)
        assert response.status_code == 400
        assert f"/oembed?url={PLIE}" in response.json()["detail"]
    for wanted in ("yaml", "JSON", ""):
        assert "format=json or format=xml" in asked(client, PLIE, 501, format=wanted)["detail"]


ADDRESSES = st.one_of(
    st.text(),
    st.text().map(lambda text: OURS + text),
    st.text().map(lambda text: f"{PLIE}?{text}"),
    st.text().map(lambda text: f"{OURS}/demos/{quote(text)}/"),
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(url=ADDRESSES, width=st.one_of(st.integers(), st.text()), wanted=st.sampled_from(["json", "xml"]))
@example(url="http://testserver/demos/%00/", width=1, wanted="xml")
@example(url="http://testserver/demos/plie/?v=%00&step=%ff", width=1, wanted="json")
def test_no_address_at_all_breaks_it(client: Client, url: str, width: int | str, wanted: str) -> None:
    response = client.get("/oembed", {"url": url, "maxwidth": width, "format": wanted})
    assert response.status_code in (200, 400, 404)
    if response.status_code == 200 and wanted == "xml":
        assert ElementTree.fromstring(response.content).tag == "oembed"


# --- how it is found ---


def links_of(html: str) -> dict[str, str]:
    found = re.findall(r'<link rel="alternate" type="(\w+/\w+\+oembed)" href="([^"]+)" title="[^"]+">', html)
    return {kind: address.replace("&amp;", "&") for kind, address in found}


def test_page_says_in_its_head_and_in_a_header_where_its_answer_is(client: Client) -> None:
    page = client.get("/demos/long-deal/?step=2&theme=dark")
    links = links_of(page.content.decode().partition("</head>")[0])
    assert set(links) == {"application/json+oembed", "text/xml+oembed"}
    for kind, address in links.items():
        assert f'<{address}>; rel="alternate"; type="{kind}"' in page["Link"]
        assert address.startswith(f"{OURS}/oembed?")
        response = client.get(address.removeprefix(OURS))
        assert response["Content-Type"].startswith(kind.replace("+oembed", "").replace("text/xml", "text/xml"))
        assert b"/embed/long-deal/?step=2" in response.content
        assert b"theme=dark" in response.content


def test_only_pages_of_demonstrations_say_so(client: Client) -> None:
    for address, headers in (
        ("/embed/plie/", {}),
        ("/demos/plie/", {"HX-Request": "true"}),
        ("/demos/", {}),
        ("/articles/hermanns-three-nights/", {}),
    ):
        response = client.get(address, headers=headers)
        assert not links_of(response.content.decode())
        assert "Link" not in response.headers


def test_page_of_each_host_leads_to_its_own(client: Client, settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    for host in settings.ALLOWED_HOSTS:
        html = client.get("/demos/plie/", headers={"Host": host}).content.decode()
        assert all(address.startswith(f"http://{host}/oembed?") for address in links_of(html).values())
        assert len(links_of(html)) == 2


# --- the snippet ---

NASTY = "\"><script>alert(1)</script>&'"


def test_snippet_escapes_what_it_is_given() -> None:
    html = snippet(f"https://example.org/?a=1&b={NASTY}", NASTY, 640, 480)
    frame = Only(html).frame
    assert frame["src"] == f"https://example.org/?a=1&b={NASTY}"
    assert frame["title"] == NASTY
    assert (frame["width"], frame["height"]) == ("640", "480")
    assert html.endswith("></iframe>")
