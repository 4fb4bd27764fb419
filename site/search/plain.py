"""HTML as the plain text of its sections: what is left of a page when it is looked through for words."""

from __future__ import annotations

from html.parser import HTMLParser

Section = tuple[str, str]  # what leads from the page to it, its text

HEADINGS = ("h2", "h3")
BLOCKS = {*HEADINGS, "p", "li", "dt", "dd", "tr", "td", "th", "blockquote", "br"}
BESIDE = {"held", "footnote-ref", "footnote-backref"}  # citations, doubts and notes stand beside the words


def sections(html: str) -> list[Section]:
    """The sections of ``html``: one under each heading that has an id, and what stands before the first of them."""
    return _Reader(html).sections


def plain(html: str) -> str:
    """All of ``html`` as one text."""
    return " ".join(text for _, text in sections(html))


class _Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[tuple[str, list[str]]] = [("", [])]
        self.beside = 0  # elements open since one that is left out
        self.feed(html)
        self.close()

    @property
    def sections(self) -> list[Section]:
        read = [(place, " ".join("".join(texts).split())) for place, texts in self.parts]
        return [(place, text) for place, text in read if text]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if self.beside or values.get("class") in BESIDE:
            self.beside += 1
        elif tag in HEADINGS and values.get("id"):
            self.parts.append((f"#{values['id']}", []))
        elif tag in BLOCKS:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if self.beside:
            self.beside -= 1
        elif tag in HEADINGS:
            self.handle_data(": ")
        elif tag in BLOCKS:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if not self.beside:
            self.parts[-1][1].append(data)
