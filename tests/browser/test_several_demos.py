"""Several demonstrations in one article: each keeps to itself, and the article to its place."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

NIGHTS = "/articles/hermanns-three-nights/"


def ids(page: Page) -> Counter[str]:
    return Counter(page.evaluate("() => [...document.querySelectorAll('[id]')].map((element) => element.id)"))


def twice(page: Page) -> list[str]:
    return [name for name, times in ids(page).items() if times > 1]


OTHERS = "(index) => [...document.querySelectorAll('[data-demo]')].map((demo, at) => at === index || demo.outerHTML)"


def around(page: Page, index: int) -> dict[str, Any]:
    """All that a step of the demonstration ``index`` has to leave alone."""
    return {
        "address": page.url,
        "title": page.title(),
        "scroll": page.evaluate("window.scrollY"),
        "history": page.evaluate("history.length"),
        "others": page.evaluate(OTHERS, index),
    }


@pytest.mark.parametrize("index", [0, 1, 2])
def test_one_steps_and_all_else_stays(
    page: Page, visit: Any, stepper: Any, asked: list[str], reveal: Any, index: int
) -> None:
    visit(page, NIGHTS)
    reveal(page)
    asked.clear()
    demo = stepper(page, index)
    demo.link("next").evaluate("link => link.scrollIntoView({block: 'center'})")
    before = around(page, index)
    assert len(before["others"]) > 2
    for step in (1, 2):
        demo.go("next")
        assert demo.step == step
        assert around(page, index) == before
    page.keyboard.press("ArrowRight")
    demo.shows(3)
    assert around(page, index) == before
    assert len(asked) == 3


def test_keys_go_to_the_one_with_the_focus(page: Page, visit: Any, stepper: Any, asked: list[str]) -> None:
    visit(page, NIGHTS)
    one, two = stepper(page, 0), stepper(page, 1)
    one.link("next").focus()
    page.keyboard.press("ArrowRight")
    one.shows(1)
    two.shows(0)
    two.panel.locator(".caption a").focus()
    page.keyboard.press("End")
    two.shows(3)
    one.shows(1)
    one.link("first").focus()
    page.keyboard.press("ArrowRight")
    one.shows(2)
    two.shows(3)
    assert len(asked) == 3


@pytest.mark.parametrize("address", [NIGHTS, "/", "/games/shtoss/"])
@pytest.mark.parametrize("focus", ["body", "header.site nav a", "main a:not([data-demo] *)"])
def test_keys_outside_are_the_readers_own(
    page: Page, visit: Any, stepper: Any, asked: list[str], address: str, focus: str
) -> None:
    """Without the focus in a demonstration, Home, End and the arrows belong to the browser."""
    visit(page, address)
    page.locator(focus).first.evaluate("element => element.focus()")
    for key in ("ArrowRight", "ArrowLeft", "Home", "End"):
        left_alone = page.evaluate(
            "(key) => document.activeElement.dispatchEvent("
            "new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}))",
            key,
        )
        assert left_alone
    page.keyboard.press("ArrowRight")
    # A step that was wrongly set off would come before this one.
    stepper(page).go("next")
    assert len(asked) == 1


# Links into the page, such as citations, that find no target there.
LOST = """
() => [...document.querySelectorAll('a[href^="#"]')]
  .filter((link) => !document.getElementById(decodeURIComponent(link.hash.slice(1)))).map((link) => link.outerHTML)
"""


def test_ids_are_unique_and_found(page: Page, visit: Any, stepper: Any, reveal: Any, kind: str) -> None:
    """At first, and after each demonstration of the page has gone to its ends."""
    visit(page, kind)
    assert twice(page) == []
    reveal(page)
    demos = [stepper(page, index) for index in range(min(page.locator("[data-demo]").count(), 4))]
    for role in ("", "last", "first"):
        for demo in demos:
            if role:
                demo.go(role)
        assert twice(page) == []
        assert page.evaluate(LOST) == []
        for demo in demos:
            assert demo.panel.get_attribute("id")
            assert [demo.link(name).count() for name in ("first", "previous", "next", "last")] == [1, 1, 1, 1]


def test_a_later_demonstration_comes_when_the_reader_does(
    page: Page, visit: Any, stepper: Any, asked: list[str], reveal: Any
) -> None:
    visit(page, NIGHTS)
    waiting = page.locator(".panel.waiting")
    assert waiting.count() == 2
    assert asked == []
    reveal(page)
    assert len(asked) == 2
    stepper(page, 2).shows(0)
    assert page.locator("[data-announce]").nth(2).inner_text() == "", "nobody has stepped"
    stepper(page, 2).go("next")
    assert "Step 1" in page.locator("[data-announce]").nth(2).inner_text()


def test_a_passage_of_a_later_demonstration_brings_it_at_its_step(page: Page, visit: Any, stepper: Any) -> None:
    visit(page, f"{NIGHTS}#n3-4")
    stepper(page, 2).shows(3)
