"""What the wire carries: pages, steps, and a whole embed, compressed as for Chromium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Request

pytestmark = pytest.mark.browser

KB = 1024
PAGE, STEP, EMBED = 14 * KB, 4 * KB, 100 * KB


def test_an_article_comes_in_the_first_packets(ask: Any, article: str, record_property: Any) -> None:
    answer = ask(article)
    record_property("bytes", len(answer.body))
    assert answer.status == 200
    assert answer.headers.get("content-encoding") in ("gzip", "br", "zstd")
    assert len(answer.body) <= PAGE


@pytest.mark.parametrize("frame", ["demos", "embed"])
def test_a_demo_comes_in_the_first_packets(
    ask: Any, demo: str, frame: str, last_step: Any, record_property: Any
) -> None:
    """At every step, since each has an address that may be the first one a reader opens."""
    sizes = {}
    for step in range(last_step(demo) + 1):
        answer = ask(f"/{frame}/{demo}/?step={step}")
        assert answer.status == 200
        assert b"<!doctype" not in answer.body, "it is not compressed"
        sizes[step] = len(answer.body)
    record_property("bytes", max(sizes.values()))
    assert {step: size for step, size in sizes.items() if size > PAGE} == {}


@pytest.mark.parametrize("path", ["/", "/articles/", "/glossary/", "/demos/", "/games/shtoss/"])
def test_the_other_pages_are_compressed(ask: Any, path: str, record_property: Any) -> None:
    answer = ask(path)
    record_property("bytes", len(answer.body))
    assert answer.headers.get("content-encoding") in ("gzip", "br", "zstd")
    assert len(answer.body) <= PAGE


@pytest.mark.parametrize("frame", ["demos", "embed"])
def test_a_step_is_small(ask: Any, demo: str, frame: str, last_step: Any, record_property: Any) -> None:
    sizes = {}
    for step in range(last_step(demo) + 1):
        answer = ask(f"/{frame}/{demo}/?step={step}", HX_Request="true")
        assert answer.status == 200
        assert answer.headers.get("content-encoding") in ("gzip", "br", "zstd")
        sizes[step] = len(answer.body)
    record_property("bytes", max(sizes.values()))
    assert {step: size for step, size in sizes.items() if size > STEP} == {}


@pytest.mark.parametrize("step", [0, 999_999])
def test_a_whole_embed_is_light(
    new_context: Callable[..., BrowserContext], visit: Any, demo: str, step: int, record_property: Any
) -> None:
    """Page, styles, script, fonts and cards with an empty cache; a new context has one."""
    page = new_context().new_page()
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))
    visit(page, f"/embed/{demo}/?step={step}")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    sizes = {request.url.rsplit("/", 1)[-1]: request.sizes()["responseBodySize"] for request in finished}
    sizes = {name: size for name, size in sizes.items() if not name.startswith("favicon")}  # a frame has none
    for part in (".css", ".js", ".woff2", ".svg"):
        assert any(part in name for name in sizes), f"no {part} has been counted"
    assert all(size > 0 for size in sizes.values()), sizes
    record_property("bytes", sum(sizes.values()))
    assert sum(sizes.values()) <= EMBED, sizes


def test_static_files_are_kept_for_good(ask: Any, page: Any, visit: Any) -> None:
    """So that the second page of a visit costs its HTML only."""
    visit(page, "/demos/plie/")
    files = page.evaluate("() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)")
    assert len(files) > 4
    for path in set(files):
        assert "immutable" in ask(path).headers.get("cache-control", ""), path
