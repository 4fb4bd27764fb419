"""The real site in a real Chromium: a server of its own, and a guard over everything that a page complains of."""

from __future__ import annotations

import functools
import http.client
import http.server
import importlib.util
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

ROOT = Path(__file__).resolve().parents[2]
CONTENT = ROOT / "content" / "en"
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ACCEPT_ENCODING = "gzip, deflate, br, zstd"  # as Chromium sends it
PATIENCE = 60  # seconds until the server has to answer
SOON = 8_000  # milliseconds until a page has to


def slugs(kind: str) -> list[str]:
    return sorted(path.stem for path in (CONTENT / kind).glob("*.md"))


def longest(kind: str) -> str:
    return max((CONTENT / kind).glob("*.md"), key=lambda path: path.stat().st_size).stem


ARTICLES = [f"/articles/{slug}/" for slug in slugs("articles")]
# Articles of every shape: several deals, a drawing, wide tables, lines that do not wrap by themselves, plain prose.
SHAPES = ["hermanns-three-nights", "conditions", "from-basset-to-stuss", "rostov-and-dolokhov", "how-sharpers-cheat"]
RULES = [f"/games/{slug}/" for slug in slugs("games")]
# Deals of every shape: short, long, with the cut first, several punters, several deals, late stakes.
DEMOS = ["hermann-night-1", "hermann-night-3", "long-deal", "bank-table", "lob-full", "faro-last-card"]
MISSING = ["/demos/nothing-here/", "/demos/plie/?step=two", "/embed/plie/?step=two"]
GLOSSARY = ["/glossary/", "/glossary/print/", f"/glossary/{longest('glossary')}/"]
PLAIN = ["/", "/articles/", *(f"/articles/{slug}/" for slug in SHAPES), *GLOSSARY, "/demos/", *RULES]
END = 999_999  # the site answers with the nearest step there is
ODDS = ["/odds/", "/odds/?cards=3&deck=32&condition=thirds", "/odds/?deck=99", "/odds/demos/long-deal/?step=5"]
LESSON = f"/lessons/{longest('lessons')}/"
LESSONS = ["/lessons/", LESSON, f"{LESSON}handout/", f"{LESSON}answers/"]
SEARCH = ["/search/", "/search/?q=bank", "/search/?q=abzuk", "/search/?q=injcc", "/glossary/?q=lob"]
TEACHING = [
    "/help/frames/",
    "/demos/hermann-night-3/use/",
    "/demos/plie/result/",
    "/embed/plie/?quiz=1&step=2",
    "/build/",
]
KINDS = [
    *PLAIN,
    *ODDS,
    *SEARCH,
    *LESSONS,
    *TEACHING,
    "/demos/long-deal/",
    f"/demos/hermann-night-3/?step={END}",
    "/embed/bank-table/?step=4",
    "/api/",
    *MISSING,
]


# --- the server ---


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the site, served as it will be: by gunicorn, with its static files collected."""
    with _serving(tmp_path_factory.mktemp("site")) as address:
        yield address


@pytest.fixture(scope="session")
def serving() -> Callable[..., AbstractContextManager[str]]:
    """``serving(folder, LTI_PRIVATE_KEY=…)`` serves a second site, whose host has set what is named."""
    return _serving


@contextmanager
def _serving(folder: Path, **variables: str) -> Iterator[str]:
    hosts_own = {"DEBUG", "ALLOWED_HOSTS", "DATABASE_URL", "SECRET_KEY", "WEB_CONCURRENCY", "GUNICORN_CMD_ARGS"}
    hosts_own |= {"LTI_PRIVATE_KEY"}
    environment = {name: value for name, value in os.environ.items() if name not in hosts_own} | variables
    environment["STATIC_ROOT"] = str(folder / "static")
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "site")])
    environment["DJANGO_SETTINGS_MODULE"] = "web.settings"
    environment["DATABASE_URL"] = f"sqlite:///{folder / 'db.sqlite3'}"
    for command in (["collectstatic", "--noinput"], ["migrate", "--noinput"], ["fill_index"]):
        subprocess.run([sys.executable, "manage.py", *command, "-v0"], cwd=ROOT, env=environment, check=True)

    # The socket is opened here and handed over: no other process can take the port in between.
    with socket.socket() as listener, (folder / "log").open("wb") as log:
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        command = [sys.executable, "-m", "gunicorn", "web.wsgi", "--bind", f"fd://{listener.fileno()}"]
        command += ["--worker-class", "gthread", "--threads", "2", "--no-control-socket"]
        server = subprocess.Popen(
            command, cwd=ROOT, env=environment, pass_fds=[listener.fileno()], stdout=log, stderr=subprocess.STDOUT
        )
        dealer = [sys.executable, "manage.py", "db_worker", "--no-startup-delay", "--interval", "0.2"]
        worker = subprocess.Popen(dealer, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        _wait_for(server, address, folder / "log")
        yield address
    finally:
        _stop(worker)
        _stop(server)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_for(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    """The socket listens already, so one request waits until the server is up, or breaks when it falls down."""
    try:
        answer = fetch(address, "/")
    except OSError as failure:
        pytest.fail(f"gunicorn does not serve the site ({failure}, exit {server.poll()}):\n{log.read_text()}")
    assert answer.status == 200, f"the first page has status {answer.status}:\n{log.read_text()}"


@dataclass
class Answer:
    """What came over the wire: ``body`` is still compressed."""

    status: int
    headers: dict[str, str]
    body: bytes


def fetch(address: str, path: str, **headers: str) -> Answer:
    """Ask the server without a browser, with the encodings that Chromium accepts."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    try:
        sent = {"Accept-Encoding": ACCEPT_ENCODING, **{name.replace("_", "-"): text for name, text in headers.items()}}
        connection.request("GET", path, headers=sent)
        response = connection.getresponse()
        return Answer(response.status, {name.lower(): text for name, text in response.getheaders()}, response.read())
    finally:
        connection.close()


@pytest.fixture
def ask(site: str) -> Callable[..., Answer]:
    """``ask(path, HX_Request="true")`` is the answer to a request without a browser."""
    return lambda path, **headers: fetch(site, path, **headers)


# --- somebody's page ---


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("somebody")


@pytest.fixture(scope="session")
def elsewhere(folder: Path) -> Iterator[str]:
    """Another server with another name: another site to the browser."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()
        thread.join()


# --- the browser ---


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": _chromium(), "args": CHROMIUM_ARGS}


def _chromium() -> str:
    # The tests are imported each by its path, so a neighbour is, too.
    spec = importlib.util.spec_from_file_location("find_chromium", Path(__file__).with_name("find_chromium.py"))
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    try:
        return str(found.find())
    except found.NoChromium as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def base_url(site: str) -> str:
    """Every context knows it, so that a test says ``page.goto("/demos/")``."""
    return site


# --- the guard ---

TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`content security policy: ${event.violatedDirective} forbids ${event.blockedURI}`);
});
"""


@dataclass
class Guard:
    """Keeps what the pages of a test complain of. A test names what it provokes; anything else fails it."""

    heard: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        context.on("console", lambda message: self._hear(message) if message.type == "error" else None)
        context.on("weberror", lambda failure: self.heard.append(f"uncaught: {failure.error}"))
        context.add_init_script(TELL_VIOLATIONS)

    def _hear(self, message: Any) -> None:
        self.heard.append(f"{message.text} ({message.location.get('url', '')})")

    def expect(self, pattern: str) -> None:
        """At least one complaint that matches ``pattern`` must come, and any number of them may."""
        self.expected.append(pattern)

    def verdict(self) -> list[str]:
        surprises = [text for text in self.heard if not any(re.search(pattern, text) for pattern in self.expected)]
        silent = [pattern for pattern in self.expected if not any(re.search(pattern, text) for text in self.heard)]
        return [*surprises, *(f"nobody complained of {pattern}" for pattern in silent)]


@pytest.fixture(autouse=True)
def guard() -> Iterator[Guard]:
    """Whatever page of whatever context has an error in its console fails the test."""
    guard = Guard()
    yield guard
    assert not guard.verdict()


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext], guard: Guard) -> Callable[..., BrowserContext]:
    """A context under guard; the fixtures ``context`` and ``page`` come from here, too."""

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(SOON)
        guard.watch(context)
        return context

    return make


# --- pages ---


@pytest.fixture
def visit(guard: Guard) -> Callable[[Page, str], Response]:
    """Go to a page. A page that is not there has to say so by its status, which Chromium complains of."""

    def go(page: Page, address: str) -> Response:
        response = page.goto(address)
        assert response is not None
        missing = address in MISSING
        assert response.status == (404 if missing else 200)
        if missing:
            guard.expect(rf"status of 404 .*{re.escape(address)}")
        return response

    return go


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """An address of each kind of page; of articles and rules each."""
    return str(request.param)


@pytest.fixture(params=ARTICLES)
def article(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[address for address in ARTICLES if address not in KINDS])
def other_article(request: pytest.FixtureRequest) -> str:
    """An article that is none of the kinds, being like one of them."""
    return str(request.param)


@pytest.fixture(params=DEMOS)
def demo(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def last_step() -> Callable[[str], int]:
    """The number of the last step of a demonstration."""
    from demos.seeds import demos

    return lambda slug: demos()[slug].last


@dataclass
class Stepper:
    """A demonstration on a page, as its reader sees it."""

    page: Page
    index: int = 0

    @property
    def panel(self) -> Any:
        return self.page.locator("[data-demo] > .panel").nth(self.index)

    def link(self, role: str) -> Any:
        return self.panel.locator(f".steps .{role}")

    @property
    def step(self) -> int:
        return int(self._progress[1])

    @property
    def last(self) -> int:
        return int(self._progress[3])

    @property
    def _progress(self) -> list[str]:
        return str(self.panel.locator(".progress").inner_text()).split()

    def go(self, role: str) -> None:
        """Click one of the step links, if it leads somewhere, and wait for what it leads to."""
        link = self.link(role)
        if link.get_attribute("href"):
            step = {"first": 0, "previous": self.step - 1, "next": self.step + 1, "last": self.last}[role]
            link.click()
            self.shows(step)

    def shows(self, step: int) -> None:
        """Wait until the step is there, and htmx has finished with it."""
        expect(self.panel.locator(".progress")).to_have_text(re.compile(rf"^Step {step} of "))
        expect(self.page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)

    @property
    def html(self) -> str:
        return str(self.panel.evaluate("panel => panel.outerHTML"))

    @property
    def spoken(self) -> str:
        return str(self.panel.get_attribute("data-spoken"))


@pytest.fixture
def stepper() -> Callable[..., Stepper]:
    """``stepper(page, 1)`` is the second demonstration of a page."""
    return Stepper


@pytest.fixture
def asked(page: Page) -> list[str]:
    """The requests that htmx has made on ``page``, by path and query."""
    requests: list[str] = []

    def note(request: Any) -> None:
        if request.headers.get("hx-request"):
            parts = urlsplit(request.url)
            requests.append(f"{parts.path}?{parts.query}")

    page.on("request", note)
    return requests


@pytest.fixture
def reveal() -> Callable[[Page], None]:
    """Let the reader's eye come upon every demonstration of a page, and wait until each is there."""

    def look(page: Page) -> None:
        waiting = page.locator(".panel.waiting")
        for left in range(waiting.count(), 0, -1):
            waiting.first.scroll_into_view_if_needed()
            expect(waiting).to_have_count(left - 1)
        expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)

    return look


FOCUSED = "() => document.activeElement.id || document.activeElement.tagName"


@pytest.fixture
def focused() -> Callable[[Page], str]:
    """The id of the element with the focus, or its tag."""
    return lambda page: str(page.evaluate(FOCUSED))


@pytest.fixture
def slow() -> Callable[[Page, int], None]:
    """Let every answer take so many milliseconds more, so that a reader can be faster than the site."""

    def delay(page: Page, milliseconds: int) -> None:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        conditions = {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.emulateNetworkConditions", conditions)

    return delay
