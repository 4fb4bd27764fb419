"""No cookies, nothing asked of anybody else, and no motion that was not asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

# Everything that starts to move, from the first moment of the page on.
WATCH_MOTION = """
window.moved = [];
for (const kind of ['transitionrun', 'animationstart']) {
  document.addEventListener(kind, (event) => {
    window.moved.push(`${kind} ${event.propertyName ?? event.animationName} of ${event.target.outerHTML.slice(0, 90)}`);
  }, true);
}
"""


def test_no_cookie_comes_with_a_page(ask: Any, kind: str) -> None:
    for headers in ({}, {"HX_Request": "true"}):
        assert "set-cookie" not in ask(kind, **headers).headers


@pytest.mark.parametrize("address", ["/", "/demos/long-deal/", "/embed/plie/", "/articles/hermanns-three-nights/"])
def test_a_visit_leaves_nothing_and_asks_nobody_else(
    page: Page, visit: Any, stepper: Any, site: str, address: str
) -> None:
    """No cookie, nothing in a store, no request that leaves the site; at a step neither."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    visit(page, address)
    stepper(page).go("last")
    stepper(page).go("previous")
    assert page.context.cookies() == []
    assert page.evaluate("() => document.cookie") == ""
    assert page.evaluate("() => localStorage.length") == 0
    assert len(requests) > 5
    assert [url for url in requests if not url.startswith(f"{site}/")] == []


@pytest.fixture
def watched(new_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    def make(motion: Any) -> Page:
        context = new_context(reduced_motion=motion)
        context.add_init_script(WATCH_MOTION)
        return context.new_page()

    return make


def frames_later(page: Page) -> list[str]:
    """What has moved when some frames have been drawn."""
    return list(
        page.evaluate(
            "async () => { for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame); return window.moved; }"
        )
    )


STEPS = ["/demos/hermann-night-1/?step=2", "/articles/hermanns-three-nights/", "/embed/long-deal/?step=3"]


@pytest.mark.parametrize("address", STEPS)
def test_nothing_moves_for_those_who_mind(watched: Any, visit: Any, stepper: Any, address: str) -> None:
    page = watched("reduce")
    visit(page, address)
    demo = stepper(page)
    for role in ("next", "last", "previous"):
        demo.go(role)
        assert page.evaluate("() => document.getAnimations().length") == 0
        assert frames_later(page) == []
        demo.link("next").hover()
        assert frames_later(page) == []


@pytest.mark.parametrize("address", [*STEPS, "/", "/demos/hermann-night-3/?step=3", "/glossary/"])
def test_a_fresh_page_stands_still(watched: Any, visit: Any, address: str) -> None:
    page = watched("no-preference")
    visit(page, address)
    assert page.evaluate("() => document.getAnimations().length") == 0
    assert frames_later(page) == []


def test_a_step_moves_for_those_who_do_not_mind(watched: Any, visit: Any, stepper: Any) -> None:
    """Or else the test for those who mind shows nothing."""
    page = watched("no-preference")
    visit(page, "/demos/hermann-night-1/?step=2")
    stepper(page).go("next")
    assert frames_later(page) != []
