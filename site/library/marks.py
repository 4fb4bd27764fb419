"""Our Markdown: the marks that only this site has.

==============================  ===========================================================================
``[[sonik]]``                   a link to the glossary; the definition shows on hover, on focus and in print
``[[sonik|second card]]``       the same under other words
``[@key]`` ``[@key, ch. VI]``   a citation, linked to the list of sources
``{{ doubt inferred }}``        how far to trust the claim before it
``{{ demo plie step=3 }}``      a running demonstration, alone in its paragraph
``… plie eyes=sharper }}``      the same, as one sees it who reads the backs of the cards
``{{ passage n3-4 }}``          before a paragraph: its permanent anchor, ``#n3-4``
``… n3-4 plie step=3 }}``       the same, and the step of a demonstration that it tells
``{{ figure a.svg | a crow }}`` a drawing of ours with its alt text, alone in its paragraph
==============================  ===========================================================================

Runs of Cyrillic are marked as Russian for screen readers. :func:`find_marks` gives the marks of a text with their
lines, so that a check can say where one leads nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any
from xml.etree import ElementTree

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext, gettext_lazy
from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

TERM = r"\[\[([^\[\]|]+)(?:\|([^\[\]]+))?\]\]"
CITATION = r"\[@([^\[\],\s]+)(?:,\s*([^\[\]]+))?\]"
DOUBT = r"\{\{\s*doubt\s+([^\s{}]+)\s*\}\}"
DEMO = r"\{\{\s*demo\s+([^\s{}]+)(?:\s+step=([^\s{}]+))?(\s+eyes=sharper)?\s*\}\}"
PASSAGE = r"\{\{\s*passage\s+([a-z0-9-]+)(?:\s+([^\s{}]+)\s+step=([^\s{}]+))?\s*\}\}"
FIGURE = r"\{\{\s*figure\s+([^\s{}|]+)\s*(?:\|([^{}]*))?\}\}"
CYRILLIC = r"[\u0400-\u045f](?:[\u0400-\u045f\u0301\s,.!?:;…„“-]*[\u0400-\u045f\u0301])?"
NO_BREAK = "\N{NO-BREAK SPACE}"
SHORTCODE = r"\{\{([^{}]*)\}\}"

HOW_WE_KNOW = "how-we-know"
DOUBTS = {
    "inferred": (gettext_lazy("inferred"), gettext_lazy("Our own inference or arithmetic from the text.")),
    "one-source": (gettext_lazy("one source"), gettext_lazy("Found in one secondary place only.")),
    "unconfirmed": (gettext_lazy("unconfirmed"), gettext_lazy("General knowledge that we have not confirmed.")),
}


@dataclass(frozen=True)
class Mark:
    """A mark at ``line`` of a text: its ``kind``, what it names, and what follows the name, if anything."""

    kind: str
    name: str
    rest: str
    line: int


def find_marks(text: str, first_line: int = 1) -> Iterator[Mark]:
    """Every mark of ``text``; a ``{{ … }}`` that is none of ours has the kind ``"unknown"``."""
    for found in re.finditer(f"{TERM}|{CITATION}|{SHORTCODE}", text):
        line = first_line + text.count("\n", 0, found.start())
        term, words, key, locator, _ = found.groups()
        if term:
            yield Mark("term", term, words or "", line)
        elif key:
            yield Mark("source", key, locator or "", line)
        else:
            yield _shortcode(found[0], line)


def without_marks(text: str) -> str:
    """``text`` with every finished mark blanked out, line by line as long as it was."""
    return re.sub(f"{TERM}|{CITATION}|{SHORTCODE}", lambda found: "\n" * found[0].count("\n"), text)


def _shortcode(text: str, line: int) -> Mark:
    if doubt := re.fullmatch(DOUBT, text):
        return Mark("doubt", doubt[1], "", line)
    if demo := re.fullmatch(DEMO, text):
        return Mark("demo", demo[1], demo[2] or "", line)
    if passage := re.fullmatch(PASSAGE, text):
        return Mark("passage", passage[1], f"{passage[2]} {passage[3]}" if passage[2] else "", line)
    if figure := re.fullmatch(FIGURE, text):
        return Mark("figure", figure[1], (figure[2] or "").strip(), line)
    return Mark("unknown", text, "", line)


@dataclass(frozen=True)
class Linker:
    """What the marks lead to: ``definitions`` by slug, ``sources`` by key in the order of the list they are in.

    A text that has no list under it cites ``by_name`` instead, on the page ``list_page`` that has one. ``demo``
    renders a running demonstration from its slug, its step, its place among the demos of the page, and whether it is
    seen by one who reads the backs. ``static_url`` gives the address of a drawing.
    """

    definitions: Mapping[str, str]
    sources: tuple[str, ...] = ()
    by_name: Mapping[str, str] | None = None
    list_page: str = ""
    demo: Callable[[str, str, int, bool], str] | None = None
    static_url: Callable[[str], str] = static

    def term(self, slug: str, words: str) -> ElementTree.Element | str:
        """A link to the glossary, or the bare words where the glossary has no such entry."""
        if slug not in self.definitions:
            return words
        link = ElementTree.Element("a", {"class": "term", "href": reverse("reading:term", args=[slug])})
        link.set("aria-description", self.definitions[slug])
        link.text = words
        return link


@dataclass(frozen=True)
class Section:
    """A heading of a text: its anchor, its words, and its level, 2 for ``##``."""

    anchor: str
    title: str
    level: int


@dataclass(frozen=True)
class Rendered:
    """A text as HTML, and its sections in their order."""

    html: str
    sections: tuple[Section, ...]


def render_whole(text: str, linker: Linker) -> Rendered:
    """``text`` as HTML with the list of its sections."""
    markdown = Markdown(
        extensions=["tables", "footnotes", "toc", "smarty", Marks(linker)],
        extension_configs={"footnotes": {"BACKLINK_TITLE": gettext("Back to note {} in the text")}},
    )
    html = markdown.convert(text)
    # A note that one has jumped to takes the focus, so that the next Tab goes on from it.
    html = html.replace('<li id="fn:', '<li tabindex="-1" id="fn:')
    tokens: list[dict[str, Any]] = getattr(markdown, "toc_tokens", [])
    return Rendered(html, tuple(_sections(tokens)))


def _sections(tokens: list[dict[str, Any]]) -> Iterator[Section]:
    for token in tokens:
        yield Section(token["id"], unescape(token["name"]), token["level"])
        yield from _sections(token["children"])


def render(text: str, linker: Linker) -> str:
    """``text`` as HTML."""
    return render_whole(text, linker).html


def render_line(text: str, linker: Linker) -> str:
    """``text``, one paragraph of Markdown, as HTML without the paragraph around it."""
    return render(text, linker).removeprefix("<p>").removesuffix("</p>")


class Marks(Extension):
    """The extension that makes Python-Markdown read our marks."""

    def __init__(self, linker: Linker) -> None:
        super().__init__()
        self.linker = linker

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        md.inlinePatterns.register(TermLink(TERM, md, self.linker), "term", 175)
        md.inlinePatterns.register(Citation(rf"\s*{CITATION}", md, self.linker), "citation", 174)
        md.inlinePatterns.register(Doubt(rf"\s*{DOUBT}", md), "doubt", 173)
        md.inlinePatterns.register(Russian(CYRILLIC, md), "russian", 5)
        md.parser.blockprocessors.register(PassageBlock(md.parser), "passage", 95)
        md.parser.blockprocessors.register(FigureBlock(md, self.linker), "figure", 90)
        if self.linker.demo:
            md.parser.blockprocessors.register(DemoBlock(md, self.linker.demo), "demo", 90)


Found = tuple[ElementTree.Element | str | None, int | None, int | None]


class TermLink(InlineProcessor):
    def __init__(self, pattern: str, md: Markdown, linker: Linker) -> None:
        super().__init__(pattern, md)
        self.linker = linker

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]  # noqa: N802
        return self.linker.term(m[1], m[2] or m[1]), m.start(0), m.end(0)


class Citation(InlineProcessor):
    """``[2, ch. VI]``: the number is the source's place in the list under the text."""

    def __init__(self, pattern: str, md: Markdown, linker: Linker) -> None:
        super().__init__(pattern, md)
        self.linker = linker

    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]  # noqa: N802
        if m[1] not in self.linker.sources:
            return "", m.start(0), m.end(0)
        by_name, number = self.linker.by_name, str(self.linker.sources.index(m[1]) + 1)
        label = by_name.get(m[1], number) if by_name else number
        link = ElementTree.Element("a", {"class": "cite", "href": f"{self.linker.list_page}#source-{m[1]}"})
        link.text = f"[{label}, {m[2]}]" if m[2] else f"[{label}]"
        return held(link), m.start(0), m.end(0)


class Doubt(InlineProcessor):
    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]  # noqa: N802
        if m[1] not in DOUBTS:
            return "", m.start(0), m.end(0)
        return held(doubt_link(m[1])), m.start(0), m.end(0)


def doubt_link(name: str) -> ElementTree.Element:
    """The badge of one of :data:`DOUBTS`, linked to what it means."""
    label, meaning = DOUBTS[name]
    link = ElementTree.Element(
        "a", {"class": "doubt", "href": f"{reverse('reading:article', args=[HOW_WE_KNOW])}#{name}"}
    )
    link.set("aria-description", str(meaning))
    link.text = str(label)
    return link


def held(link: ElementTree.Element) -> ElementTree.Element:
    """``link`` kept on the line of the word before it."""
    span = ElementTree.Element("span", {"class": "held"})
    span.text = NO_BREAK
    span.append(link)
    return span


class Russian(InlineProcessor):
    def handleMatch(self, m: re.Match[str], data: str) -> Found:  # type: ignore[override]  # noqa: N802
        span = ElementTree.Element("span", {"lang": "ru"})
        span.text = m[0]
        return span, m.start(0), m.end(0)


class DemoBlock(BlockProcessor):
    """A paragraph that holds nothing but ``{{ demo … }}``."""

    def __init__(self, md: Markdown, demo: Callable[[str, str, int, bool], str]) -> None:
        super().__init__(md.parser)
        self.md = md
        self.demo = demo
        self.place = 0

    def test(self, parent: ElementTree.Element, block: str) -> bool:
        return re.fullmatch(DEMO, block.strip()) is not None

    def run(self, parent: ElementTree.Element, blocks: list[str]) -> None:
        found = re.fullmatch(DEMO, blocks.pop(0).strip())
        assert found is not None
        self.place += 1
        html = self.demo(found[1], found[2] or "0", self.place, bool(found[3]))
        paragraph = ElementTree.SubElement(parent, "p")
        paragraph.text = self.md.htmlStash.store(html)


class PassageBlock(BlockProcessor):
    """A paragraph with a permanent anchor, and a link to the step that it tells."""

    def test(self, parent: ElementTree.Element, block: str) -> bool:
        return re.match(PASSAGE, block) is not None

    def run(self, parent: ElementTree.Element, blocks: list[str]) -> None:
        block = blocks.pop(0)
        found = re.match(PASSAGE, block)
        assert found is not None
        anchor, demo, step = found.groups()
        paragraph = ElementTree.SubElement(parent, "p", {"id": anchor, "class": "passage"})
        paragraph.text = block[found.end() :].strip()
        here = ElementTree.SubElement(paragraph, "a", {"class": "here", "href": f"#{anchor}"})
        here.set("aria-label", gettext("Passage %(anchor)s") % {"anchor": anchor})
        here.text = AtomicString("¶")
        if demo:
            paragraph.set("data-tells", f"{demo} {step}")
            at = ElementTree.SubElement(paragraph, "a", {"class": "at-step"})
            at.set("href", f"{reverse('demos:step', args=[demo])}?step={step}")
            at.text = AtomicString(gettext("step %(step)s") % {"step": step})


class FigureBlock(BlockProcessor):
    """A paragraph that holds nothing but ``{{ figure … }}``; keys can scroll it where the page is narrow."""

    def __init__(self, md: Markdown, linker: Linker) -> None:
        super().__init__(md.parser)
        self.linker = linker

    def test(self, parent: ElementTree.Element, block: str) -> bool:
        return re.fullmatch(FIGURE, block.strip()) is not None

    def run(self, parent: ElementTree.Element, blocks: list[str]) -> None:
        found = re.fullmatch(FIGURE, blocks.pop(0).strip())
        assert found is not None
        if size := size_of(found[1]):
            alt = " ".join((found[2] or "").split())
            figure = ElementTree.SubElement(parent, "figure", {"tabindex": "0"})
            ElementTree.SubElement(
                figure, "img", {"src": self.linker.static_url(found[1]), "alt": alt, "loading": "lazy", **size}
            )


def size_of(name: str) -> dict[str, str]:
    """Width and height of the drawing ``name`` among the static files; nothing if there is none."""
    path = finders.find(name) if re.fullmatch(r"[\w-]+\.svg", name) else None
    root = ElementTree.parse(str(path)).getroot() if path else None
    return {} if root is None else {side: root.get(side, "") for side in ("width", "height")}


def linked(template: str, values: Mapping[str, Any], linker: Linker) -> str:
    """A sentence with ``[[term|words]]`` marks and ``%(name)s`` places as HTML; the values are escaped."""
    html: list[str] = []
    end = 0
    for found in re.finditer(TERM, template):
        html.append(escape(template[end : found.start()] % values))
        term = linker.term(found[1], (found[2] or found[1]) % values)
        html.append(escape(term) if isinstance(term, str) else ElementTree.tostring(term, encoding="unicode"))
        end = found.end()
    return "".join([*html, escape(template[end:] % values)])


def plain(template: str, values: Mapping[str, Any]) -> str:
    """The same sentence for a terminal: the words without their links."""
    return re.sub(TERM, lambda found: found[2] or found[1], template) % values
