"""What the site says of its pages to programs: citations, feeds, the sitemap, pictures to share, structured data."""

from __future__ import annotations

import json
import re
import struct
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
from django.test import Client

from demos.lettering import SEMIBOLD, line
from demos.manner import PLAIN
from demos.panel import Panel
from demos.picture import address_for, draw, picture_png
from demos.seeds import demos
from demos.templatetags.meta import json_ld
from library.citing import Citation, bibtex, csl, escaped, plain
from library.files import Text
from library.pages import Position
from library.shelf import shelf
from reading import pages

HOST = "http://testserver"
ARTICLE = "/articles/hermanns-three-nights/"
# One of each kind of page.
KINDS = [
    "/",
    "/articles/",
    ARTICLE,
    "/glossary/",
    "/glossary/print/",
    "/glossary/sonik/",
    "/games/shtoss/",
    "/demos/",
    "/demos/plie/?step=2",
    "/odds/",
    "/odds/?deck=32&condition=thirds&condition=lob-half",
    "/odds/demos/plie/?step=2",
]


class Head(HTMLParser):
    """The meta elements, the links and the data blocks of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.links: dict[str, list[str]] = {}
        self.data: list[dict[str, Any]] = []
        self._in_data = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "meta":
            name = values.get("property") or values.get("name", "")
            assert name not in self.meta or not name, f"{name} stands there twice"
            self.meta[name] = values.get("content", "")
        elif tag == "link":
            self.links.setdefault(values["rel"], []).append(values["href"])
        self._in_data = tag == "script" and values.get("type") == "application/ld+json"

    def handle_data(self, data: str) -> None:
        if self._in_data:
            self.data.append(json.loads(data))
            self._in_data = False


def head_of(client: Client, address: str) -> Head:
    response = client.get(address)
    assert response.status_code == 200
    return Head(response.content.decode())


def rewrite(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# --- citations ---

AWKWARD = Citation(
    key="shtoss-x",
    url=f"{HOST}/articles/x/#n3-4",
    path="/articles/x/",
    title=r"100% of {a} & b_c \ #1 $ ~ ^ «Штосс»",
    abstract="A summary.",
    issued=date(2026, 3, 9),
    locator="passage n3-4",
)


def read_bibtex(text: str) -> dict[str, str]:
    """The fields of the one entry of ``text``, read as BibTeX reads them: by counting braces."""
    entry = re.match(r"@misc\{([\w-]+),\n", text)
    assert entry
    fields, at = {"key": entry[1]}, entry.end()
    while found := re.match(r"\s*(\w+) = ", text[at:]):
        at += found.end()
        end, depth = at, 0
        while depth or text[end] not in ",\n":
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        value = text[at:end]
        fields[found[1]] = value[1:-1] if value[0] in '{"' else value
        at = end + 1
    assert text[at:].strip() == "}"
    return fields


def test_bibtex_keeps_every_sign() -> None:
    fields = read_bibtex(bibtex(AWKWARD))
    assert fields["title"] == (
        r"{100\% of \textbraceleft{}a\textbraceright{} \& b\_c \textbackslash{}"
        r" \#1 \$ \textasciitilde{} \textasciicircum{} «Штосс»}"
    )
    assert fields["author"] == "{The Shtoss authors}"
    assert (fields["year"], fields["month"]) == ("2026", "mar")
    assert fields["url"] == AWKWARD.url
    assert fields["note"] == "passage n3-4"


@pytest.mark.parametrize("text", ["{", "}", "}{", "\\", "\\{", "a}b", "%", "{{{"])
def test_whatever_a_text_holds_its_braces_are_in_pairs(text: str) -> None:
    depth = 0
    for sign in escaped(text):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth >= 0
    assert depth == 0


def test_csl_has_what_the_styles_ask_for() -> None:
    (work,) = json.loads(csl(AWKWARD))
    assert work == {
        "id": "shtoss-x",
        "type": "webpage",
        "title": AWKWARD.title,
        "container-title": "Shtoss",
        "author": [{"literal": "The Shtoss authors"}],
        "issued": {"date-parts": [[2026, 3, 9]]},
        "locator": "passage n3-4",
        "URL": AWKWARD.url,
        "language": "en",
        "abstract": "A summary.",
    }


def test_plain_citation() -> None:
    says = f"The Shtoss authors, “{AWKWARD.title}”, Shtoss, 9 March 2026, passage n3-4, {AWKWARD.url}"
    assert plain(AWKWARD) == says


@pytest.mark.parametrize(
    ("page", "url"),
    [
        (ARTICLE, ARTICLE),
        ("/games/shtoss/", "/games/shtoss/"),
        ("/glossary/sonik/", "/glossary/sonik/"),
        ("/demos/plie/?step=2", "/demos/plie/?step=2"),
    ],
)
def test_each_page_offers_its_citation_in_every_form(client: Client, page: str, url: str) -> None:
    html = client.get(page).content.decode()
    assert '<details class="citing">' in html
    every = re.findall(r'href="([^"]+/cite[^"]+)" download', html)
    offered, passages = every[:3], every[3:]
    assert bool(passages) == (page == ARTICLE)
    for address in passages:
        anchor = address.partition("?passage=")[2]
        assert f'id="{anchor}"' in html
        assert f"#{anchor}" in client.get(address).content.decode()
    for address in offered:
        response = client.get(address)
        assert response.status_code == 200
        assert "attachment" in response["Content-Disposition"]
        assert f"{HOST}{url}" in response.content.decode()
        assert not response.cookies
    assert json.loads(client.get(offered[2]).content)[0]["URL"] == f"{HOST}{url}"
    assert read_bibtex(client.get(offered[1]).content.decode())["url"] == f"{HOST}{url}"


def test_a_passage_is_cited_by_its_anchor(client: Client) -> None:
    anchor = pages.anchors("articles", "hermanns-three-nights")[0]
    (work,) = json.loads(client.get(f"{ARTICLE}cite.json?passage={anchor}").content)
    assert work["URL"] == f"{HOST}{ARTICLE}#{anchor}"
    assert work["locator"] == f"passage {anchor}"


def test_a_passage_that_is_not_there_is_told_what_would_be_right(client: Client) -> None:
    anchor = pages.anchors("articles", "hermanns-three-nights")[0]
    response = client.get(f"{ARTICLE}cite.bib?passage={anchor}x")
    assert response.status_code == 404
    assert f"did you mean {anchor}?" in response.content.decode()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        (f"{ARTICLE}cite.ris", "it can be txt, bib or json"),
        ("/articles/nothing/cite.bib", "There is no article “nothing”"),
        ("/glossary/sonic/cite.txt", "did you mean sonik?"),
        ("/demos/plie/cite.txt?step=two", "A step is a whole number, from 0 to 3."),
        ("/demos/plie/picture.png?step=two", "A step is a whole number, from 0 to 3."),
        ("/demos/plia/picture.svg", "did you mean plie?"),
    ],
)
def test_what_is_not_there_says_what_would_be_right(client: Client, address: str, says: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert says in response.content.decode()


# --- feeds ---


@pytest.mark.parametrize("address", ["/feed.atom", "/feed.rss"])
def test_feed_is_valid_and_complete(client: Client, address: str) -> None:
    response = client.get(address)
    feed = feedparser.parse(response.content)
    assert not feed.bozo
    assert feed.version == {"/feed.atom": "atom10", "/feed.rss": "rss20"}[address]
    assert {entry.link for entry in feed.entries} == {f"{HOST}/articles/{slug}/" for slug in shelf().articles}
    assert all(entry.id.startswith("urn:uuid:") and entry.published and entry.summary for entry in feed.entries)
    assert len({entry.id for entry in feed.entries}) == len(feed.entries)
    assert response["Last-Modified"]
    assert response["ETag"]
    assert not response.cookies


def test_feed_is_newest_first_and_says_what_was_updated(client: Client, copied: Path) -> None:
    rewrite(
        copied / "content/en/articles/lermontovs-shtoss.md",
        "published = 2026-11-30",
        "published = 2027-01-02\nupdated = 2027-02-03",
    )
    feed = feedparser.parse(client.get("/feed.atom").content)
    assert feed.entries[0].link.endswith("/lermontovs-shtoss/")
    assert feed.entries[0].published.startswith("2027-01-02")
    assert feed.entries[0].updated.startswith("2027-02-03")
    assert feed.feed.updated.startswith("2027-02-03")
    assert head_of(client, "/articles/lermontovs-shtoss/").data[0]["dateModified"] == "2027-02-03"


def test_names_in_the_feed_do_not_depend_on_the_host(client: Client) -> None:
    answers = [client.get("/feed.atom", headers={"host": host}) for host in ("localhost", "127.0.0.1")]
    here, there = (feedparser.parse(answer.content) for answer in answers)
    assert [entry.id for entry in here.entries] == [entry.id for entry in there.entries]
    assert here.entries[0].link != there.entries[0].link


def test_every_page_names_the_feeds(client: Client) -> None:
    assert {"/feed.atom", "/feed.rss"} <= set(head_of(client, "/").links["alternate"])


# --- for search engines ---


def test_sitemap_lists_the_pages_under_their_own_addresses(client: Client) -> None:
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    space = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9"}
    listed = {str(each.findtext("s:loc", "", space)): each.findtext("s:lastmod", "", space) for each in tree}
    for address in listed:
        assert head_of(client, address.removeprefix(HOST)).links["canonical"] == [address]
    assert listed[f"{HOST}{ARTICLE}"] == shelf().articles["hermanns-three-nights"].head.published.isoformat()
    kinds = (shelf().articles, shelf().terms, shelf().games, shelf().lessons, demos())
    assert len(listed) == sum(map(len, kinds)) + 7


def test_robots_may_read_all_but_questions_and_runs(client: Client) -> None:
    text = client.get("/robots.txt").content.decode()
    assert re.findall(r"^Disallow: (.*)$", text, re.MULTILINE) == ["/search/", "/odds/runs/"]
    assert f"Sitemap: {HOST}/sitemap.xml" in text


# --- what a shared address shows ---


@pytest.mark.parametrize("address", KINDS)
def test_page_says_what_it_is_when_it_is_shared(client: Client, address: str) -> None:
    head = head_of(client, address)
    assert head.links["canonical"] == [f"{HOST}{address}"]
    assert head.meta["og:url"] == f"{HOST}{address}"
    assert head.meta["og:site_name"] == "Shtoss"
    assert head.meta["og:title"]
    assert head.meta["og:description"] == head.meta["description"]
    assert head.meta["twitter:card"] == "summary_large_image"
    assert head.meta["og:type"] == ("article" if address in (ARTICLE, "/games/shtoss/") else "website")
    image = head.meta["og:image"]
    assert image.startswith(f"{HOST}/demos/")
    assert client.get(image.removeprefix(HOST))["Content-Type"] == "image/png"


def test_a_missing_page_has_no_address_of_its_own(client: Client) -> None:
    head = Head(client.get("/nowhere/").content.decode())
    assert "canonical" not in head.links
    assert "og:url" not in head.meta


def test_pictures_are_those_of_what_the_page_shows(client: Client) -> None:
    assert "/hermann-night-1/" in head_of(client, ARTICLE).meta["og:image"]
    assert head_of(client, "/articles/").meta["og:image"] == f"{HOST}/demos/hermann-night-3/picture.png?step=3"
    assert head_of(client, "/demos/plie/?step=2").meta["og:image"] == f"{HOST}/demos/plie/picture.png?step=2"


def test_a_term_has_the_picture_of_where_it_happens() -> None:
    text = shelf().terms["sonik"]
    head = text.head.model_copy(update={"position": Position(demo="plie", step=2)})
    bare = Text(text.path, head, "No deal in it.", 1)
    assert address_for(bare) == "/demos/plie/picture.png?step=2"


@pytest.mark.parametrize("slug", sorted(demos()))
def test_picture_of_every_deal_is_light(slug: str) -> None:
    png = picture_png(demos()[slug], demos()[slug].last)
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">II", png[16:24]) == (1200, 630)
    assert len(png) <= 300 * 1024


def test_drawing_refers_to_nothing_outside_and_every_id_is_its_own(client: Client) -> None:
    text = client.get("/demos/hermann-night-3/picture.svg?step=3").content.decode()
    ElementTree.fromstring(text)
    assert not re.search(r"<(style|script|text|image|foreignObject)\b", text)
    assert not re.search(r'(href|src)="(?!#)', text)
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)


def test_a_staked_card_is_hidden_until_it_is_opened() -> None:
    hidden, opened = (draw(Panel(demos()["hermann-night-3"], step, PLAIN)) for step in (2, 3))
    assert 'href="#card-Qs"' not in hidden
    assert 'id="card-Qs"' not in hidden
    assert 'href="#card-back"' in hidden
    assert 'href="#card-Qs"' in opened


def test_an_unchanged_picture_is_not_sent_again(client: Client) -> None:
    first = client.get("/demos/plie/picture.png?step=3")
    assert "public" in first["Cache-Control"]
    assert client.get("/demos/plie/picture.png?step=3", headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_letters_stand_as_near_as_the_font_says() -> None:
    assert line("AV", 100).width < line("A", 100).width + line("V", 100).width
    assert line("Штосс", 40, SEMIBOLD).data


def test_a_long_line_is_made_to_fit() -> None:
    assert line("A title of a middling length", 54, most=500).width <= 500
    assert line("A title that goes on and on " * 9, 54, most=500).width <= 500


# --- structured data ---


def test_article_says_what_it_is(client: Client) -> None:
    head = head_of(client, ARTICLE)
    article, way = head.data
    assert article["@type"] == "Article"
    assert article["headline"] == "Hermann’s three nights"
    assert article["author"] == {"@type": "Organization", "name": "The Shtoss authors"}
    assert article["image"] == head.meta["og:image"]
    assert any("Lotman" in work for work in article["citation"])
    assert [each["item"] for each in way["itemListElement"]] == [f"{HOST}/articles/", f"{HOST}{ARTICLE}"]
    assert head.meta["DC.title"] == article["headline"]
    assert head.meta["DC.identifier"] == f"{HOST}{ARTICLE}"
    assert head.meta["DC.date"] == article["datePublished"]
    assert {"DC.creator", "DC.language", "DC.type", "DC.rights"} <= set(head.meta)


def test_term_and_deal_say_where_they_belong(client: Client) -> None:
    term, way = head_of(client, "/glossary/sonik/").data
    assert term["@type"] == "DefinedTerm"
    assert term["inDefinedTermSet"]["url"] == f"{HOST}/glossary/"
    assert way["itemListElement"][0]["item"] == f"{HOST}/glossary/"
    (way,) = head_of(client, "/demos/plie/?step=2").data
    assert way["@type"] == "BreadcrumbList"


def test_no_text_can_end_a_block_of_data() -> None:
    block = json_ld({"name": "</script><b>&\u2028"})
    assert block.count("<") == 2
    inner = block.removeprefix('<script type="application/ld+json">').removesuffix("</script>")
    assert "&" not in inner
    assert json.loads(inner) == {"name": "</script><b>&\u2028"}


# --- the glossary as a whole ---


def test_glossary_as_data(client: Client) -> None:
    response = client.get("/glossary.json")
    assert response["Access-Control-Allow-Origin"] == "*"
    terms = {term["slug"]: term for term in response.json()["terms"]}
    assert set(terms) == set(shelf().terms)
    sonik = terms["sonik"]
    assert sonik["url"] == f"{HOST}/glossary/sonik/"
    assert sonik["stressed"] == ["со́ник"]
    assert sonik["sounds"] == "SO-neek"
    assert sonik["position"] == {"demo": "bank-table", "step": 7}
    assert {"russian", "origin", "definition", "see", "certainty"} <= set(sonik)


def test_sheet_has_every_term_under_its_group(client: Client, copied: Path) -> None:
    rewrite(copied / "content/en/glossary/sonik.md", 'group = "deal"', 'group = "money"')
    html = client.get("/glossary/print/").content.decode()
    assert html.count("<dt>") == len(shelf().terms)
    assert html.index("<h2>The deal</h2>") < html.index("<h2>Money</h2>") < html.index("<b>sonik</b>")
