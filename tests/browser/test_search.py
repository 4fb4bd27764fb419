"""Looking for words: results while one types, the same ones after Back and reload, and all of it without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.browser

FIELD = {"/search/": "Words to look for", "/glossary/": "Find an entry, in either alphabet"}
FIRST = {"/search/": "#results .hits a >> nth=0", "/glossary/": "#results dt a >> nth=0"}


@pytest.mark.parametrize("path", FIELD)
def test_typing_shows_results_and_the_focus_stays(page: Page, visit: Any, focused: Any, path: str) -> None:
    visit(page, path)
    field = page.get_by_role("searchbox", name=FIELD[path])
    field.focus()
    page.keyboard.type("абцуг", delay=20)
    expect(page.locator(FIRST[path])).to_have_text("abzug")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d+ (results|entries)$"))
    expect(page).to_have_url(f"{path}?q={quote('абцуг')}")
    expect(page).to_have_title(re.compile("абцуг"))
    assert focused(page) == "q"
    expect(field).to_have_value("абцуг")
    page.keyboard.type("ами", delay=20)
    expect(page).to_have_url(f"{path}?q={quote('абцугами')}")
    expect(page.locator(FIRST[path])).to_have_text("abzug")
    assert focused(page) == "q"
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    expect(page).to_have_url(path)
    expect(page.get_by_role("status")).to_have_text("")


@pytest.mark.parametrize("path", FIELD)
def test_reload_and_back_show_the_same(page: Page, visit: Any, path: str) -> None:
    visit(page, "/demos/")
    visit(page, path)
    page.get_by_role("searchbox", name=FIELD[path]).press_sequentially("тёмную", delay=20)
    expect(page.locator(FIRST[path])).to_have_text("tyomnaya")
    shown = page.locator("#results").inner_text()
    status = page.get_by_role("status").inner_text()
    page.reload()
    expect(page.get_by_role("searchbox", name=FIELD[path])).to_have_value("тёмную")
    assert page.locator("#results").inner_text() == shown
    assert page.get_by_role("status").inner_text() == status
    page.locator(FIRST[path]).click()
    expect(page.locator("h1")).to_contain_text("tyomnaya")
    page.go_back()
    for part in ("header.site", "main#main", "main h1", "footer.site"):
        expect(page.locator(part)).to_be_visible()
    expect(page.get_by_role("searchbox", name=FIELD[path])).to_have_value("тёмную")
    assert page.locator("#results").inner_text() == shown
    page.go_back()
    expect(page).to_have_url("/demos/")


def test_enter_asks_in_place(page: Page, visit: Any, focused: Any, asked: list[str]) -> None:
    visit(page, "/search/")
    page.evaluate("() => { window.same = true; }")
    page.get_by_role("searchbox", name=FIELD["/search/"]).fill("sonik")
    expect(page.locator(FIRST["/search/"])).to_have_text("sonik")
    page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")
    expect(page).to_have_url("/search/?q=sonik")
    assert page.evaluate("() => window.same")
    assert focused(page) == "q"
    assert set(asked) == {"/search/?q=sonik"}


def test_a_quick_typist_sees_the_answer_to_the_last_letter(page: Page, visit: Any, slow: Any, guard: Any) -> None:
    """A request that has been overtaken is broken off; htmx says so."""
    guard.expect("^htmx:(afterRequest|sendAbort)")
    visit(page, "/search/")
    slow(page, 600)
    field = page.get_by_role("searchbox", name=FIELD["/search/"])
    with page.expect_request("**/search/?q=lob"):
        field.fill("lob")
    field.fill("kush")
    expect(page.locator(FIRST["/search/"])).to_have_text("kush")
    page.wait_for_timeout(1500)
    expect(page.locator(FIRST["/search/"])).to_have_text("kush")
    expect(page).to_have_url("/search/?q=kush")


def test_the_field_of_the_header_leads_to_the_results(page: Page, visit: Any) -> None:
    visit(page, "/articles/how-shtoss-is-played/")
    page.get_by_label("Search the site").fill("injcc")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/search/?q=injcc")
    expect(page.locator(FIRST["/search/"])).to_have_text("shtoss")
    expect(page.locator("#results p").first).to_contain_text("the other keyboard layout")
    expect(page.get_by_role("search")).to_have_count(1)


def test_a_hit_leads_to_its_section(page: Page, visit: Any) -> None:
    visit(page, "/search/?q=Tomsky")
    link = page.locator("#results a[href*='#']").first
    anchor = str(link.get_attribute("href")).partition("#")[2]
    link.click()
    expect(page.locator(f"#{anchor}")).to_be_in_viewport()


@pytest.mark.parametrize("path", FIELD)
def test_without_scripts(new_context: Callable[..., BrowserContext], visit: Any, path: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    visit(page, path)
    page.get_by_role("searchbox", name=FIELD[path]).fill("абцугов")
    page.get_by_role("button", name="Find").click()
    expect(page).to_have_url(f"{path}?q={quote('абцугов')}")
    expect(page.locator(FIRST[path])).to_have_text("abzug")
    expect(page.get_by_role("searchbox", name=FIELD[path])).to_have_value("абцугов")
    page.get_by_role("searchbox", name=FIELD[path]).fill("zzxx")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text(re.compile("^(Nothing|No entry) found"))


@pytest.mark.parametrize("width", [320, 280])
def test_the_header_keeps_small(new_context: Callable[..., BrowserContext], visit: Any, width: int) -> None:
    page = new_context(viewport={"width": width, "height": 640}).new_page()
    visit(page, "/")
    header, field = page.locator("header.site").bounding_box(), page.get_by_label("Search the site").bounding_box()
    assert header is not None
    assert field is not None
    assert header["height"] < 190
    assert field["x"] >= 0
    assert field["x"] + field["width"] <= width
    assert field["height"] >= 24
