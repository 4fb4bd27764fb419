"""A demonstration: one step, one address, three frames."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from demos.manner import PLAIN, Manner
from demos.seeds import demos
from demos.views import FAR, read_step

HTMX = {"HX-Request": "true"}


def panel_of(html: str) -> str:
    """The part of a page that a step swaps."""
    begin, depth = html.index('<div class="panel"'), 0
    for tag in re.finditer(r"<(/?)div\b", html[begin:]):
        depth += -1 if tag[1] else 1
        if not depth:
            return html[begin : begin + tag.end()]
    raise AssertionError("the panel does not end")


@pytest.mark.parametrize("step", range(4))
def test_page_fragment_and_embed_show_the_same_panel(client: Client, step: int) -> None:
    address = f"/demos/hermann-night-1/?step={step}"
    page = client.get(address).content.decode()
    fragment = client.get(address, headers=HTMX).content.decode()
    embed = client.get(f"/embed/hermann-night-1/?step={step}").content.decode()
    assert panel_of(page) == panel_of(fragment)
    assert panel_of(embed).replace("/embed/", "/demos/") == panel_of(page)
    assert "<html" in page
    assert "<html" in embed
    assert fragment.startswith("<title>")
    assert "<html" not in fragment
    assert "<header" not in embed
    assert '<base target="_blank">' in embed, "a page that may not be framed must not open in the frame"


def test_article_holds_the_panel_under_an_id_of_its_own(client: Client) -> None:
    html = client.get("/articles/hermanns-three-nights/").content.decode()
    assert 'id="hermann-night-1-1"' in html
    assert 'hx-get="/demos/hermann-night-1/?step=1&amp;place=1"' in html
    fragment = client.get("/demos/hermann-night-1/?step=1&place=1", headers=HTMX).content.decode()
    assert 'id="hermann-night-1-1"' in fragment


def test_restored_history_is_a_whole_page(client: Client) -> None:
    restored = client.get("/demos/plie/?step=2", headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert "<html" in restored.content.decode()
    assert "HX-Request" in restored["Vary"]
    assert "HX-History-Restore-Request" in restored["Vary"]


@pytest.mark.parametrize(
    ("asked", "shown"), [("", 0), ("?step=2", 2), ("?step=99", 3), ("?step=-5", 0), ("?step=" + "9" * 5000, 3)]
)
def test_step_out_of_range_is_the_nearest(client: Client, asked: str, shown: int) -> None:
    html = client.get(f"/demos/plie/{asked}").content.decode()
    assert f"Step {shown} of 3" in html
    assert f'<link rel="canonical" href="http://testserver/demos/plie/?step={shown}">' in html


@pytest.mark.parametrize("asked", ["abc", "1.5", "", "1e3", "٣", "2;", "<b>"])
@pytest.mark.parametrize("root", ["demos", "embed"])
def test_step_that_is_no_number_gets_a_page_that_helps(client: Client, asked: str, root: str) -> None:
    response = client.get(f"/{root}/plie/", {"step": asked})
    html = response.content.decode()
    assert response.status_code == 404
    assert "from 0 to 3" in html
    assert 'href="?step=3"' in html
    assert "<b>" not in html


@pytest.mark.parametrize(
    ("text", "step"),
    [("0", 0), ("+2", 2), ("007", 7), ("-3", -3), (" 4 ", 4), ("1" * 400, FAR), ("-" + "1" * 400, -FAR), ("x", None)],
)
def test_read_step(text: str, step: int | None) -> None:
    assert read_step(text) == step


def test_nearest_step_stays_within_the_record_and_within_what_is_shown() -> None:
    assert [PLAIN.nearest(step, 5) for step in (-1, 0, 3, 5, 6)] == [0, 0, 3, 5, 5]
    assert [Manner(start=2, end=4).nearest(step, 5) for step in (0, 2, 3, 9)] == [2, 2, 3, 4]
    assert Manner(start=9).nearest(0, 5) == 5
    assert Manner(start=4, end=2).nearest(3, 5) == 2


def test_record_is_downloaded_as_it_stands_in_its_file(client: Client, settings: LazySettings) -> None:
    response = client.get("/demos/hermann-night-3.toml")
    assert response.content == (settings.SEEDS_ROOT / "hermann-night-3.toml").read_bytes()
    assert response["Content-Type"] == "application/toml; charset=utf-8"
    assert 'filename="hermann-night-3.toml"' in response["Content-Disposition"]


@pytest.mark.parametrize("slug", list(demos()))
def test_no_frame_shows_a_staked_card_before_the_first_abzug(client: Client, slug: str) -> None:
    demo = demos()[slug]
    for step in demo.steps:
        view = step.state.view(None)
        if view.abzug:
            break
        staked = {str(bet.card) for bet in step.state.bets}
        for address, headers in ((f"/demos/{slug}/", HTMX), (f"/embed/{slug}/", {})):
            html = client.get(address, {"step": step.number}, headers=headers).content.decode()
            shown = set(re.findall(r"cards\.svg#(\w+)", html))
            assert shown == {"back"}, f"step {step.number} shows {shown}"
            assert not any(f"stake {card}" in html for card in staked)


def test_alternatives_are_offered_once_the_deal_is_over(client: Client) -> None:
    link = 'href="/demos/hermann-night-3-ace/"'
    assert link not in client.get("/demos/hermann-night-3/?step=2").content.decode()
    assert link in client.get("/demos/hermann-night-3/?step=3").content.decode()
    assert 'href="/embed/hermann-night-3-ace/"' in client.get("/embed/hermann-night-3/?step=3").content.decode()


def test_given_cards_are_marked_apart_from_supplied_ones(client: Client) -> None:
    html = client.get("/demos/hermann-night-1/?step=3").content.decode()
    assert 'alt="nine of diamonds, the suit supplied"' in html
    assert 'alt="two of diamonds, supplied"' in client.get("/demos/lugin-night-1/?step=3").content.decode()
    assert 'alt="seven of spades, given"' in client.get("/demos/plie/?step=3").content.decode()
    assert 'alt="queen of spades, given"' in client.get("/demos/hermann-night-3/?step=3").content.decode()
    assert 'alt="seven of hearts"' in client.get("/demos/plie/?step=3").content.decode()
    assert "supplied" not in client.get("/embed/faro-last-card/?step=29").content.decode()


@pytest.mark.parametrize(("step", "badges"), [(1, 0), (2, 2), (3, 4)])
def test_sum_that_the_text_does_not_state_is_marked_where_it_is_shown(client: Client, step: int, badges: int) -> None:
    panel = panel_of(client.get(f"/embed/hermann-night-3/?step={step}").content.decode())
    amounts = re.sub(r'<div class="note">.*?</div>', "", panel, flags=re.DOTALL)
    assert amounts.count('class="doubt"') == badges


def test_narration_links_its_terms_with_their_definitions(client: Client) -> None:
    html = client.get("/demos/plie/?step=3").content.decode()
    link = re.search(r'<a class="term" href="/glossary/plie/" aria-description="([^"]+)">plie</a>', html)
    assert link
    assert link[1] in client.get("/glossary/").content.decode()


def test_names_of_players_are_escaped(client: Client, copied: Path) -> None:
    seed = copied / "seeds" / "plie.toml"
    name = '[[lob]] <b>%(x)s</b> \\"&'
    seed.write_text(seed.read_text().replace('"The punter"', f'"{name}"'))
    html = client.get("/demos/plie/?step=1").content.decode()
    assert "[[lob]] &lt;b&gt;%(x)s&lt;/b&gt;" in html
    assert "<b>%(x)s" not in html


def test_changed_record_is_shown_at_once(client: Client, copied: Path) -> None:
    assert "stakes 10" in client.get("/demos/plie/?step=1").content.decode()
    seed = copied / "seeds" / "plie.toml"
    seed.write_text(seed.read_text().replace("7h 10", "7h 1200"))
    assert "stakes 1,200" in client.get("/demos/plie/?step=1").content.decode()


STATED = {
    "hermann-night-1": {"chekalinsky": -47_000, "hermann": 47_000},
    "hermann-night-2": {"chekalinsky": -94_000, "hermann": 94_000},
    "hermann-night-3": {"chekalinsky": 188_000, "hermann": -188_000},
    "hermann-night-3-ace": {"chekalinsky": -188_000, "hermann": 188_000},
    "plie": {"banker": 10, "punter": -10},
    "bank-table": {"banker": -26, "anna": 10, "boris": -4, "vera": 20},
    "lugin-night-1": {"old-man": 1, "lugin": -1},
    "lugin-night-2": {"old-man": 2, "lugin": -2},
    "long-deal": {"banker": -10, "punter": 10},
    "lot": {"anna": -10, "boris": 10},
    "thirds": {"banker": 6, "punter": -6},
    "lob-half": {"banker": 5, "punter": -5},
    "lob-full": {"anna": 20, "boris": -20},
    "abzug-gorka": {"banker": 5, "punter": -5},
    "killed-at-eleven": {"banker": -10, "punter": 10},
    "nazhivka": {"banker": -16, "punter": 16},
    "volny-kush": {"banker": -500, "punter": 500},
    "series": {"banker": 0, "punter": 0},
    "parole": {"banker": -150, "punter": 150},
    "va-bank": {"banker": -100, "anna": -100, "boris": 200},
    "mirandole": {"banker": 5, "punter": -5},
    "faro-doublet": {"banker": 1, "punter": -1},
    "faro-last-card": {"banker": -10, "anna": 0, "boris": 10},
    "gamblers-marked-deck": {"ikharev": 0, "shvokhnev": 0, "uteshitelny": 10, "krugel": -10},
    "gamblers-second-game": {"uteshitelny": 174_980, "glov": -175_000, "shvokhnev": 10, "krugel": 10},
    "sealed-deck": {"dealer": 10, "punter": -10},
    "rostov-seven": {"dolokhov": 800, "rostov": -800},
    "rostov-ten": {"dolokhov": -21, "rostov": 21},
    "ilyin-killed": {"lukhnov": 2_000, "ilyin": -2_000},
    "ilyin-given": {"lukhnov": -2_000, "ilyin": 2_000},
    "vulich-seven": {"vulich": -100, "officer": 100},
}


def test_every_demonstration_ends_as_its_story_does() -> None:
    ends = {slug: demo.steps[-1].state.outcome() for slug, demo in demos().items()}
    assert {slug: dict(net) for slug, (over, net) in ends.items() if over} == STATED


def test_long_deal_runs_past_ten_abzugs() -> None:
    assert len(demos()["long-deal"].steps[-1].state.view(None).right) >= 10


def test_third_night_and_its_alternative_are_one_deal_with_another_card() -> None:
    night, ace = demos()["hermann-night-3"], demos()["hermann-night-3-ace"]
    assert night.steps[-1].state.cards == ace.steps[-1].state.cards
    assert [str(card) for card in night.steps[-1].state.cards[:2]] == ["Qd", "As"]
    assert night.record.actions[1] == "hermann stake Qs 188000"
    assert ace.record.actions[1] == "hermann stake Ah 188000"
