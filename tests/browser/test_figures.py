"""Figures that readers move or step through open with what was printed, and answer.

That what they compute is what torch computes: tests/figures.
"""

import pytest
from playwright.sync_api import Browser, Page

from attention.examples import plane_keys, plane_values
from tests.browser.axe import LOOK, violations
from tests.browser.conftest import DESKTOP, PHONE, Open, wait_until
from tests.browser.figures import (
    MOVED,
    QUERY,
    STEPPED,
    opened,
    started,
    status,
    text,
)
from tests.browser.fonts import NARROW, WIDE
from tests.browser.kinds import once

MEMORY = "modern/which/"


# Of what has the focus, or of its label.
OUTLINES = """() => [document.activeElement, ...document.activeElement.labels ?? []]
    .map((each) => getComputedStyle(each).outlineStyle)"""


@pytest.mark.parametrize("where", MOVED)
def test_a_figure_opens_with_what_was_printed_and_answers_a_key(
    visit: Open, where: str
) -> None:
    opens, control, key, says = MOVED[where]
    page = opened(visit, where)
    before = status(page)
    assert opens in before
    assert page.locator(".drag").get_attribute("data-shown") == "printed"
    assert text(page, ".origin").startswith("Printed by code that was run: ")
    page.evaluate("() => { Math.random = () => 0.9 }")
    page.locator(f".drag {control}").focus()
    page.keyboard.press(key)
    assert says in status(page)
    assert "solid" in page.evaluate(OUTLINES), "it has the focus, and shows it"
    page.get_by_role("button", name="Reset").click()
    assert status(page) == before


# --- a query that is dragged -----------------------------------------------------

SHOWN = """() => {
    const numbers = (of) => document.querySelector(`.drag ${of} .numbers`).textContent
        .replaceAll("\\u2212", "-").match(/-?\\d+\\.\\d+/g).map(Number)
    const rows = [...document.querySelectorAll(".drag .bars tbody tr")]
    return {
        query: numbers(".of-keys").slice(0, 2),
        context: numbers(".of-values"),
        weights: rows.map((row) => Number(row.cells[2].textContent)),
        bars: rows.map((row) => row.querySelector(".bar").getBoundingClientRect().width
            / row.cells[1].getBoundingClientRect().width),
    }
}"""


def is_as_with_torch(page: Page, x: float, y: float) -> None:
    """The query that is shown, and the weights, bars and context that belong to it."""
    page.wait_for_timeout(300)
    shown = page.evaluate(SHOWN)
    assert shown["query"] == pytest.approx([x, y], abs=0.05)
    query = plane_keys.new_tensor(shown["query"])
    weights = (plane_keys @ query / 2**0.5).softmax(dim=-1)
    assert shown["weights"] == pytest.approx(weights.tolist(), abs=2e-3)
    assert shown["bars"] == pytest.approx(weights.tolist(), abs=0.01)
    context = (weights @ plane_values).tolist()
    assert shown["context"] == pytest.approx(context, abs=0.02)


def place(page: Page, selector: str = ".handle") -> tuple[float, float, float]:
    """Where the middle of an element is in the window, and how many pixels are one."""
    box = page.locator(f".drag {selector}").bounding_box() or {}
    plane = page.locator(".drag .of-keys svg").bounding_box() or {}
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return x, y, plane["width"] / 8.8


def test_a_mouse_takes_and_drags_the_query(visit: Open) -> None:
    page = opened(visit, QUERY)
    x, y, one = place(page)
    page.mouse.move(x + 3, y - 2)  # not quite the middle: it does not jump
    page.mouse.down()
    page.mouse.move(x + 3 + 2 * one, y - 2 + 2 * one, steps=20)
    page.mouse.up()
    page.mouse.move(x, y, steps=2)  # let go
    is_as_with_torch(page, 2, 0)
    assert status(page) == "it reads ada: 0.91"
    page.mouse.click(x - one, y - one)  # taken from anywhere
    is_as_with_torch(page, -1, 3)
    page.mouse.click(x + 4 * one, y - 2 * one)  # as long as it gets
    is_as_with_torch(page, 2.83, 2.83)
    page.locator(".drag .asks label", has_text="but").click()
    page.get_by_label("Causal mask").check()
    assert status(page) == "but reads all 5 words alike: 0.20"
    assert text(page, ".origin") == "Computed in your browser."


def test_a_finger_drags_the_query_and_scrolls_beside_it(
    browser: Browser, origin: str
) -> None:
    size = {"width": PHONE, "height": 740}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(origin + QUERY)
    started(page).locator(".drag .of-keys svg").evaluate(
        "(svg) => scrollBy(0, svg.getBoundingClientRect().top - 120)"
    )
    page.wait_for_timeout(200)
    session = context.new_cdp_session(page)

    def move(x: float, y: float, across: float, down: float) -> None:
        for part in range(12):
            kind = {0: "touchStart", 11: "touchEnd"}.get(part, "touchMove")
            at = {"x": x + across * part / 10, "y": y + down * part / 10}
            points = [] if kind == "touchEnd" else [at]
            touch = {"type": kind, "touchPoints": points}
            session.send("Input.dispatchTouchEvent", touch)

    top, (x, y, one) = page.evaluate("scrollY"), place(page)
    move(x, y, one, 2 * one)
    is_as_with_torch(page, 1, 0)
    assert page.evaluate("scrollY") == top, "the page stays"
    x, y, _ = place(page, ".of-keys svg")
    move(x - 60, y + 60, 0, -150)
    is_as_with_torch(page, 1, 0)
    assert page.evaluate("scrollY") > top + 60
    context.close()


# --- others ----------------------------------------------------------------------


def test_what_was_there_does_not_move_when_words_appear(visit: Open) -> None:
    page = opened(visit, "causal/mask/")
    marks = page.locator(".drag .context-mark.earlier:visible")
    page.locator(".drag .asks label", has_text="ada").click()
    before: list[str | None] = []
    for _ in range(3):
        now = page.locator(".drag .context-mark:not(.earlier)")
        before.append(now.get_attribute("transform"))
        page.get_by_role("button", name="Next word").click()
        assert [each.get_attribute("transform") for each in marks.all()] == before


def test_a_cache_of_ones_own_is_computed_and_what_is_wrong_is_refused(
    visit: Open,
) -> None:
    page = opened(visit, MEMORY)
    page.get_by_label("Layers").focus()
    for typed in ("7", "15", "11", "5", "13", "1,009", "3"):
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    size = 7 * 2 * 5 * 11 * 13 * 3 * 2
    assert text(page, ".numbers").endswith(f"= {size:,} bytes")
    assert "The window keeps 13 of 1,009 tokens" in status(page)
    field = page.get_by_label("Layers")
    field.fill("none")
    assert "\u201cnone\u201d is not a whole number" in text(page, ".refused")
    assert field.get_attribute("aria-invalid") == "true"
    assert text(page, ".numbers").endswith(f"= {size:,} bytes"), "the last right ones"
    assert violations(page, ".drag") == []
    page.get_by_label("Model", exact=True).select_option("DeepSeek-V3")
    assert text(page, ".total") == "1.608 GiB", "of three texts"
    assert text(page, ".refused") == ""


# Goes back by key: of each step its number, the room of what is said, what is cramped.
BACK = f"""async () => {{
    const look = {LOOK}
    const [slider, said, play] = [".steps input", ".said", ".play"]
        .map((of) => document.querySelector(`.drag ${{of}}`))
    const later = setTimeout
    window.setTimeout = (call) => later(call) // what is said comes at once
    const found = []
    while (found.at(-1)?.[0] !== slider.value) {{
        found.push([slider.value, [said.offsetTop, said.offsetHeight],
            await look(["cramped"])])
        const key = {{ key: "ArrowLeft", bubbles: true }}
        play.dispatchEvent(new KeyboardEvent("keydown", key))
        await new Promise((done) => later(done, 20))
    }}
    window.setTimeout = later
    return found
}}"""


@pytest.mark.parametrize("where", STEPPED)
def test_a_reader_steps_to_the_end_and_back(visit: Open, where: str) -> None:
    page = opened(visit, where, width=PHONE)
    before, slider = status(page), page.locator(".drag .steps input")
    first, last = (int(slider.get_attribute(of) or 0) for of in ("min", "max"))
    slider.press("End")
    assert STEPPED[where] in status(page)
    assert page.get_by_role("button", name="One step on").is_disabled()
    steps, rooms, tight = zip(*page.evaluate(BACK), strict=True)
    assert [int(step) for step in steps] == [*range(last, first - 1, -1)]
    assert rooms == (rooms[0],) * len(rooms), "what is below stays where it is"
    assert tight == ([],) * len(tight)
    page.get_by_role("button", name="Reset").click()
    assert status(page) == before


def test_while_it_plays_it_says_nothing_aloud(visit: Open) -> None:
    where = "modern/one-pass/"
    page = opened(visit, where)
    play, said = page.locator(".drag .play"), page.locator(".drag .said")
    play.click()  # from the first step, since it was not touched
    assert "is the maximum so far" in said.inner_text()
    slider = page.locator(".drag .steps input")
    slider.fill(str(int(slider.get_attribute("max") or 0) - 2))
    play.click()
    assert said.get_attribute("aria-live") == "off"
    wait_until(page, "document.querySelector('.drag .play').textContent === 'Play'")
    assert said.get_attribute("aria-live") == "polite"
    assert STEPPED[where] in status(page)


# --- the room that is kept for a figure ------------------------------------------

# At these, or a pixel beside them, the layout changes, or it is as wide as it gets.
WIDTHS = (PHONE, 390, 608, 609, 704, 705, DESKTOP)
SPARE = 90  # pixels that stay empty at most, in the narrowest font
# With the text in some font: what is kept free for a figure, and what it takes.
IN_FONT = """(font) => {
    document.body.style.setProperty("--md-text-font-family", font)
    const figure = document.querySelector(".drag")
    const live = figure.querySelector(".live")
    const least = (of) => Number.parseFloat(getComputedStyle(of).minHeight) || 0
    const { bottom } = live.lastElementChild.getBoundingClientRect()
    const { top } = live.getBoundingClientRect()
    return [Math.max(least(figure), least(live)), bottom - top]
}"""


@pytest.mark.parametrize("where", once((QUERY,), (*MOVED, *STEPPED, "")))
def test_its_room_is_enough_in_every_font_and_at_every_width(
    visit: Open, where: str
) -> None:
    page = opened(visit, where, width=PHONE)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        room, widest = page.evaluate(IN_FONT, WIDE)
        _, narrowest = page.evaluate(IN_FONT, NARROW)
        assert widest <= room <= narrowest + SPARE, f"{width} pixels wide"
