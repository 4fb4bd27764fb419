"""A whole demonstration as one file: every step, card and letter of it in one document that asks for nothing else."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from urllib.parse import urlsplit

from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.safestring import SafeString, mark_safe

from demos.drawing import HEIGHT, WIDTH, definitions, drawing_of, element
from demos.frames import FRAGMENT
from demos.lettering import FONTS
from demos.manner import Manner
from demos.panel import Panel
from demos.seeds import Demo
from demos.shown import panel_html
from library.marks import DOUBTS
from library.markup import Element, read_markup
from library.shelf import shelf

LIMIT = 300_000  # bytes: a mail and a learning platform take it without a thought
# The faces that are put into the file as long as there is room, the most needed first; the regular ones always are.
FACES = (("regular", "latin"), ("regular", "cyrillic"), ("italic", "latin"), ("semibold", "latin"))
STYLES = {"regular": "normal 400", "italic": "italic 400", "semibold": "normal 600"}
CYRILLIC = "U+00AB,U+00BB,U+0301,U+0400-045F,U+0462-0463,U+0472-0475,U+0490-0491"
# What leads elsewhere and has no place in a file that stands alone.
LEFT_OUT = ("steps", "ways", "what-if")


@dataclass(frozen=True)
class Word:
    """A term or a mark of doubt that the file uses, with its meaning; ``anchor`` is where it stands in the file."""

    anchor: str
    name: str
    meaning: str


@lru_cache(maxsize=64)  # a changed file makes new demonstrations, and so new entries
def document(demo: Demo, manner: Manner, origin: str = "") -> str:
    """The file. It says at which ``origin`` the deal is found, if there is one; nothing in it is asked from there."""
    manner = replace(manner, place=0, embedded=False, quiz=False, answers="")
    panels = Panel(demo, 0, manner).every_step
    steps, used = _steps(demo, panels)
    faces = 0
    while True:
        html = _written(demo, panels, steps, used, origin, FACES[: faces + 2])
        bigger = len(html.encode()) + 36_000 < LIMIT  # room for one more face
        if not bigger or faces + 2 == len(FACES):
            return html
        faces += 1


def _written(
    demo: Demo, panels: list[Panel], steps: str, used: _Used, origin: str, faces: tuple[tuple[str, str], ...]
) -> str:
    cyrillic = any("\u0400" <= letter <= "\u04ff" for letter in steps)
    style = "".join(_face(*face) for face in faces if cyrillic or face[1] != "cyrillic") + _style(panels)
    script = render_to_string("demos/alone.js")
    context = {
        "demo": demo,
        "panel": panels[0],
        "panels": panels,
        "steps": mark_safe(steps),
        "words": sorted(used.words.values(), key=lambda word: word.name.casefold()),
        "cards": _cards(used.cards),
        "style": mark_safe(style),
        "script": mark_safe(script),
        "style_hash": _hash(style),
        "script_hash": _hash(script),
        "origin": origin,
    }
    return render_to_string("demos/alone.html", context)


def _hash(text: str) -> str:
    """By which a content security policy knows an inline style or script."""
    return b64encode(sha256(text.encode()).digest()).decode()


# --- the steps ---


def _steps(demo: Demo, panels: list[Panel]) -> tuple[str, _Used]:
    """Every panel as the site shows it, and what is said of the deal; every link leads into the file or goes."""
    drawn = [str(panel_html(demo, panel.number, FRAGMENT, panel.manner)) for panel in panels]
    found = [read_markup(html).first(lambda each: "panel" in each.classes) or Element() for html in drawn]
    for panel, element_ in zip(panels, found, strict=True):
        element_.attributes["id"] = f"step-{panel.number}"
        element_.attributes.pop("data-step", None)
    whole = {"demo": demo, "panel": panels[0], "panels": panels, "steps": [mark_safe(each.html) for each in found]}
    tree = read_markup(render_to_string("demos/alone_steps.html", whole))
    used = _Used()
    tree.change(used.taken)
    return tree.html, used


class _Used:
    """Takes elements of a page into the file, and keeps which cards and words they need."""

    def __init__(self) -> None:
        self.cards: set[str] = set()
        self.words: dict[str, Word] = {}

    def taken(self, element_: Element) -> Element | None:
        """What stands for ``element_`` in the file, None if nothing does."""
        if any(name in LEFT_OUT for name in element_.classes) and "data-buttons" not in element_.attributes:
            return None
        if element_.tag == "img" and "card" in element_.classes:
            return self._card(element_)
        if element_.tag == "a":
            return self._link(element_)
        return element_

    def _card(self, image: Element) -> Element:
        name = urlsplit(image.get("src")).fragment
        self.cards.add(name)
        said: dict[str, str | None] = {"class": image.get("class"), "role": "img", "aria-label": image.get("alt")}
        return Element("svg", said, [Element("use", {"href": f"#card-{name}"})])

    def _link(self, link: Element) -> Element | None:
        if link.get("id").endswith("-eyes"):
            return None
        if "cite" in link.classes:
            return Element("a", {"class": "cite", "href": f"#{urlsplit(link.get('href')).fragment}"}, link.children)
        word = self._word(link)
        if word is None:
            return Element("span", {}, link.children)
        self.words[word.anchor] = word
        said = {name: link.get(name) for name in ("class", "aria-description")}
        return Element("a", {**said, "href": f"#{word.anchor}"}, link.children)

    def _word(self, link: Element) -> Word | None:
        parts = urlsplit(link.get("href"))
        if "doubt" in link.classes and parts.fragment in DOUBTS:
            name, meaning = DOUBTS[parts.fragment]
            return Word(f"mark-{parts.fragment}", str(name), str(meaning))
        if "term" not in link.classes:
            return None
        try:
            slug = resolve(parts.path).kwargs["slug"]
        except (Resolver404, KeyError):
            return None
        term = shelf().terms.get(slug)
        return Word(f"word-{slug}", term.head.title, term.head.definition) if term else None


# --- what is put into the file ---


def _cards(names: set[str]) -> SafeString:
    """The cards that the file shows, each drawn once, to be placed by name."""
    size = f"0 0 {WIDTH} {HEIGHT}"
    drawn = [element("symbol", drawing_of(name), id=f"card-{name}", viewBox=size) for name in sorted(names)]
    return mark_safe(definitions() + "".join(drawn))


@cache
def _face(style: str, alphabet: str) -> str:
    """A face of the font as a rule of a style sheet."""
    slant, weight = STYLES[style].split()
    data = b64encode((FONTS / f"eb-garamond-{style}-{alphabet}.woff2").read_bytes()).decode()
    letters = f"unicode-range:{CYRILLIC};" if alphabet == "cyrillic" else ""
    return (
        f'@font-face{{font-family:"EB Garamond";font-style:{slant};font-weight:{weight};{letters}'
        f'src:url("data:font/woff2;base64,{data}") format("woff2")}}\n'
    )


def _style(panels: list[Panel]) -> str:
    """The site's own style, that of such a file, and which number shows which step."""
    site = (FONTS.parent / "css" / "site.css").read_text(encoding="utf-8")
    shown = ",".join(f".demo:has(#at-{panel.number}:checked) #step-{panel.number}" for panel in panels)
    one = f"@media screen{{@supports selector(:has(*)){{.alone .panel{{display:none}}{shown}{{display:block}}}}}}\n"
    return site + render_to_string("demos/alone.css") + one
