"""Deals in a course, in a real browser: in a frame on another site, with no cookie, and without scripts, too."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jwt
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Page, expect

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
# The tests are imported each by its path, so a neighbour is, too.
_spec = importlib.util.spec_from_file_location("lti_platform", ROOT / "tests" / "lti_platform.py")
assert _spec is not None
assert _spec.loader is not None
lti = importlib.util.module_from_spec(_spec)
sys.modules["lti_platform"] = lti
_spec.loader.exec_module(lti)


@pytest.fixture(scope="module")
def platform() -> Iterator[Any]:
    with lti.Platform().serve() as platform:
        yield platform


@pytest.fixture(scope="module")
def tool(platform: Any, serving: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site with LTI on, to which the platform is known; its address."""
    folder = tmp_path_factory.mktemp("lti")
    with serving(folder, LTI_PRIVATE_KEY=lti.pem("ours"), NO_PROXY="localhost,127.0.0.1") as address:
        own = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "site")]), "LTI_PRIVATE_KEY": lti.pem("ours")}
        own |= {"DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}"}
        named = ["--issuer", platform.issuer, "--client-id", platform.client_id, "--deployment", platform.deployment]
        for name in ("auth", "token", "jwks"):
            named += [f"--{name}-url", f"{platform.address}/{name}"]
        add = [sys.executable, "manage.py", "lti_platform", "add", *named]
        subprocess.run(add, cwd=ROOT, env={**os.environ, **own}, check=True, capture_output=True)
        yield address


@pytest.fixture
def open_course(platform: Any, tool: str) -> Callable[..., Frame]:
    """``open_course(page, message, target)`` opens the course and is the frame in which we are launched."""

    def go(page: Page, message: str, target: str = "") -> Frame:
        platform.course = {"message": message, "target": target, "login": f"{tool}/lti/login/"}
        platform.course["launch"] = f"{tool}/lti/launch/"
        page.goto(f"{platform.address}/course")
        frame = page.frame("tool")
        assert frame is not None
        return frame

    return go


def choice_of(frame: Frame) -> str:
    """The address of the choice, once the frame has come to it."""
    expect(frame.locator("h1")).to_have_text("Choose a deal")
    return frame.url


def item_of(platform: Any) -> dict[str, Any]:
    """The content item that the platform was sent last."""
    answer = jwt.decode(platform.received.pop(), options={"verify_signature": False})
    (item,) = answer[f"{lti.DEEP}content_items"]
    return dict(item)


def test_teacher_chooses_a_deal_and_a_reader_steps_through_it(
    page: Page, platform: Any, open_course: Callable[..., Frame], stepper: Any, guard: Any
) -> None:
    guard.expect(r"status of 400 .*/lti/deep-link/")
    frame = open_course(page, lti.CHOOSE)
    choice_of(frame)
    frame.get_by_label("Deal").select_option("plie")
    frame.get_by_label("First step").fill("9")
    frame.get_by_role("button").click()
    expect(frame.locator(".errors")).to_contain_text("First step: the steps of “A plie” are 0 to")
    frame.get_by_label("First step").fill("1")
    frame.get_by_label("Light or dark").select_option("dark")
    frame.get_by_role("button").click()
    expect(frame.locator("#chosen")).to_be_visible()

    item = item_of(platform)
    frame = open_course(page, lti.SHOW, item["url"])
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    inside = stepper(frame)
    inside.shows(1)
    inside.go("next")
    assert "/embed/plie/" in frame.url
    assert page.context.cookies() == []


def test_refusal_can_be_read_in_the_frame(page: Page, tool: str, open_course: Callable[..., Frame], guard: Any) -> None:
    guard.expect(r"status of 400 .*/lti/launch/")
    frame = open_course(page, lti.SHOW, f"{tool}/lti/launch/?deal=nothing")
    expect(frame.locator(".summary")).to_contain_text("There is no demonstration “nothing”")


def test_nobody_but_the_platform_can_frame_the_choice(
    page: Page, open_course: Callable[..., Frame], guard: Any, tmp_path: Path
) -> None:
    address = choice_of(open_course(page, lti.CHOOSE))
    (tmp_path / "theirs.html").write_text(f'<iframe src="{address}"></iframe>', encoding="utf-8")
    guard.expect("frame-ancestors")
    page.goto((tmp_path / "theirs.html").as_uri())
    assert page.frames[1].locator("form").count() == 0


def test_without_scripts_buttons_do(
    new_context: Callable[..., Any], platform: Any, open_course: Callable[..., Frame]
) -> None:
    page = new_context(java_script_enabled=False).new_page()

    def launch(message: str, target: str = "") -> Frame:
        frame = open_course(page, message, target)
        page.get_by_role("button", name="Go on").click()  # the platform's own scripts are off as well
        frame.get_by_role("button", name="Go on").click()
        return frame

    frame = launch(lti.CHOOSE)
    frame.get_by_label("Deal").select_option("plie")
    frame.get_by_role("button", name="Put it into the course").click()
    frame.get_by_role("button", name="Send the deal").click()
    expect(frame.locator("#chosen")).to_be_visible()
    frame = launch(lti.SHOW, item_of(platform)["url"])
    expect(frame.locator(".progress")).to_have_text(re.compile("^Step 0 of "))


@pytest.mark.parametrize("width", [1000, 320])
def test_choice_is_accessible_and_fits(page: Page, open_course: Callable[..., Frame], width: int) -> None:
    address = choice_of(open_course(page, lti.CHOOSE))
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(address)
    page.emulate_media(reduced_motion="reduce")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    expect(page.locator("h1")).to_have_text("Choose a deal")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
