"""The built site in a real browser: served from this machine, to this machine alone."""

import gzip
import os
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Response, sync_playwright

from publish.project import Project
from tests.browser.chromium import ADVICE, find

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / ".cache" / "screenshots"
HERE = "127.0.0.1"
QUIET = [
    # Every name but this machine's address is unknown to the browser.
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {HERE}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]

# How far things moved since the page began to load.
SHIFTS = """() => new Promise((resolve) => {
    let total = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
        if (!entry.hadRecentInput) total += entry.value
    })).observe({ type: "layout-shift", buffered: true })
    setTimeout(() => resolve(total), 300)
})"""
STORED = "[...Object.keys(localStorage), ...Object.keys(sessionStorage)]"

Scheme = Literal["light", "dark"]
SCHEMES = {"light": "default", "dark": "slate"}  # as the theme names them
DESKTOP, PHONE = 1280, 360


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for ``address`` runs on every page of the course.

    With this scope the tests of one page stand together, and it is loaded once.
    """
    if "address" in metafunc.fixturenames:
        project = Project(ROOT)
        addresses = [project.url(page) for page in project.pages]
        ids = [address.strip("/") or "home" for address in addresses]
        metafunc.parametrize("address", addresses, ids=ids, scope="session")


class Handler(SimpleHTTPRequestHandler):
    """Serves the site below the path that it will have when it is published."""

    prefix = "/"

    def translate_path(self, path: str) -> str:
        inside = path.startswith(self.prefix)
        relative = path.removeprefix(self.prefix) if inside else "outside-of-the-site"
        return super().translate_path("/" + relative)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what fails is reported by the tests."""


@pytest.fixture(scope="session")
def origin(project: Project, site_folder: Path) -> Iterator[str]:
    """The address at which the site is served, with a slash at its end."""

    class Below(Handler):
        prefix = urlsplit(project.config.site_url or "/").path or "/"

    handler = partial(Below, directory=str(site_folder))
    with ThreadingHTTPServer((HERE, 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HERE}:{server.server_port}{Below.prefix}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = find()
    if path is None:
        pytest.fail(ADVICE)
    root = getattr(os, "geteuid", lambda: 1)() == 0
    arguments = [*QUIET, "--no-sandbox"] if root else QUIET
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=arguments)
        yield chromium
        chromium.close()


@dataclass
class Visit:
    """A page that was opened, and what went wrong on it since."""

    page: Page
    responses: list[Response] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    first_load: dict[str, int] = field(default_factory=dict)  # bytes gzipped, by URL
    shift: float = 0.0  # how far things moved while it was loaded
    stored: list[str] = field(default_factory=list)  # what the browser kept then

    def show(self, scheme: Scheme, width: int = DESKTOP) -> None:
        """The page to a reader with this scheme, in a window of this width."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=scheme, media="screen")
        self.page.locator(f"body[data-md-color-scheme={SCHEMES[scheme]}]").wait_for()

    def unfold(self) -> None:
        """Shows what a reader can fold away: details, and what a question hides."""
        self.page.evaluate(
            """() => {
                for (const details of document.querySelectorAll("details:not([open])"))
                    details.open = details.wasFolded = true
                document.querySelectorAll(".predict button[aria-expanded=false]")
                    .forEach((button) => button.click())
            }"""
        )

    def fold(self) -> None:
        """Hides again what was folded away when the page was loaded."""
        self.page.evaluate(
            """() => {
                for (const details of document.querySelectorAll("details"))
                    if (details.wasFolded) details.open = false
                document.querySelectorAll(".predict button[aria-expanded=true]")
                    .forEach((button) => button.click())
                scrollTo(0, 0)
            }"""
        )


Open = Callable[..., Visit]


def open_page(
    browser: Browser,
    origin: str,
    address: str,
    *,
    scheme: Scheme = "light",
    width: int = DESKTOP,
    javascript: bool = True,
) -> Visit:
    """Opens a page, as a reader does who was never here before."""
    context = browser.new_context(
        color_scheme=scheme,
        viewport={"width": width, "height": 900},
        java_script_enabled=javascript,
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened = Visit(context.new_page())
    watch(opened, origin)
    opened.page.goto(origin + address, wait_until="load")
    if javascript:
        opened.page.evaluate("document.fonts.ready")
    return opened


@pytest.fixture
def visit(browser: Browser, origin: str) -> Iterator[Open]:
    """Opens pages; afterwards, nothing may have gone wrong on any of them."""
    visits: list[Visit] = []

    def note(address: str, **how: Any) -> Visit:
        visits.append(open_page(browser, origin, address, **how))
        return visits[-1]

    yield note
    problems = [problem for opened in visits for problem in opened.problems]
    for opened in visits:
        opened.page.context.close()
    assert problems == []


@pytest.fixture(scope="session")
def loaded(browser: Browser, origin: str, address: str) -> Iterator[Visit]:
    """A page that is loaded once, for all tests that only look at it."""
    yield from _looked_at(browser, origin, address, DESKTOP)


@pytest.fixture(scope="session")
def loaded_on_a_phone(browser: Browser, origin: str, address: str) -> Iterator[Visit]:
    yield from _looked_at(browser, origin, address, PHONE)


def _looked_at(
    browser: Browser, origin: str, address: str, width: int
) -> Iterator[Visit]:
    opened = open_page(browser, origin, address, width=width)
    opened.shift = opened.page.evaluate(SHIFTS)
    opened.stored = opened.page.evaluate(STORED)
    opened.stored += map(str, opened.page.context.cookies())
    for response in opened.responses:
        if response.url.startswith("http"):
            size = len(gzip.compress(response.body(), 6, mtime=0))
            opened.first_load[response.url] = size
    yield opened
    opened.page.context.close()


@pytest.fixture
def seen(loaded: Visit) -> Iterator[Visit]:
    """That page; nothing may have gone wrong on it since the last test."""
    yield loaded
    problems = loaded.problems[:]
    loaded.problems.clear()
    assert problems == []


def wait_until(page: Page, expression: str, arg: Any = None) -> None:
    """Waits; Playwright's own way evaluates a string, which the policy refuses."""
    for _ in range(200):
        if page.evaluate(expression, arg):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never true: {expression}")


def watch(opened: Visit, origin: str) -> None:
    """Notes what a reader never sees: errors in the console, failed requests."""
    page, problems = opened.page, opened.problems
    where = urlsplit(origin).netloc

    def on_request(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != where:
            problems.append(f"asks another origin: {url}")

    def on_response(response: Response) -> None:
        opened.responses.append(response)
        if response.status >= 400:
            problems.append(f"{response.status}: {response.url}")

    # Said by the console too, but not by all versions in the same words.
    page.add_init_script(
        """document.addEventListener("securitypolicyviolation", (event) =>
            console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`))"""
    )
    page.on("request", lambda request: on_request(request.url))
    page.on("response", on_response)

    def on_failure(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # that is: the reader went on
            problems.append(f"failed: {request.url} ({request.failure})")

    page.on("requestfailed", on_failure)
    page.on("pageerror", lambda error: problems.append(f"error: {error}"))
    page.on(
        "console",
        lambda message: (
            problems.append(f"console: {message.text}")
            if message.type in ("error", "warning")
            else None
        ),
    )


def file_name(address: str) -> str:
    return re.sub(r"\W+", "-", address.strip("/")) or "home"
