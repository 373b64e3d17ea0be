"""The room that a figure takes which readers move: it is kept at every width."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.drag import DRAGGED, HOME, STEPPED, WHERE, opened
from tests.browser.fonts import NARROW, WIDE
from tests.browser.kinds import once

ONE_FIGURE = once((WHERE,), (*DRAGGED, *STEPPED, HOME))
SPARE = 30  # pixels of the room that the figure may leave empty, on a phone or a desk

# At these, or a pixel beside them, the layout changes, or it is as wide as it gets.
USUAL = (PHONE, 390, DESKTOP)
ELSE_WIDE = (320, 480, 481, 608, 640, 704, 705, 768, 1219)
# With the text in some font: how wide a button is, what is kept free for the figure,
# and how much of it the figure takes.
IN_FONT = """(font) => {
    document.body.style.setProperty("--md-text-font-family", font)
    const figure = document.querySelector(".drag")
    const live = figure.querySelector(".live")
    const least = (of) => Number.parseFloat(getComputedStyle(of).minHeight) || 0
    const { bottom } = live.lastElementChild.previousElementSibling
        .getBoundingClientRect()
    const { top } = live.getBoundingClientRect()
    const button = figure.querySelector(".last button").clientWidth
    return [button, Math.max(least(figure), least(live)), bottom - top]
}"""


def roomless(page: Page, width: int) -> list[str]:
    """Fonts in which the figure, in a window of this width, has not its own room."""
    spare = SPARE if width in USUAL else 2 * SPARE
    wide, room, height = page.evaluate(IN_FONT, WIDE)
    narrow, *as_wide = page.evaluate(IN_FONT, NARROW)
    assert narrow < wide, "these are two fonts"
    fonts = [WIDE] if not height <= room <= height + spare else []
    return fonts + [NARROW] * (as_wide != pytest.approx([room, height], abs=1))


@pytest.mark.parametrize("where", ONE_FIGURE)
def test_its_room_is_kept_at_every_width(visit: Open, where: str) -> None:
    page = opened(visit, where=where, width=PHONE)
    for width in (*USUAL, *ELSE_WIDE):
        page.set_viewport_size({"width": width, "height": 900})
        assert roomless(page, width) == [], f"{width} pixels wide"
