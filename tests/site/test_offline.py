"""The offline edition: whole, relative, and without anything that needs a server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from django.conf import settings as site
from django.core.management import CommandError, call_command

from demos.seeds import demos
from library.markup import read_markup
from library.shelf import shelf
from offline.addresses import Addresses, is_origin, step_file, way
from offline.rewriting import Rewriting

OURS = ("localhost", "127.0.0.1", "testserver", "[::1]")
KNOWN = Addresses(frozenset(("/", "/articles/", "/demos/plie.toml")))


def export(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("SITE_ADDRESS", "ALLOWED_HOSTS")}
    command = [sys.executable, "manage.py", "export", str(folder)]
    return subprocess.run(command, cwd=site.ROOT, env=environment | settings, capture_output=True, text=True)


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("offline") / "edition"
    done = export(folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder


class Reading(HTMLParser):
    """The links of a page, its anchors, and the names of its attributes."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.names: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {name for name, _value in attrs}
        self.ids |= {value or "" for name, value in attrs if name == "id"}
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action", "srcset", "data")]


def faults(folder: Path) -> list[str]:
    """Every link of every page that leads nowhere, or to a server of ours."""
    readings = {file.resolve(): Reading(file) for file in sorted([*folder.rglob("*.html"), *folder.rglob("*.svg")])}
    found = []
    for file, reading in readings.items():
        for link in reading.links:
            if not _leads(folder, file, link, readings):
                found.append(f"{file.relative_to(folder.resolve())}: {link}")
        found += [f"{file.relative_to(folder.resolve())}: {name}" for name in reading.names if name.startswith("hx-")]
    return found


def _leads(folder: Path, file: Path, link: str, readings: dict[Path, Reading]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return parts.scheme in ("http", "https") and parts.hostname not in OURS
    if link.startswith("/") or parts.query:
        return False
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not target.is_file() or not target.is_relative_to(folder.resolve()):
        return False
    return not parts.fragment or target not in readings or unquote(parts.fragment) in readings[target].ids


def test_every_link_leads_somewhere(edition: Path) -> None:
    assert faults(edition) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    """Or else the test above shows nothing."""
    (tmp_path / "here.html").write_text('<p id="a"><a href="#a"></a><a href="here.html#a"></a><a href="https://x.org">')
    assert faults(tmp_path) == []
    wrong = ["/here.html", "#b", "gone.html", "here.html?step=1", "http://localhost:80/", "../../etc/hostname"]
    (tmp_path / "wrong.html").write_text("".join(f'<a href="{link}"></a>' for link in wrong) + "<p hx-get='x'>")
    assert faults(tmp_path) == [*(f"wrong.html: {link}" for link in wrong), "wrong.html: hx-get"]


def test_style_sheets_lead_somewhere(edition: Path) -> None:
    for sheet in edition.rglob("*.css"):
        for url in re.findall(r'url\("?([^")]+)"?\)', sheet.read_text(encoding="utf-8")):
            assert (sheet.parent / url).is_file(), url


def test_every_page_is_reached_from_the_first(edition: Path) -> None:
    folder = edition.resolve()
    reached, waiting = {folder / "index.html"}, [folder / "index.html"]
    while waiting:
        page = waiting.pop()
        for link in Reading(page).links:
            parts = urlsplit(link)
            target = (page.parent / unquote(parts.path)).resolve()
            if not parts.scheme and parts.path and target not in reached:
                reached.add(target)
                if target.suffix == ".html":
                    waiting.append(target)
    fonts = {file for file in folder.rglob("*") if file.parent.name == "fonts"}
    assert {file for file in folder.rglob("*") if file.is_file()} - fonts == reached


def test_it_holds_all_that_is_read(edition: Path) -> None:
    expected = [step_file(demo.slug, number) for demo in demos().values() for number in range(demo.last + 1)]
    expected += [f"demos/{slug}{ending}" for slug in demos() for ending in (".html", ".toml")]
    expected += [step_file("gamblers-marked-deck", 3, "sharper"), "glossary/print/index.html", "needs-the-site.html"]
    for kind, folder in (("articles", "articles"), ("terms", "glossary"), ("games", "games"), ("lessons", "lessons")):
        expected += [f"{folder}/{slug}/index.html" for slug in getattr(shelf(), kind)]
    for slug in shelf().lessons:
        expected += [f"lessons/{slug}.pdf", f"lessons/{slug}/handout/index.html", f"lessons/{slug}/answers/index.html"]
    assert [name for name in expected if not (edition / name).is_file()] == []


def test_it_does_not_say_where_it_was_made(edition: Path) -> None:
    for file in edition.rglob("*"):
        if file.suffix in (".html", ".svg", ".css", ".js", ".toml"):
            text = file.read_text(encoding="utf-8")
            assert not [name for name in ("localhost", "127.0.0.1", str(site.ROOT)) if name in text], file


def test_a_step_page_is_at_its_step(edition: Path) -> None:
    page = (edition / "demos/hermann-night-3/step-2.html").read_text(encoding="utf-8")
    assert "Step 2 of 3" in page
    steps = dict(re.findall(r'class="(first|previous|next|last)" href="([^"]+)"', page))
    assert steps == {"first": "index.html", "previous": "step-1.html", "next": "step-3.html", "last": "step-3.html"}


def test_every_deal_of_an_article_is_laid_out(edition: Path) -> None:
    """The site sends the third of a page when the reader comes to it; a file cannot."""
    for page in edition.rglob("index.html"):
        text = page.read_text(encoding="utf-8")
        assert text.count("data-demo") == text.count('class="cloth'), page
        assert "panel waiting" not in text


def test_rooms_that_need_the_server_are_not_offered(edition: Path) -> None:
    page = (edition / "demos/plie/index.html").read_text(encoding="utf-8")
    for words in ("Odds", "Use in a lesson", "The bare deal", "Search", "The odds now", "htmx"):
        assert words not in page
    assert 'href="../plie.html"' in page
    assert "only the site itself can do" in (edition / "needs-the-site.html").read_text(encoding="utf-8")


def test_an_earlier_edition_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    done = export(tmp_path)
    assert done.returncode == 1
    assert "holds something else; name an empty folder" in done.stderr
    assert "Traceback" not in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_an_address_that_is_none_is_refused(tmp_path: Path) -> None:
    done = export(tmp_path / "edition", SITE_ADDRESS="shtoss.example")
    assert done.returncode == 1
    assert "SITE_ADDRESS=shtoss.example" in done.stderr
    assert "https://shtoss.example" in done.stderr
    assert "Traceback" not in done.stderr
    assert is_origin("https://shtoss.example")
    assert not is_origin("https://shtoss.example/")


def test_the_command_says_how_it_is_run(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"manage\.py export FOLDER"):
        call_command("export", str(tmp_path))


@pytest.mark.deep
def test_two_editions_are_the_same_bytes(edition: Path, tmp_path: Path) -> None:
    assert export(tmp_path / "again", PYTHONHASHSEED="7").returncode == 0
    one, other = contents(edition), contents(tmp_path / "again")
    assert set(one) == set(other)
    assert [name for name in one if one[name] != other[name]] == []


@pytest.mark.deep
def test_an_edition_that_knows_the_site_names_it(tmp_path: Path) -> None:
    assert export(tmp_path / "edition", SITE_ADDRESS="https://shtoss.example").returncode == 0
    page = (tmp_path / "edition/articles/how-we-know/index.html").read_text(encoding="utf-8")
    assert "https://shtoss.example/articles/how-we-know/" in page
    says = (tmp_path / "edition/needs-the-site.html").read_text(encoding="utf-8")
    assert '<a href="https://shtoss.example/">' in says
    assert "https://shtoss.example/demos/plie/" in (tmp_path / "edition/demos/plie.html").read_text(encoding="utf-8")
    assert faults(tmp_path / "edition") == []


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


# --- one page ---


def rewritten(html: str, named: bool = False) -> str:
    return Rewriting("demos/plie/index.html", KNOWN, named).rewritten(html)


def test_a_link_becomes_the_way_to_a_file() -> None:
    assert rewritten('<a href="/articles/#a">') == '<a href="../../articles/index.html#a"></a>'
    assert rewritten('<a href="/demos/plie/?step=2">') == '<a href="step-2.html"></a>'
    assert rewritten('<a href="/demos/plie/?step=999">') == f'<a href="step-{demos()["plie"].last}.html"></a>'
    assert rewritten('<a href="/embed/plie/">') == '<a href="../plie.html"></a>'
    assert rewritten('<a href="/odds/?deck=36#a">') == '<a href="../../needs-the-site.html"></a>'
    kept = '<a href="https://ilibrary.ru/text/480/">&amp; «Дама» &ldquo;</a>'
    assert rewritten(kept) == kept


def test_a_picture_takes_its_file_along() -> None:
    rewriting = Rewriting("index.html", KNOWN, named=False)
    assert rewriting.rewritten('<img src="/static/cards.svg#Qs">') == '<img src="static/cards.svg#Qs">'
    assert rewriting.assets == {"static/cards.svg"}


def test_menus_lose_what_a_sentence_keeps() -> None:
    assert (
        rewritten('<nav><a href="/odds/">O</a><a href="/">H</a></nav>') == '<nav><a href="../../index.html">H</a></nav>'
    )
    assert rewritten('<p>See <a href="/odds/">O</a>.</p>') == '<p>See <a href="../../needs-the-site.html">O</a>.</p>'


def test_what_is_said_of_the_site_is_said_only_if_it_is_known() -> None:
    html = '<p class="on-paper">http://x/</p><details class="citing"><p>C</p></details>'
    assert rewritten(html) == ""
    assert rewritten(html, named=True) == html


def test_ways_are_relative() -> None:
    assert way("index.html", "static/a.css") == "static/a.css"
    assert way("demos/plie/step-1.html", "index.html") == "../../index.html"


@pytest.mark.parametrize("html", ["<!doctype html>\n<p>a &lt; b &#8212; <br>c", '<script>if (a < b) "</p>"</script>'])
def test_markup_is_written_as_it_was_read(html: str) -> None:
    assert read_markup(html).html.removesuffix("</p>") == html
