"""HTML that is already rendered, as a tree to be changed and written again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")


@dataclass
class Element:
    """An element, or with no ``tag`` the document itself. ``children`` are elements and text, ready to be written."""

    tag: str = ""
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def get(self, name: str) -> str:
        """The attribute ``name``, "" if there is none."""
        return self.attributes.get(name) or ""

    @property
    def classes(self) -> list[str]:
        return self.get("class").split()

    def walk(self) -> Iterator[Element]:
        """Every element in it, in the order of the document."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()

    def first(self, chosen: Callable[[Element], bool]) -> Element | None:
        return next((element for element in self.walk() if chosen(element)), None)

    def change(self, changed: Callable[[Element], Element | None]) -> None:
        """Put ``changed(element)`` in the place of every element, from the outer to the inner; None takes it out."""
        kept: list[Element | str] = []
        for child in self.children:
            new = changed(child) if isinstance(child, Element) else child
            if new is None:
                continue
            if isinstance(new, Element):
                new.change(changed)
            kept.append(new)
        self.children = kept

    @property
    def html(self) -> str:
        inner = "".join(child if isinstance(child, str) else child.html for child in self.children)
        if not self.tag:
            return inner
        said = "".join(
            f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in self.attributes.items()
        )
        return f"<{self.tag}{said}>" + ("" if self.tag in VOID else f"{inner}</{self.tag}>")


class _Reader(HTMLParser):
    """Builds the tree; text and references stay as they were written."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.open = [Element()]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        at = next((at for at in range(len(self.open) - 1, 0, -1) if self.open[at].tag == tag), None)
        if at is not None:
            del self.open[at:]

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self.handle_data(f"<!{decl}>")


def read_markup(html: str) -> Element:
    """``html`` as a tree. What templates write is well formed but for the tags that HTML lets be left open."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.open[0]
