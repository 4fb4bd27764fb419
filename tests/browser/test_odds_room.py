"""The odds room: a question answered in place, and a million deals on their way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_a_change_of_the_form_changes_answer_and_address_and_leaves_the_focus(
    page: Page, visit: Any, focused: Any
) -> None:
    visit(page, "/odds/")
    expect(page.locator(".edge")).to_contain_text("33/833")
    page.get_by_label("Deck").focus()
    page.get_by_label("Deck").select_option("36")
    expect(page.locator(".edge")).to_contain_text("67/1155")
    expect(page).to_have_url("/odds/?deck=36")
    assert focused(page) == "id_deck"
    page.get_by_label("v lob polkusha").check()
    expect(page.locator(".edge")).to_contain_text("17/6930")
    page.go_back()
    expect(page.locator(".edge")).to_contain_text("67/1155")
    expect(page.locator("header.site")).to_be_visible()
    expect(page.get_by_label("Deck")).to_have_value("36")


def test_a_fair_game_can_be_looked_for(page: Page, visit: Any) -> None:
    visit(page, "/odds/")
    page.get_by_label("Abzug table").select_option("own")
    expect(page.get_by_role("alert")).to_contain_text("write one")
    page.get_by_label("My own table").fill("1: banker 1/2")
    page.get_by_label("My own table").blur()
    expect(page.locator(".edge")).to_contain_text("25/21658")


def test_a_plot_is_drawn_and_its_numbers_stand_beside_it(page: Page, visit: Any) -> None:
    visit(page, "/odds/?cards=3")
    for plot in page.locator("img.plot").all():
        assert plot.evaluate("(image) => image.complete || new Promise((done) => (image.onload = () => done(true)))")
        assert plot.evaluate("(image) => image.naturalWidth") > 100
    page.get_by_text("The numbers of this plot").first.click()
    expect(page.get_by_role("cell", name="7.240 %").first).to_be_visible()


def test_a_million_deals_run_to_the_end(page: Page, visit: Any) -> None:
    visit(page, "/odds/?condition=lob-half&deck=32")
    page.get_by_role("button", name="Deal a million").click()
    expect(page.locator("progress")).to_have_attribute("value", "100", timeout=40_000)
    expect(page.get_by_text("1,000,000").first).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    expect(page.locator("img.plot")).to_be_visible()


def test_a_million_deals_can_be_stopped(page: Page, visit: Any) -> None:
    visit(page, "/odds/?cards=6&deck=52")
    page.get_by_label("Seed").fill("77")
    page.get_by_role("button", name="Deal a million").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("cancelled")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


def test_without_scripts_the_form_and_the_million_work(new_context: Any) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/odds/")
    page.get_by_label("Deck").select_option("32")
    page.get_by_role("button", name="Reckon").click()
    expect(page.locator(".edge")).to_contain_text("59/899")
    page.get_by_role("button", name="Deal a million").click()
    expect(page.locator("progress")).to_be_visible()
    page.get_by_role("link", name="The odds room").click()
    expect(page.locator(".edge")).to_contain_text("59/899")
