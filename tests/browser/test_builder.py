"""The deal builder in the hands of a teacher: by clicking, and the same by plain forms."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.browser

OVERHANG = "() => document.documentElement.scrollWidth - window.innerWidth"
THIRD_NIGHT = [
    "The first abzug: to the right the queen",
    "Hermann opens the queen of spades.",
    "Hermann loses 188,000.",
]


@pytest.fixture
def plain(new_context: Callable[..., BrowserContext]) -> Page:
    """A page where scripts are switched off."""
    return new_context(java_script_enabled=False).new_page()


def name_players(page: Page) -> None:
    page.get_by_label("Name of player 1").fill("Chekalinsky")
    page.get_by_label("Name of player 2").fill("Hermann")


def cut_first(page: Page) -> None:
    page.get_by_text("The table: game, deck, conditions").click()
    page.get_by_label("The cut comes").select_option("first")


def play(page: Page) -> None:
    """The cut, the stake, the turn: by the buttons, which are plain ones with scripts and without."""
    page.get_by_label("how many cards").fill("26")
    page.get_by_role("button", name="Cut", exact=True).click()
    page.get_by_label("on which card").select_option("Qs")
    page.get_by_label(re.compile("how much")).fill("188,000")
    page.get_by_role("button", name="Stake", exact=True).click()
    page.get_by_role("button", name="Turn until it is over").click()


def shows_third_night(page: Page) -> None:
    for told in THIRD_NIGHT:
        expect(page.locator(".panel .told")).to_contain_text(told)


def press(page: Page, name: str, role: Any = "button") -> None:
    """Press what leads to another page, and wait for it."""
    with page.expect_event("load"):
        page.get_by_role(role, name=name).click()


def settled(page: Page) -> None:
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)


def objections(page: Page) -> str:
    page.evaluate("() => document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    reports = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page)
        if results.violations_count:
            reports.append(f"{scheme}: {results.generate_report()}")
    return "\n".join(reports)


def test_a_teacher_makes_the_third_night_by_clicking(
    page: Page, visit: Any, stepper: Any, new_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    visit(page, "/demos/")
    page.get_by_role("link", name="Build a deal").click()

    # the table and the cards: the preview and the address follow
    page.get_by_label("Title").fill("The third night")
    name_players(page)
    cut_first(page)
    page.get_by_role("button", name="queen of any suit").click()
    page.get_by_role("button", name="ace of any suit").click()
    expect(page.get_by_label("Fixed places")).to_have_value("Q? A?")
    expect(page).to_have_url(re.compile(r"/build/\?r="))
    expect(page.locator("#preview .caption a")).to_have_text("The third night")
    settled(page)
    expect(page.get_by_label("Fixed places")).to_have_value("Q? A?")
    expect(page.locator('.place:has([value="3"])')).to_have_css("box-shadow", re.compile("2px"))
    expect(page.locator('.place.rank:has([value="2"]) b')).to_have_text(re.compile("^A"))

    play(page)
    shows_third_night(page)
    page.get_by_label("Note of step 3").fill("“Your lady has lost,” said Chekalinsky.")
    page.get_by_label("Note of step 3").blur()
    expect(page.locator("#preview .note")).to_have_text("“Your lady has lost,” said Chekalinsky.")

    # the preview steps in its place
    preview = stepper(page)
    preview.go("previous")
    preview.go("next")
    expect(page.get_by_role("heading", name="Build a deal")).to_be_visible()

    # the address is the deal
    settled(page)
    elsewhere = new_context().new_page()
    elsewhere.goto(page.url)
    shows_third_night(elsewhere)
    expect(elsewhere.get_by_label("Note of step 3")).to_have_value("“Your lady has lost,” said Chekalinsky.")

    # the file is the deal
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "the-third-night.toml"
    elsewhere.goto("/build/")
    elsewhere.get_by_text("Upload or paste a record").click()
    elsewhere.get_by_label("A record (.toml)").set_input_files(file)
    elsewhere.get_by_role("button", name="Upload").click()
    shows_third_night(elsewhere)
    expect(elsewhere.get_by_label("Note of step 3")).to_have_value("“Your lady has lost,” said Chekalinsky.")
    assert elsewhere.url == page.url

    # use it
    page.get_by_role("link", name="The deal on a page of its own").click()
    shows_third_night(page)
    snippet = page.get_by_label("For your own page").input_value()
    assert re.match(r'<iframe src="http[^"]*/embed/build/\?r=[\w-]+" title="The third night" ', snippet)
    stepper(page).go("first")
    expect(page).to_have_url(re.compile(r"/build/deal/\?step=0&r="))

    # keep it, change it, delete it
    page.get_by_role("button", name="Keep the deal").click()
    public = page.get_by_label("For everybody").input_value()
    secret = page.get_by_label("For you alone").input_value()
    elsewhere.goto(f"{public}?step=3")
    shows_third_night(elsewhere)
    pinned = elsewhere.get_by_role("link", name="This version").get_attribute("href")
    page.goto(secret)
    page.get_by_label("Title").fill("The last night")
    page.get_by_role("button", name="Save the change").click()
    expect(page.get_by_role("heading", name="The last night")).to_be_visible()
    assert page.url == public
    elsewhere.goto(f"{pinned}")
    expect(elsewhere.get_by_role("heading", name="The third night")).to_be_visible()
    page.goto(secret)
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("alert")).to_contain_text("tick the box")
    page.get_by_label("delete it for good").check()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("main")).to_contain_text("The deal is deleted")


def test_it_is_gone_then(page: Page, visit: Any, guard: Any) -> None:
    guard.expect("status of 404")
    page.goto("/kept/aaaaaaaaaa/")
    expect(page.locator("main")).to_contain_text("perhaps whoever kept it has deleted it")


def test_the_same_without_scripts(plain: Page, visit: Any, stepper: Any, tmp_path: Path) -> None:
    visit(plain, "/build/")
    plain.get_by_label("Title").fill("The third night")
    name_players(plain)
    cut_first(plain)
    plain.get_by_role("button", name="Show the deal").click()
    plain.get_by_role("button", name="queen of any suit").click()
    plain.get_by_role("button", name="ace of any suit").click()
    expect(plain.get_by_label("Fixed places")).to_have_value("Q? A?")
    expect(plain).to_have_url(re.compile(r"/build/\?r=.*&place=3#places$"))
    play(plain)
    expect(plain).to_have_url(re.compile(r"#play$"))
    shows_third_night(plain)
    plain.get_by_label("Note of step 3").fill("The queen!")
    plain.get_by_label("Note of step 3").press("Tab")
    plain.get_by_role("button", name="Show the deal").click()
    expect(plain.locator(".note")).to_have_text("The queen!")
    plain.reload()
    expect(plain.get_by_label("Note of step 3")).to_have_value("The queen!")

    file = tmp_path / "bad.toml"
    file.write_text("format = 1\ngame = shtoss\n", encoding="utf-8")
    plain.get_by_label("Title").fill("Still mine")
    plain.get_by_text("Upload or paste a record").click()
    plain.get_by_label("A record (.toml)").set_input_files(file)
    plain.get_by_role("button", name="Upload").click()
    expect(plain.get_by_role("alert")).to_contain_text("line 2")
    expect(plain.get_by_label("Title")).to_have_value("Still mine")
    expect(plain.get_by_label("Or the text of one")).to_have_value("format = 1\ngame = shtoss\n")

    plain.get_by_role("link", name="The deal on a page of its own").click()
    stepper(plain).link("first").click()
    expect(plain.locator(".progress")).to_have_text("Step 0 of 3")
    plain.get_by_role("button", name="Keep the deal").click()
    secret = plain.get_by_label("For you alone").input_value()
    plain.goto(secret)
    plain.get_by_label("delete it for good").check()
    plain.get_by_role("button", name="Delete").click()
    expect(plain.locator("main")).to_contain_text("The deal is deleted")


def test_a_double_click_keeps_one_deal(page: Page, visit: Any) -> None:
    visit(page, "/build/?demo=plie")
    page.get_by_role("link", name="The deal on a page of its own").click()
    kept = []
    page.on("request", lambda request: kept.append(request.url) if request.url.endswith("/build/keep/") else None)
    page.get_by_role("button", name="Keep the deal").dblclick()
    # Chromium may send both; the answer that stays must be one whose secret opens the deal.
    expect(page.get_by_role("heading", name="The deal is kept")).to_be_visible()
    secret = page.get_by_label("For you alone").input_value()
    page.goto(secret)
    expect(page.get_by_role("heading", name="Change a kept deal")).to_be_visible()
    assert kept


def test_quick_clicks_lose_no_card_and_typing_is_not_undone(page: Page, visit: Any, slow: Any) -> None:
    visit(page, "/build/")
    page.get_by_label("Fixed places").fill("Q?")
    page.get_by_label("Fixed places").blur()
    expect(page.locator(".place.rank")).to_have_count(1)
    slow(page, 400)
    for card in ("two of spades", "three of hearts", "four of clubs"):
        page.get_by_role("button", name=card).click()
        page.wait_for_timeout(150)
    page.get_by_label("Note of step 0").press_sequentially("while it was on its way", delay=60)
    page.get_by_label("Note of step 0").blur()
    expect(page.locator("#preview .note")).to_have_text("while it was on its way")
    settled(page)
    expect(page.get_by_label("Fixed places")).to_have_value("2s 3h 4c")
    expect(page.get_by_label("Note of step 0")).to_have_value("while it was on its way")


def test_an_embed_of_a_built_deal_steps(page: Page, visit: Any, stepper: Any) -> None:
    visit(page, "/build/?demo=hermann-night-3")
    deal = page.get_by_role("link", name="The deal on a page of its own").get_attribute("href")
    assert deal
    page.goto(deal.replace("/build/deal/", "/embed/build/"))
    inside = stepper(page)
    inside.go("first")
    inside.go("next")
    assert urlsplit(page.url).path == "/embed/build/"


@pytest.mark.parametrize("width", [320, 280, 1000])
def test_builder_and_deal_fit_and_axe_has_no_objection(
    new_context: Callable[..., BrowserContext], visit: Any, width: int
) -> None:
    page = new_context(viewport={"width": width, "height": 700}, reduced_motion="reduce").new_page()
    visit(page, "/build/?demo=bank-table")
    page.get_by_label("Title").fill("W" * 120)
    page.get_by_label("Name of player 1").fill("M" * 60)
    press(page, "Show the deal")
    assert objections(page) == ""
    assert page.evaluate(OVERHANG) <= 0
    page.get_by_label("Fixed places").fill("Qx")
    press(page, "Show the deal")
    expect(page.get_by_role("alert")).to_contain_text("is not a card")
    assert objections(page) == ""
    assert page.evaluate(OVERHANG) <= 0
    page.get_by_label("Fixed places").fill("")
    press(page, "Show the deal")
    press(page, "The deal on a page of its own", "link")
    assert objections(page) == ""
    assert page.evaluate(OVERHANG) <= 0
    press(page, "Keep the deal")
    expect(page.get_by_role("heading", name="The deal is kept")).to_be_visible()
    assert objections(page) == ""
    assert page.evaluate(OVERHANG) <= 0
    page.goto(page.get_by_label("For you alone").input_value())
    assert objections(page) == ""
    assert page.evaluate(OVERHANG) <= 0


def test_the_keyboard_puts_a_card(page: Page, visit: Any) -> None:
    visit(page, "/build/")
    page.locator('[name="place"][value="1"]').focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="seven of spades").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Fixed places")).to_have_value(".. 7s")
    expect(page.locator('.place.given:has([value="2"])')).to_have_count(1)
    expect(page.locator('.place.supplied:has([value="1"])')).to_have_count(1)
