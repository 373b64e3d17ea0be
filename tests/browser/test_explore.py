"""Heatmaps: each is its text, and its cells say what they were made of."""

import decimal
import json
import re
from pathlib import Path

import pytest
from matplotlib.colors import to_rgb
from playwright.sync_api import Locator, Page

from attention.plotting.colours import COLOURS
from publish.cells import entries as cells
from tests.browser.conftest import SCHEMES, Open

# Gives what the heatmaps that pages come with were to a reader, and what the ones are
# that take their place.
SWITCH_ALL = """async () => {
    const buttons = [...document.querySelectorAll("button.explore")]
    const still = (button) => button.parentElement.querySelector(":scope > .still")
    const keys = buttons.filter(still).map((button) => button.parentElement)
    const cells = (table) => [...table.tBodies[0].querySelectorAll("td")]
    const tables = () => keys.flatMap((output) =>
        [...output.querySelectorAll(".matrices table.matrix")]
            .filter((table) => !table.closest(".of")))
    // Which cell is explained, and how; of the later ones, after it was chosen.
    const told = (table) => {
        const made = table.closest(".wide").nextElementSibling
        const at = cells(table).findIndex((cell) => cell.classList.contains("lit"))
        return made?.matches(".made") ? [at, made.textContent] : [at, null]
    }
    const explained = tables().map(told)
    const seen = () => tables().map((table) => [
        table.caption.innerText, table.dataset.role, table.tHead.innerText,
        cells(table).map((cell) =>
            [cell.textContent, getComputedStyle(cell).backgroundColor]),
        table.clientWidth, table.clientHeight,
    ])
    const before = seen()
    for (const button of buttons) {
        const press = new PointerEvent("pointerdown", { bubbles: true })
        if (still(button)) still(button).querySelector("td").dispatchEvent(press)
        else button.click()
    }
    const texts = buttons.map((button) => button.parentElement.querySelector("pre"))
    const ready = () =>
        texts.every((text) => text.hidden) && !document.querySelector(".still")
    while (!ready()) await new Promise(requestAnimationFrame)
    const after = seen()
    tables().forEach((table, place) => {
        const press = new PointerEvent("pointerover", { bubbles: true })
        cells(table)[explained[place][0]]?.dispatchEvent(press)
    })
    return [[before, explained], [after, tables().map(told)]]
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
LESSON = "self-attention/without-weights/"
MASKED = "seed-789-masked-weights"  # on the page of the causal mask
NUMBER = re.compile(r"(?<![\w.])(?:\d+(?:\.\d+)?(?:e[-+]\d+)?|inf|nan)(?![\w.])")


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


def untrue(page: Page) -> list[str]:
    """What heatmaps show or say that is not in the text, or not what gives it."""
    wrong: list[str] = []
    before, after = page.evaluate(SWITCH_ALL)
    if before != after:
        wrong.append(f"the page came with {before}, in whose place there is {after}")
    for output in page.evaluate(READ_ALL):
        matrices = cells.matrices(output["text"])
        heatmaps = output["heatmaps"]
        shown = [heatmap["cells"] for heatmap in heatmaps]
        if output["button"] != bool(matrices) or shown != matrices:
            wrong.append(f"{shown} of {output['text']}")
        wrong += [
            f"{sentence} where {printed} is printed"
            for heatmap in heatmaps
            for row in zip(heatmap["cells"], heatmap["says"], strict=True)
            for printed, sentence in zip(*row, strict=True)
            if sentence is not None and not true_of(sentence, printed)
        ]
    return wrong


def test_what_is_told_is_what_was_stored(visit: Open, site_folder: Path) -> None:
    """As many cells speak as publish/cells/entries.py knows of."""
    opened = visit(ROAD)
    page, late = opened.page, ("grid.js", "whole-road.js")
    assert not any(response.url.endswith(late) for response in opened.responses)
    page.evaluate(SWITCH_ALL)
    assert sum(response.url.endswith(late) for response in opened.responses) == 2
    spoken = [
        says is not None and (" = " in says or "set to" in says)
        for output in page.evaluate(READ_ALL)
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

    page.emulate_media(media="print")
    output = page.locator("#code-scores + .output")
    assert output.locator("pre").is_visible()


def test_a_wrong_sentence_and_a_wrong_cell_are_noticed(visit: Open) -> None:
    said = " 0.55 × 0.43 + 0.87 × 0.15 + 0.66 × 0.89 = 0.9544"
    assert true_of(said, "0.9544")
    assert not true_of(said, "0.9543")
    assert not true_of(said.replace("0.66", "0.67"), "0.9544")
    page = visit(LESSON).page
    text = page.locator("#code-all-scores + .output pre > code")
    text.evaluate("(code) => { code.textContent = code.textContent.replace(4, 5) }")
    # It is read when a reader asks: what is shown then is what it says.
    assert untrue(page) != []


def open_by_keyboard(page: Page, idea: str) -> Locator:
    """Opens the heatmap of an output from its switch, and enters it."""
    output = page.locator(f"#code-{idea} + .output")
    if output.locator(".still").count():
        output.locator("tbody td").first.focus()
        page.keyboard.press("Enter")
        output.locator(".still").wait_for(state="detached")
        return output
    output.locator("button.explore").focus()
    page.keyboard.press("Enter")
    output.locator("table[role=grid]").wait_for()
    page.keyboard.press("Tab")
    return output


def test_a_heatmap_is_walked_by_keyboard_and_a_score_lights_up_query_and_key(
    visit: Open,
) -> None:
    page = visit(ROAD).page
    output = page.locator("#code-scores + .output")
    button = output.get_by_role("button", name="Heatmap")
    assert button.get_attribute("aria-pressed") == "true", "the page came with it"
    text_first = page.locator("#code-five-lines + .output button.explore")
    assert text_first.get_attribute("aria-pressed") == "false"
    open_by_keyboard(page, "scores")
    made = output.locator(".made")
    assert made.locator("b").inner_text() == "your, your"
    for key, cell in (
        ("ArrowRight", "your, journey"),
        ("ArrowDown", "journey, journey"),
        ("ArrowUp", "your, journey"),
        ("ArrowUp", "your, journey"),  # no further
        ("End", "your, step"),
        ("Control+End", "step, step"),
        ("Home", "step, your"),
        ("Control+Home", "your, your"),
        ("ArrowDown", "journey, your"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.tabIndex") == 0
        assert made.locator("b").inner_text() == cell
    assert output.locator("[role=grid] [tabindex='0']").count() == 1
    assert made.get_attribute("aria-live") == "polite"
    for caption, lit in (("Q", ["0.625", "0.1"]), ("K.T", ["0.424", "0.093"])):
        table = output.locator("table", has_text=caption).last
        assert table.locator("td.lit").all_inner_texts() == lit

    grid = output.locator("table[role=grid]")
    ends = grid.locator(".scale span").all_inner_texts()
    values = [number(text) for text in grid.locator("tbody td").all_inner_texts()]
    assert [number(text) for text in ends] == [min(values), max(values)]

    tree = output.aria_snapshot()  # what a screen reader meets
    assert 'grid "6 × 6, scores"' in tree
    assert 'columnheader "journey"' in tree
    assert 'rowheader "journey"' in tree
    assert 'button "Heatmap: scores" [pressed]' in tree
    assert not output.locator("pre").is_visible()
    button.click()
    assert output.locator("pre").is_visible()
    assert not grid.is_visible()


def number(text: str) -> float:
    return float(text.replace("\u2212", "-"))


def test_a_low_weight_looks_the_same_in_both_schemes_and_in_pictures(
    visit: Open,
) -> None:
    opened = visit("causal/mask/")
    output = opened.page.locator(f"#code-{MASKED} + .output")
    cells = output.locator("table[role=grid] tbody td")
    cells.first.wait_for()
    grounds = set()
    for scheme in SCHEMES:
        opened.show(scheme)
        seen = cells.evaluate_all(
            "(cells) => cells.map((cell) => [cell.textContent,"
            " getComputedStyle(cell).backgroundColor])"
        )
        low = {colour for text, colour in seen if text == "0.0000"}
        high = {colour for text, colour in seen if text == "1.0000"}
        assert len(low) == len(high) == 1
        grounds |= {(*low, *high)}
    assert output.locator(".scale span").all_inner_texts() == ["0", "1"]
    ((low, high),) = grounds
    assert min(channels(low)) >= 0.9, "near white, as in pictures"
    assert channels(high) == pytest.approx(to_rgb(COLOURS["weight"]), abs=0.01)


def channels(colour: str) -> list[float]:
    """Red, green and blue, from 0 to 1, of what a browser computes."""
    numbers = [float(text) for text in re.findall(r"[\d.]+", colour)[:3]]
    return [n / 255 for n in numbers] if colour.startswith("rgb") else numbers


def test_the_key_heatmap_of_a_lesson_is_open_and_asks_for_nothing(visit: Open) -> None:
    opened = visit(LESSON)
    output = opened.page.locator("#code-all-weights + .output")
    table, text = output.locator("table.matrix").first, output.locator("pre")
    button = output.get_by_role("button", name="Heatmap")
    for pressed in (True, False, True):
        assert button.get_attribute("aria-pressed") == str(pressed).lower()
        assert (table.is_visible(), text.is_visible()) == (pressed, not pressed)
        button.click()
    button.click()
    assert not any(response.url.endswith("grid.js") for response in opened.responses)

    output.locator("tbody td").first.click()
    output.locator(".of table").first.wait_for()
    assert output.locator(".still").count() == 0
    assert output.locator(".made b").inner_text() == "your, your"
