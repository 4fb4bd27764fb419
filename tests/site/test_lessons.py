"""Lessons: their texts, their pages, the pupils' sheet, which holds every step and no answer, and its PDF."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from html import unescape
from io import BytesIO
from math import comb
from pathlib import Path

import pytest
from django.test import Client
from pypdf import PdfReader

from demos import lettering
from demos.checks import check_demos
from demos.manner import PLAIN
from demos.panel import Panel
from demos.seeds import demos
from games.core.record import Player, Record
from games.shtoss.agreement import agree
from games.shtoss.odds import Odds, odds
from library.checks import check_texts
from library.files import Text
from library.shelf import shelf
from teaching import small
from teaching.handout import Run, handout, runs
from teaching.paper import pdf

LESSONS = sorted(shelf().lessons)


def lesson(slug: str) -> Text:
    return shelf().lessons[slug]


def said() -> list[str]:
    return [str(error.msg) for error in (*check_texts(None), *check_demos(None))]


def plain(text: str) -> str:
    """The words of a text alone, as they can be compared whatever the line breaks, quotes and hyphens."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def page_words(client: Client, address: str) -> str:
    html = client.get(address).content.decode()
    return plain(unescape(re.sub(r"<[^>]+>", " ", html)))


@cache
def document(slug: str) -> PdfReader:
    return PdfReader(BytesIO(pdf(slug)))


def pdf_words(slug: str) -> str:
    return plain(" ".join(page.extract_text() for page in document(slug).pages))


# --- texts ---


def test_there_are_lessons_of_every_subject() -> None:
    subjects = [lesson(slug).head.subject for slug in LESSONS]
    assert subjects.count("literature") >= 3
    assert subjects.count("mathematics") >= 2
    assert subjects.count("history") >= 1


@pytest.mark.parametrize("slug", LESSONS)
def test_plan_has_its_length_and_its_questions(slug: str) -> None:
    text = lesson(slug)
    assert 500 <= len(text.body.split()) <= 1_000
    assert 5 <= len(text.head.questions) <= 8
    assert text.head.minutes in (45, 90)


@pytest.mark.parametrize("slug", LESSONS)
def test_minutes_of_the_sections_make_the_lesson(slug: str) -> None:
    minutes = re.findall(r"^## .*\((\d+) minutes\)$", lesson(slug).body, re.MULTILINE)
    assert len(minutes) == lesson(slug).body.count("\n## ")
    assert sum(map(int, minutes)) == lesson(slug).head.minutes


def test_originals_are_quoted_in_fragments_in_questions_too() -> None:
    for slug in LESSONS:
        for question in lesson(slug).head.questions:
            for quotation in re.findall(r"«([^»]+)»", question.ask + question.answer):
                assert len(quotation.split()) <= 10


LESSON = "content/en/lessons/rostovs-account.md"
DEALS = 'deals = ["rostov-seven", "rostov-ten"]'


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            DEALS,
            'deals = ["rostov-seven", "rostov-tin"]',
            "rostov-tin is not a demonstration; did you mean rostov-ten?",
        ),
        (DEALS, 'deals = ["rostov-seven", "rostov-seven"]', "rostov-seven stands there twice"),
        (DEALS, 'deals = ["rostov-seven", "plie"]', "plie is among the deals and does not run in the plan"),
        ('subject = "literature"', 'subject = "latin"', "subject: Input should be"),
        ("a [[ugol|corner]] on the", "a [[ugoll|corner]] on the", "[[ugoll]] is not a glossary entry"),
        ("ch. XIII]. Rostov has", "ch. XIII {{ doubt inferred }}. Rostov has", "a mark is begun here and has no end"),
        ("He wins it. He had", "{{ demo plie }} He had", "stand in the body; move it there"),
        ("He wins it. He had", "He wins it [@tolstoi]. He had", "[@tolstoi] is not a source"),
        ("He wins it. He had", "He wins it.\n\nHe had", "this is one paragraph of Markdown; take out the empty line"),
    ],
)
def test_mistake_is_named_with_file_and_line(copied: Path, old: str, new: str, says: str) -> None:
    path = copied / LESSON
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    found = [each for each in said() if says in each]
    assert found, said()
    place = re.match(rf"{re.escape(LESSON)}:(\d+): ", found[0])
    assert place, found[0]
    lines = path.read_text(encoding="utf-8").splitlines()
    wrong = next(number for number, line in enumerate(lines, start=1) if new.splitlines()[-1] in line)
    if "deals" not in new and "subject" not in new:  # what is wrong with a question is told at its head
        wrong = max(number for number, line in enumerate(lines[:wrong], start=1) if line == "[[questions]]")
    assert int(place[1]) == wrong


# --- pages ---


def addresses(slug: str) -> list[str]:
    return [f"/lessons/{slug}/", f"/lessons/{slug}/handout/", f"/lessons/{slug}/answers/"]


def test_list_names_every_lesson_with_its_minutes_under_its_subject(client: Client) -> None:
    html = client.get("/lessons/").content.decode()
    for slug in LESSONS:
        head = lesson(slug).head
        section = html.split(f"<h2>{head.subject.capitalize()}</h2>")[1].split("<h2>")[0]
        assert f'href="/lessons/{slug}/"' in section
        assert f"{head.minutes} minutes" in section
        assert head.summary in unescape(section)


@pytest.mark.parametrize("slug", LESSONS)
def test_plan_has_aims_running_deals_folded_answers_and_links(client: Client, slug: str) -> None:
    html = client.get(f"/lessons/{slug}/").content.decode()
    head = lesson(slug).head
    assert html.count('class="demo" data-demo') >= len(head.deals)
    assert html.count("<details><summary>Answer ") == len(head.questions)
    assert not re.search(r"<details open[^>]*><summary>Answer", html)
    for deal in head.deals:
        assert f'href="/embed/{deal}/"' in html
        assert f'data-step="{deal} ' in html
    for address in (f"/lessons/{slug}/handout/", f"/lessons/{slug}.pdf", f"/lessons/{slug}/answers/"):
        assert f'href="{address}"' in html


@pytest.mark.parametrize("slug", LESSONS)
def test_pages_have_one_heading_ids_of_their_own_and_no_cookie(client: Client, slug: str) -> None:
    for address in addresses(slug):
        response = client.get(address)
        assert response.status_code == 200
        assert not response.cookies
        assert "public" in response["Cache-Control"]
        assert "unsafe-inline" not in response["Content-Security-Policy"]
        html = response.content.decode()
        ids = re.findall(r'\bid="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        assert html.count("<h1") == 1
        assert "[[" not in html
        assert "{{" not in html
        assert "style=" not in html


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.parametrize("slug", LESSONS)
def test_links_of_a_lesson_lead_somewhere(client: Client, slug: str) -> None:
    seen = set()
    for address in addresses(slug):
        html = unescape(client.get(address).content.decode())
        seen |= set(re.findall(r'(?:href|src)="(/(?!static/)[^"#]*)', html))
    for link in seen:
        assert client.get(link).status_code == 200, link


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/lessons/rostov-account/", "There is no lesson “rostov-account”; did you mean rostovs-account?"),
        ("/lessons/rostov-account/handout/", "did you mean rostovs-account?"),
        ("/lessons/rostov-account/answers/", "did you mean rostovs-account?"),
        ("/lessons/rostov-account.pdf", "did you mean rostovs-account?"),
        ("/lessons/steps/plie/4.svg", "There is no such drawing"),
        (f"/lessons/steps/plie/{10**30}.svg", "There is no such drawing"),
        ("/lessons/steps/nothing/0.svg", "There is no such drawing"),
    ],
)
def test_what_is_not_there_is_told_what_would_be_right(client: Client, address: str, says: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert says in unescape(response.content.decode())


@pytest.mark.database
@pytest.mark.django_db
def test_lessons_are_found_by_the_words_of_plan_and_question_and_not_of_an_answer(client: Client) -> None:
    for query in ("steward household books", "footnote one sentence"):
        assert 'href="/lessons/' in client.get("/search/", {"q": query}).content.decode()
    assert "/lessons/" not in client.get("/search/", {"q": "20,825 ways"}).content.decode().split('<main id="main">')[1]


def test_lessons_are_in_the_header_and_the_sitemap(client: Client) -> None:
    assert 'href="/lessons/"' in client.get("/").content.decode()
    listed = client.get("/sitemap.xml").content.decode()
    for address in ("/lessons/", *(f"/lessons/{slug}/" for slug in LESSONS)):
        assert f"{address}</loc>" in listed
    assert "/answers/" not in listed


# --- the sheet and its PDF ---


def narrations(slug: str) -> list[str]:
    """Every sentence of every step, taken from the panel and not from the sheet."""
    found = []
    for deal in lesson(slug).head.deals:
        demo = demos()[deal]
        for step in demo.steps:
            found += [str(sentence) for sentence in Panel(demo, step.number, PLAIN).teller.tell(step)]
    return found


def tells_an_answer(words: str, slug: str) -> list[str]:
    """Runs of six words of an answer that stand in ``words`` although no question or step says them."""
    head = lesson(slug).head
    asked = plain(" ".join([*(each.ask for each in head.questions), *narrations(slug), head.title]))
    told = []
    for question in head.questions:
        answer = re.sub(r"\[@[^\]]*\]|\{\{[^}]*\}\}|\[\[[^\]|]*\|?|<[^>]+>", " ", question.answer)
        answer_words = plain(answer).split()
        shingles = {" ".join(answer_words[at : at + 6]) for at in range(len(answer_words) - 5)}
        told += [each for each in shingles if each in words and each not in asked]
    return told


@pytest.mark.parametrize("slug", LESSONS)
def test_sheet_has_every_step_every_question_and_no_answer(client: Client, slug: str) -> None:
    words = page_words(client, f"/lessons/{slug}/handout/")
    for sentence in narrations(slug):
        assert plain(sentence) in words
    for question in handout(slug).questions:
        assert plain("".join(run.text for run in question.runs)) in words
    assert tells_an_answer(words, slug) == []


@pytest.mark.parametrize("slug", LESSONS)
def test_answers_are_told_where_they_belong(client: Client, slug: str) -> None:
    """So that the test above would notice one that strayed."""
    for address in (f"/lessons/{slug}/", f"/lessons/{slug}/answers/"):
        assert len(tells_an_answer(page_words(client, address), slug)) > 50


@pytest.mark.parametrize("slug", LESSONS)
def test_sheet_shows_every_step_of_every_deal(client: Client, slug: str) -> None:
    html = client.get(f"/lessons/{slug}/handout/").content.decode()
    shown = re.findall(r'src="/lessons/steps/([a-z0-9-]+)/(\d+)\.svg"', html)
    deals = lesson(slug).head.deals
    assert shown == [(deal, str(step.number)) for deal in deals for step in demos()[deal].steps]
    assert html.count('class="rule"') == sum(question.lines for question in handout(slug).questions)


@pytest.mark.parametrize("slug", LESSONS)
def test_pdf_has_every_step_every_question_and_no_answer(slug: str) -> None:
    foot = rf"shtoss {plain(lesson(slug).head.title)} page \d+ of \d+"
    words = " ".join(re.sub(foot, "", pdf_words(slug)).split())
    for sentence in narrations(slug):
        assert plain(sentence) in words, sentence
    for question in handout(slug).questions:
        assert plain("".join(run.text for run in question.runs)) in words
    assert tells_an_answer(words, slug) == []


@pytest.mark.parametrize("slug", LESSONS)
def test_pdf_says_what_it_is_and_brings_its_fonts(slug: str) -> None:
    reader = document(slug)
    head = lesson(slug).head
    assert reader.metadata is not None
    assert head.title in str(reader.metadata.title)
    assert reader.root_object["/Lang"] == "en"
    assert reader.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
    steps = sum(len(demos()[deal].steps) for deal in head.deals)
    drawn = [page.get_contents().get_data().count(b" Do") for page in reader.pages]  # like drawings are kept once
    assert sum(drawn) == steps
    for number, page in enumerate(reader.pages, start=1):
        assert [round(float(side)) for side in page.mediabox[2:]] == [595, 842]
        assert f"page {number} of {len(reader.pages)}" in " ".join(page.extract_text().split())
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            assert "EBGaramond" in descendant["/BaseFont"]
            assert "/FontFile2" in descendant["/FontDescriptor"].get_object()


def test_pdf_sets_russian_and_the_quotes_of_print() -> None:
    text = " ".join(page.extract_text() for page in document("how-to-read-a-source").pages)
    assert "«соника»" in text
    assert "“Shtoss came to Russia in 1791.”" in " ".join(text.split())


@pytest.mark.parametrize("slug", LESSONS)
def test_every_character_of_the_sheet_is_in_the_font(slug: str) -> None:
    characters = set(lesson(slug).head.title)
    for strip in handout(slug).strips:
        characters |= set(strip.demo.title + "".join(step.told for step in strip.steps))
    for question in handout(slug).questions:
        for run in question.runs:
            weight = {"": lettering.REGULAR, "I": lettering.ITALIC, "B": lettering.SEMIBOLD}[run.style]
            assert [each for each in run.text if not lettering._glyph(weight, each)] == []
    assert [each for each in characters if not lettering._glyph(lettering.REGULAR, each)] == []


def test_pdf_is_made_once_and_again_when_a_text_changes(client: Client, copied: Path) -> None:
    response = client.get("/lessons/rostovs-account.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")
    assert client.get("/lessons/rostovs-account.pdf").content == response.content
    assert pdf("rostovs-account") is pdf("rostovs-account")
    path = copied / LESSON
    path.write_text(path.read_text().replace("Is he right?", "").replace("Where does the sum", "Whence does the sum"))
    changed = PdfReader(BytesIO(client.get("/lessons/rostovs-account.pdf").content))
    assert "Whence does the sum" in " ".join(page.extract_text() for page in changed.pages)


def test_a_staked_card_is_not_drawn_before_it_is_opened() -> None:
    demo = demos()["hermann-night-3"]
    assert 'id="card-Qs"' not in small.drawing(demo, 2)
    assert 'id="card-Qs"' in small.drawing(demo, 3)


def test_drawing_says_how_much_of_a_card_is_given() -> None:
    """Queen and ace by their rank, the queen of spades whole; in the first game of the Gamblers the six not at all."""
    assert re.findall(r'stroke-dasharray="([^"]+)"', small.drawing(demos()["hermann-night-3"], 3))[-3:] == [
        "10 6",
        "10 6",
        "none",
    ]
    dashes = re.findall(
        r'stroke-width="3" stroke-dasharray="([^"]+)"', small.drawing(demos()["gamblers-marked-deck"], 6)
    )
    assert dashes == ["10 6", "10 6", "2 6", "10 6"]


def test_runs_keep_style_and_put_a_doubt_into_brackets() -> None:
    doubt = '<span class="held"> <a class="doubt">inferred</a></span>'
    html = f'A <em>plie</em>, <a class="term" href="/x">twice</a>\n{doubt}.'
    assert [run for run in runs(html) if run.text.strip()] == [
        Run("A "),
        Run("plie", "I"),
        Run(", "),
        Run("twice"),
        Run("(inferred)"),
        Run("."),
    ]


def test_sheet_marks_a_sum_that_is_our_inference() -> None:
    assert "stakes 188,000 roubles on it. (inferred)" in handout("hermann-fixed-and-open").strips[2].steps[2].told
    assert "(inferred)" not in handout("rostovs-account").strips[0].steps[1].told


# --- the numbers of the mathematics ---


def at_table(**rules: object) -> Odds:
    players = (Player("banker", "Banker"), Player("punter", "Punter"))
    agreement = agree(Record("shtoss", players, rules))
    return odds(agreement.deck, agreement.conditions)


def ways(chance: Fraction, deck: int = 52) -> int:
    """In how many of the places of four cards."""
    found = chance * comb(deck, 4)
    assert found.denominator == 1
    return found.numerator


LARGE, SMALL_DECK, FARO, LOB_HALF = odds(52), odds(36), at_table(variant="faro"), at_table(conditions=("lob-half",))
WON, LOST, EDGE = LARGE.punter, LARGE.banker, LARGE.edge
FIRST_PLIE = next(each.chance for each in LARGE.decisions if each.position == 1 and each.plie)
TOY = odds(52, left=4, bearing=2)
LADDER = [10 * 2**step for step in range(5)]
LADDER_MEAN = 10 - (10 + sum(LADDER)) * LOST**5
LADDER_STAKED = sum(stake * LOST**lost for lost, stake in enumerate(LADDER))
assert LADDER_MEAN == -EDGE * LADDER_STAKED

Value = Fraction | int
# Each number that stands in a mathematics plan, as it is printed, and what the program computes for it.
NUMBERS: dict[str, dict[str, Value]] = {
    "why-the-banker-wins": {
        "33/833": EDGE,
        "67/1155": SMALL_DECK.edge,
        "4/6": TOY.banker,
        "2/6": TOY.punter,
        "1/3": TOY.edge,
        "1/13": LARGE.at(1),
        "20,825": ways(LARGE.at(1)),
        "270,725": comb(52, 4),
        "1,225": ways(FIRST_PLIE),
        "19,600": ways(LARGE.at(2)),
        "16/221": LARGE.at(2),
        "58,905": comb(36, 4),
        "1,785": sum(m * m for m in range(1, 18)),
        "3,570": 2 * sum(m * m for m in range(1, 18)),
        "3,417": ways(SMALL_DECK.plie, 36),
        "5.80 %": SMALL_DECK.edge,
        "33/1666": FARO.edge,
        "1.98 %": FARO.edge,
        "1/26": LARGE.at(1) / 2,
        "25/21658": LOB_HALF.edge,
        "0.115 %": LOB_HALF.edge,
        "1/17": 13 * FIRST_PLIE,
        "5,525": sum(m * m for m in range(1, 26)),
        "10,725": ways(LARGE.plie),
        "260,000": 2 * ways(WON),
        "130,000": ways(WON),
        "140,725": ways(LOST),
        "400/833": WON,
        "48.02 %": WON,
        "433/833": LOST,
        "51.98 %": LOST,
        "3.96 %": EDGE,
        "27,744": ways(SMALL_DECK.punter, 36),
        "544/1155": SMALL_DECK.punter,
        "47.10 %": SMALL_DECK.punter,
    },
    "what-a-run-is-worth": {
        "47,000": 47_000,
        "400/833": WON,
        "433/833": LOST,
        "33/833": EDGE,
        "1,862": 47_000 * EDGE,
        "11.07 %": WON**3,
        "12.5": Fraction(100, 8),
        "376,000": 8 * 47_000,
        "800/833": 1 - EDGE,
        "41,633": 47_000 * (1 - EDGE) ** 3,
        "5,367": 47_000 * (1 - (1 - EDGE) ** 3),
        "3.80 %": LOST**5,
        "2.14": -LADDER_MEAN,
        "5,368,709,120": 10 * 2**29,
        "0.144 %": LOST**10,
        "48.02 %": WON,
        "51.98 %": LOST,
        "94,000": 2 * 47_000,
        "45,138": 47_000 * (1 - EDGE),
        "23.06 %": WON**2,
        "188,000": 4 * 47_000,
        "43,350": 47_000 * (1 - EDGE) ** 2,
        "3.96 %": EDGE,
        "96.04 %": 1 - EDGE,
        "54.12": LADDER_STAKED,
        "544/1155": SMALL_DECK.punter,
        "10.45 %": SMALL_DECK.punter**3,
    },
}
PERCENT = r"\d+(?:\.\d+)? (?:%|per cent)"
NUMBER = re.compile(rf"{PERCENT}|\d+/\d+|\d{{1,3}}(?:,\d{{3}})+|\d+\.\d+")


def numbers_of(slug: str) -> set[str]:
    head = lesson(slug).head
    words = [lesson(slug).body, head.title, head.summary, *head.aims]
    words += [part for each in head.questions for part in (each.ask, each.answer)]
    text = re.sub(r"\]\([^)]*\)|\[@[^\]]*\]", "]", " ".join(words))
    return {found.replace("per cent", "%") for found in NUMBER.findall(" ".join(text.split()))}


@pytest.mark.parametrize("slug", [slug for slug in LESSONS if lesson(slug).head.subject == "mathematics"])
def test_every_number_is_what_the_program_computes(slug: str) -> None:
    assert numbers_of(slug) == set(NUMBERS[slug])
    for printed, value in NUMBERS[slug].items():
        assert shown_like(printed)(Fraction(value)) == printed


def shown_like(printed: str) -> Callable[[Fraction], str]:
    """How a value is printed by the pattern of ``printed``: a fraction, a percentage or a number with its decimals."""
    if "/" in printed:
        over = int(printed.split("/")[1])
        return lambda value: f"{value * over}/{over}"
    decimals = len(printed.removesuffix(" %").partition(".")[2])
    if printed.endswith("%"):
        return lambda value: f"{float(value * 100):.{decimals}f} %"
    return lambda value: f"{float(value):,.{decimals}f}"


def test_words_and_small_numbers_of_the_plans_are_right_too() -> None:
    """Those that the table above does not catch."""
    assert sum(range(1, 26)) == 325
    assert sum(range(1, 18)) == 153
    assert sum(LADDER) == 310
    assert round(1 / LOST**10) == 694
    assert round(1000 * WON**3) == 111
    assert sum(comb(2 * m, 3) for m in range(1, 26)) == ways(WON)
    assert sum(comb(2 * m, 3) for m in range(1, 18)) == ways(SMALL_DECK.punter, 36)
    text = lesson("what-a-run-is-worth")
    told = text.body + " ".join(each.answer for each in text.head.questions)
    for number in ("310", "about once in 694 times", "about 111 against 125"):
        assert number in " ".join(told.split())
    plan = " ".join(lesson("why-the-banker-wins").body.split())
    assert "the sum of the numbers 325" in plan
