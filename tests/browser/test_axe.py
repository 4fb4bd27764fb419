"""axe-core finds nothing to object to, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser


def objections(page: Page) -> str:
    """What axe reports, by day and by night."""
    reports = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page)
        if results.violations_count:
            reports.append(f"{scheme}: {results.generate_report()}")
    return "\n".join(reports)


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    """Motion is off: a colour is measured when nothing changes any more."""
    return new_context(reduced_motion="reduce").new_page()


def test_every_kind_of_page(page: Page, visit: Any, kind: str) -> None:
    visit(page, kind)
    page.evaluate("() => document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    assert objections(page) == ""


@pytest.mark.parametrize("address", ["/demos/hermann-night-3/", "/embed/bank-table/", "/articles/lermontovs-shtoss/"])
def test_after_a_step(page: Page, visit: Any, stepper: Any, address: str) -> None:
    visit(page, address)
    stepper(page).go("last")
    assert objections(page) == ""


def test_with_an_open_definition(page: Page, visit: Any) -> None:
    visit(page, "/articles/how-shtoss-is-played/")
    page.locator(".prose .term").first.focus()
    assert objections(page) == ""


def test_axe_finds_what_is_wrong(page: Page, visit: Any) -> None:
    """Or else the tests above show nothing."""
    visit(page, "/")
    page.evaluate("() => document.querySelector('img').removeAttribute('alt')")
    assert "image-alt" in objections(page)
