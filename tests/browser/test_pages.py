"""Every page, as a browser sees it."""

import gzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from publish.project import Project
from tests.browser.conftest import SCREENSHOTS, Open, Scheme, file_name

WIDTHS = {"desktop": 1280, "phone": 360}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# A figure is loaded when a reader comes near it; a picture of the page needs all.
LOAD_FIGURES = """() => Promise.all([...document.images].map((image) => {
    image.loading = "eager"
    return image.decode().catch(() => null)  // in a part that is folded away
}))"""
FIRST_LOAD_BYTES = 150_000
FIRST_LOAD_REQUESTS = 15


def test_the_nav_is_what_was_built(site_folder: Path, project: Project) -> None:
    built = {
        path.parent.relative_to(site_folder).as_posix().replace(".", "", 1)
        for path in site_folder.rglob("index.html")
    }
    pages = [*project.pages, *project.notebooks]
    assert built == {project.url(page).rstrip("/") for page in pages}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_fits_the_window_and_is_accessible(
    visit: Open, address: str, scheme: Scheme, width: str
) -> None:
    page = visit(address, scheme=scheme, width=WIDTHS[width])
    picture(page.page, f"{file_name(address)}-{width}-{scheme}.png")
    page.unfold()
    assert overflowing(page.page) == []
    # Colours do not depend on the width, and are the most work to look at.
    without = ["color-contrast"] if width == "phone" else []
    assert violations(page.page, without) == []


def picture(page: Page, name: str) -> None:
    """Keeps a picture of the whole page, for people to look at."""
    page.evaluate(LOAD_FIGURES)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / name, full_page=True)


def overflowing(page: Page) -> list[str]:
    """What makes the page scroll sideways; empty when nothing does."""
    return page.evaluate(
        """() => {
            const width = document.documentElement.clientWidth
            const excess = document.documentElement.scrollWidth - width
            if (excess <= 0) return []
            const found = []
            const walk = (element) => {  // not into what scrolls by itself
                if (element.getBoundingClientRect().right > width + 1)
                    found.push(element.outerHTML.slice(0, 120))
                if (getComputedStyle(element).overflowX === "visible")
                    [...element.children].forEach(walk)
            }
            walk(document.body)
            return [`${excess} px too wide`, ...found.slice(0, 5)]
        }"""
    )


def violations(page: Page, without: list[str]) -> list[str]:
    """What axe finds against WCAG 2.2 AA, an element and its reason a line."""
    options = {
        "runOnly": WCAG,
        "rules": {rule: {"enabled": False} for rule in without},
        "resultTypes": ["violations"],
    }
    results = Axe().run(page, options=options)
    return [
        f"{rule['id']}: {node['html'][:90]} {node['failureSummary'].splitlines()[-1]}"
        for rule in results.response["violations"]
        for node in rule["nodes"]
    ]


def test_the_first_load_of_a_page_is_small(visit: Open, address: str) -> None:
    opened = visit(address)
    loaded = [r for r in opened.responses if r.url.startswith("http")]
    sizes = sorted((len(gzip.compress(r.body(), 6, mtime=0)), r.url) for r in loaded)
    table = "\n".join(f"{size:8} {urlsplit(url).path}" for size, url in sizes)
    assert len(sizes) <= FIRST_LOAD_REQUESTS, f"{len(sizes)} requests\n{table}"
    total = sum(size for size, _ in sizes)
    assert total <= FIRST_LOAD_BYTES, f"{total} bytes gzipped\n{table}"
