"""Figures that readers move: what they show is what torch computes, in every state."""

import gzip
import math
import re
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from playwright.sync_api import Browser, CDPSession, Page

from attention import plane_keys, plane_queries, plane_tokens, plane_values
from publish.cells import entries
from publish.project import Project
from tests.browser.axe import RULES, violations
from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    SCHEMES,
    Open,
    Visit,
    printed_alone,
    wait_until,
)
from tests.browser.drag import (
    ELSEWHERE,
    ENTER,
    FIGURES,
    GROWING,
    HOME,
    HULL,
    MARK,
    NAMES,
    OPENING,
    READ,
    SCRIPT_BYTES,
    SHIFTED,
    SPARE,
    STEP,
    STEPS,
    TOLERANCE,
    WHERE,
    State,
    grid,
    middle,
    opened,
    ready,
    shown,
    status,
    unit,
)
from tests.browser.fonts import NARROW, WIDE
from tests.browser.test_pages import WIDTHS, overflowing

# --- what is shown ---------------------------------------------------------------


def disagreements(page: Page, states: list[State]) -> dict[tuple[str, str], Any]:
    """By state and by what is shown, how far it is from what torch computes."""
    wrong = {}
    for state in states:
        page.evaluate(ENTER, state.hash)
        read = page.evaluate(READ)
        weights, context = state.expected()
        for name, wanted in (("weights", weights), ("bars", weights)):
            far = (torch.tensor(read[name]) - wanted).abs().max()
            if not far <= (TOLERANCE if name == "weights" else 0.01):
                wrong[state.hash, name] = float(far)
        far = (torch.tensor(read["context"]) - context).abs().max()
        length = math.hypot(*state.query)
        if not far <= TOLERANCE:
            wrong[state.hash, "context"] = float(far)
        if read["query"] != pytest.approx([*state.query, length], abs=0.006):
            wrong[state.hash, "query"] = read["query"]
    return wrong


def test_every_state_agrees_with_torch(visit: Open) -> None:
    assert disagreements(opened(visit), grid()) == {}


def test_a_wrong_divisor_is_noticed(
    browser: Browser, origin: str, site_folder: Path
) -> None:
    script = (site_folder / "assets" / "drag.js").read_text(encoding="utf-8")
    spoiled = script.replace("value: Math.SQRT2", "value: 2")
    assert spoiled != script
    page = browser.new_page()
    page.route("**/drag.js", lambda route: route.fulfill(body=spoiled))
    page.goto(origin + WHERE)
    states = [state for state in grid() if state.divisor == "root" and any(state.query)]
    found = disagreements(ready(page), states[:3])
    page.close()
    for state in states[:3]:
        assert {(state.hash, "weights"), (state.hash, "context")} <= found.keys()


def test_it_opens_with_what_the_page_printed(visit: Open, project: Project) -> None:
    page = opened(visit)
    folder = project.snippets_dir / "self-attention" / "query-key-value"
    printed = (folder / "it-asks.out").read_text(encoding="utf-8")
    contexts = (folder / "contexts.out").read_text(encoding="utf-8")
    read = page.evaluate(READ)
    assert [line.split()[::2] for line in printed.splitlines()] == [
        [word, f"{weight:.4f}"]
        for word, weight in zip(read["words"], read["weights"], strict=True)
    ]
    found = re.search(r"^it +tensor\((.*)\)$", contexts, re.MULTILINE)
    assert found
    context = [float(x) for x in found[1].strip("[]").split(",")]
    assert context == read["context"]
    assert read["shown"] == "printed"
    assert (
        read["origin"]
        == "Printed by code that was run: three-vectors, it-asks, contexts."
    )
    for link in page.locator(".drag .origin a").all():
        target = link.get_attribute("href") or ""
        assert page.locator(target).count() == 1
    assert "#" not in page.url


def test_what_it_opens_with_is_read_and_not_computed(visit: Open) -> None:
    page = visit(WHERE).page  # its script comes with a reader who comes near
    page.evaluate(
        """() => {
            const { dataset } = document.querySelector(".drag")
            dataset.head = dataset.head.replace("0.9076", "0.1234")
                .replace("3.6272", "5.4321")
        }"""
    )
    read = ready(page).evaluate(READ)
    assert (read["weights"][3], read["context"][0]) == (0.1234, 5.4321)
    page.get_by_label("Causal mask").check()  # from here on it computes
    read = shown(page)
    assert (read["weights"][3], read["context"][0]) == (0.9076, 3.6272)


def test_elsewhere_it_says_on_which_page_its_numbers_were_printed(
    visit: Open, origin: str
) -> None:
    page = opened(visit, where=HOME)
    assert page.evaluate(READ)["shown"] == "printed"
    link = page.locator(".drag .origin a", has_text="it-asks")
    link.click()
    page.wait_for_url(f"{origin}{WHERE}#code-it-asks")


def test_the_numbers_in_the_page_are_the_packages(visit: Open) -> None:
    head = opened(visit).evaluate(
        "JSON.parse(document.querySelector('.drag').dataset.head)"
    )
    assert tuple(head["words"]) == plane_tokens
    for name, matrix in (
        ("queries", plane_queries),
        ("keys", plane_keys),
        ("values", plane_values),
    ):
        assert torch.equal(torch.tensor(head[name]), matrix), name


def test_what_is_dragged_is_marked_as_computed_and_reset_takes_it_back(
    visit: Open,
) -> None:
    page = opened(visit)
    before = page.evaluate(READ)
    page.get_by_label("Causal mask").check()
    page.locator(".drag .handle").press("ArrowUp")
    assert shown(page)["origin"] == "Computed in your browser."
    assert page.evaluate("document.querySelector('.drag').dataset.shown") == "computed"
    page.get_by_role("button", name="Reset").click()
    assert shown(page) == before
    assert not page.get_by_label("Causal mask").is_checked()
    assert "#" not in page.url


@pytest.mark.parametrize("asks", range(len(plane_tokens)))
def test_the_context_stays_in_the_hull_which_the_mask_shrinks(
    visit: Open, asks: int
) -> None:
    page = opened(visit)
    sizes = []
    for causal in (False, True):
        page.evaluate(ENTER, State(asks, (1.5, -0.5), "root", causal).hash)
        corners, point = page.evaluate(HULL), page.evaluate(MARK)
        sizes.append(area(corners))
        assert outside(corners, point) < 0.5  # pixels
        values = plane_values[: asks + 1] if causal else plane_values
        assert len(corners) <= len({tuple(value) for value in values.tolist()})
    if asks == len(plane_tokens) - 1:
        assert sizes[0] == sizes[1]
    else:
        assert sizes[1] < sizes[0]


def area(corners: list[list[float]]) -> float:
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return abs(sum(a * d - b * c for (a, b), (c, d) in pairs)) / 2


def outside(corners: list[list[float]], point: list[float]) -> float:
    """How far a point is outside of a hull, in pixels."""
    x, y = point
    far = 0.0
    for (a, b), (c, d) in zip(corners, [*corners[1:], corners[0]], strict=True):
        side = math.hypot(c - a, d - b)
        if not side:
            return math.hypot(x - a, y - b)
        # On the screen y grows downwards, so the corners go round the other way.
        far = max(far, ((c - a) * (y - b) - (d - b) * (x - a)) / side)
    return far


# --- what a reader does ----------------------------------------------------------


def test_a_mouse_drags_the_query(visit: Open) -> None:
    page = opened(visit)
    (x, y), one = middle(page), unit(page)
    page.mouse.move(x + 3, y - 2)  # not quite the middle: it does not jump
    page.mouse.down()
    page.mouse.move(x + 3 + one, y - 2 + one, steps=4)
    assert page.evaluate(READ)["query"][:2] == pytest.approx([1, 1], abs=0.03)
    page.mouse.move(x + 3 + 2 * one, y - 2 + 2 * one, steps=4)
    page.mouse.up()
    page.mouse.move(x, y, steps=2)  # let go
    assert shown(page)["query"][:2] == pytest.approx([2, 0], abs=0.03)
    assert status(page) == "it reads ada: 0.91"


def test_a_mouse_takes_the_query_from_anywhere(visit: Open) -> None:
    page = opened(visit)
    (x, y), one = middle(page), unit(page)
    page.mouse.click(x - one, y - one)
    assert shown(page)["query"][:2] == pytest.approx([-1, 3], abs=0.03)
    page.mouse.click(x + 4 * one, y - 2 * one)  # as long as it gets
    assert shown(page)["query"] == pytest.approx([2.83, 2.83, 4], abs=0.03)


def test_arrow_keys_move_the_query_and_nothing_else(visit: Open) -> None:
    page = opened(visit)
    handle = page.locator(".drag .handle")
    handle.focus()
    top = page.evaluate("scrollY")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    assert shown(page)["query"][:2] == [-0.3, 1.9]
    assert handle.evaluate("(handle) => handle === document.activeElement")
    assert page.evaluate("scrollY") == top
    assert page.url.endswith("#asks=7&query=-0.3,1.9&divisor=root&causal=0")
    for _ in range(12):
        page.keyboard.press("Shift+ArrowUp")
    assert shown(page)["query"][2] == pytest.approx(4, abs=0.02)
    outline = "(handle) => getComputedStyle(handle).outlineStyle"
    assert handle.evaluate(outline) == "solid", "the focus is seen"


def test_every_control_is_reached_and_named(visit: Open) -> None:
    page = opened(visit)
    page.get_by_role("radio", name="it", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    assert page.get_by_role("radio", name="misses").is_checked()
    names = []
    for _ in range(6):
        page.keyboard.press("Tab")
        names.append(
            page.evaluate(
                """() => document.activeElement.ariaLabel
                || document.activeElement.labels?.[0]?.textContent
                || document.activeElement.textContent"""
            )
        )
    assert names == [
        "The query of misses",
        "Length of the query",
        "Scores divided by",
        "Causal mask: later words hidden",
        "Reset",
        "Show as code",
    ]
    tree = page.locator(".drag .live").aria_snapshot()
    for name in (
        "Which word asks?",
        "Arrows in a plane.",
        "Points in a plane.",
        "Weights",
    ):
        assert name in tree


def test_a_live_region_says_who_reads_whom(visit: Open) -> None:
    page = opened(visit)
    assert status(page) == "it reads boat: 0.91"
    for word, says in (
        ("she", "she reads ada: 0.91"),
        ("sold", "sold reads ada and boat: 0.40 each"),
        ("but", "but reads all 8 words alike: 0.13"),
    ):
        page.locator(".drag .asks label", has_text=word).click()
        assert status(page) == says
    page.get_by_label("Causal mask").check()
    assert status(page) == "but reads all 5 words alike: 0.20"


def test_it_says_nothing_while_the_query_moves(visit: Open) -> None:
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
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2 * one, y + 2 * one, steps=40)
    page.mouse.up()
    page.wait_for_timeout(400)
    assert page.evaluate("spoken.at(-1)").startswith("it reads ada: 0.9")
    assert page.evaluate("spoken.length") <= 3


def test_a_query_of_length_zero_is_a_case_like_any_other(visit: Open) -> None:
    page = opened(visit)
    length = page.get_by_label("Length of the query")
    length.fill("0")
    read = shown(page)
    assert read["query"] == [0, 0, 0]
    assert read["weights"] == [0.125] * 8
    assert status(page) == "it reads all 8 words alike: 0.13"
    length.fill("3")  # it grows where it pointed
    assert shown(page)["query"] == [0, 3, 3]
    page.locator(".drag .asks label", has_text="but").click()  # has a query of zeros
    assert shown(page)["query"] == [0, 0, 0]
    length.fill("4")
    assert shown(page)["query"][2] == 4
    page.evaluate(ENTER, State(0, (0.0, 0.0), "1", True).hash)
    assert page.evaluate(READ)["weights"] == [1] + [0] * 7


def test_a_longer_query_looks_up_and_a_larger_divisor_mixes(visit: Open) -> None:
    page = opened(visit)
    length = page.get_by_label("Length of the query")
    most = []
    for value in ("0.5", "1", "2", "4"):
        length.fill(value)
        most.append(max(shown(page)["weights"]))
    assert most == sorted(most)
    assert most[-1] > 0.99
    for option in ("root", "2", "4"):
        page.get_by_label("Scores divided by").select_option(option)
        now = max(shown(page)["weights"])
        assert now < most[-1] or option == "root"
        most.append(now)


def test_a_word_that_asks_already_gets_its_query_back(visit: Open) -> None:
    page = opened(visit)
    page.locator(".drag .handle").press("Shift+ArrowRight")
    assert shown(page)["query"][:2] == [0.5, 2]
    page.locator(".drag .asks label", has_text=re.compile("^it$")).click()
    assert shown(page)["query"][:2] == [0, 2]


# --- fingers ---------------------------------------------------------------------


class Finger:
    """A finger on a phone's screen."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches}
        )

    def move(self, start: tuple[float, float], by: tuple[float, float]) -> None:
        self.touch("touchStart", start)
        for part in range(1, 11):
            x, y = (a + b * part / 10 for a, b in zip(start, by, strict=True))
            self.touch("touchMove", (x, y))
        self.touch("touchEnd")


@pytest.fixture
def phone(browser: Browser, origin: str) -> Iterator[Page]:
    size = {"width": PHONE, "height": 740}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(origin + WHERE)
    ready(page)
    page.locator(".drag .of-keys svg").evaluate(
        "(svg) => scrollBy(0, svg.getBoundingClientRect().top - 120)"
    )
    page.wait_for_timeout(200)
    yield page
    context.close()
    assert problems == []


def test_a_finger_drags_the_query_and_the_page_stays(phone: Page) -> None:
    top, one = phone.evaluate("scrollY"), unit(phone)
    Finger(phone).move(middle(phone), (one, 2 * one))
    assert shown(phone)["query"][:2] == pytest.approx([1, 0], abs=0.05)
    assert phone.evaluate("scrollY") == top


def test_beside_the_query_a_finger_scrolls_the_page(phone: Page) -> None:
    top, before = phone.evaluate("scrollY"), phone.evaluate(READ)
    x, y = middle(phone, ".drag .of-keys svg")
    Finger(phone).move((x + 60, y + 60), (0, -150))
    phone.wait_for_timeout(300)
    assert phone.evaluate("scrollY") > top + 60
    assert phone.evaluate(READ) == before


def test_a_finger_taps_where_the_query_is_to_be(phone: Page) -> None:
    (x, y), one = middle(phone), unit(phone)
    phone.touchscreen.tap(x + 2 * one, y + 2 * one)
    assert shown(phone)["query"][:2] == pytest.approx([2, 0], abs=0.05)


# --- the address -----------------------------------------------------------------


def test_the_address_has_the_state_and_the_history_no_more(visit: Open) -> None:
    page = opened(visit)
    entries_before = page.evaluate("history.length")
    page.locator(".drag .asks label", has_text="she").click()
    page.locator(".drag .handle").press("ArrowUp")
    page.get_by_label("Scores divided by").select_option("2")
    page.get_by_label("Causal mask").check()
    wait_until(page, "location.hash === '#asks=5&query=2,0.1&divisor=2&causal=1'")
    assert page.evaluate("history.length") == entries_before
    before = shown(page)
    again = opened(visit, page.url.partition("#")[2].join(["#", ""]))
    assert shown(again) == before
    assert again.get_by_label("Causal mask").is_checked()
    assert again.get_by_role("radio", name="she").is_checked()
    top = again.evaluate("document.querySelector('.drag').getBoundingClientRect().top")
    assert 48 < top < 200, "who follows such a link sees the figure"


def test_an_altered_address_is_refused_in_words(visit: Open) -> None:
    for old, new in (
        ("7", "8"),
        ("0,2", "0,x"),
        ("root", "0"),
        ("causal=0", "causal=2"),
    ):
        page = opened(visit, OPENING.replace(old, new, 1))
        says = "The address was altered, and is not taken."
        assert status(page) == says
        assert page.evaluate(READ)["shown"] == "printed"


def test_a_link_within_the_page_is_no_state(visit: Open) -> None:
    page = opened(visit, "#every-word-asks")
    assert page.evaluate(READ)["shown"] == "printed"
    page.locator(".drag .handle").press("ArrowUp")
    page.evaluate("() => { location.hash = '#exercise' }")
    assert shown(page)["query"][:2] == [0, 2.1]


# --- as code ---------------------------------------------------------------------

CODED = [
    OPENING,
    State(1, (1.25, -0.5), "2", True).hash,
    State(4, (0.0, 0.0), "1", True).hash,
    State(7, (-2.0, 3.0), "4", True).hash,
]


@pytest.mark.parametrize("hash_", CODED)
def test_the_code_runs_alone_and_prints_what_is_shown(
    visit: Open, tmp_path: Path, hash_: str
) -> None:
    page = opened(visit, hash_)
    page.get_by_role("button", name="Show as code").click()
    page.get_by_role("button", name="Copy the code").click()
    page.locator(".drag .copied", has_text="Copied.").wait_for()
    code = page.evaluate("navigator.clipboard.readText()")
    assert code == page.locator(".drag .as-code pre").text_content()
    assert "attention" not in code
    alone = printed_alone(code, tmp_path)
    *lines, last = alone.splitlines()
    read = shown(page)
    assert [line.split()[0] for line in lines] == read["words"]
    for line, weight in zip(lines, read["weights"], strict=True):
        assert entries.agrees(float(line.split()[1]), f"{weight:.4f}")
    for printed, number in zip(last.split()[1:], read["context"], strict=True):
        assert entries.agrees(float(printed), f"{number:.4f}")


def test_the_code_follows_the_query(visit: Open) -> None:
    page = opened(visit)
    page.get_by_role("button", name="Show as code").click()
    code = page.locator(".drag .as-code pre")
    assert "query = torch.tensor([0.0, 2.0])  # it asks" in code.inner_text()
    page.locator(".drag .handle").press("ArrowRight")
    assert "query = torch.tensor([0.1, 2.0])  # it asks" in code.inner_text()
    page.get_by_role("button", name="Hide the code").click()
    assert code.is_hidden()


# --- who does without ------------------------------------------------------------

# A word is chosen; the query that is drawn at once, and a little later.
CHOSEN = """async () => {
    const read = () => document.querySelector(".drag .of-keys .numbers").textContent
    const before = read()
    document.querySelectorAll(".drag .asks input")[5].click()
    const found = [read()]
    for (let part = 0; part < 3; part++) {
        await new Promise(requestAnimationFrame)
        found.push(read())
    }
    return [before, ...found]
}"""


def test_reduced_motion_is_respected(visit: Open) -> None:
    page = opened(visit, alone=True)
    moved = page.evaluate(CHOSEN)
    assert moved[1] == moved[0]
    assert "query (2.00, 0.00)" not in moved[2]
    assert shown(page)["query"][:2] == [2, 0]
    page.get_by_role("button", name="Reset").click()
    page.wait_for_timeout(400)
    page.emulate_media(reduced_motion="reduce")
    assert {each[:18] for each in page.evaluate(CHOSEN)[1:]} == {"query (2.00, 0.00)"}


def test_without_scripts_there_is_the_still(visit: Open) -> None:
    page = visit(WHERE, javascript=False).page
    still = page.locator(".drag img")
    assert still.is_visible()
    assert "hull" in (still.get_attribute("alt") or "")
    box, picture = page.locator(".drag").bounding_box(), still.bounding_box()
    assert box
    assert picture
    assert box["height"] < picture["height"] + 80, "no empty room"
    assert page.locator("#code-it-asks + .output").is_visible(), "the table"


def test_where_the_script_cannot_be_fetched_there_is_the_still(
    browser: Browser, origin: str
) -> None:
    page = browser.new_page()
    page.route("**/drag.js", lambda route: route.abort())
    page.goto(origin + WHERE)
    page.locator(".drag").scroll_into_view_if_needed()
    page.locator(".drag img").wait_for()
    page.close()


def test_on_paper_there_is_the_still(visit: Open) -> None:
    page = opened(visit)
    page.emulate_media(media="print")
    assert page.locator(".drag .live").is_hidden()
    assert page.locator(".drag img").is_visible()
    page.emulate_media(media="screen")
    assert page.locator(".drag .live").is_visible()
    assert page.locator(".drag img").is_hidden()


def test_from_the_file_system_it_works_too(browser: Browser, site_folder: Path) -> None:
    page = browser.new_page()
    page.goto((site_folder / WHERE / "index.html").as_uri() + CODED[1])
    ready(page)
    assert page.evaluate(READ)["query"][:2] == [1.25, -0.5]
    page.close()


# --- what it costs ---------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("where", FIGURES, ids=NAMES)
def test_it_fits_and_is_accessible(visit: Open, width: str, where: str) -> None:
    hash_ = {
        HOME: CODED[3],
        WHERE: CODED[1],
        GROWING: State(4, (0, 0), "root", True).hash,
    }.get(where, "")
    tab = visit(where + hash_, width=WIDTHS[width])
    page = ready(tab.page)
    for button in page.get_by_role("button", name="Show as code").all():
        button.click()
    assert overflowing(page) == []
    for scheme in SCHEMES:
        tab.show(scheme, WIDTHS[width])
        assert violations(page, {"runOnly": RULES}, ".drag") == []
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            ".drag :is(.handle, .asks label, button, select, input:not([type=radio]))")]
            .filter((each) => {
                const { width, height } = each.getBoundingClientRect()
                return Math.min(width, height) < 24
            }).map((each) => each.outerHTML.slice(0, 80))"""
    )
    assert small == []


# At these, or a pixel beside them, the layout changes, or it is as wide as it gets.
ELSE_WIDE = (320, 480, 481, 608, 609, 640, 704, 705, 768, 1219)
# What is kept free for the figure, and how much of it the figure takes.
ROOM = """() => {
    const figure = document.querySelector(".drag")
    const live = figure.querySelector(".live")
    const least = (of) => Number.parseFloat(getComputedStyle(of).minHeight) || 0
    const { bottom } = live.lastElementChild.previousElementSibling
        .getBoundingClientRect()
    const { top } = live.getBoundingClientRect()
    return [Math.max(least(figure), least(live)), bottom - top]
}"""


# The same text in another font, and how wide a button is then.
IN_FONT = """(font) => {
    document.body.style.setProperty("--md-text-font-family", font)
    return document.querySelector(".drag .last button").clientWidth
}"""
FONTS = {"wide": WIDE, "narrow": NARROW}


@pytest.fixture(params=FONTS)
def font(
    request: pytest.FixtureRequest, tabs: dict[str, Visit], site_folder: Path
) -> Iterator[str]:
    """A font for the text of every page that is opened: as if a reader had it."""
    style = (site_folder / "assets" / "site.css").read_text(encoding="utf-8")
    family = f'--md-text-font-family: "{FONTS[request.param]}"'
    style, count = re.subn("--md-text-font-family: [^;]+", family, style)
    assert count == 1
    page = tabs["any"].page
    page.route("**/site.css", lambda route: route.fulfill(body=style))
    yield family
    page.unroute("**/site.css")


@pytest.mark.parametrize("where", FIGURES, ids=NAMES)
def test_its_room_is_kept(visit: Open, font: str, where: str) -> None:
    for width in (PHONE, 390, DESKTOP):
        page = opened(visit, where=where, width=width)
        room, height = page.evaluate(ROOM)
        assert height <= room <= height + SPARE, f"{width} pixels wide, {font}"
        assert page.evaluate(SHIFTED) == [], f"{width} pixels wide, {font}"
    for width in ELSE_WIDE:  # of the page as it is loaded
        page.set_viewport_size({"width": width, "height": 900})
        room, height = page.evaluate(ROOM)
        assert height <= room <= height + 2 * SPARE, f"{width} pixels wide, {font}"


@pytest.mark.parametrize("where", FIGURES, ids=NAMES)
def test_its_height_hangs_on_no_font(visit: Open, where: str) -> None:
    page = opened(visit, where=where)
    for width in (PHONE, 390, DESKTOP, *ELSE_WIDE):
        page.set_viewport_size({"width": width, "height": 900})
        wide, high = page.evaluate(IN_FONT, WIDE), page.evaluate(ROOM)[1]
        narrow, as_high = page.evaluate(IN_FONT, NARROW), page.evaluate(ROOM)[1]
        assert narrow < wide, "these are two fonts"
        assert high == pytest.approx(as_high, abs=1), f"{width} pixels wide"


def test_it_is_loaded_when_a_reader_comes_near_and_on_no_other_page(
    visit: Open,
) -> None:
    def asked(tab: Any) -> list[str]:
        names = (each.url.rpartition("/")[2] for each in tab.responses)
        return sorted(name for name in names if name.startswith(("drag", "one-query")))

    tab = visit(WHERE, alone=True)  # where nothing is kept from other pages
    tab.page.wait_for_timeout(300)
    assert asked(tab) == []
    ready(tab.page)
    assert asked(tab) == ["drag.css", "drag.js"], "and not the still"
    other = visit(ELSEWHERE)
    other.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    other.page.wait_for_timeout(300)
    assert asked(other) == []


def test_the_script_is_small(site_folder: Path) -> None:
    files = (site_folder / "assets" / name for name in ("drag.js", "drag.css"))
    sizes = [len(gzip.compress(file.read_bytes(), 6, mtime=0)) for file in files]
    assert sum(sizes) <= SCRIPT_BYTES


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
