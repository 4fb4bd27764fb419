"""Without JavaScript, and on paper: every step has an address, every word its definition."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def plain(new_context: Callable[..., BrowserContext]) -> Page:
    """A page where scripts are switched off."""
    return new_context(java_script_enabled=False).new_page()


def shown(term: Locator) -> str:
    """What stands after the word: the generated text, or ``none``."""
    content = term.evaluate("term => getComputedStyle(term, '::after').content")
    hidden = term.evaluate("term => getComputedStyle(term, '::after').display") == "none"
    return "none" if hidden else str(content)


def defined(term: Locator) -> re.Pattern[str]:
    """The definition as generated content: the text itself, or the attribute where the browser keeps the rule."""
    definition = str(term.get_attribute("aria-description"))
    assert len(definition) > 10
    return re.compile(rf"{re.escape(definition)}|attr\(aria-description\)")


def test_scripts_are_off(plain: Page, visit: Any, stepper: Any) -> None:
    """Or else the tests of this file show nothing."""
    visit(plain, "/demos/hermann-night-1/")
    plain.keyboard.press("ArrowRight")
    stepper(plain).link("next").click()
    expect(plain).to_have_url(re.compile(r"\?step=1$"))
    expect(plain.locator("[data-announce]")).to_have_text("")


@pytest.mark.parametrize("frame", ["demos", "embed"])
def test_links_step(plain: Page, visit: Any, stepper: Any, last_step: Any, frame: str) -> None:
    visit(plain, f"/{frame}/hermann-night-1/")
    demo, last = stepper(plain), last_step("hermann-night-1")
    ways = [*(("next", step) for step in range(1, last + 1)), ("previous", last - 1), ("first", 0), ("last", last)]
    for role, step in ways:
        demo.link(role).click()
        expect(plain).to_have_url(re.compile(rf"/{frame}/hermann-night-1/\?step={step}$"))
        demo.shows(step)
        expect(plain.locator("header.site")).to_have_count(0 if frame == "embed" else 1)


@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_a_demo_in_an_article_leads_to_its_page_at_that_step(plain: Page, visit: Any, stepper: Any, index: int) -> None:
    visit(plain, "/articles/how-shtoss-is-played/")
    demo = stepper(plain, index)
    title = demo.panel.locator(".caption a").inner_text()
    assert ("waiting" in str(demo.panel.get_attribute("class"))) is (index > 1)
    start, last = demo.step, demo.last
    ways = {".caption a": start, ".steps .previous": start - 1, ".steps .next": start + 1}
    for link, step in ways.items():
        if not 0 <= step <= last or (index > 1 and link != ".caption a"):
            continue  # from the third on a link stands for the demonstration
        demo.panel.locator(link).click()
        expect(plain).to_have_url(re.compile(rf"/demos/[a-z0-9-]+/\?step={step}$"))
        stepper(plain).shows(step)
        expect(plain.locator("main h1")).to_have_text(title)
        plain.go_back()


def test_a_definition_opens_on_hover_and_on_focus(plain: Page, visit: Any, article: str) -> None:
    visit(plain, article)
    for mark in (".term", ".doubt"):
        if plain.locator(f".prose > p {mark}").count() == 0:
            assert article == "/articles/how-we-know/", "an article without our marks"
            continue
        term = plain.locator(f".prose > p {mark}").first
        assert shown(term) == "none"
        term.hover()
        assert defined(term).search(shown(term))
        plain.mouse.move(0, 0)
        assert shown(term) == "none"
        term.focus()
        assert defined(term).search(shown(term))
        term.evaluate("term => term.blur()")
        assert shown(term) == "none"


def test_a_definition_opens_when_tabbed_to(plain: Page, visit: Any) -> None:
    visit(plain, "/articles/how-shtoss-is-played/")
    term = plain.locator(".prose .term").first
    for _ in range(30):
        plain.keyboard.press("Tab")
        if term.evaluate("term => term === document.activeElement"):
            break
    assert defined(term).search(shown(term))


@pytest.mark.parametrize("address", ["/articles/how-shtoss-is-played/", "/games/shtoss/", "/demos/hermann-night-1/"])
def test_a_definition_is_printed(plain: Page, visit: Any, address: str) -> None:
    plain.emulate_media(media="print")
    visit(plain, address)
    terms = plain.locator(".term")
    assert terms.count() > 0
    for index in range(min(terms.count(), 5)):
        assert defined(terms.nth(index)).search(shown(terms.nth(index)))


def test_escape_closes_a_definition_until_the_next_one(page: Page, visit: Any) -> None:
    """With scripts: what has opened over the text can be put away, and comes again."""
    visit(page, "/articles/how-shtoss-is-played/")
    one, two = page.locator(".prose .term").nth(0), page.locator(".prose .term").nth(1)
    one.hover()
    assert defined(one).search(shown(one))
    page.keyboard.press("Escape")
    assert shown(one) == "none"
    two.hover()
    assert defined(two).search(shown(two))
    page.keyboard.press("Escape")
    two.focus()
    assert shown(two) != "none"


def test_escape_does_not_reach_the_paper(page: Page, visit: Any) -> None:
    visit(page, "/articles/how-shtoss-is-played/")
    term = page.locator(".prose .term").first
    term.hover()
    page.keyboard.press("Escape")
    page.emulate_media(media="print")
    assert defined(term).search(shown(term))
