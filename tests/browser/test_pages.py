"""Every page, as a browser sees it.

Each is loaded once, in one scheme, and looked at in a wide window, then in that of a
phone. Of each kind of page, one is also tried in full, in the other scheme; `make
nightly` does that with all.
"""

import gzip
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser.axe import violations, wrong
from tests.browser.conftest import DESKTOP, PHONE, STORED, Open, Scheme, Visit
from tests.browser.figures import start_all
from tests.browser.kinds import ADDRESSES, IN_FULL
from tests.browser.test_predict import unanswerable
from tests.browser.test_print import OF_THE_SCREEN, cut_off

PHONES = (390, PHONE)  # in pixels
FIRST_LOAD_BYTES = 145_000
FIRST_LOAD_REQUESTS = 15
# How far things moved since the page began to load, and until it was painted twice.
SHIFT = """() => new Promise((resolve) => {
    let total = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
        if (!entry.hadRecentInput) total += entry.value
    })).observe({ type: "layout-shift", buffered: true })
    const painted = (then) => requestAnimationFrame(() => setTimeout(then))
    painted(() => painted(() => resolve(total)))
})"""
BUTTON = "button[data-clipboard-target], .md-clipboard"
# Rows of a long table are made in one way, and axe takes its time for each.
SHORTEN = """() => document.querySelectorAll("article tbody").forEach((body) =>
    [...body.rows].slice(10).forEach((row) => row.remove()))"""
# Presses every button. That what is shown was run is asked of the HTML.
PRESS = r"""async (selector) => {
    const copied = []
    await navigator.clipboard.writeText("nothing was copied")
    for (const block of document.querySelectorAll(
        "div.highlight.language-python:not(.doc-signature)")) {
        const buttons = block.querySelectorAll(selector)
        buttons.forEach((button) => button.click())
        const text = await navigator.clipboard.readText()
        const code = block.querySelector("code").textContent
        copied.push([block.id, buttons.length, text, code.replace(/\n$/, "")])
    }
    return copied
}"""


def schemes(address: str) -> tuple[Scheme, Scheme]:
    """The scheme in which a page is looked at, and the one in which it is in full."""
    return ("dark", "light") if len(address) % 2 else ("light", "dark")


def loaded(visit: Open, address: str) -> Visit:
    """A page in which nothing moves while it is loaded.

    A busy machine sometimes paints a formula before its fonts: one load in hundreds.
    What is wrong with a page itself moves in all of them.
    """
    shifts: list[float] = []
    while 0 not in shifts:
        assert len(shifts) < 3, f"{address} moves while it is loaded: {shifts}"
        tab = visit(address, width=DESKTOP, scheme=schemes(address)[0])
        shifts.append(tab.page.evaluate(SHIFT))
    return tab


@cache
def gzipped(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 6))


def weights(tab: Visit, site_folder: Path) -> dict[str, int]:
    """The bytes, gzipped, of each file that the load of a page took."""
    root = urlsplit(tab.origin).path
    paths = [urlsplit(each.url).path.removeprefix(root) for each in tab.responses]
    return {
        path: gzipped(site_folder / path / ("" if Path(path).suffix else "index.html"))
        for path in paths
    }


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page(visit: Open, address: str, site_folder: Path) -> None:
    tab = loaded(visit, address)
    page = tab.page
    files = weights(tab, site_folder)
    around = [path for path in files if not path.endswith(".svg")]
    assert len(around) <= FIRST_LOAD_REQUESTS, files  # the pictures weigh, below
    assert sum(files.values()) <= FIRST_LOAD_BYTES, files
    assert page.evaluate(STORED) + page.context.cookies() == [], "nothing is kept"
    assert wrong(page, "overflowing", "unshipped") == []
    assert unanswerable(page) == []

    for width in PHONES:
        tab.show(schemes(address)[0], width)
        assert wrong(page, "overflowing") == []
    tab.unfold()
    start_all(page)
    assert wrong(page, "overflowing", "faint") == []


@pytest.mark.slow
@pytest.mark.parametrize("address", IN_FULL)
def test_a_page_in_full(visit: Open, address: str) -> None:
    scheme = schemes(address)[1]
    tab = visit(address, width=PHONE, scheme=scheme)
    tab.unfold()
    assert wrong(tab.page, "faint") == []
    tab.page.evaluate(SHORTEN)
    assert violations(tab.page) == []
    tab.show(scheme)
    start_all(tab.page)  # on a phone: test_movable.py
    assert wrong(tab.page, "overflowing", "faint") == []
    for name, buttons, copied, code in tab.page.evaluate(PRESS, BUTTON):
        assert buttons == 1, f"{address}#{name} has {buttons} copy buttons"
        assert copied == code, f"{address}#{name}"

    tab.show("dark", 720)
    tab.page.emulate_media(media="print")
    assert tab.page.locator(OF_THE_SCREEN).filter(visible=True).count() == 0
    assert cut_off(tab.page) == []


def test_what_is_wrong_with_a_page_is_seen(visit: Open) -> None:
    page = visit("self-attention/scaling/", width=PHONE).page
    page.evaluate(
        """() => {
            const numbers = [...document.querySelectorAll(".highlight .mi")]
            numbers.find((each) => each.checkVisibility()).style.color = "#aaa"
            document.querySelector(".katex-html .mathnormal").className = "mathfrak"
            const wide = document.createElement("div")
            wide.textContent = "wide".repeat(100)
            wide.style.cssText = "overflow: auto; white-space: nowrap"
            document.querySelector("article").append(wide)
        }"""
    )
    assert [line[:8] for line in wrong(page, "faint")] == ["contrast"]
    (letter,) = wrong(page, "unshipped")
    assert letter.startswith("no glyph: Formula_Fraktur 400 normal ")
    assert [line[:10] for line in violations(page)] == ["scrollable"]
    page.evaluate("document.querySelector('article h1').style.width = '400px'")
    assert wrong(page, "overflowing")
