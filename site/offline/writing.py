"""Writes the edition: django-distill asks for every page, and each is rewritten into a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django_distill.renderer import DistillRenderer
from django_distill.utils import get_header

from offline.addresses import STATIC, Addresses, file_at
from offline.rewriting import Rewriting

# Style sheets name the fonts, which no page does.
FONTS = "fonts"


def write(folder: Path) -> tuple[int, int]:
    """Write the edition into an empty ``folder``. Returns how many files it has, and how many bytes."""
    with DistillRenderer() as renderer:
        paths = frozenset(renderer.urls())
        assets: set[str] = set()
        for _pattern, path, _file, _status, headers, body in renderer.render():
            file = file_at(path)
            _put(folder / file, _page(file, body, paths, assets) if _is_page(file, headers) else body)
    for name in sorted(assets | {f"{STATIC}{FONTS}/{font}" for font in _fonts()}):
        _put(folder / name, Path(str(finders.find(name.removeprefix(STATIC)))).read_bytes())
    written = [file for file in folder.rglob("*") if file.is_file()]
    return len(written), sum(file.stat().st_size for file in written)


def _is_page(file: str, headers: list[tuple[str, str]]) -> bool:
    """Whether it is a page of the site: a deal in one file is HTML too, but asks for nothing and stays as it is."""
    html = (get_header(headers, "Content-Type") or "").startswith("text/html")
    return html and "Content-Disposition" not in dict(headers)


def _page(file: str, body: bytes, paths: frozenset[str], assets: set[str]) -> bytes:
    rewriting = Rewriting(file, Addresses(paths), named=bool(settings.SITE_ADDRESS), assets=assets)
    return rewriting.rewritten(body.decode()).encode()


def _put(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _fonts() -> Iterator[str]:
    for finder in finders.get_finders():
        for path, _storage in finder.list([]):
            if Path(path).parent.name == FONTS:
                yield Path(path).name
