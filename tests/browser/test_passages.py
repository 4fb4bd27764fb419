"""A paragraph and the step it tells light up together, in both directions, and the reader's eyes can be exchanged."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.browser

ARTICLE = "/articles/rostov-and-dolokhov/"
LIT = "[data-tells].told-now"


def tells(page: Page) -> list[str]:
    return list(page.eval_on_selector_all(LIT, "lit => lit.map((passage) => passage.dataset.tells)"))


def test_stepping_lights_the_paragraph(page: Page, visit: Any, stepper: Any) -> None:
    visit(page, ARTICLE)
    demo = stepper(page)
    all_told = page.eval_on_selector_all("[data-tells]", "told => told.map((passage) => passage.dataset.tells)")
    seen = []
    demo.go("first")
    for step in range(1, demo.last + 1):
        demo.go("next")
        here = [f"rostov-seven {step}"] * all_told.count(f"rostov-seven {step}")
        assert [each for each in tells(page) if each.startswith("rostov-seven")] == here
        assert ("told-now" in str(demo.panel.get_attribute("class"))) is bool(here)
        seen += here
    assert len(seen) > 1


def test_the_paragraph_moves_the_deal(page: Page, visit: Any, stepper: Any, asked: list[str]) -> None:
    visit(page, ARTICLE)
    demo = stepper(page)
    passage = page.locator('[data-tells="rostov-seven 3"]').last
    passage.locator(".at-step").click()
    demo.shows(3)
    expect(passage).to_have_class(re.compile("told-now"))
    assert page.url.endswith(ARTICLE)
    assert len(asked) == 1
    passage.locator(".at-step").click()
    assert len(asked) == 1, "it is there already"
    expect(passage.locator(".at-step")).to_be_focused()


def test_an_address_with_the_anchor_opens_at_its_step(page: Page, visit: Any, stepper: Any) -> None:
    visit(page, ARTICLE)
    passage = page.locator('[data-tells="rostov-seven 3"]').last
    anchor = passage.get_attribute("id")
    fresh = page.context.new_page()
    fresh.goto(f"{ARTICLE}#{anchor}")
    stepper(fresh).shows(3)
    expect(fresh.locator(f"#{anchor}")).to_be_in_viewport()
    expect(fresh.locator(f"#{anchor}")).to_have_class(re.compile("told-now"))


def test_the_step_leads_to_the_paragraph(page: Page, visit: Any, stepper: Any) -> None:
    visit(page, "/demos/rostov-seven/?step=3")
    link = stepper(page).panel.locator("a.told-in").first
    anchor = str(link.get_attribute("href")).partition("#")[2]
    link.click()
    page.wait_for_url(re.compile(rf"{ARTICLE}#{anchor}$"))
    expect(page.locator(f"#{anchor}")).to_be_in_viewport()


def test_without_script_the_links_lead_to_and_fro(new_context: Callable[..., BrowserContext], visit: Any) -> None:
    page = new_context(java_script_enabled=False).new_page()
    visit(page, ARTICLE)
    passage = page.locator('[data-tells="rostov-seven 3"]').last
    anchor = passage.get_attribute("id")
    passage.locator(".at-step").click()
    expect(page).to_have_url(re.compile(r"/demos/rostov-seven/\?step=3$"))
    page.locator(f'a.told-in[href$="#{anchor}"]').click()
    expect(page).to_have_url(re.compile(rf"{ARTICLE}#{anchor}$"))


# --- two pairs of eyes ---

FROM_THE_TOP = "link => link.getBoundingClientRect().top + window.scrollY"
MARKED = "/demos/gamblers-marked-deck/?step=5"


def test_the_sharper_sees_what_the_onlooker_does_not(page: Page, visit: Any, stepper: Any) -> None:
    visit(page, MARKED)
    demo, stakes = stepper(page), page.locator(".stakes img")
    assert {alt.get_attribute("alt") for alt in stakes.all()} == {"a card face down"}
    page.get_by_role("link", name="What Ikharev sees").click()
    expect(page.get_by_text("Through the eyes of Ikharev")).to_be_visible()
    assert page.url.endswith("?step=5&eyes=sharper")
    assert "a card face down" not in {alt.get_attribute("alt") for alt in stakes.all()}
    coming = [alt.get_attribute("alt") for alt in page.locator(".coming img").all()]
    assert len(coming) == 2
    demo.go("next")
    assert "eyes=sharper" in page.url
    turned = [str(alt.get_attribute("alt")) for alt in page.locator(".abzug img").all()]
    assert [each.replace(", by its back", "") for each in map(str, coming)] == [t.split(",")[0] for t in turned]
    page.go_back()
    demo.shows(5)
    expect(page.locator(".coming img")).to_have_count(2)
    page.get_by_role("link", name="What an onlooker sees").click()
    expect(page.locator(".coming")).to_have_count(0)


def test_the_step_bar_stays_where_it_is_for_the_sharper(page: Page, visit: Any, stepper: Any) -> None:
    visit(page, f"{MARKED}&eyes=sharper")
    demo = stepper(page)
    top = demo.link("next").evaluate(FROM_THE_TOP)
    while demo.link("next").get_attribute("href"):
        demo.go("next")
        assert demo.link("next").evaluate(FROM_THE_TOP) == top


# --- light and dark ---

PAPER = "() => getComputedStyle(document.body).backgroundColor"


def test_the_reader_chooses_light_or_dark_and_it_is_kept(page: Page, visit: Any) -> None:
    page.emulate_media(color_scheme="light")
    visit(page, "/")
    light = page.evaluate(PAPER)
    page.get_by_role("button", name="Dark page").click()
    dark = page.evaluate(PAPER)
    assert dark != light
    visit(page, ARTICLE)
    assert page.evaluate(PAPER) == dark
    page.get_by_role("button", name="Light page").click()
    assert page.evaluate(PAPER) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(PAPER) == light, "the reader's word goes before the system's"


def test_without_a_choice_the_system_decides(page: Page, visit: Any) -> None:
    page.emulate_media(color_scheme="dark")
    visit(page, "/")
    dark = page.evaluate(PAPER)
    page.emulate_media(color_scheme="light")
    assert page.evaluate(PAPER) != dark
