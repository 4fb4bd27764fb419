"""Search: what is found, in which order and how it is shown; an index that follows the texts, in either database."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import LazySettings
from django.db import DatabaseError, OperationalError, connection
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from library.asking import LONGEST, asked, sought
from library.shelf import shelf
from search import documents, index
from search.answers import MOST, answer
from search.models import Document, Indexed
from search.plain import plain, sections
from search.snippets import LENGTH, Marker
from search.views import SUGGESTIONS

pytestmark = [pytest.mark.database, pytest.mark.django_db]
HTMX = {"HX-Request": "true"}
RESTORED = HTMX | {"HX-History-Restore-Request": "true"}


@pytest.fixture(scope="module", autouse=True)
def _filled_once(django_db_setup: None, django_db_blocker: Any) -> None:
    """Every test begins with the index of our own texts, and none has to fill it for itself."""
    with django_db_blocker.unblock():
        index.refill(index.fingerprint())


@pytest.fixture(autouse=True)
def _looked_at_each_time(settings: LazySettings) -> None:
    settings.CONTENT_RECHECK_SECONDS = 0


def text(client: Client, query: str, path: str = "/search/", **headers: Any) -> str:
    response = client.get(path, {"q": query}, **headers)
    assert response.status_code == 200
    return response.content.decode()


def addresses(query: str) -> list[str]:
    return [hit.address for hit in answer(asked(query)).hits]


# --- what is found ---


@pytest.mark.parametrize(
    "query", ["abzug", "abtsug", "abcug", "абцуг", "абцугов", "абцуге", "абцугъ", "АБЦУГ", "abzugs", "ab-zug"]
)
def test_a_term_is_found_first_under_every_spelling(query: str) -> None:
    assert addresses(query)[0] == "/glossary/abzug/"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("shtoss", "/glossary/shtoss/"),
        ("стос", "/glossary/shtoss/"),
        ("va bank", "/glossary/va-bank/"),
        ("вабанк", "/glossary/va-bank/"),
        ("тёмную", "/glossary/tyomnaya/"),
        ("dana", "/glossary/dana/"),
        ("pe", "/glossary/pe/"),
        ("paroli pe", "/glossary/paroli-pe/"),
        ("who wins at shtoss", "/articles/who-wins-at-shtoss/"),
        ("rules of shtoss", "/games/shtoss/"),
        ("Hermann's second night", "/demos/hermann-night-2/"),
        ("а long deal", "/demos/long-deal/"),
    ],
)
def test_what_is_called_so_comes_first(query: str, first: str) -> None:
    assert addresses(query)[0].partition("#")[0].partition("?")[0] == first


def test_every_headword_finds_its_entry_among_the_first() -> None:
    for term in shelf().terms.values():
        for name in documents.names_of(term):
            assert f"/glossary/{term.slug}/" in addresses(name)[:4], name


def test_titles_stand_above_bodies() -> None:
    titled = ["<mark>" in hit.title or "<mark>" in hit.russian for hit in answer(asked("Hermann")).hits]
    assert True in titled
    assert False in titled
    assert titled == sorted(titled, reverse=True)


def test_every_kind_is_found_and_leads_to_the_place_itself(client: Client) -> None:
    kinds = set()
    for query in ("cut", "Hermann", "тёмная", "queen of spades", "lob", "stake"):
        for hit in answer(asked(query)).hits:
            kinds.add(hit.kind)
            page, _, anchor = hit.address.partition("#")
            response = client.get(page)
            assert response.status_code == 200
            assert not anchor or f'id="{anchor}"' in response.content.decode()
    assert kinds == {str(label) for label in Document.Kind.labels}
    assert any("#" in address for address in addresses("Tomsky"))
    assert any("?step=" in address for address in addresses("«Идёт, тёмная»"))


def test_all_words_have_to_be_there() -> None:
    both = set(addresses("lob sonik"))
    assert both
    assert both < set(addresses("lob"))
    assert addresses("lob zzzz") == []


@pytest.mark.parametrize(
    ("query", "other"), [("injcc", "штосс"), ("фиягп", "abzug"), ("ujkjcf", ""), ("abzug", ""), ("zzxx", "")]
)
def test_the_other_layout_is_tried_when_nothing_else_is_found(client: Client, query: str, other: str) -> None:
    found = answer(asked(query))
    assert found.other == other
    assert bool(found.hits) == bool(other or query == "abzug")
    if other:
        assert addresses(query) == addresses(other)
        assert f"Nothing has “{query}”; these have “{other}”" in text(client, query)


@pytest.mark.parametrize(
    ("query", "near"), [("abzuk", "abzug"), ("sonuk", "sonik"), ("мирандолька", "mirandole"), ("prokitka", "prokidka")]
)
def test_nothing_found_offers_the_nearest_words(client: Client, query: str, near: str) -> None:
    html = text(client, query)
    assert answer(asked(query)).near[0] == near
    assert "Nothing found." in html
    assert f'<a href="/search/?q={near}">{near}</a>' in html


# --- how it is shown ---


def test_hits_are_marked_in_title_and_piece(client: Client) -> None:
    html = text(client, "абцуг")
    assert '<a href="/glossary/abzug/"><mark>abzug</mark></a> <mark><span lang="ru">абцуг</span></mark>' in html
    assert re.search(r"<p>.*<mark>[Aa]bzug</mark>.*</p>", html)


def test_a_piece_is_cut_where_most_of_the_words_stand() -> None:
    far = "of " * 200
    place, piece = Marker(sought("king of spades")).piece(
        [("", far), ("#there", f"{far}the king of spades & <b>more</b> {far}"), ("#later", "the king of spades")]
    )
    assert place == "#there"
    assert "<mark>king</mark> <mark>of</mark> <mark>spades</mark>" in piece
    assert Marker([]).html("the <b> & c") == "the &lt;b&gt; &amp; c"
    shown = unescape(re.sub(r"<.*?>", "", piece))
    assert shown.startswith("… of ")
    assert shown.endswith(" …")
    assert len(shown) <= LENGTH + 4
    assert Marker(sought("queen")).piece([("", "The beginning."), ("#b", "more")]) == ("", "The beginning.")
    assert Marker(sought("queen")).piece([]) == ("", "")
    assert len(Marker(sought("x")).piece([("", "y" * 1000)])[1]) <= LENGTH + 4


def test_html_is_read_as_sections_without_its_citations() -> None:
    html = '<p>A <em>b</em>.<span class="held">\xa0<a class="cite" href="#">[1]</a></span></p><h2 id="c">C</h2><p>d</p>'
    assert sections(html) == [("", "A b."), ("#c", "C: d")]
    assert plain(html) == "A b. C: d"


def test_page_and_fragment_are_one_template(client: Client) -> None:
    page = client.get("/search/", {"q": "sonik"})
    fragment = client.get("/search/", {"q": "sonik"}, headers=HTMX)
    assert page.content.decode().count('<div id="results">') == 1
    part = fragment.content.decode()
    assert part.startswith("<title>Search: sonik · Shtoss</title>")
    assert "<html" not in part
    assert "<form" not in part
    results = part[part.index('<div id="results">') :].strip()
    assert results in page.content.decode()
    assert re.search(r'<p id="status" hx-swap-oob="innerHTML">\d+ results</p>', part)
    assert re.search(r'<p class="status" id="status" role="status">\d+ results</p>', page.content.decode())
    assert fragment["HX-Replace-Url"] == "/search/?q=sonik"
    assert not page.has_header("HX-Replace-Url")
    for response in (page, fragment):
        assert {"HX-Request", "HX-History-Restore-Request"} <= set(response["Vary"].split(", "))
    assert "<html" in client.get("/search/", {"q": "sonik"}, headers=RESTORED).content.decode()


def test_the_address_of_a_fragment_can_be_sent(client: Client) -> None:
    for query in ("соник", "a&b=c#d", "«?»", ""):
        address = client.get("/search/", {"q": query}, headers=HTMX)["HX-Replace-Url"]
        assert address == ("/search/?" + urlencode({"q": query}) if query else "/search/")
        assert address.isascii()
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("path", ["/search/", "/search/?q=", "/search/?q=shtoss", "/search/?q=zzzz"])
def test_page_is_like_every_other_page(client: Client, path: str) -> None:
    response = client.get(path)
    html = response.content.decode()
    assert response.status_code == 200
    assert not response.cookies
    assert "unsafe" not in response["Content-Security-Policy"]
    assert "public" in response["Cache-Control"]
    assert response.has_header("ETag")
    assert html.count("<h1") == 1
    assert html.count('role="search"') == 1
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert ('<meta name="robots" content="noindex">' in html) is (path not in ("/search/", "/search/?q="))
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200


def test_nothing_asked_is_answered_with_suggestions_that_find_something(client: Client) -> None:
    html = client.get("/search/").content.decode()
    for word in SUGGESTIONS:
        assert f'<a href="/search/?{urlencode({"q": word}).replace("+", "%20")}">{word}</a>' in html
        assert answer(asked(word)).hits


def test_every_page_has_a_field_that_leads_here(client: Client) -> None:
    for path in ("/", "/glossary/", "/demos/", "/nowhere/"):
        assert 'role="search" method="get" action="/search/"' in client.get(path).content.decode()


def test_many_results_are_shown_in_part_and_counted(client: Client) -> None:
    found = answer(asked("the"))
    assert found.total > len(found.hits) == MOST
    html = text(client, "the")
    assert f"{found.total} results" in html
    assert f"These are the best {MOST} of {found.total}" in html
    assert html.count("<li><a href=") == MOST


@pytest.mark.parametrize("query", ["x" * (LONGEST + 1), "shtoss " * 30, "я" * 3000])
def test_a_long_question_is_cut_and_says_so(client: Client, query: str) -> None:
    html = text(client, query)
    assert f"only its first {LONGEST} characters were looked for" in html
    assert "characters were looked for" not in text(client, "x" * LONGEST)


@pytest.mark.parametrize(
    "query",
    [
        *("AND", "OR", "NOT", "NEAR", "a AND", "NEAR(a b, 3)", "*", "abz*", '"', "'", '"abzug', "(", ")", "a:b"),
        *("title:abzug", "{title}: a", "^abzug", "-abzug", "!abzug", "a|b", "a&b", "<->", "a:*", "\\", "%", "%s", "_"),
        *("%(all)s", "';--", "\0", "a\0b", "\N{GRINNING FACE}", "\ud800", "abzug\udfff", "漢字", "\u0301", "\n\r\t"),
        *("<script>alert(1)</script>", "{{ query }}", "1e5", "0x1f", "1.5", "188,000", "ﬁ", "İ", "ß", "‮", "'" * 100),
    ],
)
def test_nothing_typed_is_an_error_or_an_operator(client: Client, query: str) -> None:
    raw = quote(query.encode("utf-8", "surrogatepass"))
    for headers in ({}, HTMX, RESTORED):
        response = client.get("/search/", QUERY_STRING=f"q={raw}", headers=headers)
        assert response.status_code == 200
        assert "<script>alert" not in response.content.decode()
        assert client.get("/glossary/", QUERY_STRING=f"q={raw}", headers=headers).status_code == 200


@pytest.mark.parametrize("operator", ["-abzug", "NOT-abzug", "^abzug", '"abzug"', "(abzug)", "abzug*", "title:abzug"])
def test_an_operator_is_not_interpreted(operator: str) -> None:
    bare = " ".join(re.findall(r"\w+", operator))
    assert addresses(operator) == addresses(bare)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=st.text(max_size=LONGEST + 20) | st.text(alphabet="abzug абцуг\"'()*:^-&|!<>\\%{}ANDORT\0\ud800", max_size=30)
)
def test_any_text_can_be_looked_for(client: Client, settings: LazySettings, query: str) -> None:
    settings.CONTENT_RECHECK_SECONDS = 60
    found = answer(asked(query))
    assert len(found.hits) <= min(found.total, MOST)
    raw = quote(query.encode("utf-8", "surrogatepass"))
    for path in ("/search/", "/glossary/"):
        assert client.get(path, QUERY_STRING=f"q={raw}", headers=HTMX).status_code == 200


# --- the index ---


def test_a_fresh_database_answers_the_first_question() -> None:
    Document.objects.all().delete()
    Indexed.objects.all().delete()
    assert addresses("abzug")
    assert Indexed.objects.get().fingerprint == index.fingerprint()


def write_term(root: Path, slug: str, title: str, russian: str) -> Path:
    path = root / "content" / "en" / "glossary" / f"{slug}.md"
    head = f'title = "{title}"\nrussian = ["{russian}"]\ndefinition = "Nothing."\nlanguage = "en"\ncertainty = "once"'
    path.write_text(f"+++\n{head}\n+++\nText.\n", encoding="utf-8")
    return path


def test_the_index_follows_the_texts(copied: Path) -> None:
    assert addresses("кукарямба") == []
    path = write_term(copied, "kukaryamba", "kukaryamba", "кукаря́мба")
    assert addresses("кукарямбою") == ["/glossary/kukaryamba/"]
    path.unlink()
    assert addresses("кукарямба") == []


def test_the_fingerprint_says_what_the_texts_say_and_not_where_they_lie(copied: Path, settings: LazySettings) -> None:
    there = index.fingerprint()
    path = write_term(copied, "kukaryamba", "kukaryamba", "кукарямба")
    assert index.fingerprint() != there
    path.unlink()
    os.utime(copied / "seeds" / "plie.toml")
    assert index.fingerprint() == there
    settings.CONTENT_ROOT = Path(__file__).parents[2] / "content"
    settings.SEEDS_ROOT = Path(__file__).parents[2] / "seeds"
    assert index.fingerprint() == there


def test_the_texts_are_compared_once_in_a_while(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings, django_assert_num_queries: Any
) -> None:
    answer(asked("abzug"))
    settings.CONTENT_RECHECK_SECONDS = 60
    monkeypatch.setattr(index, "_looked", None)
    with django_assert_num_queries(3):  # one looks, two find
        answer(asked("abzug"))
        answer(asked("abzug"))


def test_what_is_in_the_index_answers_while_it_cannot_be_filled(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    before = addresses("abzug")

    def locked() -> Any:
        raise OperationalError("database is locked")

    monkeypatch.setattr(documents, "entries", locked)
    monkeypatch.setattr(index, "fingerprint", lambda: "another")
    assert addresses("abzug") == before
    assert "/glossary/abzug/" in text(client, "abzug")


def test_a_refill_that_fails_leaves_the_index_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    before = addresses("abzug")

    def broken() -> Any:
        yield from list(entries)[:3]
        raise DatabaseError

    entries = list(documents.entries())
    monkeypatch.setattr(documents, "entries", broken)
    with pytest.raises(DatabaseError):
        index.refill("another")
    monkeypatch.undo()
    assert addresses("abzug") == before


FIRST_SEARCH = """
import django; django.setup()
from library.asking import asked
from search.answers import answer
print(answer(asked("abzug")).total)
"""


@pytest.mark.django_db(transaction=True)
def test_several_processes_fill_it_at_once(tmp_path: Path) -> None:
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "web.settings",
        "PYTHONPATH": os.pathsep.join(sys.path),
        "DATABASE_URL": database_url(tmp_path),
    }
    subprocess.run([sys.executable, "-m", "django", "migrate", "-v0"], env=env, check=True)
    expected = len(addresses("abzug"))
    Indexed.objects.all().delete()
    command = [sys.executable, "-c", FIRST_SEARCH]
    running = [subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    said = [process.communicate(timeout=120) for process in running]
    assert [process.returncode for process in running] == [0] * 4, said
    assert {out for out, _ in said} == {f"{expected}\n".encode()}
    assert [err for _, err in said] == [b""] * 4


def database_url(folder: Path) -> str:
    """A database that several processes can use: a file, or the server's test database."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{folder / 'db.sqlite3'}"
    where = connection.settings_dict
    return f"postgres://{where['USER']}:{where['PASSWORD']}@{where['HOST']}:{where['PORT']}/{where['NAME']}"


# --- the glossary ---


@pytest.mark.parametrize(
    ("query", "there", "not_there"),
    [
        ("abcug", "/glossary/abzug/", "/glossary/kush/"),
        ("абцугами", "/glossary/abzug/", "/glossary/kush/"),
        ("тёмную", "/glossary/tyomnaya/", "/glossary/abzug/"),
        ("стос", "/glossary/shtoss/", "/glossary/kush/"),
        ("vabank", "/glossary/va-bank/", "/glossary/kush/"),
        ("punters", "/glossary/abzug/", "/glossary/pe/"),
        ("tyom", "/glossary/tyomnaya/", "/glossary/abzug/"),
    ],
)
def test_the_glossary_is_filtered_by_names_and_definitions(
    client: Client, query: str, there: str, not_there: str
) -> None:
    html = text(client, query, "/glossary/")
    assert f'<a href="{there}">' in html
    assert f'<a href="{not_there}">' not in html
    assert '<meta name="robots" content="noindex">' in html
    assert f'value="{query}"' in html


def test_the_glossary_has_a_fragment(client: Client) -> None:
    response = client.get("/glossary/", {"q": "абцуг"}, headers=HTMX)
    html = response.content.decode()
    assert "<html" not in html
    assert response["HX-Replace-Url"] == "/glossary/?" + urlencode({"q": "абцуг"})
    assert "HX-Request" in response["Vary"]
    assert html[html.index('<div id="results">') :].strip() in text(client, "абцуг", "/glossary/")
    assert re.search(r'<p id="status" hx-swap-oob="innerHTML">\d+ entries</p>', html)


def test_the_whole_glossary_stands_there_when_nothing_is_asked(client: Client) -> None:
    for path in ("/glossary/", "/glossary/?q=", "/glossary/?q=+"):
        html = client.get(path).content.decode()
        assert html.count("<dt>") == len(shelf().terms)
        assert "noindex" not in html


def test_a_word_that_the_glossary_has_not_leads_to_the_search(client: Client) -> None:
    html = text(client, "Чаплицкий", "/glossary/")
    assert "No entry found." in html
    assert f'<a href="/search/?q={quote("Чаплицкий")}">' in html
    assert "<dl" not in html
