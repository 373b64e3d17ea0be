"""Every page, as a browser sees it.

Each is loaded once, in one scheme, and looked at in a wide window, then in that of a
phone. Of each kind of page, one is also tried in full, in both schemes; `make nightly`
does that with all.
"""

import gzip
from functools import cache
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image

from publish.export.notebooks import of
from publish.guards.lessons import kind
from publish.project import Project
from publish.site.addresses import read
from tests.browser.axe import (
    EVERYTHING,
    cramped,
    faint,
    overflowing,
    unreached,
    violations,
)
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    SCHEMES,
    STORED,
    Open,
    Scheme,
    Visit,
)  # fmt: skip
from tests.browser.drag import start_all
from tests.browser.kinds import ADDRESSES, IN_FULL
from tests.browser.pictures import take
from tests.browser.test_copy import BUTTON, PRESS
from tests.browser.test_explore import untrue
from tests.browser.test_predict import unanswerable
from tests.browser.test_print import OF_THE_SCREEN, cut_off
from tests.site.test_notebooks import rendered

USUAL_PHONE, MOST_HEIGHT = 390, 30_000  # pixels
MOST_OF_A_LESSON = 10_000  # on a desktop
FIRST_LOAD_BYTES = 150_000
FIRST_LOAD_REQUESTS = 15
HEIGHT = "document.documentElement.scrollHeight"
LOADED = """() => [location.href, ...performance.getEntriesByType("resource")
    .map(({ name }) => name).filter((name) => name.startsWith("http"))]"""
# How far things moved since the page began to load, and until it was painted twice.
SHIFT = """() => new Promise((resolve) => {
    let total = 0
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
        if (!entry.hadRecentInput) total += entry.value
    })).observe({ type: "layout-shift", buffered: true })
    const painted = (then) => requestAnimationFrame(() => setTimeout(then))
    painted(() => painted(() => resolve(total)))
})"""
# Of the site's own commands in formulas, those that a reader would copy.
MACROS = r"""() => [...document.querySelectorAll("annotation")]
    .map((source) => source.textContent)
    .filter((text) => /\\(query|key|value|score|weight|context)\b/.test(text))"""


def loaded(visit: Open, address: str, width: int, scheme: Scheme = "light") -> Visit:
    """A page in which nothing moves while it is loaded.

    A busy machine sometimes paints a formula before its fonts: one load in hundreds.
    What is wrong with a page itself moves in all of them.
    """
    shifts: list[float] = []
    while 0 not in shifts:
        assert len(shifts) < 3, f"{address} moves while it is loaded: {shifts}"
        tab = visit(address, width=width, scheme=scheme)
        shifts.append(tab.page.evaluate(SHIFT))
    return tab


@cache
def gzipped(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 6))


def weights(tab: Visit, site_folder: Path) -> dict[str, int]:
    """The bytes, gzipped, of each file that the load of a page took."""
    root = urlsplit(tab.origin).path
    paths = [urlsplit(url).path.removeprefix(root) for url in tab.page.evaluate(LOADED)]
    return {
        path: gzipped(site_folder / path / ("" if Path(path).suffix else "index.html"))
        for path in paths
    }


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page(visit: Open, address: str, project: Project, site_folder: Path) -> None:
    scheme: Scheme = "dark" if len(address) % 2 else "light"
    tab = loaded(visit, address, DESKTOP, scheme)
    page = tab.page
    name = next(name for name in project.pages if project.url(name) == address)

    assert page.evaluate(STORED) + page.context.cookies() == [], "nothing is kept"
    files = weights(tab, site_folder)
    around = [path for path in files if not path.endswith(".svg")]
    assert len(around) <= FIRST_LOAD_REQUESTS, files  # the pictures weigh, below
    assert sum(files.values()) <= FIRST_LOAD_BYTES, files
    assert page.locator(".md-tabs__item--active").count() == 1
    lesson = page.locator(".md-nav--primary a.md-nav__link--active:has(small)")
    assert page.locator(".progress button:visible").count() == lesson.count()
    assert page.evaluate(MACROS) == []
    assert [*overflowing(page), *faint(page)] == []
    if kind(project, name) == "core":  # with its folds closed
        height = page.locator("article").evaluate("(whole) => whole.scrollHeight")
        assert height <= MOST_OF_A_LESSON
    assert unanswerable(page) == []

    tab.show(scheme, USUAL_PHONE)
    assert page.evaluate(HEIGHT) <= MOST_HEIGHT
    tab.show(scheme, PHONE)
    assert overflowing(page) == []
    tab.unfold()
    start_all(page)
    assert [*overflowing(page), *cramped(page), *unreached(page)] == []
    assert untrue(page) == [], "heatmaps, which are open from here on"
    assert [*overflowing(page), *faint(page)] == []


@pytest.mark.slow
@pytest.mark.parametrize("address", IN_FULL)
def test_a_page_in_full(visit: Open, address: str) -> None:
    tab = loaded(visit, address, PHONE)
    for width, scheme in product((PHONE, DESKTOP), SCHEMES):
        tab.show(scheme, width)
        tab.unfold()
        if width == DESKTOP:  # on a phone: test_movable.py
            start_all(tab.page)
        wrong = [*overflowing(tab.page), *cramped(tab.page), *faint(tab.page)]
        if scheme == "light":  # of colours, axe is not asked
            wrong += violations(tab.page, EVERYTHING)
        assert wrong == [], f"{scheme}, {width} pixels wide"
    for name, buttons, copied, code in tab.page.evaluate(PRESS, BUTTON):
        assert buttons == 1, f"{address}#{name} has {buttons} copy buttons"
        assert copied == code, f"{address}#{name}"

    tab.show("dark", 720)
    tab.page.emulate_media(media="print")
    assert tab.page.locator(OF_THE_SCREEN).filter(visible=True).count() == 0
    assert cut_off(tab.page) == []


def test_the_nav_is_what_was_built(site_folder: Path, project: Project) -> None:
    built = {
        path.parent.relative_to(site_folder).as_posix().replace(".", "", 1)
        for path in site_folder.rglob("index.html")
    }
    moved = {address.rstrip("/") for address, to in read(project.root).items() if to}
    pages = [*project.pages, *map(of, rendered())]
    assert built - moved == {project.url(page).rstrip("/") for page in pages}


def test_what_a_fold_hides_is_reached_by_keyboard_once_it_opens(visit: Open) -> None:
    page = visit("practice/self-attention/", width=PHONE).page
    wide = page.locator("details code[tabindex='0']")
    assert wide.count() == 0, "what is folded away is not measured"
    page.locator("article details").evaluate_all(
        "(all) => all.forEach((details) => { details.open = true })"
    )
    wide.first.wait_for()


def test_without_scripts_a_wide_table_scrolls_in_its_place(visit: Open) -> None:
    page = visit("reference/benchmark/", width=PHONE, javascript=False).page
    assert overflowing(page) == []
    place = page.locator("div:has(> div > table.data)").nth(1)
    assert place.evaluate("(place) => place.scrollWidth > place.clientWidth")


def test_what_is_wrong_with_a_page_is_seen(visit: Open) -> None:
    page = visit("causal/mask/", width=PHONE).page
    assert [*faint(page), *unreached(page)] == []
    page.evaluate(
        """() => {
            const numbers = [...document.querySelectorAll(".highlight .mi")]
            numbers.find((each) => each.checkVisibility()).style.color = "#aaa"
            document.querySelector("article p a").tabIndex = -1
            const wide = document.createElement("div")
            wide.textContent = "wide".repeat(100)
            wide.style.cssText = "overflow: auto; white-space: nowrap"
            document.querySelector("article").append(wide)
        }"""
    )
    assert [line[:8] for line in faint(page)] == ["contrast"]
    assert [line[:7] for line in unreached(page)] == ["not rea", "not scr"]


def test_a_picture_shows_the_whole_page(visit: Open, tmp_path: Path) -> None:
    page = visit("recap/sheet/").page
    take(page, tmp_path, "sheet")
    with Image.open(tmp_path / "sheet.jpeg") as picture:
        assert picture.size == (DESKTOP, page.evaluate(HEIGHT))
