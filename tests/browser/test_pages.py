"""Every page, as a browser sees it."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from lxml import html
from PIL import Image
from playwright.sync_api import Page

from publish.addresses import read
from publish.project import Project
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    Open,
    Scheme,
    Visit,
)
from tests.browser.pictures import take

WIDTHS = {"desktop": DESKTOP, "phone": PHONE}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Rules about colours, which depend on the scheme: code's are looked at on few pages.
COLOURS = ["color-contrast", "link-in-text-block"]
# What a narrow window adds: more scrolls sideways.
SCROLLS = ["scrollable-region-focusable"]
CODE = ".highlight code"  # tokens of a few kinds, by the thousand
OF_COLOURS = {"runOnly": COLOURS}
ALL_RULES = {"runOnly": WCAG}
OTHERS = {**ALL_RULES, "rules": {rule: {"enabled": False} for rule in COLOURS}}
FIRST_LOAD_BYTES = 150_000
FIRST_LOAD_REQUESTS = 15


def test_the_nav_is_what_was_built(site_folder: Path, project: Project) -> None:
    built = {
        path.parent.relative_to(site_folder).as_posix().replace(".", "", 1)
        for path in site_folder.rglob("index.html")
    }
    moved = {address.rstrip("/") for address, to in read(project.root).items() if to}
    pages = [*project.pages, *project.notebooks]
    assert built - moved == {project.url(page).rstrip("/") for page in pages}


def test_a_page_fits_the_window(seen: Visit) -> None:
    seen.unfold()
    assert overflowing(seen.page) == []
    seen.fold()
    assert overflowing(seen.page) == []


def test_a_page_fits_the_window_of_a_phone(loaded_on_a_phone: Visit) -> None:
    test_a_page_fits_the_window(loaded_on_a_phone)


def test_what_scrolls_on_a_phone_is_reached_by_keyboard(
    loaded_on_a_phone: Visit,
) -> None:
    loaded_on_a_phone.unfold()
    assert violations(loaded_on_a_phone.page, {"runOnly": SCROLLS}) == []


def test_the_colours_of_a_page_are_accessible_in_the_dark(seen: Visit) -> None:
    seen.show("dark")
    seen.unfold()
    assert violations(seen.page, OF_COLOURS, but=CODE) == []


def test_a_page_is_accessible(seen: Visit) -> None:
    seen.show("light")
    seen.unfold()
    assert violations(seen.page, ALL_RULES, but=CODE) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_of_code_are_accessible(
    visit: Open, site_folder: Path, scheme: Scheme
) -> None:
    for address in with_every_kind_of_token(site_folder):
        opened = visit(address, scheme=scheme)
        opened.unfold()
        assert violations(opened.page, OF_COLOURS) == []


def with_every_kind_of_token(site_folder: Path) -> list[str]:
    """A few short pages that have, together, all classes by which code is coloured."""
    kinds: dict[str, set[str]] = {}
    length: dict[str, int] = {}
    for file in site_folder.rglob("index.html"):
        address = file.parent.relative_to(site_folder).as_posix() + "/"
        page = html.parse(file)
        kinds[address] = set(page.xpath("//pre//span/@class"))
        length[address] = int(page.xpath("count(//*)"))
    left, found = set().union(*kinds.values()), []
    while left:
        found.append(
            max(sorted(kinds), key=lambda page: len(kinds[page] & left) / length[page])
        )
        left -= kinds[found[-1]]
    return found


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


def violations(page: Page, rules: dict[str, Any], but: str = "") -> list[str]:
    """What axe finds against WCAG 2.2 AA, an element and its reason a line."""
    options = {**rules, "resultTypes": ["violations"]}
    results = Axe().run(page, {"exclude": [[but]]} if but else None, options)
    return [
        f"{rule['id']}: {node['html'][:90]} {node['failureSummary'].splitlines()[-1]}"
        for rule in results.response["violations"]
        for node in rule["nodes"]
    ]


def test_the_first_load_of_a_page_is_small(loaded: Visit) -> None:
    sizes = sorted((size, url) for url, size in loaded.first_load.items())
    table = "\n".join(f"{size:8} {urlsplit(url).path}" for size, url in sizes)
    assert len(sizes) <= FIRST_LOAD_REQUESTS, f"{len(sizes)} requests\n{table}"
    total = sum(size for size, _ in sizes)
    assert total <= FIRST_LOAD_BYTES, f"{total} bytes gzipped\n{table}"


def test_a_picture_shows_the_whole_page(visit: Open, tmp_path: Path) -> None:
    page = visit("recap/sheet/").page
    take(page, tmp_path, "sheet")
    height = page.evaluate("document.documentElement.scrollHeight")
    with Image.open(tmp_path / "sheet.jpeg") as picture:
        assert picture.size == (DESKTOP, height)
