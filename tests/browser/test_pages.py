"""Every page, as a browser sees it."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Page

from publish.export.notebooks import of
from publish.guards.lessons import kind
from publish.project import Project
from publish.site.addresses import read
from tests.browser.axe import EVERYTHING, faint, violations
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    Open,
    Scheme,
    Visit,
)
from tests.browser.pictures import take
from tests.site.test_notebooks import rendered

# What a narrow window adds: more scrolls sideways.
SCROLLS = ["scrollable-region-focusable"]
WIDTHS = {"desktop": DESKTOP, "phone": PHONE}
USUAL_PHONE, MOST_HEIGHT = 390, 30_000  # pixels
MOST_OF_A_LESSON = 10_000  # on a desktop
FIRST_LOAD_BYTES = 150_000
FIRST_LOAD_REQUESTS = 15


def test_the_nav_is_what_was_built(site_folder: Path, project: Project) -> None:
    built = {
        path.parent.relative_to(site_folder).as_posix().replace(".", "", 1)
        for path in site_folder.rglob("index.html")
    }
    moved = {address.rstrip("/") for address, to in read(project.root).items() if to}
    pages = [*project.pages, *map(of, rendered())]
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


@pytest.fixture(scope="session")
def known() -> dict[str, set[str]]:
    """By scheme, the looks that were shown to axe."""
    return {"light": set(), "dark": set()}


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_colours_of_a_page_are_accessible(
    seen: Visit, scheme: Scheme, known: dict[str, set[str]]
) -> None:
    seen.show(scheme)
    seen.unfold()
    assert faint(seen.page, known[scheme]) == []


def test_a_page_is_accessible(seen: Visit) -> None:
    seen.show("dark")  # which is light, and one more of the theme's own
    seen.unfold()
    assert violations(seen.page, EVERYTHING) == []


def test_a_page_is_not_too_tall_for_a_phone(loaded_on_a_phone: Visit) -> None:
    loaded_on_a_phone.show("light", USUAL_PHONE)
    loaded_on_a_phone.fold()
    assert tall(loaded_on_a_phone.page) <= MOST_HEIGHT


def test_a_core_lesson_is_short(seen: Visit, address: str, project: Project) -> None:
    """With its folds closed; of words and blocks see publish/guards/lessons.py."""
    core = [page for page in project.lessons if kind(project, page) == "core"]
    if address in map(project.url, core):
        seen.show("light")
        seen.fold()
        article = seen.page.locator("article")
        assert article.evaluate("(whole) => whole.scrollHeight") <= MOST_OF_A_LESSON


def tall(page: Page) -> int:
    """The height of a page, in pixels."""
    return page.evaluate("document.documentElement.scrollHeight")


def test_one_number_that_is_too_pale_is_seen(visit: Open) -> None:
    page, looks = visit("causal/mask/").page, set[str]()
    assert faint(page, looks) == []
    assert faint(page, looks) == [], "all is known"
    number = page.locator(".highlight .mi").first
    number.evaluate("(element) => { element.style.color = '#aaa' }")
    assert [line[:14] for line in faint(page, looks)] == ["color-contrast"]


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
