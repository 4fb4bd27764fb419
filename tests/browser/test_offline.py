"""Files from a disk in a real Chromium without a network: the offline edition, and a deal in one file."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
DEALS = ["hermann-night-3", "long-deal", "bank-table", "faro-last-card", "gamblers-marked-deck"]
OWN = ("file:", "data:")
LEFT = ("net::ERR_ABORTED",)  # the reader went on before the icon was there
WITHOUT_STYLES = {"preload": False}  # axe would fetch the style sheets, which a page from a disk may not


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("offline") / "an edition"  # the names of folders have spaces
    environment = {name: value for name, value in os.environ.items() if name != "SITE_ADDRESS"}
    subprocess.run([sys.executable, "manage.py", "export", str(folder)], cwd=ROOT, env=environment, check=True)
    return folder


@pytest.fixture(scope="session")
def base_url() -> None:
    """No server: everything is a file."""


@pytest.fixture
def said() -> list[str]:
    """What a page says to the console, and what it asks for beyond the disk."""
    return []


@pytest.fixture
def alone(new_context: Callable[..., BrowserContext], said: list[str]) -> Iterator[Callable[..., Page]]:
    """A page of a browser that has no network. Whatever it says or asks for fails the test."""

    def make(**options: object) -> Page:
        page = new_context(offline=True, reduced_motion="reduce", **options).new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("request", lambda asked: None if asked.url.startswith(OWN) else said.append(asked.url))
        page.on("requestfailed", lambda asked: None if asked.failure in LEFT else said.append(asked.url))
        return page

    yield make
    assert said == []


def wide(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth > innerWidth"))


# --- the edition ---


def test_hermanns_three_nights_to_their_ends(alone: Callable[..., Page], edition: Path) -> None:
    page = alone()
    page.goto((edition / "index.html").as_uri())
    page.locator("nav").get_by_text("Deals", exact=True).click()
    for night in ("first", "second", "third"):
        page.get_by_role("link", name=f"Hermann’s {night} night", exact=True).click()
        last = page.locator(".progress").inner_text().split()[-1]
        for step in range(1, int(last) + 1):
            page.locator(".steps .next").click()
            expect(page.locator(".progress")).to_have_text(f"Step {step} of {last}")
        page.locator(".kind a").click()
    page.get_by_role("link", name="Hermann’s third night", exact=True).click()
    expect(page.locator(".progress")).to_have_text("Step 0 of 3")
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 3)):
        page.keyboard.press(key)
        expect(page.locator(".progress")).to_have_text(f"Step {step} of 3")
        page.wait_for_load_state()
    expect(page.locator(".stakes img")).to_have_attribute("alt", "queen of spades, given")


def test_a_word_leads_to_the_glossary(alone: Callable[..., Page], edition: Path) -> None:
    page = alone()
    page.goto((edition / "demos" / "hermann-night-3" / "step-3.html").as_uri())
    page.locator(".told .term", has_text="sonik").click()
    expect(page.locator("h1")).to_contain_text("sonik")
    page.locator(".kind a").click()
    expect(page.locator("h1")).to_have_text("Glossary")


def test_cards_and_letters_come_from_the_disk(alone: Callable[..., Page], edition: Path) -> None:
    page = alone()
    page.goto((edition / "demos" / "hermann-night-3" / "step-3.html").as_uri())
    assert page.evaluate("() => [...document.images].every((image) => image.naturalWidth > 0)")
    assert page.evaluate("() => document.fonts.ready.then(() => document.fonts.check('1em \"EB Garamond\"'))")
    assert colours(page.locator(".abzug img").first.screenshot()) != colours(
        page.locator(".abzug img").last.screenshot()
    )


def colours(picture: bytes) -> bytes:
    from PIL import Image

    return Image.open(io.BytesIO(picture)).convert("RGB").resize((16, 16)).tobytes()


@pytest.mark.parametrize("path", ["index.html", "articles/hermanns-three-nights/index.html", "needs-the-site.html"])
def test_pages_of_the_edition_are_clean_and_narrow(alone: Callable[..., Page], edition: Path, path: str) -> None:
    page = alone(viewport={"width": 320, "height": 800})
    page.goto((edition / path).as_uri())
    assert not wide(page)
    found = Axe().run(page, options=WITHOUT_STYLES)
    assert not found.violations_count, found.generate_report()


# --- a deal in one file ---


@pytest.fixture(params=DEALS)
def file(request: pytest.FixtureRequest, edition: Path) -> Path:
    return edition / "demos" / f"{request.param}.html"


def shown(page: Page) -> list[str]:
    return page.eval_on_selector_all(".panel", "all => all.filter((each) => each.offsetHeight).map((each) => each.id)")


def test_it_steps_to_the_end(alone: Callable[..., Page], file: Path) -> None:
    page = alone()
    page.goto(file.as_uri())
    last = page.locator(".panel").count() - 1
    assert shown(page) == ["step-0"]
    for step in range(1, last + 1):
        page.get_by_role("button", name="Next step").click()
        assert shown(page) == [f"step-{step}"]
        expect(page.locator("[data-announce]")).to_contain_text(f"Step {step} of {last}.")
    expect(page.get_by_role("button", name="Next step")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Next step").click(force=True)
    assert shown(page) == [f"step-{last}"]


def test_it_steps_by_key(alone: Callable[..., Page], file: Path) -> None:
    page = alone()
    page.goto(file.as_uri())
    last = page.locator(".panel").count() - 1
    for key, step in (
        ("ArrowLeft", 0),
        ("ArrowRight", 1),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
    ):
        page.keyboard.press(key)
        assert shown(page) == [f"step-{step}"]
    page.locator("#at-0").focus()
    page.keyboard.press("ArrowRight")
    assert shown(page) == [f"step-{last}"]
    page.keyboard.press("Home")
    assert shown(page) == ["step-0"]
    assert page.evaluate("() => document.activeElement.id") == "at-0"


def test_its_numbers_step_without_script(alone: Callable[..., Page], file: Path) -> None:
    page = alone(java_script_enabled=False)
    page.goto(file.as_uri())
    page.locator("label[for=at-2]").click()
    expect(page.locator("#step-2")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-3")).to_be_visible()
    expect(page.locator(".panel:visible")).to_have_count(1)
    expect(page.locator("[data-buttons]")).to_be_hidden()


def test_it_opens_at_the_step_of_its_address(alone: Callable[..., Page], file: Path) -> None:
    page = alone()
    page.goto(f"{file.as_uri()}#step-2")
    assert shown(page) == ["step-2"]


def test_it_is_narrow(alone: Callable[..., Page], file: Path) -> None:
    page = alone(viewport={"width": 280, "height": 700})
    page.goto(file.as_uri())
    for key in ("Home", "ArrowRight", "End"):
        page.keyboard.press(key)
        assert not wide(page)


@pytest.mark.parametrize("slug", ["hermann-night-3", "bank-table"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_clean(alone: Callable[..., Page], edition: Path, slug: str, scheme: str) -> None:
    page = alone(viewport={"width": 280, "height": 700}, color_scheme=scheme)
    page.goto((edition / "demos" / f"{slug}.html").as_uri())
    page.locator("summary").evaluate_all("all => all.forEach((each) => each.click())")
    page.keyboard.press("End")
    found = Axe().run(page, options=WITHOUT_STYLES)
    assert not found.violations_count, found.generate_report()


def test_its_cards_are_drawn_and_differ(alone: Callable[..., Page], edition: Path) -> None:
    page = alone()
    page.goto(f"{(edition / 'demos/hermann-night-3.html').as_uri()}#step-3")
    one, other = page.locator("#step-3 .abzug .card").all()
    assert colours(one.screenshot()) != colours(other.screenshot())
    box = one.bounding_box()
    assert box is not None
    assert box["height"] / box["width"] == pytest.approx(1.4, abs=0.15)


def test_it_prints_every_step(alone: Callable[..., Page], file: Path) -> None:
    page = alone()
    page.goto(file.as_uri())
    last = page.locator(".panel").count() - 1
    text = " ".join(each.extract_text() for each in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages)
    printed = "".join(text.split())
    assert [step for step in range(last + 1) if f"Step{step}of{last}" not in printed] == []
    assert "Whatisgivenandwhatwesupplied" in printed
