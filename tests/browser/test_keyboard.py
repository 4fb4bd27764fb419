"""Stepping by keyboard, on the page that shows nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

NIGHT = "/demos/hermann-night-1/"
LONG = "/demos/long-deal/"


def at(step: int) -> re.Pattern[str]:
    return re.compile(rf"\?step={step}$")


def test_arrows_walk_through_a_night(page: Page, visit: Any, stepper: Any, last_step: Any, asked: list[str]) -> None:
    """From a fresh page, where nothing has the focus, to the last card and one press beyond it."""
    visit(page, NIGHT)
    demo, last = stepper(page), last_step("hermann-night-1")
    assert page.evaluate("document.activeElement === document.body")
    for step in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(at(step))
        demo.shows(step)
        expect(page).to_have_title(re.compile(rf"Step {step} of {last}"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(at(last - 1))
    demo.shows(last - 1)
    assert asked == [f"{NIGHT}?step={step}" for step in [*range(1, last + 1), last - 1]]


def test_home_end_and_back(page: Page, visit: Any, stepper: Any, last_step: Any) -> None:
    visit(page, LONG)
    demo, last = stepper(page), last_step("long-deal")
    for key, step in [("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0)]:
        page.keyboard.press(key)
        expect(page).to_have_url(at(step))
        demo.shows(step)


@pytest.mark.parametrize("modifier", ["Alt", "Control", "Meta", "Shift"])
def test_keys_with_a_modifier_are_not_ours(
    page: Page, visit: Any, stepper: Any, asked: list[str], modifier: str
) -> None:
    """Alt+ArrowLeft goes back in some browsers, Shift+End selects: none of them steps."""
    visit(page, f"{LONG}?step=5")
    stepper(page).link("next").focus()
    for key in ("ArrowLeft", "ArrowRight", "Home", "End"):
        # Pressed by script: a real Alt+ArrowLeft may make the browser leave the page.
        left_alone = page.evaluate(
            "([key, modifier]) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', "
            "{key, [modifier]: true, bubbles: true, cancelable: true}))",
            [key, f"{modifier.lower().replace('control', 'ctrl')}Key"],
        )
        assert left_alone, f"{modifier}+{key} is taken from the browser"
    page.keyboard.press(f"{modifier}+ArrowRight")
    # A step that was wrongly set off would come before this one.
    page.keyboard.press("ArrowRight")
    stepper(page).shows(6)
    assert asked == [f"{LONG}?step=6"]


def test_quick_presses_all_count(page: Page, visit: Any, stepper: Any, slow: Any, asked: list[str]) -> None:
    """Ten presses, each before the answer to the first one."""
    visit(page, LONG)
    slow(page, 120)
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert len(asked) < 10, "the presses were not quicker than the answers, so this shows nothing"
    stepper(page).shows(10)
    expect(page).to_have_url(at(10))
    assert asked == [f"{LONG}?step={step}" for step in range(1, 11)]


def test_a_quick_press_that_leads_nowhere_swallows_no_other(
    page: Page, visit: Any, stepper: Any, last_step: Any, slow: Any
) -> None:
    """At the last step there is no next one; the press back after that counts nevertheless."""
    last = last_step("long-deal")
    visit(page, f"{LONG}?step={last - 1}")
    slow(page, 120)
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    stepper(page).shows(last - 2)
    expect(page).to_have_url(at(last - 2))


def test_focus_stays_on_a_link_while_keys_step(page: Page, visit: Any, stepper: Any, focused: Any) -> None:
    visit(page, LONG)
    demo = stepper(page)
    demo.link("last").focus()
    for step in (1, 2):
        page.keyboard.press("ArrowRight")
        demo.shows(step)
        assert focused(page) == demo.link("last").get_attribute("id")


def test_enter_follows_the_link_in_place(page: Page, visit: Any, stepper: Any, focused: Any) -> None:
    visit(page, LONG)
    demo = stepper(page)
    demo.link("next").focus()
    page.evaluate("window.same = true")
    for step in (1, 2):
        page.keyboard.press("Enter")
        demo.shows(step)
        assert focused(page) == demo.link("next").get_attribute("id")
    assert page.evaluate("window.same"), "the page was loaded anew"


def test_without_an_answer_the_plain_link_is_followed(page: Page, visit: Any, stepper: Any, guard: Any) -> None:
    """A connection that breaks for once: the step comes as a page."""
    guard.expect(r"net::ERR_|htmx:")
    visit(page, f"{LONG}?step=2")
    page.route("**/*", lambda route: route.abort() if route.request.headers.get("hx-request") else route.fallback())
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at(3))
    expect(page.locator("header.site")).to_be_visible()
    stepper(page).shows(3)
