"""What a page says of itself to machines, in the words of schema.org."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from library.citing import AUTHOR, SITE, Citation
from library.files import Text
from library.pages import Source

Data = dict[str, Any]


def article(citation: Citation, text: Text, image: str, sources: Sequence[tuple[str, Source]]) -> Data:
    """An article, with the works it cites."""
    return _kept(
        {
            "@context": "https://schema.org",
            "@type": "Article",
            "headline": text.head.title,
            "description": text.head.summary,
            "datePublished": text.head.published.isoformat(),
            "dateModified": (text.head.updated or text.head.published).isoformat(),
            "author": {"@type": "Organization", "name": AUTHOR},
            "publisher": {"@type": "Organization", "name": SITE},
            "image": image,
            "inLanguage": text.head.language,
            "mainEntityOfPage": citation.url,
            "citation": [_named(source) for _, source in sources],
        }
    )


def _named(source: Source) -> str:
    return ", ".join(part for part in (source.author, source.title, source.year) if part)


def term(text: Text, url: str, glossary: str) -> Data:
    """An entry of the glossary, which is a set of terms."""
    return {
        "@context": "https://schema.org",
        "@type": "DefinedTerm",
        "name": text.head.title,
        "alternateName": [*text.head.russian, *text.head.also],
        "description": text.head.definition,
        "inLanguage": text.head.language,
        "url": url,
        "inDefinedTermSet": {"@type": "DefinedTermSet", "name": SITE, "url": glossary},
    }


def breadcrumbs(origin: str, *way: tuple[str, str]) -> Data:
    """The way to a page: name and path of each station, the page itself last."""
    stations = [
        {"@type": "ListItem", "position": position, "name": str(name), "item": f"{origin}{path}"}
        for position, (name, path) in enumerate(way, start=1)
    ]
    return {"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": stations}


def _kept(data: Data) -> Data:
    return {name: value for name, value in data.items() if value}
