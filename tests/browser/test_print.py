"""On paper: what a link leads to and what a word means stand in the text, and nothing is cut off."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

pytestmark = pytest.mark.browser

A4 = (595, 842)  # points


@pytest.fixture
def printed(page: Page, visit: Any) -> Callable[..., PdfReader]:
    """The page at an address as a PDF; ``change`` is a script that is run on it before."""

    def make(address: str, change: str = "() => true") -> PdfReader:
        visit(page, address)
        page.evaluate(change)
        page.evaluate("() => document.fonts.ready.then(() => true)")
        page.wait_for_load_state("networkidle")
        margin = dict.fromkeys(("top", "right", "bottom", "left"), "16mm")
        return PdfReader(io.BytesIO(page.pdf(format="A4", prefer_css_page_size=True, margin=margin)))

    return make


def words(pdf: PdfReader) -> str:
    """Its text without any space, since a line may break anywhere."""
    return re.sub(r"\s+", "", "".join(each.extract_text() for each in pdf.pages))


def close(text: str) -> str:
    return re.sub(r"\s+", "", text)


def stays_on_the_paper(pdf: PdfReader) -> None:
    """Every piece of text begins within the margins of an A4 page, and no page is empty."""
    for number, sheet in enumerate(pdf.pages, start=1):
        width, height = float(sheet.mediabox.width), float(sheet.mediabox.height)
        assert abs(width - A4[0]) < 2
        assert abs(height - A4[1]) < 2
        places: list[tuple[float, float, str]] = []

        def note(text: str, cm: Any, tm: Any, font: Any, size: Any, places: Any = places) -> None:
            if text.strip():
                x, y = tm[4] * cm[0] + tm[5] * cm[2] + cm[4], tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
                places.append((x, y, text))

        sheet.extract_text(visitor_text=note)
        assert places, f"page {number} is empty"
        outside = [place for place in places if not (25 < place[0] < width - 25 and 25 < place[1] < height - 25)]
        assert not outside


def fits_the_width(page: Page) -> None:
    """Nothing of the page, as it is laid out for paper, is wider than the paper."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 673, "height": 900})  # 178 mm
    assert page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_an_article(page: Page, site: str, printed: Callable[..., PdfReader]) -> None:
    pdf = printed("/articles/how-shtoss-is-played/")
    text = words(pdf)
    stays_on_the_paper(pdf)
    assert "Howweknow(/articles/how-we-know/)" in text
    assert close(f"{site}/articles/how-shtoss-is-played/") in text
    assert close("(The player who holds the bank and deals.") in text
    assert "(/glossary/" not in text
    assert "(#" not in text
    for heading in page.locator("h2, .sources li cite").all_inner_texts():
        assert close(heading) in text
    for gone in ("Citethis", "Tothetext", "Nextstep"):
        assert gone not in text
    fits_the_width(page)


def test_a_link_out_of_the_site(page: Page, printed: Callable[..., PdfReader]) -> None:
    """However long its address is: it breaks, and is not cut."""
    address = f"https://example.org/{'a-long-name/' * 20}end"
    link = f'<a href="{address}">elsewhere</a>'
    pdf = printed(
        "/articles/how-we-know/", f"() => document.querySelector('.prose p').insertAdjacentHTML('beforeend', '{link}')"
    )
    assert f"elsewhere({address})" in words(pdf)
    stays_on_the_paper(pdf)
    fits_the_width(page)


def test_a_term(page: Page, printed: Callable[..., PdfReader]) -> None:
    pdf = printed("/glossary/abzug/")
    text = words(pdf)
    stays_on_the_paper(pdf)
    assert close(page.locator("header.title .summary").inner_text()) in text
    assert "абцуг" in text
    assert close("(In modern rules, the first card of the deal, which is the banker’s.") in text
    fits_the_width(page)


def test_the_glossary_sheet(page: Page, printed: Callable[..., PdfReader]) -> None:
    pdf = printed("/glossary/print/")
    text = words(pdf)
    stays_on_the_paper(pdf)
    definitions = page.locator(".sheet dd").all_inner_texts()
    assert len(definitions) > 50
    assert [each for each in definitions if close(each) not in text] == []
    fits_the_width(page)


@pytest.mark.parametrize("address", ["/demos/long-deal/?step=15", "/demos/bank-table/?step=9"])
def test_a_deal(page: Page, printed: Callable[..., PdfReader], address: str) -> None:
    pdf = printed(address)
    text = words(pdf)
    stays_on_the_paper(pdf)
    for told in page.locator(".told > p").all_inner_texts():
        assert close(told) in re.sub(r"\([^()]*\)", "", text), "the definitions left out, it is told word for word"
    assert "Left(punter)" in text
    for gone in ("theodds", "Takeitwithyou", "Downloadtherecord"):
        assert gone not in text
    page.emulate_media(media="print")
    cloth = page.locator(".cloth").evaluate("cloth => getComputedStyle(cloth).backgroundColor")
    assert cloth == "rgb(255, 255, 255)"
    fits_the_width(page)


def test_a_list(page: Page, printed: Callable[..., PdfReader]) -> None:
    pdf = printed("/articles/")
    assert len(pdf.pages) <= 2
    stays_on_the_paper(pdf)
    text = words(pdf)
    for each in page.locator(".list a, .list p").all_inner_texts():
        assert close(each) in text
    fits_the_width(page)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/search/?q=plie", "plie"),
        ("/odds/?deck=36&bait=plie+10", "67/1155"),
        ("/articles/from-basset-to-stuss/", "Strakhov"),
        ("/articles/a-gallery-of-players/", "Masquerade"),
        ("/lessons/what-a-run-is-worth/", "Doubling after a loss"),
        ("/lessons/what-a-run-is-worth/handout/", "1"),
        ("/demos/hermann-night-3/result/?done=3.banker.188000.lob", "3 of 3 answers are right"),
        ("/help/frames/", "<iframe"),
    ],
)
def test_every_other_kind_of_page_stays_on_the_paper(
    page: Page, printed: Callable[..., PdfReader], address: str, says: str
) -> None:
    pdf = printed(address)
    stays_on_the_paper(pdf)
    assert close(says) in words(pdf)
    fits_the_width(page)
