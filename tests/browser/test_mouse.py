"""Stepping by mouse: where the focus stays, how often the site is asked, what is said aloud."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

NIGHT = "/demos/hermann-night-1/"
LONG = "/demos/long-deal/"


@pytest.mark.parametrize("address", [NIGHT, "/articles/hermanns-three-nights/", "/", "/embed/hermann-night-1/"])
def test_next_keeps_the_focus_to_the_last_step(
    page: Page, visit: Any, stepper: Any, last_step: Any, focused: Any, address: str
) -> None:
    visit(page, address)
    demo, last = stepper(page), last_step("hermann-night-1")
    name = demo.link("next").get_attribute("id")
    for step in range(1, last + 1):
        demo.go("next")
        assert demo.step == step
        assert focused(page) == name
    expect(demo.link("next")).to_have_attribute("aria-disabled", "true")
    demo.link("next").click(force=True)  # it leads nowhere and breaks nothing
    assert focused(page) == name
    demo.go("previous")
    assert demo.step == last - 1
    assert focused(page) == demo.link("previous").get_attribute("id")


@pytest.mark.parametrize("role", ["first", "last"])
def test_the_ends_keep_the_focus(page: Page, visit: Any, stepper: Any, last_step: Any, focused: Any, role: str) -> None:
    visit(page, f"{LONG}?step=5")
    demo = stepper(page)
    name = demo.link(role).get_attribute("id")
    demo.go(role)
    assert demo.step == (0 if role == "first" else last_step("long-deal"))
    assert focused(page) == name


def test_a_double_click_is_one_step(page: Page, visit: Any, stepper: Any, slow: Any, asked: list[str]) -> None:
    """The second click falls on a step that is under way; the demonstration goes on working after it."""
    visit(page, LONG)
    slow(page, 300)
    demo = stepper(page)
    demo.link("next").dblclick()
    demo.shows(1)
    demo.link("next").click()
    demo.shows(2)
    page.keyboard.press("ArrowRight")
    demo.shows(3)
    assert asked == [f"{LONG}?step={step}" for step in (1, 2, 3)]


def test_clicks_on_two_links_are_not_under_way_at_once(
    page: Page, visit: Any, stepper: Any, slow: Any, asked: list[str]
) -> None:
    """The first one counts; the page and its address tell of the same step."""
    visit(page, f"{LONG}?step=5")
    slow(page, 300)
    demo = stepper(page)
    demo.link("next").click()
    demo.link("last").click()
    demo.link("first").click()
    demo.shows(6)
    page.wait_for_load_state("networkidle")
    demo.shows(6)
    assert page.url.endswith("?step=6")
    assert asked == [f"{LONG}?step=6"]


LISTEN = """
(region) => {
  window.said = [];
  const records = (list) => window.said.push(...list.map(() => region.textContent));
  new MutationObserver(records).observe(region, {childList: true, characterData: true, subtree: true});
}
"""


@pytest.mark.parametrize("address", [LONG, "/articles/how-shtoss-is-played/", "/embed/long-deal/"])
def test_each_step_is_said_once(page: Page, visit: Any, stepper: Any, address: str) -> None:
    """The live region stands outside of what is swapped, is silent on arrival, and changes once a step."""
    visit(page, address)
    demo = stepper(page)
    region = page.locator("[data-demo]").first.locator("[data-announce]")
    assert region.get_attribute("role") == "status"
    expect(region).to_have_text("")
    region.evaluate(LISTEN)
    said = []
    demo.go("first")
    for role in ("next", "next", "last", "previous"):
        demo.go(role)
        expect(region).to_have_text(demo.spoken)
        said.append(demo.spoken)
        assert demo.spoken.startswith(f"Step {demo.step} of ")
        assert len(demo.spoken) > len("Step 10 of 15. "), "it says the number and nothing else"
    assert page.evaluate("window.said")[-len(said) :] == said
    assert page.evaluate("window.said.length") - len(said) == (address.startswith("/articles"))


# Size of the window, and how much of the panel has gone out at its top.
VIEWS = [((800, 500), -80), ((800, 500), 200), ((375, 667), 20)]


@pytest.mark.parametrize(("size", "gone"), VIEWS)
@pytest.mark.parametrize(("address", "index"), [(LONG, 0), ("/articles/hermanns-three-nights/", 1), ("/", 0)])
def test_stepping_does_not_scroll(
    page: Page, visit: Any, stepper: Any, address: str, index: int, size: tuple[int, int], gone: int
) -> None:
    """The link stays under the pointer, so that the next click hits it again."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    visit(page, address)
    demo = stepper(page, index)
    demo.panel.evaluate("(panel, gone) => window.scrollBy(0, panel.getBoundingClientRect().top + gone)", gone)
    before = page.evaluate("window.scrollY")
    for role in ("next", "next", "last", "previous"):
        # By script: Playwright itself would scroll to what it clicks.
        was = demo.step
        demo.link(role).evaluate("link => { link.focus({preventScroll: true}); link.click(); }")
        demo.shows({"next": was + 1, "last": demo.last, "previous": was - 1}[role])
        # A page that has become shorter may not be able to stay.
        lowest = page.evaluate("document.documentElement.scrollHeight - window.innerHeight")
        assert page.evaluate("window.scrollY") == min(before, lowest)
