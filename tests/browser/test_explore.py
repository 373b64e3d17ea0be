"""Heatmaps: each is its text, and its cells say what they were made of."""

import decimal
import json
import re
from pathlib import Path
from typing import Any

import pytest
from matplotlib.colors import to_rgb
from playwright.sync_api import Browser, Page

from attention.plotting.colours import COLOURS
from publish.cells import entries as cells
from publish.project import Project
from tests.browser.axe import EVERYTHING, RULES, violations
from tests.browser.conftest import ROOT, Open, Scheme, Visit
from tests.browser.test_pages import WIDTHS, overflowing

SWITCH_ALL = """async () => {
    const buttons = [...document.querySelectorAll("button.explore")]
    const still = (button) => button.parentElement.querySelector(":scope > .still")
    for (const button of buttons) {
        const press = new PointerEvent("pointerdown", { bubbles: true })
        if (still(button)) still(button).querySelector("td").dispatchEvent(press)
        else button.click()
    }
    const texts = buttons.map((button) => button.parentElement.querySelector("pre"))
    const ready = () =>
        texts.every((text) => text.hidden) && !document.querySelector(".still")
    while (!ready()) await new Promise(requestAnimationFrame)
}"""
# For each output: its text, its heatmaps, and what each of their cells says.
READ_ALL = """() => [...document.querySelectorAll(".output")].map((output) => ({
    text: output.querySelector("pre > code").textContent,
    button: Boolean(output.querySelector("button.explore")),
    heatmaps: [...output.querySelectorAll("table[role=grid]")].map((table) => ({
        cells: [...table.tBodies[0].rows].map((row) =>
            [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
        rows: [...table.tBodies[0].rows].map((row) => row.cells[0].textContent),
        columns: [...table.tHead.rows[0].cells].slice(1)
            .map((cell) => cell.textContent),
        says: [...table.tBodies[0].rows].map((row) =>
            [...row.querySelectorAll("td")].map((cell) => {
                const made = table.parentElement.nextElementSibling
                if (!made?.matches(".made")) return null
                cell.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
                return made.lastChild.textContent
            })),
    })),
}))"""
ROAD = "order/whole-road/"
# By lesson, the block whose heatmap is open when the page opens.
KEY = {
    name: about["heatmap"]
    for name in Project(ROOT).lessons
    if "heatmap" in (about := Project(ROOT).page(name).about)
}
MASKED = "seed-789-masked-weights"  # on the page of the causal mask
NUMBER = re.compile(r"(?<![\w.])(?:\d+(?:\.\d+)?(?:e[-+]\d+)?|inf|nan)(?![\w.])")


def switched(opened: Any) -> list[dict[str, Any]]:
    """The outputs of a page, with all heatmaps open."""
    opened.page.evaluate(SWITCH_ALL)
    return opened.page.evaluate(READ_ALL)


def calculated(sentence: str) -> float:
    """What a sentence's calculation gives, done once more, with exact decimals."""
    plain = typed(sentence).removeprefix("set to ").replace("×", "*")
    code = NUMBER.sub(lambda found: f"D('{found[0]}')", plain)
    with decimal.localcontext() as context:
        context.traps = dict.fromkeys(context.traps, False)
        names = {"D": decimal.Decimal, "exp": decimal.Decimal.exp}
        return float(eval(code, {"__builtins__": {}}, names))


def typed(text: str) -> str:
    """A text with numbers as torch prints them."""
    return text.strip().replace("\u2212", "-").replace("∞", "inf")


def true_of(sentence: str, printed: str) -> bool:
    """Whether a cell says what was printed and, if it says how that came about, so."""
    formula, equals, value = sentence.rpartition(" = ")
    if value.startswith(" set to "):
        return cells.agrees(calculated(value), printed)
    computed = not equals or cells.agrees(calculated(formula), printed)
    return computed and typed(value) == printed


def test_each_heatmap_equals_its_text_and_each_sentence_is_true(
    loaded_on_a_phone: Visit, address: str, site_folder: Path
) -> None:
    opened = loaded_on_a_phone
    opened.unfold()
    wrong = []
    outputs = switched(opened)
    assert overflowing(opened.page) == []
    for output in outputs:
        matrices = cells.matrices(output["text"])
        assert output["button"] == bool(matrices), output["text"]
        assert [heatmap["cells"] for heatmap in output["heatmaps"]] == matrices
        for heatmap in output["heatmaps"]:
            for shown, says in zip(heatmap["cells"], heatmap["says"], strict=True):
                for printed, sentence in zip(shown, says, strict=True):
                    if sentence is not None and not true_of(sentence, printed):
                        wrong.append(f"{sentence} where {printed} is printed")
    assert wrong == []
    assert opened.problems == []


def test_the_sentence_of_the_first_score(visit: Open) -> None:
    outputs = switched(visit("self-attention/without-weights/"))
    scores = next(o for o in outputs if "multiplications" in o["text"])["heatmaps"][0]
    assert scores["rows"] == scores["columns"]
    assert scores["rows"][:2] == ["your", "journey"]
    said = " 0.55 × 0.43 + 0.87 × 0.15 + 0.66 × 0.89 = 0.9544"
    assert scores["says"][1][0] == said


def test_what_is_told_is_what_was_stored(visit: Open, site_folder: Path) -> None:
    """As many cells speak as publish/cells/entries.py knows of."""
    spoken = [
        says is not None and (" = " in says or "set to" in says)
        for output in switched(visit(ROAD))
        for heatmap in output["heatmaps"]
        for row in heatmap["says"]
        for says in row
    ]
    script = (site_folder / "cells" / f"{ROAD.rstrip('/')}.js").read_text("utf-8")
    stored = json.loads(script.removeprefix("var cells = ").removesuffix(";\n"))
    known = [
        character != "."
        for entries in stored.values()
        for entry in entries
        for row in (entry or {}).get("cells", [])
        for character in row
    ]
    assert sum(spoken) == sum(known) > 100


def test_nothing_is_loaded_before_a_reader_asks(visit: Open) -> None:
    opened = visit(ROAD)
    late = ("grid.js", "whole-road.js")
    assert not any(response.url.endswith(late) for response in opened.responses)
    switched(opened)
    assert sum(response.url.endswith(late) for response in opened.responses) == 2


def open_by_keyboard(page: Page, idea: str) -> None:
    """Opens the heatmap of an output from its switch, and enters it."""
    output = page.locator(f"#code-{idea} + .output")
    if output.locator(".still").count():
        output.locator("tbody td").first.focus()
        page.keyboard.press("Enter")
        output.locator(".still").wait_for(state="detached")
        return
    output.locator("button.explore").focus()
    page.keyboard.press("Enter")
    output.locator("table[role=grid]").wait_for()
    page.keyboard.press("Tab")


def test_a_heatmap_is_walked_by_keyboard(visit: Open) -> None:
    page = visit(ROAD).page
    open_by_keyboard(page, "weights")
    made = page.locator("#code-weights + .output .made")

    def chosen(key: str) -> str:
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.tabIndex") == 0
        return made.locator("b").inner_text()

    assert made.locator("b").inner_text() == "your, your"
    assert chosen("ArrowRight") == "your, journey"
    assert chosen("ArrowDown") == "journey, journey"
    assert chosen("ArrowUp") == "your, journey"
    assert chosen("ArrowUp") == "your, journey"  # no further
    assert chosen("ArrowLeft") == "your, your"
    assert chosen("End") == "your, step"
    assert chosen("Control+End") == "step, step"
    assert chosen("Home") == "step, your"
    assert chosen("Control+Home") == "your, your"
    grid = page.locator("#code-weights + .output table[role=grid]")
    assert grid.locator("[tabindex='0']").count() == 1
    assert made.inner_text().endswith("= 0.1878")
    assert made.get_attribute("aria-live") == "polite"


def test_the_switch_goes_back_to_the_text(visit: Open) -> None:
    page = visit(ROAD).page
    output = page.locator("#code-scores + .output")
    button = output.get_by_role("button", name="Heatmap")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    output.locator("table[role=grid]").wait_for()
    assert button.get_attribute("aria-pressed") == "true"
    assert not output.locator("pre").is_visible()
    button.click()
    assert output.locator("pre").is_visible()
    assert not output.locator("table[role=grid]").is_visible()


def lit(page: Page, idea: str, caption: str) -> list[str]:
    """The cells that are lit in one of the matrices below a heatmap."""
    table = page.locator(f"#code-{idea} + .output table", has_text=caption).last
    return table.locator("td.lit").all_inner_texts()


def test_a_score_lights_up_its_query_and_its_key(visit: Open) -> None:
    page = visit(ROAD).page
    open_by_keyboard(page, "scores")
    page.keyboard.press("ArrowDown")
    assert lit(page, "scores", "Q") == ["0.625", "0.1"]
    assert lit(page, "scores", "K.T") == ["0.424", "0.093"]


def test_a_finger_chooses_a_cell(browser: Browser, origin: str) -> None:
    context = browser.new_context(
        has_touch=True, viewport={"width": 360, "height": 800}
    )
    page = context.new_page()
    page.goto(origin + ROAD)
    output = page.locator("#code-five-lines + .output")
    output.locator("button.explore").tap()
    output.locator("table[role=grid] td", has_text="0.0870").tap()
    assert output.locator(".made").inner_text().startswith("journey, [1] 0.174307 × ")
    context.close()


def test_a_screen_reader_meets_a_table_with_headers(visit: Open) -> None:
    page = visit(ROAD).page
    open_by_keyboard(page, "scores")
    tree = page.locator("#code-scores + .output").aria_snapshot()
    assert 'grid "6 × 6, scores"' in tree
    assert 'columnheader "journey"' in tree
    assert 'rowheader "journey"' in tree
    assert 'button "Heatmap: scores" [pressed]' in tree


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_heatmaps_fit_the_window_and_are_accessible(
    visit: Open, scheme: Scheme, width: str
) -> None:
    page = visit(ROAD, scheme=scheme, width=WIDTHS[width]).page
    for idea in ("scores", "weights", "five-lines"):
        open_by_keyboard(page, idea)
    assert overflowing(page) == []
    assert (
        violations(page, EVERYTHING if width == "phone" else {"runOnly": RULES}) == []
    )


def test_a_low_weight_looks_the_same_in_both_schemes_and_in_pictures(
    visit: Open,
) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        page = visit("causal/mask/", scheme=scheme).page
        output = page.locator(f"#code-{MASKED} + .output")
        cells = output.locator("table[role=grid] tbody td")
        cells.first.wait_for()
        seen = cells.evaluate_all(
            "(cells) => cells.map((cell) => [cell.textContent,"
            " getComputedStyle(cell).backgroundColor])"
        )
        low = {colour for text, colour in seen if text == "0.0000"}
        high = {colour for text, colour in seen if text == "1.0000"}
        assert len(low) == len(high) == 1
        grounds |= {(*low, *high)}
        scale = output.locator("table[role=grid] .scale span")
        assert scale.all_inner_texts() == ["0", "1"]
    ((low, high),) = grounds
    assert min(channels(low)) >= 0.9, "near white, as in pictures"
    assert channels(high) == pytest.approx(to_rgb(COLOURS["weight"]), abs=0.01)


def channels(colour: str) -> list[float]:
    """Red, green and blue, from 0 to 1, of what a browser computes."""
    numbers = [float(text) for text in re.findall(r"[\d.]+", colour)[:3]]
    return [n / 255 for n in numbers] if colour.startswith("rgb") else numbers


LESSON = "self-attention/without-weights/"
# What a heatmap is to a reader, without what only scripts know.
AS_SEEN = """(output) => [...output.querySelectorAll(".matrices table.matrix")]
    .filter((table) => !table.closest(".of"))
    .map((table) => [
        table.caption.innerText, table.dataset.role, table.tHead.innerText,
        [...table.tBodies[0].querySelectorAll("td")].map((cell) =>
            [cell.textContent, getComputedStyle(cell).backgroundColor]),
        table.getBoundingClientRect().width, table.getBoundingClientRect().height,
    ])"""


def test_the_key_heatmap_of_a_lesson_is_open_and_asks_for_nothing(visit: Open) -> None:
    opened = visit(LESSON)
    output = opened.page.locator("#code-all-weights + .output")
    assert output.locator("table.matrix").is_visible()
    assert not output.locator("pre").is_visible()
    button = output.get_by_role("button", name="Heatmap")
    assert button.get_attribute("aria-pressed") == "true"
    assert not any(response.url.endswith("grid.js") for response in opened.responses)
    button.click()
    assert output.locator("pre").is_visible()
    assert not output.locator("table.matrix").is_visible()
    button.click()
    assert output.locator("table.matrix").is_visible()


def test_a_cell_of_the_key_heatmap_is_chosen_by_key_and_by_pointer(
    visit: Open,
) -> None:
    for how in ("key", "pointer"):
        page = visit(LESSON).page
        output = page.locator("#code-all-weights + .output")
        first = output.locator("tbody td").first
        if how == "key":
            output.get_by_role("button", name="Heatmap").focus()
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        else:
            first.click()
        output.locator(".of table").first.wait_for()
        assert output.locator(".still").count() == 0
        assert output.locator(".made b").inner_text() == "your, your"
        page.keyboard.press("ArrowRight")
        assert output.locator(".made b").inner_text() == "your, journey"


@pytest.mark.parametrize("name", sorted(KEY))
def test_the_key_heatmap_that_a_page_comes_with_is_the_one_that_explains_itself(
    visit: Open, name: str, project: Project
) -> None:
    page = visit(project.url(name)).page
    output = page.locator(f"#code-{KEY[name]} + .output")
    before = output.evaluate(AS_SEEN)
    output.locator("tbody td").first.dispatch_event("pointerdown")
    output.locator(".still").wait_for(state="detached")
    assert output.evaluate(AS_SEEN) == before
    assert before


def test_scores_have_a_legend_of_their_own(visit: Open) -> None:
    page = visit(ROAD).page
    open_by_keyboard(page, "scores")
    scale = page.locator("#code-scores + .output table[role=grid] .scale span")
    least, most = scale.all_inner_texts()
    cells = page.locator("#code-scores + .output table[role=grid] tbody td")
    values = [float(text.replace("\u2212", "-")) for text in cells.all_inner_texts()]
    assert float(least.replace("\u2212", "-")) == min(values)
    assert float(most) == max(values)


def test_without_scripts_there_is_the_text(visit: Open) -> None:
    page = visit(ROAD, javascript=False).page
    assert page.locator("button.explore").count() == 0
    for idea in ("scores", KEY["order/whole-road.md"]):
        assert page.locator(f"#code-{idea} + .output pre").is_visible()
        assert (
            page.locator(f"#code-{idea} + .output table >> visible=true").count() == 0
        )


def test_on_paper_there_is_the_text(visit: Open) -> None:
    opened = visit(ROAD)
    switched(opened)
    opened.page.emulate_media(media="print")
    output = opened.page.locator("#code-scores + .output")
    assert output.locator("pre").is_visible()
    assert not output.locator("button.explore").is_visible()
    assert not output.locator(".matrices").is_visible()


def test_from_the_file_system_cells_explain_themselves_too(
    browser: Browser, site_folder: Path
) -> None:
    page = browser.new_page()
    page.goto((site_folder / ROAD / "index.html").as_uri())
    open_by_keyboard(page, "scores")
    assert "0.66 × 0.424" in page.locator("#code-scores + .output .made").inner_text()
    page.close()
