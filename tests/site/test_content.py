"""The texts: their front matter, their marks, and what ``manage.py check`` says of mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from demos.checks import check_demos
from demos.seeds import demos
from library.checks import check_texts
from library.files import Text
from library.marks import Linker, find_marks, linked, plain, render, without_marks
from library.pages import curled
from library.shelf import shelf

LINKER = Linker({"lob": 'The first card of the "deck".'}, ("pushkin", "dal"))


def said() -> list[str]:
    """What the checks say, each without the folder before it."""
    return [str(error.msg) for error in (*check_texts(None), *check_demos(None))]


def test_the_texts_of_the_site_have_no_fault() -> None:
    assert said() == []


ARTICLE = "content/en/articles/hermanns-three-nights.md"
TERM = "content/en/glossary/sonik.md"
NOTES = "content/en/demos/plie.md"
HISTORY = "content/en/articles/from-basset-to-stuss.md"


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (ARTICLE, "[[prokidka]]", "[[prokidko]]", "[[prokidko]] is not a glossary entry; did you mean prokidka?"),
        (
            ARTICLE,
            "{{ demo hermann-night-2 step=0 }}",
            "{{ demo hermann-2 step=0 }}",
            "hermann-2 is not a demonstration",
        ),
        (
            ARTICLE,
            "demo hermann-night-2 step=0",
            "demo hermann-night-2 step=9",
            "step=9 is not a step; they go from 0 to 3",
        ),
        (ARTICLE, "[@dal]", "[@dall]", "[@dall] is not a source; did you mean dal?"),
        (ARTICLE, "{{ doubt inferred }}", "{{ doubt perhaps }}", "perhaps is not a mark of doubt"),
        (ARTICLE, "{{ doubt inferred }}", "{{ dout inferred }}", "{{ dout inferred }} is not understood"),
        (ARTICLE, 'language = "en"', 'language = "en"\nauthor = "me"', "author is not known here"),
        (ARTICLE, "order = 1", 'order = "first"', "order: Input should be a valid integer"),
        (HISTORY, "figure timeline.svg", "figure timelime.svg", "timelime.svg is not a drawing"),
        (HISTORY, "{{ figure timeline.svg |", "{{ figure timeline.svg }} {{", "timeline.svg has no alt text"),
        (HISTORY, "{{ figure", "See {{ figure", "a figure stands alone in its paragraph"),
        (TERM, "certainty = ", "certain = ", "certain is not known here; did you mean certainty?"),
        (TERM, '"lob"', '"lobb"', "lobb is not a glossary entry; did you mean lob?"),
        (NOTES, "## Step 1", "## Step 8", "there is no step 8; the last one is 3"),
        ("seeds/plie.toml", "7h 10", "7h 20", "the replay has other steps and net"),
        ("seeds/plie.toml", "punter cut 26", "punter cut 52", "a cut of 52 is not possible"),
        ("seeds/sources.toml", 'author = "Alexander Pushkin"', "author = 1", "author: Input should be a valid string"),
    ],
)
def test_mistake_is_named_with_file_and_line(copied: Path, file: str, old: str, new: str, says: str) -> None:
    path = copied / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = [each for each in said() if says in each]
    assert found, said()
    named = path.with_suffix(".json") if "the replay has" in says else path
    place = re.match(rf"{re.escape(str(named.relative_to(copied)))}:(\d+): ", found[0])
    assert place, found[0]
    if file.startswith("content/"):
        line = path.read_text(encoding="utf-8").splitlines()[int(place[1]) - 1]
        assert line == new or any(part in line for part in (new, new.splitlines()[-1], "see = "))


def test_text_that_cannot_be_read_is_named_and_the_others_stay(copied: Path) -> None:
    (copied / TERM).write_bytes(b"+++\n\xff")
    (copied / ARTICLE).write_text("no front matter")
    (copied / NOTES).write_text("+++\ntitle = \n+++\n")
    texts = "\n".join(said())
    assert f"{TERM}:2: the text is not UTF-8" in texts
    assert f"{ARTICLE}:1: a content file begins with front matter" in texts
    assert f"{NOTES}:2: this is not TOML" in texts
    assert "lob" in shelf().terms


def test_text_with_an_address_that_cannot_be_is_named(copied: Path) -> None:
    (copied / TERM).rename(copied / "content/en/glossary/So Nik.md")
    assert any("So Nik cannot be an address" in each for each in said())


def test_record_without_words_and_words_without_record_are_named(copied: Path) -> None:
    (copied / NOTES).rename(copied / "content/en/demos/plies.md")
    texts = "\n".join(said())
    assert "seeds/plie.toml:1: the record has no words; write content/en/demos/plie.md" in texts
    assert "content/en/demos/plies.md:1: there is no record seeds/plies.toml" in texts


def test_record_without_an_outcome_beside_it_is_named(copied: Path) -> None:
    (copied / "seeds/plie.json").unlink()
    assert any("seeds/plie.toml:1: no outcome stands beside it" in each for each in said())


def test_term_becomes_a_link_with_its_definition() -> None:
    html = render("The [[lob]] and [[lob|first card]].", LINKER)
    assert (
        '<a aria-description="The first card of the &quot;deck&quot;." class="term" href="/glossary/lob/">lob</a>'
        in html
    )
    assert 'href="/glossary/lob/">first card</a>' in html


def test_unknown_term_is_bare_words() -> None:
    assert render("A [[hill|small hill]].", LINKER) == "<p>A small hill.</p>"


def test_citation_is_numbered_by_the_list_of_sources() -> None:
    html = render("So [@dal] and so [@pushkin, ch. VI].", LINKER)
    assert '<a class="cite" href="#source-dal">[2]</a>' in html
    assert '<a class="cite" href="#source-pushkin">[1, ch. VI]</a>' in html


def test_doubt_is_shown_and_explained() -> None:
    html = render("Perhaps {{ doubt inferred }}.", LINKER)
    assert 'href="/articles/how-we-know/#inferred"' in html
    assert "Our own inference" in html


def test_figure_is_a_picture_with_its_size_and_its_words() -> None:
    html = render('So:\n\n{{ figure timeline.svg | Basset to\n"stuss" }}\n\nAnd on.', LINKER)
    assert '<figure tabindex="0"><img alt="Basset to &quot;stuss&quot;" ' in html
    assert re.search(r'height="\d+" loading="lazy" src="/static/timeline.svg" width="\d+"', html)
    assert "<p>And on.</p>" in html


def test_figure_that_is_not_there_is_left_out() -> None:
    assert render("{{ figure nothing.svg | a crow }}", LINKER) == ""


def test_russian_is_marked_as_russian() -> None:
    assert '«<span lang="ru">Дама ваша убита</span>»' in render("«Дама ваша убита», she is killed", LINKER)


def test_marks_are_found_across_lines_with_the_line_they_begin_on() -> None:
    found = list(find_marks("one\n[[lob|a\nb]] [@dal,\nch. I]\n{{ demo plie }}", first_line=5))
    assert [(mark.kind, mark.name, mark.line) for mark in found] == [
        ("term", "lob", 6),
        ("source", "dal", 7),
        ("demo", "plie", 9),
    ]


def test_sentence_escapes_values_and_keeps_its_links() -> None:
    template, values = "%(name)s: [[lob|the %(what)s]] <", {"name": "<A>", "what": "first & only"}
    html = linked(template, values, LINKER)
    assert html.startswith("&lt;A&gt;: <a ")
    assert ">the first &amp; only</a> &lt;" in html
    assert plain(template, values) == "<A>: the first & only <"


@pytest.mark.parametrize(
    ("typed", "printed"),
    [("Hermann's", "Hermann’s"), ('the "ace"', "the “ace”"), ("say 'ace' now", "say ‘ace’ now"), ("dogs'", "dogs’")],
)
def test_quotes_are_those_of_print(typed: str, printed: str) -> None:
    assert curled(typed) == printed


# Facts that are often got wrong; each pattern must not occur in any text of the site, line breaks apart.
FORBIDDEN = {
    "Pushkin never writes shtoss": r"Pushkin (calls|called|writes|wrote) (it |the game )?\*?shtoss",
    "Hermann is not said to win sonika": r"Hermann (wins|won|has won) (by )?(the )?(\[\[)?sonika?\b",
    "the dealt queen has no suit": r"(Chekalinsky|banker)('s|’s) queen of spades",
    "the second card cannot kill": r"killed by the sonik(?!»|”|\")",
    "sonika is not the second card": r"sonika (is|means) the second card",
    "Rostov wins the last card": r"(Rostov|Nikolai) loses (the ten|the last card|on the ten)",
    "43,000 is no round chance": r"43,000 (by|is) (chance|a coincidence)",
    "Lugin punts": r"Lugin (keeps|holds|kept|held) the bank",
    "Adelaida Ivanovna ruins nobody": r"Adelaida Ivanovna (ruins|ruined|cheats Glov|is used against)",
    "galbik is another game": r"galbik,? (a|another) (kind|name|form) (of|for) bank",
    "Pushkin's Hermann does not die": r"Pushkin('s|’s) Hermann (kills|killed|shoots|shot|dies|died)",
    "the opera's Herman does not go to the hospital": r"Herman (goes|went) mad",
    "Euler's paper was printed in 1766": r"Euler(,| \(| in) 1755(?!\")",
    "no colour of the seven that kills Lugin's": r"(killed by|falls?) the seven of (spades|clubs|hearts)[^.]*Lugin",
}


def running(text: str) -> str:
    """The words of a text without line breaks, since a fact may run over one."""
    return " ".join(text.split())


@pytest.mark.parametrize("fact", FORBIDDEN)
def test_no_text_gets_this_wrong(fact: str) -> None:
    wrong = [
        text.path.name
        for text in shelf().texts()
        if re.search(FORBIDDEN[fact], running("\n\n".join(printed(text)))) and text.slug != "sonik"
    ]
    assert not wrong


def printed(text: Text) -> list[str]:
    """Everything of a text that is ever printed."""
    head = text.head
    one = [getattr(head, key, "") for key in ("title", "summary", "definition", "origin", "certainty_note")]
    many = [line for key in ("attested", "fixed", "supplied", "aims") for line in getattr(head, key, ())]
    asked = [part for each in getattr(head, "questions", ()) for part in (each.ask, each.answer)]
    return [text.body, *one, *many, *asked]


def test_what_is_printed_holds_questions_and_answers_too() -> None:
    lesson = next(iter(shelf().lessons.values()))
    assert lesson.head.questions[0].answer in printed(lesson)


@pytest.mark.parametrize(
    ("wrong", "fact"),
    [
        ("Pushkin calls the game shtoss.", "Pushkin never writes shtoss"),
        ("Here Hermann wins the [[sonik]].", "Hermann is not said to win sonika"),
        ("Adelaida Ivanovna ruins them", "Adelaida Ivanovna ruins nobody"),
        ("Euler, 1755, found", "Euler's paper was printed in 1766"),
    ],
)
def test_the_patterns_find_what_they_should(wrong: str, fact: str) -> None:
    assert re.search(FORBIDDEN[fact], wrong)


def test_sums_that_are_inferred_say_so_wherever_they_stand() -> None:
    """Within the paragraph, the row or the line that names them."""
    inferred = re.compile(r"\b(188,000|376,000)\b")
    silent = [
        f"{text.path.name}: {part[:60]}"
        for text in shelf().texts()
        for whole in printed(text)
        for part in re.split(r"\n\s*\n|\n(?=[|-])", whole)
        if inferred.search(part) and "doubt inferred" not in part
    ]
    assert silent == []


# What an article has to say, doubts included.
REQUIRED = {
    "hermanns-three-nights": [
        r"188,000 \{\{ doubt inferred \}\}",
        r"Pushkin never says \*shtoss\*, and never says \*sonika\* of Hermann",
        r"queen that kills has no suit",
        r"the ace did win",
        r"52 cards, a number stated nowhere",
        r"first pair[^|]*\{\{ doubt inferred \}\}",
        r"Hermann does not die\. The Herman who kills himself .* belongs to Tchaikovsky's opera",
    ],
    "the-queen-of-spades": [
        r"The word \*shtoss\* does not occur",
        r"a game the tale calls faro or bank, and reference works call",
        r"It tells when a card was decided; the dictionary of Dal' allows it for a win or a loss alike",
        r"350 in all[^.]*\{\{ doubt inferred \}\}",
        r"three nights become one",
        r"no later than 1796 \{\{ doubt one-source \}\}",
    ],
    "lermontovs-shtoss": [
        r"соника была убита",
        r"«Что-с\?»",
        r"without any title",
        r"Lugin is the \[\[punter\]\]",
        r"the second card cannot kill anything",
    ],
    "rostov-and-dolokhov": [r"43 is his own age and", r"is given", r"## Does Dolokhov cheat"],
    "gogols-gamblers": [
        r"In the play it ruins nobody",
        r"\[\[galbik\]\], is a different game",
        r"Government Inspector",
    ],
    "who-wins-at-shtoss": [r"printed in 1766 \{\{ doubt unconfirmed \}\}"],
}


@pytest.mark.parametrize(("slug", "pattern"), [(slug, each) for slug, all_ in REQUIRED.items() for each in all_])
def test_article_says_what_it_must(slug: str, pattern: str) -> None:
    assert re.search(pattern, running(shelf().articles[slug].body))


LITERARY = {
    "hermanns-three-nights",
    "the-queen-of-spades",
    "lermontovs-shtoss",
    "gogols-gamblers",
    "rostov-and-dolokhov",
    "a-gallery-of-players",
}


@pytest.mark.parametrize("slug", sorted(LITERARY))
def test_article_on_a_work_says_what_the_text_fixes(slug: str) -> None:
    assert re.search(r"(?m)^## What the (text|texts|tale|books?|works?) fix(es)? and what", shelf().articles[slug].body)


def test_articles_are_of_a_length_that_is_read() -> None:
    lengths = {slug: len(without_marks(text.body).split()) for slug, text in shelf().articles.items()}
    assert {slug: words for slug, words in lengths.items() if not 700 <= words <= 2500} == {}


def test_originals_are_quoted_in_fragments_of_ten_words_at_most() -> None:
    for text in shelf().texts():
        for quotation in re.findall(r"«([^»]+)»", text.body):
            assert len(quotation.split()) <= 10, f"{text.path.name}: {quotation}"


def test_events_only_use_terms_of_the_glossary() -> None:
    used = {term for demo in demos().values() for step in demo.steps for event in step.events for term in event.terms}
    assert {"lob", "sonik", "s-gorki", "plie", "bita", "dana", "podrezat"} <= used
    assert used <= set(shelf().terms)


def test_at_least_twenty_terms_and_the_articles_of_the_shelf() -> None:
    assert len(shelf().terms) >= 20
    assert {"hermanns-three-nights", "how-shtoss-is-played", "lermontovs-shtoss"} <= set(shelf().articles)


# The glossary: every headword that readers were promised.
# fmt: off
HEADWORDS = {
    "abzug", "abzug-shtoss", "atande", "bank", "bank-money", "banker", "basset", "bit-kartu", "bita", "dana", "doublet",
    "faro", "foska", "galbik", "half-imperial", "idyot", "initial-kush", "klyuch", "klyunger", "kush", "lob",
    "lyubish-ne-lyubish", "made-up-deck", "marked-deck", "maz", "mel", "metat", "metka", "mirandole", "na-kvit",
    "nashol-kartu", "nazhivka", "obdernutsya", "otvetny-bank", "parole", "paroli-pe", "pe", "peredyorgivat", "plie",
    "podbitsya", "podrezat", "poltina", "polutsvetnaya", "powdered-cards", "prokidka", "prostaya", "punter",
    "right-left", "route", "ruka", "s-gorki", "sempel", "sept-et-le-va", "seriya", "sharper", "shtoss", "shtoss-deck",
    "snyat", "sonik", "sonika", "sorvat-bank", "stuss", "talia", "thirds", "transport", "tsvetnaya", "tyomnaya",
    "ubita", "ugol", "utka", "uvelichenie-kusha", "v-lob-polkusha", "v-lob-tselikom", "va-bank", "volny-kush",
}
# fmt: on
ACUTE = "\N{COMBINING ACUTE ACCENT}"

# Terms of play that no record shows: a word called out, folds and stakes whose counting nobody describes, and a sense
# that is not confirmed.
NOT_SHOWN = {"atande", "maz", "ruka", "transport", "utka"}


def test_every_headword_has_an_entry() -> None:
    assert len(HEADWORDS) >= 75
    assert set(shelf().terms) >= HEADWORDS


@pytest.mark.parametrize("slug", sorted(HEADWORDS))
def test_entry_says_how_its_words_are_spoken(slug: str) -> None:
    head = shelf().terms[slug].head
    assert [each.replace(ACUTE, "") for each in head.stressed] == head.russian
    assert head.sounds
    assert re.search("[A-Z]{2}", head.sounds), "the stressed syllable stands in capitals"
    for word in re.findall(rf"[\w{ACUTE}-]+", " ".join(head.stressed)):
        vowels = re.findall("[аеёиоуыэюя]", word.lower())
        if len(vowels) < 2 or "ё" in word:
            assert ACUTE not in word, word
        else:
            assert re.search(rf"[аеиоуыэюя]{ACUTE}", word), word


@pytest.mark.parametrize("slug", sorted(HEADWORDS))
def test_term_of_play_is_shown_where_it_happens(slug: str) -> None:
    from demos.seeds import demos

    head = shelf().terms[slug].head
    if head.position:
        assert head.position.demo in demos()
        assert head.position.step in {step.number for step in demos()[head.position.demo].steps}
    if head.group in {"deal", "outcomes", "stakes", "conditions"}:
        assert bool(head.position) == (slug not in NOT_SHOWN)
