"""Figures that readers step through: by button, key, slider or address, and in time."""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Open, wait_until
from tests.browser.drag import STEPPED, opened, ready, status

FILES = ("steps.js", "steps.css")
SIZE = 20_000
PLACE = "(said) => [said.offsetTop, said.offsetHeight]"
SMALL = """() => [...document.querySelectorAll(".drag .live *")].filter((each) =>
    [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    && parseFloat(getComputedStyle(each).fontSize) < 12).length"""
# What is said at the end of each figure, as blocks of its page printed it.
ENDS = {
    "modern/kv-cache/": "So far: 21 against 6.",
    "modern/one-pass/": "is a weight: 0.0321, 0.2369, 0.0871, 0.6439.",
    "modern/grouped/": "The cache takes 0.125 GiB.",
    "modern/flash/": "Gathered, divided by the sum, is the context vector.",
    "modern/latent/": "keeps the neck alone: 2.3 GB for 32,768 tokens.",
}


@pytest.mark.parametrize("where", STEPPED)
def test_a_reader_steps_to_the_end_and_back(visit: Open, where: str) -> None:
    page = opened(visit, where=where, width=360)
    before, slider = status(page), page.locator(".drag .steps input")
    room = page.locator(".drag .said").evaluate(PLACE)
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last))
    assert ENDS[where] in status(page)
    assert page.url.endswith(f"#step={last}")
    assert page.get_by_role("button", name="One step on").is_disabled()
    for step in range(last, int(slider.get_attribute("min") or 0), -1):
        assert slider.input_value() == str(step)
        page.locator(".drag .play").press("ArrowLeft")
        assert page.locator(".drag .said").evaluate(PLACE) == room, step
        assert page.evaluate(SMALL) == 0
    page.get_by_role("button", name="Reset").click()
    assert status(page) == before
    again = opened(visit, f"#step={last}", where=where)
    assert ENDS[where] in status(again)


def test_while_it_plays_it_says_nothing_aloud(visit: Open) -> None:
    page = opened(visit, where=STEPPED[1])
    play, said = page.locator(".drag .play"), page.locator(".drag .said")
    play.click()  # from the first step, since it was not touched
    assert "is the maximum so far" in said.inner_text()
    assert said.get_attribute("aria-live") == "off"
    wait_until(page, "document.querySelector('.drag .play').textContent === 'Play'")
    assert said.get_attribute("aria-live") == "polite"
    assert ENDS[STEPPED[1]] in status(page)


def test_on_paper_and_where_the_script_fails_there_is_the_still(
    visit: Open, browser: Browser, origin: str, site_folder: Path
) -> None:
    page = opened(visit, where=STEPPED[0])
    page.emulate_media(media="print")
    assert page.locator(".drag img").is_visible()
    page.emulate_media(media="null")
    tab = browser.new_page()
    tab.goto((site_folder / STEPPED[0] / "index.html").as_uri() + "#step=3")
    assert "So far: 6 against 3." in status(ready(tab))
    tab.route("**/steps.css", lambda route: route.abort())
    tab.goto(origin + STEPPED[0])
    tab.locator(".drag[data-failed] img").wait_for()
    tab.close()
    sizes = (
        len(gzip.compress((site_folder / "assets" / name).read_bytes(), 6, mtime=0))
        for name in FILES
    )
    assert sum(sizes) <= SIZE
