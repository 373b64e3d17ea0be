"""What a figure that readers move takes: its room, kept at every width, and time."""

import statistics

import pytest
from playwright.sync_api import Page

from tests.browser.axe import violations
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.drag import DRAGGED, HOME, SHIFTED, STEPPED, WHERE, opened
from tests.browser.fonts import NARROW, WIDE
from tests.browser.kinds import once

ONE_FIGURE = once((WHERE,), (*DRAGGED, *STEPPED, HOME))
STEP = 50.0  # milliseconds, on a machine four times as slow
SPARE = 30  # pixels of the room that the figure may leave empty, on a phone or a desk

# At these, or a pixel beside them, the layout changes, or it is as wide as it gets.
USUAL = (PHONE, 390, DESKTOP)
ELSE_WIDE = (320, 480, 481, 608, 609, 640, 704, 705, 768, 1219)
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
    assert page.evaluate(SHIFTED) == []
    for width in (*USUAL, *ELSE_WIDE):
        page.set_viewport_size({"width": width, "height": 900})
        assert roomless(page, width) == [], f"{width} pixels wide"
    for button in page.get_by_role("button", name="Show as code").all():
        button.click()
    assert violations(page, ".drag") == []


# Steps of the keyboard, one after another, and how long the browser works for each:
# what it does at once, and what it does before it paints.
STEPS = """async (count) => {
    const handle = document.querySelector(".drag .handle")
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const found = []
    for (let place = 0; place < count; place++) {
        const key = place % 2 ? "ArrowLeft" : "ArrowRight"
        const first = frame().then(() => performance.now())
        const began = performance.now()
        handle.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))
        const handled = performance.now() - began
        const last = frame().then(() => {
            document.body.getBoundingClientRect()
            return performance.now()
        })
        found.push(handled + (await last) - (await first))
    }
    return found
}"""


@pytest.mark.nightly
def test_a_step_is_drawn_in_time_on_a_slow_machine(
    visit: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    page = opened(visit, alone=True)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate(STEPS, 5)
    taken = statistics.median(page.evaluate(STEPS, 20))
    with capsys.disabled():
        print(f"\ndragged query: a step takes {taken:.1f} of {STEP:.0f} ms, throttled")
    assert taken <= STEP
