"""Every word of the interface goes through gettext, so that the site can be translated."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.ROOT)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# What is the same in every language: names of formats, and of the site on its own pages for other programs.
NEUTRAL = {"TOML", "JSON", "BibTeX", "CSL", "SVG", "PNG", "PDF", "CSV", "HTML", "Moodle", "Canvas", "WordPress"}
SAID = ("aria-label", "title", "alt", "placeholder", "aria-description")


def own_words(template: str) -> list[str]:
    """The words that a template says by itself, outside of its tags and of what is translated."""
    text = re.sub(r"(?s)\{% block (address|picture|type) %\}.*?\{% endblock %\}", "", template)  # for programs
    text = re.sub(r"(?s)\{% blocktranslate.*?%\}.*?\{% endblocktranslate %\}", "", text)
    text = re.sub(r"(?s)\{% comment.*?endcomment %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text)
    text = re.sub(r"(?s)<code>.*?</code>", "", text)
    text = re.sub(r"(?s)<(script|style|!--).*?(</\1>|-->)", "", text)
    spoken = [value for name in SAID for value in re.findall(rf'\s{name}="([^"]*)"', text)]
    text = re.sub(r"(?s)<[^>]*>", " ", text)
    words = re.findall(r"[^\W\d_]{2,}", " ".join([text, *spoken]))
    return [word for word in words if word not in NEUTRAL]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_template_says_nothing_by_itself(path: Path) -> None:
    assert own_words(path.read_text(encoding="utf-8")) == []


def test_words_outside_of_gettext_are_found() -> None:
    assert own_words('<p title="Hello">{% translate "Yes" %} No{{ name }}</p>') == ["No", "Hello"]
    assert own_words("{% blocktranslate %}Yes{% endblocktranslate %}<b>TOML</b>") == []


VIEWS = sorted(path for path in (ROOT / "site").rglob("*.py") if path.name in ("views.py", "panel.py", "narration.py"))


@pytest.mark.parametrize("path", VIEWS, ids=lambda path: str(path.relative_to(ROOT / "site")))
def test_a_sentence_in_the_code_goes_through_gettext(path: Path) -> None:
    """A text with a blank in it that begins with a capital is a sentence; docstrings and log lines are ours alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    translated = {
        id(argument)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "gettext", "gettext_lazy", "ngettext", "pgettext", "pgettext_lazy")
        for argument in node.args
    }
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    bare = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.match(r"[A-Z][a-z]* [a-z]", node.value)
        and id(node) not in translated | docstrings
    ]
    assert bare == []
