"""Embeds on a teacher's page of another origin: nothing jumps, nothing is trapped, heights are told, nothing is cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, expect

pytestmark = pytest.mark.browser

# The three dialects in which hosts are told a height, each as its own host speaks it, and all that was heard.
HOST_SCRIPT = """
<script>
window.heard = [];
window.addEventListener('message', (event) => {
  const frame = [...document.querySelectorAll('iframe')].find((each) => each.contentWindow === event.source);
  if (!frame) return;
  const said = typeof event.data === 'string' ? JSON.parse(event.data) : event.data;
  window.heard.push(said);
  if (SPEAKS === 'canvas' && said.subject === 'lti.frameResize') frame.style.height = said.height + 'px';
  if (SPEAKS === 'wordpress' && said.message === 'height' && said.secret === frame.dataset.secret) {
    frame.height = Math.max(200, Math.min(said.value, 1000));
  }
  if (SPEAKS === 'h5p' && said.context === 'h5p') {
    const answer = (action) => event.source.postMessage({context: 'h5p', action}, '*');
    if (said.action === 'hello') answer('hello');
    if (said.action === 'prepareResize') {
      if (frame.clientHeight !== said.scrollHeight || said.scrollHeight !== said.clientHeight) {
        frame.style.height = said.clientHeight + 'px';
        answer('resizePrepared');
      }
    }
    if (said.action === 'resize') frame.style.height = said.scrollHeight + 'px';
  }
});
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({type: 'layout-shift', buffered: true});
</script>
"""


def write_host(folder: Path, name: str, frames: str, speaks: str = "canvas") -> str:
    script = HOST_SCRIPT.replace("SPEAKS", f"'{speaks}'")
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A lesson</title>'
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>'
        f'<body style="margin:0"><h1>A lesson</h1><a id="before" href="#x">before</a>{script}{frames}'
        '<p>after the frame</p><a id="after" href="#y">after</a><div style="height:2000px"></div></body></html>'
    )
    (folder / name).write_text(html, encoding="utf-8")
    return name


def frame_html(address: str, more: str = "", width: int = 600, height: int = 400) -> str:
    return f'<iframe title="deal" src="{address}" width="{width}" height="{height}" {more}></iframe>'


def inside(page: Page, index: int = 0) -> Frame:
    element = page.locator("iframe").nth(index).element_handle()
    assert element is not None
    frame = element.content_frame()
    assert frame is not None
    frame.wait_for_selector(".panel")
    return frame


def heights(page: Page) -> list[float]:
    return list(page.eval_on_selector_all("iframe", "frames => frames.map((frame) => frame.clientHeight)"))


def settled(page: Page) -> None:
    """Until the frames have told their heights and nothing changes any more."""
    page.wait_for_function("() => window.heard.some((said) => said.subject === 'lti.frameResize')")
    page.wait_for_timeout(700)


DEALS = ["hermann-night-3", "long-deal", "bank-table", "series"]


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("width", [320, 600])
def test_the_host_does_not_shift_while_a_whole_deal_is_stepped_through(
    page: Page, site: str, folder: Path, elsewhere: str, stepper: Any, deal: str, width: int
) -> None:
    name = write_host(folder, f"shift-{deal}-{width}.html", frame_html(f"{site}/embed/{deal}/", width=width))
    page.goto(f"{elsewhere}/{name}")
    frame = inside(page)
    settled(page)
    before = heights(page)
    page.evaluate("window.shifts = 0; window.heard.length = 0")
    demo = stepper(frame)
    while demo.link("next").get_attribute("href"):
        demo.go("next")
    assert page.evaluate("window.shifts") == 0
    assert heights(page) == before
    assert page.evaluate("window.heard") == [], "every step is as high as the others"


@pytest.mark.parametrize("speaks", ["canvas", "wordpress", "h5p"])
def test_a_host_is_told_the_height_in_its_own_dialect(
    page: Page, site: str, folder: Path, elsewhere: str, speaks: str
) -> None:
    secret = "#?secret=abc123XYZ" if speaks == "wordpress" else ""
    more = 'data-secret="abc123XYZ"' if secret else ""
    frames = frame_html(f"{site}/embed/plie/{secret}", more)
    page.goto(f"{elsewhere}/{write_host(folder, f'{speaks}.html', frames, speaks)}")
    frame = inside(page)
    settled(page)
    needs = frame.evaluate("Math.ceil(document.querySelector('main').getBoundingClientRect().height)")
    assert needs > 400, "or else this shows nothing"
    assert heights(page) == [min(needs, 1000) if speaks == "wordpress" else needs]
    assert frame.evaluate("document.documentElement.scrollHeight <= window.innerHeight") or speaks == "wordpress"


def test_a_wordpress_page_without_its_secret_is_told_nothing(
    page: Page, site: str, folder: Path, elsewhere: str
) -> None:
    page.goto(f"{elsewhere}/{write_host(folder, 'quiet.html', frame_html(f'{site}/embed/plie/'), 'wordpress')}")
    inside(page)
    settled(page)
    assert [said for said in page.evaluate("window.heard") if said.get("message")] == []


def test_three_embeds_leave_focus_and_scroll_alone(
    page: Page, site: str, folder: Path, elsewhere: str, stepper: Any
) -> None:
    frames = "".join(frame_html(f"{site}/embed/{deal}/") for deal in ("plie", "thirds", "hermann-night-1"))
    page.goto(f"{elsewhere}/{write_host(folder, 'three.html', frames)}")
    settled(page)
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    assert page.evaluate("window.scrollY") == 0
    second = stepper(inside(page, 1))
    second.link("next").evaluate("link => link.scrollIntoView({block: 'center'})")
    scroll = page.evaluate("window.scrollY")
    second.go("next")
    second.go("next")
    assert page.evaluate("window.scrollY") == scroll
    assert stepper(inside(page, 0)).step == 0
    assert stepper(inside(page, 2)).step == 0


def test_tab_goes_in_and_out_both_ways(page: Page, site: str, folder: Path, elsewhere: str) -> None:
    page.goto(f"{elsewhere}/{write_host(folder, 'tab.html', frame_html(f'{site}/embed/plie/?step=3'))}")
    inside(page)
    settled(page)
    for key, begin, end in (("Tab", "before", "after"), ("Shift+Tab", "after", "before")):
        page.locator(f"#{begin}").focus()
        visited = []
        for _ in range(60):
            page.keyboard.press(key)
            visited.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
            if visited[-1] == end:
                break
        assert visited[-1] == end, f"{key} is trapped"
        assert "IFRAME" in visited


def test_the_wheel_goes_on_to_the_host(page: Page, site: str, folder: Path, elsewhere: str) -> None:
    page.goto(f"{elsewhere}/{write_host(folder, 'wheel.html', frame_html(f'{site}/embed/plie/'))}")
    inside(page)
    settled(page)
    box = page.locator("iframe").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.wheel(0, 600)
    page.wait_for_function("() => window.scrollY > 0")


SANDBOXED = 'sandbox="allow-scripts"'


@pytest.mark.parametrize("quiz", ["", "?quiz=1&step=2"])
def test_it_works_in_a_sandbox_without_an_origin(
    page: Page, site: str, folder: Path, elsewhere: str, stepper: Any, quiz: str
) -> None:
    frames = frame_html(f"{site}/embed/hermann-night-3/{quiz}", SANDBOXED)
    page.goto(f"{elsewhere}/{write_host(folder, f'sandbox{len(quiz)}.html', frames)}")
    frame = inside(page)
    settled(page)
    assert frame.evaluate("self.origin") == "null"
    loads: list[str] = []
    page.on("framenavigated", lambda moved: loads.append(moved.url))
    demo = stepper(frame)
    if quiz:
        frame.get_by_label("the banker").check()
        frame.locator("input[name=sum]").fill("188,000")
        frame.get_by_label("lob", exact=True).check()
        frame.get_by_role("button", name="Answer and turn").click()
        demo.shows(3)
        expect(frame.get_by_text("Right.", exact=True)).to_be_visible()
    else:
        demo.go("next")
        demo.go("last")
    assert loads == [], "it has stepped in place"
    assert frame.evaluate("getComputedStyle(document.querySelector('.cloth')).display") == "grid"


@pytest.mark.parametrize("width", [280, 320, 480, 600])
def test_nothing_is_cut_off(page: Page, site: str, folder: Path, elsewhere: str, stepper: Any, width: int) -> None:
    frames = frame_html(f"{site}/embed/bank-table/?quiz=1", width=width)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{elsewhere}/{write_host(folder, f'width{width}.html', frames)}")
    frame = inside(page)
    settled(page)
    demo = stepper(frame)
    for role in ("", "next", "last", "previous"):
        if role:
            demo.go(role)
        assert frame.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert frame.evaluate(
            "[...document.querySelectorAll('main a, main button, main img')]"
            ".filter((each) => each.getClientRects().length)"
            ".every((each) => each.getBoundingClientRect().right <= window.innerWidth + 0.5)"
        )


def test_it_fills_the_screen_where_that_is_allowed(page: Page, site: str, folder: Path, elsewhere: str) -> None:
    frames = frame_html(f"{site}/embed/plie/", 'allow="fullscreen"') + frame_html(f"{site}/embed/thirds/")
    page.goto(f"{elsewhere}/{write_host(folder, 'full.html', frames)}")
    allowed, forbidden = inside(page, 0), inside(page, 1)
    settled(page)
    expect(forbidden.get_by_role("button", name="Full screen")).to_have_count(0)
    allowed.get_by_role("button", name="Full screen").click()
    allowed.wait_for_function("() => document.fullscreenElement !== null")
    assert page.evaluate("document.fullscreenElement.tagName") == "IFRAME"
    allowed.get_by_role("button", name="Full screen").click()
    allowed.wait_for_function("() => document.fullscreenElement === null")


# --- the kit, and what is pasted from it ---

KIT = "/demos/hermann-night-3/use/"


def test_the_snippet_pasted_literally_starts_at_its_step(
    page: Page, visit: Any, folder: Path, elsewhere: str, stepper: Any
) -> None:
    visit(page, f"{KIT}?start=2&end=3&theme=dark&told=0")
    pasted = page.locator("#snippet").input_value()
    assert re.fullmatch(r'<iframe( [a-z]+="[^"<>]*")+></iframe>', pasted), "one element, every attribute quoted"
    page.goto(f"{elsewhere}/{write_host(folder, 'pasted.html', pasted)}")
    frame = inside(page)
    demo = stepper(frame)
    demo.shows(2)
    assert demo.link("previous").get_attribute("href") is None
    assert frame.locator(".told").count() == 0
    assert frame.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(26, 24, 21)"
    demo.go("next")
    assert frame.url.startswith("http")
    assert page.locator("iframe").get_attribute("title") == "Hermann’s third night"
    assert "v=" in unescape(pasted)


def test_the_preview_follows_the_choices_and_tells_its_height(page: Page, visit: Any, stepper: Any) -> None:
    visit(page, KIT)
    page.get_by_label("Colours").select_option("dark")
    expect(page.locator("#snippet")).to_have_value(re.compile("theme=dark"))
    page.get_by_label("First step").fill("2")
    page.get_by_label("First step").press("Tab")
    expect(page.locator("#snippet")).to_have_value(re.compile("from=2"))
    assert "start=2" in page.url, "the choices stand in the address"
    frame = page.frame_locator("iframe.shown")
    expect(frame.locator(".progress")).to_have_text("Step 2 of 3")
    expect(page.locator("[data-fits]")).to_have_text(re.compile(r"needs a height of \d+ pixels"))
    needs = re.findall(r"\d+", page.locator("[data-fits]").inner_text())[0]
    expect(page.locator("#snippet")).to_have_value(re.compile(f'height="{needs}"'))
    page.reload()
    expect(page.get_by_label("First step")).to_have_value("2")
    assert page.evaluate("document.querySelector('.code').naturalWidth") > 50


def test_the_kit_works_without_script(new_context: Callable[..., BrowserContext], visit: Any) -> None:
    page = new_context(java_script_enabled=False).new_page()
    visit(page, KIT)
    page.get_by_label("First step").fill("1")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("#snippet")).to_have_value(re.compile("from=1"))
    expect(page.frame_locator("iframe.shown").locator(".progress")).to_have_text("Step 1 of 3")


def help_examples() -> list[int]:
    return list(range(5))


@pytest.mark.parametrize("number", help_examples())
def test_the_examples_of_the_help_page_work_as_they_are_printed(
    page: Page, visit: Any, folder: Path, elsewhere: str, stepper: Any, number: int
) -> None:
    visit(page, "/help/frames/")
    assert page.locator("pre.snippet").count() == len(help_examples())
    pasted = page.locator("pre.snippet").nth(number).inner_text()
    said = dict(re.findall(r'([a-z]+)="([^"]*)"', pasted))
    query = parse_qs(urlsplit(unescape(said["src"])).query)
    page.goto(f"{elsewhere}/{write_host(folder, f'help{number}.html', pasted)}")
    frame = inside(page)
    demo = stepper(frame)
    demo.shows(int(query.get("from", ["0"])[0]))
    settled(page)
    assert (frame.locator(".panel .told").count() == 0) is (query.get("told") == ["0"])
    assert (frame.locator("nav.sequence a").count() > 1) is ("deals" in query)
    demo.go("last")
    assert demo.step == int(query.get("to", [str(demo.last)])[0])
    assert page.locator("iframe").get_attribute("title") == unescape(said["title"])


# --- the quiz ---


def test_a_pupil_answers_by_keyboard_and_goes_on(page: Page, visit: Any, stepper: Any, focused: Any) -> None:
    visit(page, "/demos/bank-table/?quiz=1&step=6")
    demo = stepper(page)
    while demo.panel.locator("form.question").count() == 0:
        demo.go("next")
    step = demo.step
    page.get_by_label("nobody yet").focus()
    page.keyboard.press("Space")
    page.locator("input[name=sum]").press("Enter")
    demo.shows(step + 1)
    assert f"done={step + 1}.nobody" in page.url
    expect(page.locator(".verdict").first).to_be_visible()
    assert focused(page) != "BODY"
    page.go_back()
    demo.shows(step)


def test_the_quiz_works_without_script(new_context: Callable[..., BrowserContext], visit: Any) -> None:
    page = new_context(java_script_enabled=False).new_page()
    visit(page, "/embed/hermann-night-3/?quiz=1&step=2")
    page.get_by_label("the punter").check()
    page.get_by_role("button", name="Answer and turn").click()
    expect(page.get_by_text("Not quite:")).to_be_visible()
    expect(page.locator(".progress")).to_have_text("Step 3 of 3")
