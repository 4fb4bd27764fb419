"""Back, forward, reload and a second tab: the same whole page wherever it comes from."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

LONG = "/demos/long-deal/"


def is_whole(page: Page) -> None:
    """The page of a step with its header, its title and its clothes on, each once."""
    for part in ("header.site", "main#main", "main h1", "footer.site", "[data-demo]"):
        expect(page.locator(part)).to_have_count(1)
        expect(page.locator(part)).to_be_visible()
    expect(page).to_have_title(re.compile(r", Step \d+ of \d+ · "))
    looks = page.evaluate(
        "() => [getComputedStyle(document.querySelector('.steps')).display,"
        " getComputedStyle(document.querySelector('.card')).width, document.compatMode]"
    )
    assert looks[0] == "flex", "the stylesheet is not applied"
    assert float(looks[1].removesuffix("px")) > 20
    assert looks[2] == "CSS1Compat"


def step_on(demo: Any, steps: int) -> None:
    for step in range(1, steps + 1):
        demo.go("next")
        expect(demo.page).to_have_url(re.compile(rf"\?step={step}$"))


def test_back_and_forward_between_steps(page: Page, visit: Any, stepper: Any, focused: Any) -> None:
    visit(page, LONG)
    demo = stepper(page)
    first = demo.html
    step_on(demo, 5)
    for step in (4, 3, 2, 1):
        page.go_back()
        demo.shows(step)
        expect(page).to_have_url(re.compile(rf"\?step={step}$"))
        expect(page).to_have_title(re.compile(rf"Step {step} of"))
        is_whole(page)
        assert focused(page) == demo.link("next").get_attribute("id")
    page.go_back()
    demo.shows(0)
    is_whole(page)
    assert demo.html == first
    page.go_forward()
    demo.shows(1)
    is_whole(page)
    assert focused(page) != "BODY"
    # It is alive: it steps on, by key and by mouse.
    page.keyboard.press("ArrowRight")
    demo.shows(2)
    demo.go("next")
    assert demo.step == 3


def test_back_gives_the_focus_to_next_after_steps_by_key(page: Page, visit: Any, stepper: Any, focused: Any) -> None:
    """Nothing had the focus; after the page has been put together anew, stepping goes on from its next link."""
    visit(page, LONG)
    demo = stepper(page)
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        demo.shows(step)
    assert focused(page) == "BODY"
    page.go_back()
    demo.shows(2)
    assert focused(page) == demo.link("next").get_attribute("id")
    page.keyboard.press("Enter")
    demo.shows(3)


@pytest.mark.parametrize("away", ["/glossary/", "/articles/hermanns-three-nights/"])
def test_back_from_another_page_and_forward(page: Page, visit: Any, stepper: Any, away: str) -> None:
    """The browser's own cache holds the fragment of the very address it has to show as a page."""
    visit(page, LONG)
    demo = stepper(page)
    step_on(demo, 5)
    panel = demo.html
    visit(page, away)
    page.go_back()
    expect(page).to_have_url(re.compile(r"\?step=5$"))
    is_whole(page)
    demo.shows(5)
    assert demo.html == panel
    page.keyboard.press("ArrowRight")
    demo.shows(6)
    page.go_back()
    demo.shows(5)
    is_whole(page)
    page.go_back()
    demo.shows(4)
    is_whole(page)
    page.go_forward()
    demo.shows(5)
    is_whole(page)


def test_forward_to_a_step_from_the_page_before(page: Page, visit: Any, stepper: Any) -> None:
    visit(page, "/demos/")
    page.get_by_role("link", name="long deal").click()
    demo = stepper(page)
    step_on(demo, 3)
    for step in (2, 1, 0):
        page.go_back()
        demo.shows(step)
        is_whole(page)
    page.go_back()
    expect(page).to_have_url(re.compile(r"/demos/$"))
    expect(page.locator("main h1")).to_have_text(re.compile("Deals"))
    expect(page.locator("[data-demo]")).to_have_count(0)
    page.go_forward()
    demo.shows(0)
    is_whole(page)
    page.go_forward()
    demo.shows(1)
    is_whole(page)


def test_from_a_link_inside_a_step_and_back(page: Page, visit: Any, stepper: Any) -> None:
    """The reader looks a word up and comes back."""
    visit(page, LONG)
    demo = stepper(page)
    step_on(demo, 4)
    page.go_back()
    demo.shows(3)
    panel = demo.html
    page.locator("header.site nav a").last.click()
    expect(page.locator("main h1")).not_to_have_text(re.compile("long deal"))
    page.go_back()
    demo.shows(3)
    is_whole(page)
    assert demo.html == panel


@pytest.mark.parametrize("slug", ["long-deal", "hermann-night-3", "bank-table"])
@pytest.mark.parametrize("frame", ["demos", "embed"])
def test_a_step_is_the_same_however_it_comes(
    page: Page, visit: Any, stepper: Any, last_step: Any, slug: str, frame: str
) -> None:
    """As a fragment, on reload, and in a second tab."""
    address = f"/{frame}/{slug}/"
    visit(page, address)
    demo = stepper(page)
    for step in range(1, min(last_step(slug), 5) + 1):
        demo.go("next")
        panel, title = demo.html, page.title()
        other = page.context.new_page()
        visit(other, f"{address}?step={step}")
        twin = stepper(other)
        twin.shows(step)
        assert twin.html == panel
        assert other.title() == title
        other.close()
    if frame == "demos":
        page.reload()
        is_whole(page)
        demo.shows(step)
        assert demo.html == panel


def test_back_quicker_than_the_answers(page: Page, visit: Any, stepper: Any, slow: Any) -> None:
    """Where the address bar says a step, the page shows that step."""
    visit(page, LONG)
    demo = stepper(page)
    step_on(demo, 6)
    slow(page, 100)
    page.evaluate(
        "() => { history.back(); setTimeout(() => history.back(), 30); setTimeout(() => history.back(), 60); }"
    )
    expect(page).to_have_url(re.compile(r"\?step=3$"))
    demo.shows(3)
    page.wait_for_load_state("networkidle")
    demo.shows(3)
    is_whole(page)
