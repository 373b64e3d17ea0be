"""The figures of other lessons, each cut to one idea: they agree with torch."""

import json
import re

import pytest
import torch
from playwright.sync_api import Page

from attention import (
    grouped_costs,
    plane_queries,
    plane_tokens,
    rotate,
)
from publish.project import Project
from tests.browser.axe import violations
from tests.browser.conftest import Open, wait_until
from tests.browser.drag import (
    ALTERED,
    DROPOUT,
    ENTER,
    GROWING,
    MARK,
    MEMORY,
    ROTARY,
    ROWS,
    TEMPERATURE,
    TOLERANCE,
    State,
    opened,
    printed,
    read,
    status,
    stored,
)
from tests.browser.kinds import once


def code_of(page: Page) -> str:
    page.get_by_role("button", name="Show as code").click()
    return page.locator(".drag .as-code pre").text_content() or ""


# --- words appear one by one -----------------------------------------------------

MARKS = """() => [...document.querySelectorAll(".drag .context-mark.earlier")]
    .filter((mark) => !mark.hasAttribute("hidden"))
    .map((mark) => mark.getAttribute("transform").match(/[-\\d.]+/g).map(Number))"""


def test_a_growing_sentence_agrees_with_torch_and_moves_no_earlier_context(
    visit: Open,
) -> None:
    page = opened(visit, where=GROWING)
    assert read(page)["shown"] == "printed"
    following = page.get_by_role("button", name="Next word")
    page.locator(".drag .asks label", has_text="ada").click()
    before: list[list[float]] = []
    for asks in range(len(plane_tokens)):
        x, y = plane_queries[asks].tolist()
        weights, context = State(asks, (x, y), "root", True).expected()
        seen = read(page)
        assert seen["words"] == list(plane_tokens[: asks + 1])
        shown_weights = torch.tensor(seen["weights"])
        assert (shown_weights - weights[: asks + 1]).abs().max() <= TOLERANCE
        assert (torch.tensor(seen["context"]) - context).abs().max() <= TOLERANCE
        earlier = page.evaluate(MARKS)
        assert earlier == before, "what was there has not moved"
        before = [*earlier, page.evaluate(MARK)]
        if asks + 1 < len(plane_tokens):
            following.click()
    assert status(page).startswith(f"{plane_tokens[-1]} reads ")

    hash_ = "#asks=3&query=-1,-1&divisor=root&causal=1"
    page.evaluate(ENTER, hash_)
    assert read(page)["words"] == list(plane_tokens[:4])
    page.evaluate(ENTER, hash_.replace("-1", "1"))
    assert status(page) == ALTERED


# --- the temperature -------------------------------------------------------------


def test_every_temperature_agrees_with_torch(visit: Open) -> None:
    page = opened(visit, where=TEMPERATURE)
    scores = torch.tensor([3.0, 1.0, 0.0, -2.0])
    assert read(page)["shown"] == "printed"
    assert read(page)["words"] == ["a: 3", "b: 1", "c: 0", "d: \u22122"]
    slider = page.get_by_role("slider")
    for place in (-1, -0.3, 0.1, 2):
        slider.fill(f"{place}")
        temperature = float(slider.get_attribute("aria-valuetext") or "")
        assert temperature == pytest.approx(10**place, rel=0.005)
        wanted = torch.softmax(scores / temperature, dim=-1)
        assert read(page)["weights"] == pytest.approx(wanted.tolist(), abs=TOLERANCE)
    assert status(page) == "temperature 100: a gets 0.26"

    page.evaluate(ENTER, "#temperature=2")
    weights = read(page)["weights"]
    assert weights == [0.5977, 0.2199, 0.1334, 0.0491], "as temperatures.py"
    lines = printed(code_of(page)).splitlines()
    assert [float(line.split()[1]) for line in lines] == weights


# --- a query and a key, turned ---------------------------------------------------


def test_every_distance_has_the_score_that_torch_gives(visit: Open) -> None:
    page = opened(visit, where=ROTARY)
    assert status(page) == "distance 2: score \u22122.736"
    assert page.evaluate("document.querySelector('.drag').dataset.shown") == "printed"
    query, key = torch.tensor([[2.0, 0.5]]), torch.tensor([[1.5, -0.5]])
    for distance, start in ((0, 40), (5, 0), (12, 40)):
        page.get_by_label("Distance from it").fill(f"{distance}")
        page.get_by_label("Position of the key").fill(f"{start}")
        turned_query = rotate(query, torch.tensor([start + distance]))
        score = (turned_query @ rotate(key, torch.tensor([start])).T).item()
        said = (
            status(page).replace("\u2212", "-").removeprefix(f"distance {distance}: ")
        )
        assert float(said.removeprefix("score ")) == pytest.approx(score, abs=6e-4)
        shown = page.locator(".drag .numbers").inner_text().replace("\u2212", "-")
        vectors = [float(x) for x in re.findall(r"-?\d+\.\d\d", shown)]
        assert vectors[:2] == pytest.approx(turned_query[0].tolist(), abs=0.006)

    page.evaluate(ENTER, "#positions=9,4")
    told, score = status(page), printed(code_of(page)).strip()
    assert told == f"distance 5: score {score}".replace("-", "\u2212")


# --- dropout, drawn again --------------------------------------------------------


def test_masks_give_what_torch_gives_and_are_drawn_again(
    visit: Open, project: Project
) -> None:
    page = opened(visit, where=DROPOUT)
    text = "\n".join(stored(project, "causal/dropout/dropped-weights"))
    last_rows = re.findall(r"\[([^][]+)\]\]\)", text)
    before, after = ([float(n) for n in row.split(",")] for row in last_rows)
    seen, total = read(page), page.locator(".drag .numbers")
    assert (seen["shown"], seen["weights"]) == ("printed", after)
    assert seen["words"] == ["your", "journey", "starts", "with", "one", "step"]
    assert status(page) == "step keeps 5 of 6: sum 1.69"
    assert total.inner_text() == "sum 1.6942"
    for kept in ("000000", "100110", "111111"):
        page.evaluate(ENTER, f"#kept={kept}")
        wanted = [int(bit) * w / (1 - 0.5) for bit, w in zip(kept, before, strict=True)]
        assert read(page)["weights"] == pytest.approx(wanted, abs=TOLERANCE), kept
        shown_sum = float(total.inner_text().removeprefix("sum "))
        assert shown_sum == pytest.approx(sum(wanted), abs=TOLERANCE), kept

    drawn: set[tuple[float, ...]] = set()
    while len(drawn) < 4 or read(page)["shown"] == "printed":  # by chance
        page.get_by_role("button", name="Draw again").click()
        drawn.add(tuple(read(page)["weights"]))
    *lines, last = printed(code_of(page)).splitlines()
    numbers = [float(line.split()[1]) for line in lines]
    assert numbers == pytest.approx(read(page)["weights"], abs=1e-4)
    assert last == total.inner_text()


# --- the size of a cache ---------------------------------------------------------


def bytes_said(page: Page) -> int:
    """The bytes that the figure gives, after the factors."""
    factors = page.locator(".drag .numbers").inner_text()
    found = re.search(r"= ([\d,]+) bytes$", factors)
    assert found, factors
    return int(found[1].replace(",", ""))


def test_every_published_model_has_the_cache_that_was_printed(
    visit: Open, project: Project
) -> None:
    """What is refused besides: tests/drag/memory.test.js."""
    lines = stored(project, "modern/which/caches")[1:]
    page = opened(visit, where=MEMORY)
    assert read(page)["shown"] == "printed"
    model = page.get_by_label("Model", exact=True)
    assert len(lines) == 5
    for line in lines:
        name, *_, size, full = line.rsplit(maxsplit=9)
        model.select_option(name)
        assert page.locator(".drag .total").inner_text() == f"{size} GiB"
        assert read(page)["weights"] == [float(size), float(full)]
        share = float(re.findall(rf"{name}: ([\d.]+) %", status(page))[0])
        assert share == pytest.approx(100 * float(size) / float(full), rel=0.02)

    refused, field = page.locator(".drag .refused"), page.get_by_label("Layers")
    before, told = field.input_value(), bytes_said(page)
    for text, says, invalid in (
        ("none", "\u201cnone\u201d is not a whole number", "true"),
        (before, "", "false"),
    ):
        field.fill(text)
        assert refused.inner_text().startswith(says)
        assert field.get_attribute("aria-invalid") == invalid
        assert bytes_said(page) == told, "the last numbers that were right"
        assert violations(page, ".drag") == []


def test_a_cache_of_ones_own_is_that_of_the_costs_by_keyboard_and_as_code(
    visit: Open,
) -> None:
    page = opened(visit, where=MEMORY)
    page.get_by_label("Layers").focus()
    for text in ("7", "15", "11", "5", "13", "1,009", "3"):
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")  # of what a number is
    costs = grouped_costs(165, 15, 5, 11)
    assert bytes_said(page) == 7 * costs.cached * 13 * 3 * 4
    assert "The window keeps 13 of 1,009 tokens" in status(page)
    assert page.get_by_label("Model", exact=True).input_value() == ""
    page.get_by_label("Each token keeps").select_option("latent")
    page.get_by_label("Latent width").fill("41")
    assert bytes_said(page) == 7 * 41 * 13 * 3 * 4
    first, second = printed(code_of(page)).splitlines()
    total = page.locator(".drag .total").inner_text()
    assert first == f"{bytes_said(page):,} bytes, {total}"
    full = 7 * grouped_costs(165, 15, 15, 11).cached * 1009 * 3 * 4
    assert second == f"multi-head: {full / 2**30:.3f} GiB"


# --- heatmaps, read row by row ---------------------------------------------------


@pytest.mark.parametrize("figure", once(("heads",), tuple(ROWS)))
def test_each_row_is_as_the_snippet_drew_it(
    visit: Open, project: Project, figure: str
) -> None:
    where, block, opens = ROWS[figure]
    file = project.snippet(f"{where}{block}").stored(".json")
    drawn = json.loads(file.read_text("utf-8"))["axes"]
    names, columns = drawn[0]["yticks"], drawn[0]["xticks"]
    page = opened(visit, where=where)
    assert status(page).startswith(opens)
    for place, name in enumerate(names):
        page.locator(".drag .asks").get_by_text(name, exact=True).click()
        seen = read(page)
        assert seen["shown"] == "printed"
        # What is written into the cells of this row, in each heatmap.
        cells = slice(place * len(columns), (place + 1) * len(columns))
        wanted = [each["text"] for axes in drawn for each in axes["texts"][cells]]
        assert seen["weights"] == [float(text) for text in wanted]
        assert seen["words"] == columns * len(drawn)
        wait_until(page, f"location.hash === '#row={place}'")
        assert status(page).startswith(f"{name}")
    if len(drawn) == 1:  # all rows at once, too, each line as wide as its weight
        lines = page.locator(".drag .all line").evaluate_all(
            "(lines) => lines.map((line) => Number(line.getAttribute('stroke-width')))"
        )
        weights = drawn[0]["collections"][0]["values"]
        flat = [6 * weight for row in weights for weight in row]
        assert lines == pytest.approx(flat, abs=1e-3)
    page.evaluate(ENTER, "#row=1")
    assert status(page).startswith(f"{names[1]}")
