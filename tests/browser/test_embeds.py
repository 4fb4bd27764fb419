"""A deal in a frame on somebody's page works; nothing else of the site can be framed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Frame, Page, expect

pytestmark = pytest.mark.browser

HOST = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Somebody’s page</title><link rel="icon" href="data:,"></head><body>
<h1>Somebody’s page</h1><input id="theirs" aria-label="theirs"{more}>
<iframe title="deal" src="{address}" width="500" height="640"></iframe></body></html>
"""


@pytest.fixture(params=["http", "file"])
def host(request: pytest.FixtureRequest, folder: Path, elsewhere: str, site: str) -> Callable[..., str]:
    """``host(path)`` is the address of a page that frames that path of the site."""

    def write(path: str, more: str = "") -> str:
        name = re.sub(r"[^a-z0-9]+", "-", path) + ".html"
        address = path if ":" in path else site + path
        (folder / name).write_text(HOST.format(address=address, more=more), encoding="utf-8")
        if request.param == "file":
            return (folder / name).as_uri()
        return f"{elsewhere}/{name}"

    return write


def frame_of(page: Page | Frame) -> Frame:
    element = page.locator("iframe").element_handle()
    assert element is not None
    frame = element.content_frame()
    assert frame is not None
    return frame


def test_an_embed_steps_inside_and_leaves_its_host_alone(page: Page, host: Callable[..., str], stepper: Any) -> None:
    page.goto(host("/embed/hermann-night-3/?step=2", " autofocus"))
    frame = frame_of(page)
    inside = stepper(frame)
    inside.shows(2)
    assert page.evaluate("document.activeElement.id") == "theirs", "the frame has taken the focus"
    before = (page.url, page.title(), page.evaluate("history.length"))
    inside.go("next")
    inside.go("first")
    page.keyboard.press("ArrowRight")  # the frame has the focus since it was clicked
    inside.shows(1)
    page.keyboard.press("End")
    inside.shows(3)
    assert (page.url, page.title(), page.evaluate("history.length")) == before
    assert "/embed/hermann-night-3/" in frame.url
    assert frame.evaluate("getComputedStyle(document.querySelector('.steps')).display") == "flex"


def test_an_embed_steps_without_a_host(page: Page, visit: Any, stepper: Any, last_step: Any) -> None:
    """By itself, too, it steps in place, and leaves no trace in the history."""
    visit(page, "/embed/plie/")
    before = (page.url, page.evaluate("history.length"))
    for step in range(1, last_step("plie") + 1):
        page.keyboard.press("ArrowRight")
        stepper(page).shows(step)
    assert (page.url, page.evaluate("history.length")) == before


def test_keys_of_the_host_do_not_step(page: Page, host: Callable[..., str], stepper: Any) -> None:
    page.goto(host("/embed/hermann-night-3/?step=2"))
    inside = stepper(frame_of(page))
    inside.shows(2)
    page.locator("#theirs").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    inside.go("next")
    assert inside.step == 3


# Links that would load something else than an embed into the frame.
TRAPS = """
() => [...document.querySelectorAll('a[href]')]
  .filter((link) => !['_blank', '_top', '_parent'].includes(link.target || document.querySelector('base')?.target))
  .filter((link) => !link.pathname.startsWith('/embed/')).map((link) => link.getAttribute('href'))
"""


def test_no_link_of_an_embed_leads_its_frame_into_a_refusal(page: Page, visit: Any, stepper: Any, demo: str) -> None:
    """What is not an embed opens outside of the frame; that holds after a step, too."""
    inside = stepper(page)
    trapped = {}
    for way in (["next", "last"], ["previous", "first"]):
        visit(page, f"/embed/{demo}/?step={0 if 'next' in way else 999_999}")
        for role in ("", *way):
            if role:
                inside.go(role)
            trapped[f"step {inside.step} {role and 'stepped to'}"] = page.evaluate(TRAPS)
    assert {step: links for step, links in trapped.items() if links} == {}


@pytest.mark.parametrize(
    "path", ["/", "/demos/", "/demos/hermann-night-3/?step=2", "/articles/how-we-know/", "/glossary/", "/games/shtoss/"]
)
def test_nothing_else_can_be_framed(page: Page, host: Callable[..., str], guard: Any, path: str) -> None:
    guard.expect(r"frame-ancestors|X-Frame-Options|Refused to display")
    page.goto(host(path))
    expect(page.locator("h1")).to_have_text("Somebody’s page")
    frame = frame_of(page)
    assert frame.url.startswith("chrome-error:")
    assert frame.locator("main, header.site, [data-demo]").count() == 0


def test_a_frame_may_stand_in_a_frame(page: Page, host: Callable[..., str], stepper: Any) -> None:
    """As in many an editor's preview: the page that frames is framed itself."""
    page.goto(host(host("/embed/plie/")))
    middle = frame_of(page)
    inside = stepper(frame_of(middle))
    inside.go("next")
    assert inside.step == 1
