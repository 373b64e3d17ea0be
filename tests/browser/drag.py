"""What the tests of the figures that readers move have in common."""

import contextlib
import io
import re
from typing import Any, NamedTuple

import torch
from playwright.sync_api import Page

from attention import plane_keys, plane_values
from publish.project import Project
from tests.browser.axe import violations, wrong
from tests.browser.conftest import SCHEMES, Open, Visit, wait_until

WHERE = "self-attention/query-key-value/"
GROWING = "causal/mask/"
TEMPERATURE = "self-attention/softmax/"
HOME = ""
DROPOUT = "causal/dropout/"
ROTARY = "modern/rotary/"
MEMORY = "modern/which/"
ROWS = {  # page, snippet whose heatmaps are read row by row, and a word of a row
    "width": ("self-attention/scaling/", "weights-by-width", "d = 128: 1st gets 0.91"),
    "heads": ("multi-head/side-by-side/", "two-questions", "step: one gets 0.92 in"),
    "alignment": (
        "multi-head/cross-attention/",
        "alignment",
        "beginnt: starts gets 0.67",
    ),
}
# What is said at the end of figures with steps, as blocks of their pages printed it.
ENDS = {
    "modern/kv-cache/": "So far: 21 against 6.",
    "modern/one-pass/": "is a weight: 0.0321, 0.2369, 0.0871, 0.6439.",
    "modern/grouped/": "The cache takes 0.125 GiB.",
    "modern/flash/": "Gathered, divided by the sum, is the context vector.",
    "modern/latent/": "keeps the neck alone: 2.3 GB for 32,768 tokens.",
    "frontier/experts/": "The experts get 6, 6, 6 and 6 tokens.",
    "multi-head/split/": "so that a number can depend on both heads.",
    "recurrent/linear/": "still has 4 numbers. Both read 26, \u221226.",
}
STEPPED = (*ENDS,)
CODES = "frontier/eight-bits/"
DRAGGED = (
    *(WHERE, GROWING, TEMPERATURE, DROPOUT, ROTARY, MEMORY, CODES),
    *(where for where, _, _ in ROWS.values()),
)
TOLERANCE = 1e-4
ALTERED = "The address was altered, and is not taken."
OPENING = "#asks=7&query=0,2&divisor=root&causal=0"
DIVISORS = {"1": 1.0, "root": 2**0.5, "2": 2.0, "4": 4.0}
# Puts the figure into a state by its address, as a reader who opens a link.
ENTER = """async (hash) => {
    const arrived = new Promise((resolve) =>
        addEventListener("hashchange", resolve, { once: true }))
    location.hash = hash
    await arrived
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
}"""
READ = """() => {
    const text = (of) => document.querySelector(`.drag ${of}`)?.textContent || ""
    const vector = (of) => (text(`${of} .numbers`).replaceAll("\\u2212", "-")
        .match(/-?\\d+\\.\\d+/g) || []).map(Number)
    const rows = [...document.querySelectorAll(".drag .bars tbody tr")]
        .filter((row) => row.cells[0].checkVisibility({ visibilityProperty: true }))
    return {
        words: rows.map((row) => row.cells[0].textContent),
        weights: rows.map((row) => Number(row.cells[2].textContent)),
        bars: rows.map((row) => {
            const [bar, track] = [row.querySelector(".bar"), row.cells[1]]
            const of = track.getBoundingClientRect().width
            return bar.getBoundingClientRect().width / of
        }),
        context: vector(".of-values"),
        query: vector(".of-keys"),
        shown: document.querySelector(".drag").dataset.shown,
        origin: text(".origin"),
    }
}"""
HULL = """() => document.querySelector(".drag .hull").getAttribute("points")
    .split(" ").map((point) => point.split(",").map(Number))"""
MARK = """() => document.querySelector(".drag .context-mark:not(.earlier)")
    .getAttribute("transform").match(/[-\\d.]+/g).map(Number)"""
# What moved of the figure, and below it, though nobody touched it.
SHIFTED = """() => new Promise((resolve) => {
    const found = [], figure = document.querySelector(".drag")
    const below = Node.DOCUMENT_POSITION_FOLLOWING
    new PerformanceObserver((list) => {
        for (const { hadRecentInput, sources } of list.getEntries())
            for (const { node, previousRect, currentRect } of sources)
                if (!hadRecentInput && previousRect.top !== currentRect.top
                    && (!node || figure.compareDocumentPosition(node) & below))
                    found.push([node?.nodeName, previousRect.top, currentRect.top])
    }).observe({ type: "layout-shift", buffered: true })
    setTimeout(() => resolve(found), 300)
})"""


class State(NamedTuple):
    """What a reader may set."""

    asks: int
    query: tuple[float, float]
    divisor: str
    causal: bool

    @property
    def hash(self) -> str:
        x, y = self.query
        rest = f"divisor={self.divisor}&causal={self.causal:d}"
        return f"#asks={self.asks}&query={x:g},{y:g}&{rest}"

    def expected(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The weights and the context vector, as torch computes them."""
        scores = plane_keys @ torch.tensor(self.query) / DIVISORS[self.divisor]
        if self.causal:
            scores[self.asks + 1 :] = -torch.inf
        weights = torch.softmax(scores, dim=-1)
        return weights, weights @ plane_values


SET = State(1, (1.25, -0.5), "2", True)
# Of what counts sentences, when it has counted.
STARTED = ".drag[data-ready]:is([data-right], :not(:has(.count)))"


def started(page: Page) -> Page:
    page.locator(".drag").first.scroll_into_view_if_needed()
    page.locator(STARTED).first.wait_for()
    return page


def press(page: Page, *names: str) -> None:
    """Buttons, by how their names begin."""
    for name in names:
        page.get_by_role("button", name=re.compile(f"^{name}", re.IGNORECASE)).click()
        started(page)


def text(page: Page, of: str, figure: str = ".drag") -> str:
    return page.locator(f"{figure} {of}").inner_text()


def stored(project: Project, snippet: str) -> list[str]:
    """The lines that a snippet printed."""
    return project.snippet(snippet).stored(".out").read_text("utf-8").splitlines()


def barriers(tab: Visit) -> list[str]:
    """What keeps somebody from using the figure as it is now, in either scheme."""
    found = violations(tab.page, ".drag")
    for scheme in SCHEMES:
        tab.show(scheme, (tab.page.viewport_size or {})["width"])
        found += wrong(tab.page, "faint")
    return found


def start_all(page: Page) -> None:
    for figure in page.locator(".drag").all():
        figure.scroll_into_view_if_needed()
        figure.and_(page.locator(STARTED)).wait_for()
    # At the top no title passes into another in the header.
    page.evaluate("scrollTo(0, 0)")
    page.locator(".md-header__title--active").wait_for(state="detached")
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")


def ready(page: Page) -> Page:
    page.locator(".drag").scroll_into_view_if_needed()
    page.locator(".drag[data-ready]").wait_for()
    wait_until(page, "document.querySelector('.drag .said').textContent !== ''")
    return page


def opened(visit: Open, hash_: str = "", where: str = WHERE, **options: Any) -> Page:
    return ready(visit(where + hash_, **options).page)


def read(page: Page) -> dict[str, Any]:
    """What the figure shows at this moment."""
    return page.evaluate(READ)


def shown(page: Page) -> dict[str, Any]:
    """What the figure shows when what moves has come to rest."""
    page.wait_for_timeout(400)
    return read(page)


def status(page: Page) -> str:
    page.wait_for_timeout(400)
    return page.locator(".drag [role=status].said").inner_text()


def middle(page: Page, selector: str = ".drag .handle") -> tuple[float, float]:
    """Where the middle of an element is in the window."""
    box = page.locator(selector).bounding_box() or {}
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def unit(page: Page) -> float:
    """How many pixels are one."""
    box = page.locator(".drag .of-keys svg").bounding_box() or {}
    return box["width"] / 8.8


def printed(code: str) -> str:
    """What code prints that a reader copied."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(code, {"__name__": "__main__"})
    return said.getvalue()
