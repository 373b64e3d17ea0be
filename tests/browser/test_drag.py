"""Figures that readers move: what they show is what torch computes, in every state."""

import math
import random
import re

import pytest
from playwright.sync_api import Browser

from attention import plane_tokens
from tests.browser.conftest import PHONE, Open, wait_until
from tests.browser.drag import (
    ALTERED,
    DIVISORS,
    ENTER,
    HOME,
    HULL,
    MARK,
    OPENING,
    SET,
    TOLERANCE,
    WHERE,
    State,
    middle,
    opened,
    printed,
    read,
    ready,
    shown,
    status,
    unit,
)

# --- what is shown ---------------------------------------------------------------


def states() -> list[State]:
    """Each word and divisor, with and without a mask; a query of zeros among them."""
    draw = random.Random(3)
    found = [State(4, (0.0, 0.0), "root", causal) for causal in (False, True)]
    for asks in range(len(plane_tokens)):
        x, y = (draw.randint(-280, 280) / 100 for _ in range(2))
        divisor = list(DIVISORS)[asks % len(DIVISORS)]
        found += [State(asks, (x, y), divisor, causal) for causal in (False, True)]
    return found


def test_states_agree_with_torch(visit: Open) -> None:
    page = opened(visit)
    for state in states():
        page.evaluate(ENTER, state.hash)
        seen = read(page)
        weights, context = (each.tolist() for each in state.expected())
        wanted = {
            "weights": pytest.approx(weights, abs=TOLERANCE),
            "bars": pytest.approx(weights, abs=0.01),
            "context": pytest.approx(context, abs=TOLERANCE),
            "query": pytest.approx([*state.query, math.hypot(*state.query)], abs=6e-3),
        }
        assert {name: seen[name] for name in wanted} == wanted, state.hash
        # On the screen y grows downwards, so the corners go round the other way.
        corners, (x, y) = page.evaluate(HULL), page.evaluate(MARK)
        for (a, b), (c, d) in zip(corners, [*corners[1:], corners[0]], strict=True):
            outside = (c - a) * (y - b) - (d - b) * (x - a)
            assert outside <= 0.5 * math.hypot(c - a, d - b)  # half a pixel


def test_it_opens_with_what_was_printed_and_then_computes(
    visit: Open, origin: str
) -> None:
    tab = visit(HOME, alone=True)
    printed_here = ready(tab.page)
    assert read(printed_here)["shown"] == "printed"
    tab.page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
            const figure = document.querySelector(".drag")
            if (figure) figure.dataset.head = figure.dataset.head
                .replace("0.9076", "0.1234").replace("3.6272", "5.4321")
        })"""
    )
    page = tab.page
    page.locator(".drag .origin a", has_text="it-asks").click()
    page.wait_for_url(f"{origin}{WHERE}#code-it-asks")
    before = read(ready(page))
    assert (before["weights"][3], before["context"][0]) == (0.1234, 5.4321)
    assert before["shown"] == "printed"
    blocks = "three-vectors, it-asks, contexts"
    assert before["origin"] == f"Printed by code that was run: {blocks}."
    for link in page.locator(".drag .origin a").all():
        assert page.locator(link.get_attribute("href") or "").count() == 1

    page.get_by_label("Causal mask").check()  # from here on it computes
    seen = shown(page)
    assert (seen["weights"][3], seen["context"][0]) == (0.9076, 3.6272)
    page.locator(".drag .handle").press("ArrowUp")
    seen = shown(page)
    assert (seen["shown"], seen["origin"]) == ("computed", "Computed in your browser.")
    page.get_by_role("button", name="Reset").click()
    assert shown(page) == before
    assert not page.get_by_label("Causal mask").is_checked()
    assert "#" not in page.url


# --- what a reader does ----------------------------------------------------------


def test_a_mouse_takes_and_drags_the_query(visit: Open) -> None:
    page = opened(visit)
    page.evaluate(
        """() => {
            window.spoken = []
            const status = document.querySelector(".drag .said")
            const seen = { characterData: true, childList: true, subtree: true }
            new MutationObserver(() => spoken.push(status.textContent))
                .observe(status, seen)
        }"""
    )
    (x, y), one = middle(page), unit(page)
    page.mouse.move(x + 3, y - 2)  # not quite the middle: it does not jump
    page.mouse.down()
    page.mouse.move(x + 3 + one, y - 2 + one, steps=4)
    assert read(page)["query"][:2] == pytest.approx([1, 1], abs=0.03)
    page.mouse.move(x + 3 + 2 * one, y - 2 + 2 * one, steps=20)
    page.mouse.up()
    page.mouse.move(x, y, steps=2)  # let go
    assert shown(page)["query"][:2] == pytest.approx([2, 0], abs=0.03)
    assert status(page) == "it reads ada: 0.91"
    assert page.evaluate("spoken.length") <= 3, "it says nothing while it moves"

    page.mouse.click(x - one, y - one)  # taken from anywhere
    assert shown(page)["query"][:2] == pytest.approx([-1, 3], abs=0.03)
    page.mouse.click(x + 4 * one, y - 2 * one)  # as long as it gets
    assert shown(page)["query"] == pytest.approx([2.83, 2.83, 4], abs=0.03)


# A word is chosen; what is drawn then.
CHOSEN = """() => {
    document.querySelectorAll(".drag .asks input")[5].click()
    return document.querySelector(".drag .of-keys .numbers").textContent.slice(0, 18)
}"""


def test_keys_and_controls_do_what_they_say_and_a_live_region_says_it(
    visit: Open,
) -> None:
    """What is said of other weights: tests/drag/head.test.js."""
    page = opened(visit)
    assert status(page) == "it reads boat: 0.91"
    page.locator(".drag .handle").focus()
    top = page.evaluate("scrollY")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    assert shown(page)["query"][:2] == [-0.3, 1.9]
    assert page.evaluate("scrollY") == top
    assert page.url.endswith("#asks=7&query=-0.3,1.9&divisor=root&causal=0")
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid", "the focus stays, and is seen"
    page.locator(".drag .asks label", has_text=re.compile("^it$")).click()
    assert shown(page)["query"][:2] == [0, 2], "who asks already has it back"

    length, divisor = map(page.get_by_label, ("Length of the query", "Scores divided"))
    most = []
    for control, value in ((length, "1"), (length, "4"), (divisor, "4"), (length, "0")):
        control.fill(value) if control is length else control.select_option(value)
        most.append(max(shown(page)["weights"]))
    assert most[0] < 0.9 < 0.99 < most[1] > most[2] > most[3] == 0.125
    length.fill("3")  # it grows where it pointed
    assert shown(page)["query"] == [0, 3, 3]
    page.locator(".drag .asks label", has_text="but").click()
    page.get_by_label("Causal mask").check()
    assert status(page) == "but reads all 5 words alike: 0.20"

    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(CHOSEN) == "query (2.00, 0.00)", "at once"
    page.emulate_media(reduced_motion="null")
    page.get_by_role("button", name="Reset").click()
    assert page.evaluate(CHOSEN) != "query (2.00, 0.00)", "it moves there"


# --- fingers ---------------------------------------------------------------------


def test_a_finger_drags_or_taps_the_query_and_scrolls_beside_it(
    browser: Browser, origin: str
) -> None:
    size = {"width": PHONE, "height": 740}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True)
    phone = context.new_page()
    phone.goto(origin + WHERE)
    ready(phone).locator(".drag .of-keys svg").evaluate(
        "(svg) => scrollBy(0, svg.getBoundingClientRect().top - 120)"
    )
    phone.wait_for_timeout(200)
    session = phone.context.new_cdp_session(phone)

    def move(start: tuple[float, float], by: tuple[float, float]) -> None:
        for part in range(12):
            kind = {0: "touchStart", 11: "touchEnd"}.get(part, "touchMove")
            x, y = (a + b * part / 10 for a, b in zip(start, by, strict=True))
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            touch = {"type": kind, "touchPoints": points}
            session.send("Input.dispatchTouchEvent", touch)

    top, one = phone.evaluate("scrollY"), unit(phone)
    move(middle(phone), (one, 2 * one))
    assert shown(phone)["query"][:2] == pytest.approx([1, 0], abs=0.05)
    x, y = middle(phone)
    phone.touchscreen.tap(x + one, y)
    assert shown(phone)["query"][:2] == pytest.approx([2, 0], abs=0.05)
    assert phone.evaluate("scrollY") == top, "the page stays"

    before = read(phone)
    x, y = middle(phone, ".drag .of-keys svg")
    move((x - 60, y + 60), (0, -150))
    phone.wait_for_timeout(300)
    assert phone.evaluate("scrollY") > top + 60
    assert read(phone) == before
    context.close()


# --- the address, and code -------------------------------------------------------


def test_the_address_has_the_state_and_the_history_no_more(visit: Open) -> None:
    page = opened(visit)
    entries_before = page.evaluate("history.length")
    page.locator(".drag .asks label", has_text="she").click()
    page.locator(".drag .handle").press("ArrowUp")
    page.get_by_label("Scores divided by").select_option("2")
    page.get_by_label("Causal mask").check()
    hash_ = "#asks=5&query=2,0.1&divisor=2&causal=1"
    wait_until(page, f"location.hash === '{hash_}'")
    assert page.evaluate("history.length") == entries_before
    before = shown(page)
    page.evaluate("() => { location.hash = '#exercise' }")
    assert shown(page) == before, "a link within the page is no state"
    page.evaluate(ENTER, OPENING.replace("root", "0"))
    assert status(page) == ALTERED

    again = opened(visit, hash_)
    assert shown(again) == before
    assert again.get_by_label("Causal mask").is_checked()
    assert again.get_by_role("radio", name="she").is_checked()
    top = again.evaluate("document.querySelector('.drag').getBoundingClientRect().top")
    assert 48 < top < 200, "who follows such a link sees the figure"


def test_the_code_runs_alone_and_prints_what_is_shown(visit: Open) -> None:
    page = opened(visit, OPENING)
    page.get_by_role("button", name="Show as code").click()
    code = page.locator(".drag .as-code pre")
    assert "query = torch.tensor([0.0, 2.0])  # it asks" in code.inner_text()
    for state in (SET, State(4, (0.0, 0.0), "1", False)):
        page.evaluate(ENTER, state.hash)
        page.get_by_role("button", name="Copy the code").click()
        page.locator(".drag .copied", has_text="Copied.").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == code.text_content()
        assert "attention" not in copied
        *lines, last = printed(copied).splitlines()
        seen = shown(page)
        assert [line.split()[0] for line in lines] == seen["words"]
        numbers = [line.split()[1] for line in lines] + last.split()[1:]
        for text, number in zip(
            numbers, seen["weights"] + seen["context"], strict=True
        ):
            assert float(text) == pytest.approx(round(number, 4), abs=1.01e-4)
    page.get_by_role("button", name="Hide the code").click()
    assert code.is_hidden()
