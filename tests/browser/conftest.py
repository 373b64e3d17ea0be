"""The built site in a real browser: served from this machine, to this machine alone."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    CDPSession,
    Page,
    Request,
    Response,
    sync_playwright,
)

from publish.project import Project
from tests.browser.chromium import ADVICE, find
from tests.browser.fonts import fonts_of_ours

ROOT = Path(__file__).resolve().parents[2]
HERE = "127.0.0.1"
QUIET = [
    # Every name but this machine's address is unknown to the browser.
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {HERE}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    # Measured from this machine, it seems slow when the machine is busy, and pictures
    # further below would come with the first load.
    "--force-effective-connection-type=4G",
    "--disable-gpu",  # a GPU in software costs more than it draws
    "--no-first-run",
]

# Colours pass from one scheme to the other; in what was folded away, when it opens.
SETTLE = "document.getAnimations().forEach((transition) => transition.finish())"
STORED = "[...Object.keys(localStorage), ...Object.keys(sessionStorage)]"

Scheme = Literal["light", "dark"]
# As the theme names them.
SCHEMES: dict[Scheme, str] = {"light": "default", "dark": "slate"}
DESKTOP, PHONE = 1280, 360


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


class Handler(SimpleHTTPRequestHandler):
    """Serves the site below the path that it will have when it is published."""

    prefix = "/"

    def translate_path(self, path: str) -> str:
        inside = path.startswith(self.prefix)
        relative = path.removeprefix(self.prefix) if inside else "outside-of-the-site"
        return super().translate_path("/" + relative)

    def end_headers(self) -> None:
        # Each test asks for what it sees.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what fails is reported by the tests."""


@contextmanager
def serving(project: Project, site_folder: Path) -> Iterator[str]:
    """The address at which the site is served, with a slash at its end."""

    class Below(Handler):
        prefix = urlsplit(project.config.site_url or "/").path or "/"

    handler = partial(Below, directory=str(site_folder))
    with ThreadingHTTPServer((HERE, 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HERE}:{server.server_port}{Below.prefix}"
        server.shutdown()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser that there is: on every machine it sees the same fonts."""
    path = find()
    if path is None:
        raise FileNotFoundError(ADVICE)
    root = getattr(os, "geteuid", lambda: 1)() == 0
    flags = [*QUIET, *(["--no-sandbox"] if root else [])]
    with fonts_of_ours() as fonts, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=flags, env={**os.environ, **fonts}
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def origin(project: Project, site_folder: Path) -> Iterator[str]:
    with serving(project, site_folder) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@dataclass
class Visit:
    """A tab, the page that was opened in it, and what went wrong there."""

    page: Page
    origin: str
    javascript: bool = True
    devtools: CDPSession = field(init=False)
    responses: list[Response] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.devtools = self.page.context.new_cdp_session(self.page)

    def go(self, address: str, scheme: Scheme = "light", width: int = DESKTOP) -> None:
        """Opens a page, as a reader does who was never here before."""
        self.page.unroute_all()
        if self.page.url.startswith(self.origin):
            self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.page.context.clear_cookies()
        # Or pictures far below, seen by another test, would come with the first load.
        self.devtools.send("Network.clearBrowserCache")
        if self.page.url.partition("#")[0] == self.origin + address.partition("#")[0]:
            self.page.goto("about:blank")  # or a new fragment would load nothing
        self.responses.clear()
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=scheme, media="null")
        self.page.goto(self.origin + address, wait_until="load")
        if self.javascript:
            self.page.evaluate("document.fonts.ready")

    def show(self, scheme: Scheme, width: int = DESKTOP) -> None:
        """The page to a reader with this scheme, in a window of this width."""
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=scheme, media="screen")
        self.page.locator(f"body[data-md-color-scheme={SCHEMES[scheme]}]").wait_for()
        # "Copied", which would stay for two seconds.
        self.page.evaluate(
            "document.querySelector('.md-dialog').classList.remove('md-dialog--active')"
        )
        # Twice: some transitions begin when the next picture is drawn.
        drawn = "await new Promise(requestAnimationFrame)"
        self.page.evaluate(f"async () => {{ {SETTLE}; {drawn}; {SETTLE} }}")

    def unfold(self) -> None:
        """Shows what a reader can fold away: details, and what a question hides."""
        self.page.evaluate(
            """() => {
                for (const details of document.querySelectorAll("details:not([open])"))
                    details.open = true
                document.querySelectorAll(".predict button[aria-expanded=false]")
                    .forEach((button) => button.click())
                SETTLE
            }""".replace("SETTLE", SETTLE)
        )


Open = Callable[..., Visit]


def new_tab(browser: Browser, origin: str, *, javascript: bool = True) -> Visit:
    context = browser.new_context(java_script_enabled=javascript)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = Visit(context.new_page(), origin, javascript)
    watch(tab)
    return tab


@pytest.fixture(scope="session")
def tabs(browser: Browser, origin: str) -> Iterator[dict[bool, Visit]]:
    """With scripts and without, a tab that tests take one after another.

    For a new one Chromium starts a process: a second, where another page in an old
    one takes half of that.
    """
    found = {
        scripts: new_tab(browser, origin, javascript=scripts)
        for scripts in (True, False)
    }
    yield found
    for tab in found.values():
        tab.page.context.close()


@pytest.fixture
def visit(browser: Browser, origin: str, tabs: dict[bool, Visit]) -> Iterator[Open]:
    """Opens pages; afterwards, nothing may have gone wrong on any of them.

    One after another in one tab; in a tab of its own where a test alters the tab.
    """
    own: list[Visit] = []

    def opened(
        address: str, *, alone: bool = False, javascript: bool = True, **how: Any
    ) -> Visit:
        tab = tabs[javascript]
        if alone:
            tab = new_tab(browser, origin)
            own.append(tab)
        tab.go(address, **how)
        return tab

    yield opened
    problems = []
    for tab in (*own, *tabs.values()):
        problems += tab.problems
        tab.problems.clear()
    for tab in own:
        tab.page.context.close()
    assert problems == []


def wait_until(page: Page, expression: str, arg: Any = None) -> None:
    """Waits; Playwright's own way evaluates a string, which the policy refuses."""
    for _ in range(200):
        if page.evaluate(expression, arg):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never true: {expression}")


def watch(tab: Visit) -> None:
    """Notes what a reader never sees: errors in the console, failed requests."""
    page, problems = tab.page, tab.problems

    def on_response(response: Response) -> None:
        tab.responses.append(response)
        if response.status >= 400:
            problems.append(f"{response.status}: {response.url}")

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
