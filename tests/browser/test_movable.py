"""What every figure that readers use promises: it fits, comes late, and has a still.

Of each engine one page is tried; `make nightly` tries all.
"""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.axe import violations, wrong
from tests.browser.conftest import DESKTOP, PHONE, SETTLE, Open
from tests.browser.figures import MOVED, QUERY, STEPPED, press, started
from tests.browser.kinds import once

STEPS = "modern/kv-cache/"
TRANSLATOR, INDUCTION = "models/translator/", "models/what-heads-learn/"
STORY, SAMPLING = "models/gpt/", "models/sampling/"
RECALL = "recurrent/recall/"
PLAYGROUND = "playground/"
OF_EACH_ENGINE = (QUERY, STEPS, TRANSLATOR, INDUCTION, RECALL)

# What a reader presses before it is looked at once more.
USED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((*MOVED, *STEPPED), ()),
    TRANSLATOR: ("mistaken identity", "no gender"),
    INDUCTION: ("Cut layer 0 head 0",),
    STORY: ("Next word",) * 20,
    SAMPLING: ("Next word",) * 21,
    RECALL: ("Overwrite", "a sum") + ("New pair",) * 3,
    PLAYGROUND: ("Cut cross head 3",),
}
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
# Bands that leave the stage, and words whose text is wider than they are.
COVERED = """() => {
    const stage = document.querySelector(".drag .stage").getBoundingClientRect()
    const bands = [...document.querySelectorAll(".drag .lines path:not([hidden])")]
        .map((each) => each.getBoundingClientRect())
        .filter(({ left, right }) => left < stage.left - 1 || right > stage.right + 1)
    const wide = [...document.querySelectorAll(".drag .word:not([hidden])")]
        .filter((each) => each.scrollWidth > each.clientWidth + 1
            || each.scrollHeight > each.clientHeight + 2)
    return [bands.length, wide.map((each) => each.textContent)]
}"""
AT_NIGHT = [pytest.param(n, marks=pytest.mark.nightly) for n in (390, 704, DESKTOP)]


@pytest.mark.parametrize("width", [PHONE, *AT_NIGHT])
@pytest.mark.parametrize("where", once(OF_EACH_ENGINE, (*USED,)))
def test_it_moves_nothing_when_it_comes_fits_when_it_is_used_and_is_still_on_paper(
    visit: Open, where: str, width: int
) -> None:
    """How it fits before, and in both schemes, is asked of its page."""
    page = started(visit(where, width=width).page)
    assert page.evaluate(SHIFTED) == []
    press(page, *USED[where])
    page.evaluate(f"() => {{ {SETTLE} }}")  # the header's title, where it scrolled
    assert wrong(page, "overflowing", "cramped", "faint") == []
    assert where != TRANSLATOR or page.evaluate(COVERED) == [0, []]
    assert violations(page, ".drag") == []

    live, stills = page.locator(".drag .live").first, page.locator(".drag img").all()
    assert live.is_visible()
    assert stills or where in MOVED, "of those, the text has a picture"
    beside = where == "self-attention/softmax/"  # and not in its place
    assert all(still.is_visible() == beside for still in stills)
    page.emulate_media(media="print")
    for still in stills:
        still.evaluate("(image) => { image.loading = 'eager' }")  # as it is to print
        still.wait_for()
    assert not live.is_visible()


# Of scripts and styles, gzipped.
MOST_BYTES = {**dict.fromkeys(OF_EACH_ENGINE, 20_000), QUERY: 25_000}
FAR = """addEventListener("DOMContentLoaded", () => {
    const figure = document.querySelector(".drag")
    if (figure) figure.style.marginTop = "3000px"
})"""


@pytest.mark.parametrize("where", once((QUERY,), OF_EACH_ENGINE))
def test_it_is_loaded_when_a_reader_comes_near_and_is_small(
    visit: Open, where: str
) -> None:
    tab = visit("glossary/", alone=True)
    tab.page.add_init_script(FAR)
    tab.go(where)
    tab.page.wait_for_timeout(300)
    before = len(tab.responses)
    started(tab.page)
    late = {each.url: each for each in tab.responses[before:]}
    assert {url.rpartition(".")[2] for url in late} == {"js", "css"}, "not the still"
    ours = [each.body() for url, each in late.items() if "/made/" not in url]
    weights = [len(gzip.compress(text, 6, mtime=0)) for text in ours]
    assert sum(weights) <= MOST_BYTES[where]


# Presses a button; a text begins again before. How long the longest task of it took.
LONGEST = """async ([button, place]) => {
    const tasks = []
    const observer = new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: "longtask" })
    const figure = document.querySelector(".drag")
    figure.querySelector(".type button:nth-child(3)")?.click()
    const pause = (time) => new Promise((resolve) => setTimeout(resolve, time))
    const pressed = figure.querySelectorAll(button)[place]
    pressed.click()
    const counts = figure.querySelector(".count") && !pressed.disabled
    while (counts && !figure.dataset.right) await pause(5)
    await pause(100)
    return Math.max(0, ...tasks)
}"""


@pytest.mark.nightly  # to be slow takes a machine longest
@pytest.mark.parametrize(
    ("where", "button", "places", "most"),
    [  # milliseconds of a task: while a reader drags, and after a press
        (QUERY, ".asks input", (5, 3, 5), 50.0),
        (TRANSLATOR, ".tests button", (5, 4, 5), 200.0),
        (INDUCTION, ".head .knife", (0, 0, 0), 200.0),
        (SAMPLING, ".type button:nth-child(2)", (0, 0, 0), 200.0),
    ],
)
def test_no_task_is_long_on_a_slow_machine(
    visit: Open, where: str, button: str, places: tuple[int, ...], most: float
) -> None:
    page = started(visit(where, alone=True).page)
    page.emulate_media(reduced_motion="reduce")  # a text at once
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    # What else this machine does makes a task longer, never shorter.
    assert min(page.evaluate(LONGEST, [button, place]) for place in places) <= most


# --- who does without ------------------------------------------------------------

# How much higher than its still a figure is.
ROOM = """(figure) => figure.getBoundingClientRect().height
    - figure.querySelector("img").getBoundingClientRect().height"""


@pytest.mark.parametrize(
    "where", once((TRANSLATOR, PLAYGROUND), (*OF_EACH_ENGINE, PLAYGROUND))
)
def test_without_scripts_there_is_the_still(visit: Open, where: str) -> None:
    figures = visit(where, javascript=False).page.locator(".drag").all()
    for figure in figures:
        assert figure.locator("img").is_visible()
        assert figure.locator("img").get_attribute("alt")
        assert figure.evaluate(ROOM) < 120, "no empty room"
    assert figures


STYLE = pytest.param("decoders.css", marks=pytest.mark.nightly)


@pytest.mark.parametrize("file", ["decoders.js", STYLE])
def test_where_a_file_does_not_come_there_is_the_still(
    browser: Browser, origin: str, file: str
) -> None:
    page = browser.new_page()
    page.route(f"**/{file}", lambda route: route.abort())
    page.goto(origin + PLAYGROUND)
    page.keyboard.press("Tab")
    page.locator(".drag").first.scroll_into_view_if_needed()
    failed = page.locator(".drag[data-failed]")
    failed.nth(1).locator("img").wait_for()
    assert failed.count() == 2
    assert all(figure.evaluate(ROOM) < 120 for figure in failed.all())
    started(page)  # the third
    page.close()


@pytest.mark.parametrize("where", once((TRANSLATOR,), OF_EACH_ENGINE))
def test_from_the_file_system_it_works_too(
    browser: Browser, site_folder: Path, where: str
) -> None:
    page = browser.new_page()
    page.goto((site_folder / where / "index.html").as_uri())
    started(page)
    page.close()
