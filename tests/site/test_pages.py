"""Every page: it is there, it is safe to frame or not, and what it links to exists."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from demos.seeds import demos
from library.shelf import shelf


def every_address() -> list[str]:
    """One address of every page there is, and every step of every demonstration."""
    kept = shelf()
    return [
        "/",
        "/articles/",
        *(f"/articles/{slug}/" for slug in kept.articles),
        "/glossary/",
        "/glossary/print/",
        *(f"/glossary/{slug}/" for slug in kept.terms),
        *(f"/games/{slug}/" for slug in kept.games),
        "/demos/",
        *(f"/demos/{demo.slug}/?step={step}" for demo in demos().values() for step in range(demo.last + 1)),
        *(f"/embed/{demo.slug}/?step={step}" for demo in demos().values() for step in range(demo.last + 1)),
    ]


class Links(HTMLParser):
    """The addresses and the ids of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "hx-get") and value:
                self.links.append(value)
            elif name == "id" and value:
                self.ids.append(value)


@pytest.mark.parametrize("address", every_address())
def test_page_answers_without_cookies_and_within_its_policy(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert not response.cookies
    policy = response["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    assert "public" in response["Cache-Control"]
    assert response.has_header("ETag")
    if address.startswith("/embed/"):
        assert not response.has_header("X-Frame-Options")
        assert "frame-ancestors *" in policy
    else:
        assert response["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("address", every_address())
def test_page_has_one_heading_a_title_and_ids_of_its_own(client: Client, address: str) -> None:
    html = client.get(address).content.decode()
    assert re.search(r"<title>\S.* · Shtoss</title>", html)
    if not address.startswith("/embed/"):
        assert html.count("<h1") == 1
    ids = Links(html).ids
    assert len(ids) == len(set(ids))
    assert "[[" not in html
    assert "{{" not in html


def test_every_internal_link_and_anchor_leads_somewhere(client: Client) -> None:
    ids: dict[str, set[str]] = {}
    wanted: list[tuple[str, str]] = []
    waiting = ["/"]
    while waiting:
        address = waiting.pop()
        if address in ids:
            continue
        if address.startswith("/static/"):
            assert finders.find(address.removeprefix("/static/")), address
            ids[address] = set()
            continue
        response = client.get(address)
        assert response.status_code == 200, f"{address} is linked to and answers {response.status_code}"
        page = Links(response.content.decode() if "html" in response["Content-Type"] else "")
        ids[address] = set(page.ids)
        for link in page.links:
            target, anchor = urldefrag(urljoin(address, link))
            if urlsplit(target).netloc:
                continue
            waiting.append(target)
            if anchor and not target.startswith("/static/"):
                wanted.append((target, anchor))
    missing = [f"{target}#{anchor}" for target, anchor in wanted if anchor not in ids[target]]
    assert not missing
    unreached = [address for address in every_address() if address not in ids and not address.startswith("/embed/")]
    assert not unreached, "nothing links to these pages"


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/articles/hermans-three-nights/", "did you mean hermanns-three-nights?"),
        ("/glossary/sonic/", "did you mean sonik?"),
        ("/demos/hermann-nigth-1/", "did you mean hermann-night-1?"),
        ("/demos/nothing.toml", "There is no demonstration “nothing”"),
        ("/embed/plia/", "did you mean plie?"),
        ("/games/chess/", "There are no rules of “chess” here; it can be shtoss"),
        ("/nowhere/", "No page of this site has that address."),
        ("/articles/<script>/", "No page of this site has that address."),
    ],
)
def test_missing_page_says_what_would_be_right(client: Client, address: str, says: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert says in response.content.decode()
    assert 'href="/glossary/"' in response.content.decode()


@pytest.mark.parametrize("address", ["/", "/articles/", "/glossary/sonik/", "/demos/", "/demos/plie/", "/embed/plie/"])
def test_pages_are_read_only(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
    assert client.head(address).status_code == 200


def test_unchanged_page_is_not_sent_again(client: Client) -> None:
    first = client.get("/articles/hermanns-three-nights/")
    again = client.get("/articles/hermanns-three-nights/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert not again.content
