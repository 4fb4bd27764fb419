"""Small screens and large letters: nothing sticks out sideways, everything can be hit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

WIDTHS = [320, 280]
OVERHANG = "() => document.documentElement.scrollWidth - window.innerWidth"
# What sticks out, for the message: the innermost elements beyond the right edge.
CULPRITS = """
() => [...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 0.5)
  .filter((element, _, all) => !all.some((other) => other !== element && element.contains(other)))
  .slice(0, 5).map((element) => element.outerHTML.slice(0, 160))
"""


@pytest.fixture
def narrow(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(viewport={"width": WIDTHS[0], "height": 640}).new_page()


def fits(page: Page) -> None:
    assert page.evaluate(OVERHANG) <= 0, page.evaluate(CULPRITS)


def fits_all(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        fits(page)


def unfold(page: Page) -> None:
    page.evaluate("() => document.querySelectorAll('details').forEach((details) => { details.open = true; })")


def test_no_step_scrolls_sideways(narrow: Page, visit: Any, stepper: Any, last_step: Any, demo: str) -> None:
    """At the first, the middle and the last step, fresh and stepped to, on its page and in a frame."""
    last = last_step(demo)
    for address in (
        f"/demos/{demo}/",
        f"/demos/{demo}/?step={last // 2}",
        f"/demos/{demo}/?step={last}",
        f"/embed/{demo}/?step={last}",
    ):
        visit(narrow, address)
        fits_all(narrow)
    stepper(narrow).go("previous")
    fits_all(narrow)


# --- definitions that have opened ---

# Focus them one by one; give the words of those that do not open, and of those that widen the page.
OPEN_EACH = """
() => {
  const closed = [], wide = [];
  const marks = [...document.querySelectorAll('.term, .doubt')].filter((mark) => mark.getClientRects().length);
  for (const mark of marks) {
    mark.focus({preventScroll: true});
    if (getComputedStyle(mark, '::after').content === 'none') closed.push(mark.textContent);
    if (document.documentElement.scrollWidth > window.innerWidth) wide.push(mark.textContent);
  }
  return {marks: marks.length, closed, wide};
}
"""


def test_no_page_scrolls_sideways(narrow: Page, visit: Any, kind: str) -> None:
    """As it comes; unfolded; and with each definition open, so with those at the right edge among them."""
    visit(narrow, kind)
    fits_with_all_open(narrow)


def test_no_article_scrolls_sideways(narrow: Page, visit: Any, other_article: str) -> None:
    visit(narrow, other_article)
    marks = fits_with_all_open(narrow)
    if other_article == "/articles/how-shtoss-is-played/":
        assert marks > 20, "or else this shows nothing"


def fits_with_all_open(narrow: Page) -> int:
    """The number of marks, each of which was opened."""
    fits_all(narrow)
    unfold(narrow)
    for width in WIDTHS:
        narrow.set_viewport_size({"width": width, "height": 640})
        fits(narrow)
        found = narrow.evaluate(OPEN_EACH)
        assert found["closed"] == []
        assert found["wide"] == []
    return int(found["marks"])


def box_of_definition(page: Page, devtools: Any, selector: str, index: int) -> dict[str, float]:
    """Where the generated text lies in the viewport: only the developer tools can measure it."""
    root = devtools.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    marks = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
    described = devtools.send("DOM.describeNode", {"nodeId": marks[index]})["node"]
    after = next(node for node in described["pseudoElements"] if node["pseudoType"] == "after")
    border = devtools.send("DOM.getBoxModel", {"backendNodeId": after["backendNodeId"]})["model"]["border"]
    return {"left": min(border[0::2]), "top": border[1], "right": max(border[0::2]), "bottom": border[5]}


@pytest.mark.parametrize("width", [280, 700, 1200])
@pytest.mark.parametrize(
    "address",
    ["/demos/bank-table/", "/demos/lugin-night-1/?step=3", "/embed/bank-table/", "/articles/how-shtoss-is-played/"],
)
def test_an_open_definition_is_seen_whole(
    new_context: Callable[..., BrowserContext], visit: Any, address: str, width: int
) -> None:
    """Inside the window from left to right, and not cut off by the frame of its demonstration."""
    page = new_context(viewport={"width": width, "height": 900}).new_page()
    visit(page, address)
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    marks = page.locator(".term, .doubt")
    assert marks.count() > 0
    cut = []
    for index in range(min(marks.count(), 12)):
        mark = marks.nth(index)
        if not mark.is_visible():
            continue
        mark.focus()
        box = box_of_definition(page, devtools, ".term, .doubt", index)
        frame = mark.evaluate(
            "mark => { let clip = mark.parentElement;"
            " while (clip && getComputedStyle(clip).overflowY === 'visible') clip = clip.parentElement;"
            " return clip && clip.getBoundingClientRect().toJSON(); }"
        )
        sideways = box["left"] < -0.5 or box["right"] > width + 0.5
        if sideways or (frame and (box["bottom"] > frame["bottom"] + 0.5 or box["right"] > frame["right"] + 0.5)):
            cut.append((mark.inner_text(), box, frame))
    assert cut == []


# --- hitting and seeing ---


@pytest.mark.parametrize("address", ["/demos/{}/", "/embed/{}/?step=999999"])
def test_step_links_can_be_hit(narrow: Page, visit: Any, stepper: Any, demo: str, address: str) -> None:
    visit(narrow, address.format(demo))
    for role in ("first", "previous", "next", "last"):
        box = stepper(narrow).link(role).bounding_box()
        assert box is not None
        assert box["width"] >= 44, (role, box)
        assert box["height"] >= 44, (role, box)


RING = """
element => {
  element.scrollIntoView({block: 'center'});
  const style = getComputedStyle(element);
  return {seen: element.matches(':focus-visible'), style: style.outlineStyle, width: parseFloat(style.outlineWidth),
    ink: style.outlineColor};
}
"""


@pytest.mark.parametrize(
    ("address", "scheme"),
    [
        ("/", "light"),
        ("/demos/long-deal/?step=3", "dark"),
        ("/demos/hermann-night-3/?step=3", "light"),
        ("/embed/plie/", "dark"),
        ("/articles/how-we-know/", "light"),
    ],
)
def test_the_focus_is_seen_on_all_that_can_have_it(
    new_context: Callable[..., BrowserContext], visit: Any, address: str, scheme: Any
) -> None:
    """Tab through the page: each stop has a ring."""
    page = new_context(color_scheme=scheme).new_page()
    visit(page, address)
    stops = 0
    for _ in range(25):
        page.keyboard.press("Tab")
        active = page.locator(":focus")
        if active.count() == 0:
            break
        ring = active.evaluate(RING)
        where = active.evaluate("element => element.outerHTML.slice(0, 160)")
        assert ring["seen"], where
        assert ring["style"] not in ("none", "hidden"), where
        assert ring["width"] >= 2 or ring["style"] == "auto", where
        assert "rgba(0, 0, 0, 0)" not in ring["ink"], where
        stops += 1
    assert stops > 4


def test_letters_twice_as_large(new_context: Callable[..., BrowserContext], visit: Any, kind: str) -> None:
    """At 640 pixels, where the window is as wide in letters as one of 320."""
    page = new_context(viewport={"width": 640, "height": 800}).new_page()
    visit(page, kind)
    unfold(page)
    was = page.evaluate("() => parseFloat(getComputedStyle(document.documentElement).fontSize)")
    page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}px`; }", 2 * was)
    letters = page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('main a, main p')).fontSize)")
    assert letters > 1.3 * was, "the letters have not grown"
    fits(page)
    for link in page.locator("main .steps a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["x"] + box["width"] <= 640.5
