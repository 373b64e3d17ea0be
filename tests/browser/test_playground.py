"""The playground: what it shows is what torch computes, whatever a reader sets."""

import contextlib
import gzip
import io
import itertools
import math
import random
import re
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from playwright.sync_api import Browser, Page

from attention import (
    attention_scores,
    attention_weights,
    causal_mask,
    context_vectors,
    masked_attention_weights,
    position_table,
    scaled_attention_scores,
)
from publish.cells import entries as cells
from publish.project import Project
from tests.browser.axe import EVERYTHING, RULES, violations
from tests.browser.conftest import Open, Scheme, printed_alone, wait_until
from tests.browser.test_explore import calculated
from tests.browser.test_pages import WIDTHS, overflowing

WHERE = "playground/"
SENTENCE = ("Ada", "wrote", "notes", "on", "an", "engine", "that", "weaves")
FACTORS: dict[str, list[Any]] = {
    "scaling": [True, False],
    "causal": [False, True],
    "temperature": [1.0, 0.5, 3.0],
    "positions": [True, False],
    "heads": [1, 2, 3, 4],
    "words": [1, 2, 3, 4, 5, 6, 7, 8],
    "width": [1, 2, 3, 4],
}
CONFIGURATIONS = 50  # or more, until every pair is covered
TOLERANCE = 1e-4
SCRIPT_BYTES = 60_000
FRAME = 16.0  # milliseconds
SWITCHES = ("positions", "scaling", "causal")
MATRICES = ("queries", "keys", "values")
COMPUTED = ("X", "Q", "K", "V", "scores", "scaled", "masked", "weights", "Z")

# Sets everything as a reader does, by the events of their fields.
SET = """async (config) => {
    const set = (input, value) => {
        input[typeof value === "boolean" ? "checked" : "value"] = value
        input.dispatchEvent(new Event("input", { bubbles: true }))
    }
    const field = (name) => document.getElementById(`play-${name}`)
    const fill = (name, rows) =>
        document.querySelectorAll(`[data-matrix=${name}] input`)
            .forEach((input, place) => set(input, String(rows.flat()[place])))
    set(field("words"), config.words.join(" "))
    for (const name of ["heads", "width", "temperature"])
        set(field(name), String(config[name]))
    for (const name of ["positions", "scaling", "causal"])
        set(field(name), config[name])
    fill("embeddings", config.embeddings)
    for (let head = 0; head < config.heads; head++) {
        document.getElementById(`head-${head}`)?.click()
        for (const name of ["queries", "keys", "values"]) fill(name, config[name][head])
    }
}"""
# What every head shows.
READ = """async () => {
    const read = () => Object.fromEntries(
        [...document.querySelectorAll("#playground table[data-matrix]")].map((table) =>
            [table.dataset.matrix, [...table.tBodies[0].rows].map((row) =>
                [...row.querySelectorAll("td")].map((cell) =>
                    cell.querySelector("input")?.value ?? cell.textContent))]))
    const heads = document.querySelectorAll("#playground [name=head]").length || 1
    const found = []
    for (let head = 0; head < heads; head++) {
        document.getElementById(`head-${head}`)?.click()
        found.push(read())
    }
    const complaints = [...document.querySelectorAll("#playground .complaint")]
        .map((each) => each.textContent).filter(Boolean)
    return { heads: found, complaints }
}"""
# The code that "Show as code" gives; then it is hidden again.
CODE = """async () => {
    const button = document.querySelector("#playground .buttons button")
    const code = document.querySelector("#playground .as-code")
    button.click()
    while (code.hidden) await new Promise((resolve) => setTimeout(resolve))
    button.click()
    return code.querySelector("pre").textContent
}"""
# Every cell of the matrices on show, and what is said of it.
SENTENCES = """() => [...document.querySelectorAll("[role=grid][data-matrix] tbody td")]
    .map((cell) => {
        cell.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
        const made = document.querySelector("#playground .made")
        return [cell.textContent, made.lastChild.textContent]
    })"""
# A keystroke in the first field of the embeddings, and what the browser does at once.
KEYSTROKES = """(count) => {
    const input = document.querySelector("[data-matrix=embeddings] input")
    return Array.from({ length: count }, (_, place) => {
        input.value = `0.${place + 1}`
        const started = performance.now()
        input.dispatchEvent(new Event("input", { bubbles: true }))
        document.body.getBoundingClientRect()
        return performance.now() - started
    })
}"""


@dataclass
class Configuration:
    """What a reader may set, with numbers of its own."""

    words: list[str]
    heads: int
    width: int
    temperature: float
    positions: bool
    scaling: bool
    causal: bool
    embeddings: list[list[float]]
    queries: list[list[list[float]]]
    keys: list[list[list[float]]]
    values: list[list[list[float]]]

    def expected(self, head: int) -> dict[str, torch.Tensor]:
        """Each step of one head, as `attention` and torch compute it."""
        x = torch.tensor(self.embeddings)
        if self.positions:
            x = x + position_table[: len(self.words)]
        weights = (torch.tensor(getattr(self, name)[head]) for name in MATRICES)
        q, k, v = (x @ matrix.T for matrix in weights)
        scores = attention_scores(q, k)
        scaled = (scaled_attention_scores(q, k) if self.scaling else scores) / (
            self.temperature
        )
        masked, shares = scaled, attention_weights(scaled)
        if self.causal:
            mask = causal_mask(len(self.words))
            masked = scaled.masked_fill(~mask, -torch.inf)
            shares = masked_attention_weights(scaled, mask)
        found = {"X": x, "Q": q, "K": k, "V": v, "scores": scores, "scaled": scaled}
        contexts = context_vectors(shares, v)
        return found | {"masked": masked, "weights": shares, "Z": contexts}


def pairs(row: dict[str, Any]) -> set[tuple[Any, ...]]:
    return set(itertools.combinations(row.items(), 2))


def table() -> list[dict[str, Any]]:
    """Settings that together have every pair of two factors' values."""
    draw = random.Random(7)
    wanted: set[tuple[Any, ...]] = set()
    for a, b in itertools.combinations(FACTORS, 2):
        both = itertools.product(FACTORS[a], FACTORS[b])
        wanted |= {((a, x), (b, y)) for x, y in both}
    found: list[dict[str, Any]] = []
    while wanted or len(found) < CONFIGURATIONS:
        drawn = [
            {name: draw.choice(values) for name, values in FACTORS.items()}
            for _ in range(40)
        ]
        best = max(drawn, key=lambda row: len(pairs(row) & wanted))
        wanted -= pairs(best)
        found.append(best)
    return found


def configuration(row: dict[str, Any], seed: int) -> Configuration:
    draw = random.Random(seed)

    def matrix(rows: int) -> list[list[float]]:
        return [[round(draw.uniform(-1, 1), 2) for _ in range(3)] for _ in range(rows)]

    heads = range(row["heads"])
    chosen: dict[str, Any] = dict(row)
    for name in MATRICES:
        chosen[name] = [matrix(row["width"]) for _ in heads]
    chosen["embeddings"] = matrix(row["words"])
    chosen["words"] = draw.sample(SENTENCE, row["words"])
    return Configuration(**chosen)


def opened(
    visit: Open, address: str = WHERE, *, unfolded: bool = True, **options: Any
) -> Page:
    page = visit(address, **options).page
    page.locator("#playground[data-ready]").wait_for()
    if unfolded:
        page.locator("#playground .between").evaluate("(fold) => { fold.open = true }")
    return page


def as_tensor(rows: list[list[str]]) -> torch.Tensor:
    return torch.tensor([[float(text) for text in row] for row in rows])


def far(shown: torch.Tensor, expected: torch.Tensor) -> float:
    """The largest difference; infinite where one is and the other is not."""
    if shown.shape != expected.shape:
        return math.inf
    same = shown == expected  # two infinities
    return float(torch.where(same, 0.0, (shown - expected).abs()).max())


def run(code: str) -> tuple[dict[str, Any], str]:
    """The variables of the code when it has run, and what it printed."""
    names: dict[str, Any] = {"__name__": "__main__"}
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "shown as code", "exec"), names)
    return names, out.getvalue()


def disagreements(config: Configuration, read: dict[str, Any], code: str) -> list[str]:
    """Where what is shown, what torch computes and what the code computes differ."""
    found = list(read["complaints"])
    ran, printed = run(code)
    side_by_side = []
    for head, shown in enumerate(read["heads"]):
        expected = config.expected(head)
        side_by_side.append(expected["Z"])
        for name in COMPUTED[:-1]:
            coded = ran[name]
            if config.heads > 1 and name != "X":
                coded = coded[head]
            for what, given in (("shows", as_tensor(shown[name])), ("codes", coded)):
                distance = far(given, expected[name])
                if not distance <= TOLERANCE:
                    found.append(f"head {head} {what} {name} {distance} away")
    together = torch.cat(side_by_side, dim=-1)
    shown = as_tensor(read["heads"][0]["Z"])
    (last,) = cells.matrices(printed)
    for what, given in (
        ("shows", shown),
        ("codes", ran["Z"]),
        ("prints", as_tensor(last)),
    ):
        if not far(given, together) <= TOLERANCE:
            found.append(f"{what} Z {far(given, together)} away")
    if ran["words"] != config.words:
        found.append(f"codes the words {ran['words']}")
    return found


def test_the_table_has_every_pair_of_switches_heads_and_words() -> None:
    rows = table()
    assert len(rows) >= CONFIGURATIONS
    covered = set().union(*(pairs(row) for row in rows))
    for a, b in itertools.combinations(FACTORS, 2):
        for x, y in itertools.product(FACTORS[a], FACTORS[b]):
            assert ((a, x), (b, y)) in covered


def test_every_step_agrees_with_torch_and_with_its_code(visit: Open) -> None:
    page = opened(visit)
    wrong = {}
    for seed, row in enumerate(table()):
        config = configuration(row, seed)
        page.evaluate(SET, vars(config))
        read, code = page.evaluate(READ), page.evaluate(CODE)
        problems = disagreements(config, read, code)
        if problems:
            wrong[str(row)] = problems
    assert wrong == {}


def test_the_code_runs_alone(visit: Open, tmp_path: Path) -> None:
    page = opened(visit)
    row = {name: values[-1] for name, values in FACTORS.items()}
    page.evaluate(SET, vars(configuration(row, 1)))
    page.get_by_role("button", name="Show as code").click()
    page.locator(".as-code pre").wait_for()
    page.get_by_role("button", name="Copy the code").click()
    page.locator(".status", has_text="Copied.").wait_for()
    code = page.evaluate("navigator.clipboard.readText()")
    assert "attention" not in code
    alone = printed_alone(code, tmp_path)
    assert alone == run(code)[1]


def test_the_code_follows_what_is_typed(visit: Open) -> None:
    page = opened(visit)
    page.get_by_role("button", name="Show as code").click()
    page.locator(".as-code pre", has_text="scores / 2**0.5\n").wait_for()
    page.get_by_label("Temperature").fill("0.25")
    page.locator(".as-code pre", has_text="scores / 2**0.5 / 0.25").wait_for()
    page.get_by_label("Causal mask").check()
    page.locator(".as-code pre", has_text="triu(1)").wait_for()


def test_it_opens_with_the_published_numbers(visit: Open, project: Project) -> None:
    published(opened(visit), project)


def published(page: Page, project: Project) -> None:
    """The page shows, digit by digit, what was published."""
    folder = project.snippets_dir / "playground"
    first = (folder / "opens-with.out").read_text(encoding="utf-8")
    road = (folder / "the-road.out").read_text(encoding="utf-8")
    (shown,) = page.evaluate(READ)["heads"]
    names = re.findall(r"^(\w+)$", road, re.M)
    steps = dict(zip(names, cells.matrices(road), strict=True))
    assert {name: shown[name] for name in steps} == steps
    assert shown["masked"] == shown["scaled"]
    embeddings, _, *matrices = cells.matrices(first)
    numbers = [[[float(x) for x in row] for row in m] for m in [embeddings, *matrices]]
    typed = [shown[name] for name in ("embeddings", *MATRICES)]
    assert [[[float(x) for x in row] for row in m] for m in typed] == numbers
    words = re.findall(r"'(\w+)'", first)
    assert page.get_by_label("Words").input_value().split() == words


def test_what_is_published_is_what_the_whole_road_published(project: Project) -> None:
    road = project.snippets_dir / "order" / "whole-road"
    here = (project.snippets_dir / "playground" / "the-road.out").read_text("utf-8")
    for idea in ("scores", "weights", "five-lines"):
        (first, *_) = cells.matrices((road / f"{idea}.out").read_text("utf-8"))
        assert first in cells.matrices(here)


def test_reset_returns_to_the_published_numbers(visit: Open, project: Project) -> None:
    page = opened(visit)
    page.evaluate(SET, vars(configuration(table()[3], 3)))
    page.get_by_label("Words").fill("")
    page.evaluate(  # at once: before the address of what was typed is written
        """() => {
            document.getElementById("play-causal").click()
            const buttons = [...document.querySelectorAll("#playground button")]
            buttons.find((button) => button.textContent === "Reset").click()
        }"""
    )
    published(page, project)
    assert page.locator("#playground [aria-invalid]").count() == 0
    assert page.evaluate(READ)["complaints"] == []
    page.wait_for_timeout(400)
    assert "#" not in page.url


@pytest.mark.parametrize("row", [table()[n] for n in (0, 11)], ids=["first", "twelfth"])
def test_every_cell_says_what_it_was_made_of(visit: Open, row: dict[str, Any]) -> None:
    page = opened(visit)
    page.evaluate(SET, vars(configuration({**row, "causal": True}, 5)))
    wrong = []
    for printed, sentence in page.evaluate(SENTENCES):
        if "comes after" in sentence:
            assert printed == "-inf"
            continue
        formula, equals, value = sentence.rpartition(" = ")
        if not equals:
            formula = value
        assert value.strip().replace("\u2212", "-").replace("∞", "inf") == printed
        if not cells.agrees(calculated(formula.rpartition(": ")[2]), printed):
            wrong.append(sentence)
    assert wrong == []


def test_a_score_lights_up_the_row_and_the_column_that_made_it(visit: Open) -> None:
    page = opened(visit)
    score = page.locator("[data-matrix=scores] tbody tr").nth(1).locator("td").nth(0)
    score.hover()

    def lit(name: str) -> list[str]:
        return page.locator(f"[data-matrix={name}] .lit").all_inner_texts()

    assert lit("Q") == ["0.6250", "0.1000"]
    assert lit("K") == ["0.4240", "0.0930"]
    assert lit("scores") == ["0.2743"]
    made = page.locator("#playground .made").inner_text()
    assert made == "scores, journey, your 0.625 × 0.424 + 0.1 × 0.093 = 0.2743"


def test_the_address_holds_the_state(visit: Open) -> None:
    page = opened(visit)
    config = configuration({**table()[5], "heads": 3, "words": 8}, 6)
    config.words[2] = "50%,=&#é"
    page.evaluate(SET, vars(config))
    wait_until(page, "location.hash.includes('words=')")
    page.wait_for_timeout(300)
    before = page.evaluate(READ)["heads"]
    other = opened(visit, WHERE + "#" + page.url.partition("#")[2])
    assert other.evaluate(READ)["heads"] == before
    assert other.get_by_label("Words").input_value().split() == config.words
    assert other.get_by_label("Temperature").input_value() == f"{config.temperature:g}"
    for name in SWITCHES:
        checked = other.locator(f"#play-{name}").is_checked()
        assert checked == getattr(config, name)


BAD: list[tuple[str, str, str]] = [
    ("#play-words", "", "At least one word is needed."),
    ("#play-words", "a b c d e f g h i", "These are 9 words; 8 at most."),
    ("#play-words", "x" * 21, "is longer than 20 letters."),
    ("#play-temperature", "hot", "“hot” is not a number."),
    ("#play-temperature", "0", "0 is not between 0.05 and 100."),
    ("[data-matrix=embeddings] input", "0,x", "“0,x” is not a number."),
    ("[data-matrix=embeddings] input", "", "A number is missing."),
    ("[data-matrix=embeddings] input", "1e9", "1e9 is not between −10 and 10."),
    ("[data-matrix=queries] input", "1..2", "“1..2” is not a number."),
    ("[data-matrix=values] input", "NaN", "“NaN” is not a number."),
]


@pytest.mark.parametrize(("field", "text", "words"), BAD)
def test_bad_input_is_refused_in_words_and_the_last_good_state_stays(
    visit: Open, field: str, text: str, words: str, project: Project
) -> None:
    page = opened(visit)
    before = page.evaluate(READ)["heads"][0]
    input_ = page.locator(field).first
    good = input_.input_value()
    input_.fill(text)
    assert input_.get_attribute("aria-invalid") == "true"
    said = page.locator(f"#{input_.get_attribute('aria-describedby')}")
    assert said.inner_text().endswith(f"{words} The last good state stays.")
    boxes = [box for box in (said.bounding_box(), input_.bounding_box()) if box]
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 400, "beside the field"
    after = page.evaluate(READ)["heads"][0]
    assert {name: after[name] for name in COMPUTED} == {
        name: before[name] for name in COMPUTED
    }
    input_.fill(good.replace(".", ","))  # a comma is fine
    assert input_.get_attribute("aria-invalid") is None
    assert said.inner_text() == ""
    input_.fill(good)
    published(page, project)


def test_two_wrong_numbers_are_both_to_be_fixed(visit: Open) -> None:
    page = opened(visit)
    first, second = (page.locator("[data-matrix=keys] input").nth(n) for n in (0, 1))
    first.fill("x")
    second.fill("y")
    second.fill("0.5")
    said = page.locator("#refused-keys")
    assert said.inner_text() != ""
    first.fill("0.5")
    assert said.inner_text() == ""


ALTERED = [
    ("heads=2", "heads=7", "“7” is not a whole number from 1 to 4."),
    ("width=2", "width=two", "“two” is not a whole number from 1 to 4."),
    ("width=2", "width=3", "numbers for the queries"),
    ("temperature=1", "temperature=-1", "−1 is not between 0.05 and 100."),
    ("causal=0", "causal=yes", "neither 0 nor 1"),
    ("&causal=0", "", "says nothing of causal"),
    ("words=your,", "words=", "numbers for the embeddings"),
    ("words=your", "words=%E0", "cannot be read"),
    ("words=your", "words=1,2,3,your", "These are 9 words; 8 at most."),
    ("embeddings=0.43", "embeddings=Infinity", "“Infinity” is not a number."),
    ("embeddings=0.43", "embeddings=1e999", "is not between"),
    ("embeddings=0.43", "embeddings=", "A number is missing."),
    ("keys=", "keys=1,", "The address has 13 numbers for the keys, not 12."),
]


def address_of_two_heads(page: Page) -> str:
    page.get_by_label("Heads", exact=True).select_option("2")
    wait_until(page, "location.hash.includes('words=')")
    return page.url.partition("#")[2]


def test_an_altered_address_is_refused_in_words(visit: Open, project: Project) -> None:
    whole = address_of_two_heads(opened(visit))
    for old, new, words in ALTERED:
        assert whole.count(old) == 1
        page = opened(visit, f"{WHERE}#{whole.replace(old, new)}")
        said = page.evaluate(READ)["complaints"]
        assert [words in complaint for complaint in said] == [True], said
        assert "altered" in page.locator("#playground .status").inner_text()
        published(page, project)


def test_an_altered_address_takes_nothing_away(visit: Open) -> None:
    page = opened(visit)
    whole = address_of_two_heads(page)
    page.get_by_label("Words").fill("one two")
    before = page.evaluate(READ)["heads"]
    page.evaluate("(hash) => { location.hash = hash }", whole.replace("=2", "=9"))
    page.locator("#playground .status", has_text="altered").wait_for()
    assert page.evaluate(READ)["heads"] == before


def test_a_link_within_the_page_is_no_state(visit: Open, project: Project) -> None:
    page = opened(visit, WHERE + "#what-it-opens-with")
    published(page, project)
    assert page.locator("#playground .status").inner_text() == ""


def test_the_playground_is_played_by_keyboard(visit: Open) -> None:
    page = opened(visit, unfolded=False)
    page.get_by_label("Words").focus()
    page.keyboard.press("End")
    page.keyboard.type(" home")
    page.keyboard.press("Tab")  # from the words to what they give
    page.keyboard.press("End")
    said = page.locator("#playground .made")
    assert said.inner_text().startswith("weights, your, home exp(")
    for _ in range(2):  # context vectors, positions
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert not page.get_by_label("Positions").is_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.get_by_label("Causal mask").is_checked()
    for _ in range(7):  # temperature, heads, d_out, three buttons, the fold
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("1")
    shown = page.evaluate(READ)["heads"][0]
    assert shown["X"][0][0] == "1.0000"
    assert len(shown["weights"]) == 7
    assert shown["weights"][0] == ["1.0000"] + ["0.0000"] * 6
    page.locator("[data-matrix=weights] td[tabindex='0']").focus()
    page.keyboard.press("End")
    assert said.inner_text().startswith("weights, your, home exp(−∞) / (exp(")


def test_weights_and_settings_are_beside_each_other_and_the_rest_is_folded(
    visit: Open,
) -> None:
    page = opened(visit, unfolded=False)
    assert page.locator("#playground table >> visible=true").count() == 2
    weights = page.locator("[data-matrix=weights]").bounding_box()
    settings = page.locator("#playground .settings").bounding_box()
    assert weights
    assert settings
    assert weights["x"] + weights["width"] <= settings["x"]
    assert abs(weights["y"] - settings["y"]) < 100
    first, last = (page.locator(f"#play-{name}") for name in ("words", "width"))
    top, bottom = first.bounding_box(), last.bounding_box()
    assert top
    assert bottom
    assert bottom["y"] - top["y"] < 600, "all in one window"


def test_weights_have_one_scale(visit: Open) -> None:
    page = opened(visit)
    heat = (
        "(cells) => cells.map((cell) =>"
        " [Number(cell.textContent), cell.style.getPropertyValue('--heat')])"
    )
    for temperature in ("1", "0.05"):
        page.get_by_label("Temperature").fill(temperature)
        found = page.locator("[data-matrix=weights] tbody td").evaluate_all(heat)
        for weight, shown in found:
            assert abs(float(shown.rstrip("%")) - 100 * weight) <= 1, weight
    scale = page.locator("[data-matrix=weights] caption .scale span")
    assert scale.all_inner_texts() == ["0", "1"]


def test_examples_made_by_hand_mean_what_the_page_says(visit: Open) -> None:
    page = opened(visit, unfolded=False)
    example, note = page.get_by_label("Example"), page.locator("#playground .note")
    assert note.inner_text() == ""
    example.select_option("A pronoun finds its animal")
    assert note.inner_text().startswith("Made by hand.")
    weights = as_tensor(page.evaluate(READ)["heads"][0]["weights"])
    words = page.get_by_label("Words").input_value().split()
    it, cat = words.index("it"), words.index("cat")
    assert weights[it].argmax() == cat
    assert weights[it, cat] > 0.7
    others = [word for word in range(len(words)) if word != it]
    assert (weights[others] == weights[others][0, 0]).all(), "the others ask nothing"
    example.select_option("Words of one subject find each other")
    weights = as_tensor(page.evaluate(READ)["heads"][0]["weights"])
    words = page.get_by_label("Words").input_value().split()
    river, water, loan = map(words.index, ("river", "water", "loan"))
    assert weights[river, water] > 4 * weights[river, loan]
    page.get_by_role("button", name="Reset").click()
    assert example.input_value() == "The running example"


def test_an_example_is_known_by_its_address(visit: Open) -> None:
    page = opened(visit)
    page.get_by_label("Example").select_option("A pronoun finds its animal")
    address = page.url.partition("#")[2]
    other = opened(visit, f"{WHERE}#{address}")
    assert other.get_by_label("Example").input_value() == "A pronoun finds its animal"
    assert other.locator("#playground .note").inner_text().startswith("Made by hand.")


def test_it_says_which_words_have_numbers_that_mean_nothing(visit: Open) -> None:
    page = opened(visit)
    note, words = page.locator("#playground .note"), page.get_by_label("Words")
    words.fill("your Journey ends")
    assert note.inner_text() == (
        "Arbitrary: “ends” got numbers made from the letters, which mean nothing."
    )
    page.locator("[data-matrix=embeddings] input").nth(6).fill("0.5")
    assert note.inner_text() == "", "now somebody has given it a meaning"
    page.get_by_label("Example").select_option("A pronoun finds its animal")
    words.fill("it likes milk")
    assert "“likes” got" in note.inner_text()
    embeddings = page.evaluate(READ)["heads"][0]["embeddings"]
    assert embeddings[2] == ["0", "1", "0"], "milk is still a drink"


def test_a_field_keeps_the_focus_while_one_types(visit: Open) -> None:
    page = opened(visit)
    number = page.locator("[data-matrix=values] input").nth(3)
    number.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("-0.25", delay=20)
    assert number.input_value() == "-0.25"
    assert number.evaluate("(input) => input === document.activeElement")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_with_eight_words_and_four_heads_it_fits_and_is_accessible(
    visit: Open, scheme: Scheme, width: str
) -> None:
    page = opened(visit, scheme=scheme, width=WIDTHS[width])
    row = {name: values[-1] for name, values in FACTORS.items()}
    page.evaluate(SET, vars(configuration(row, 8)))
    page.locator("#play-words").fill("")
    page.get_by_role("button", name="Show as code").click()
    page.locator(".as-code pre").wait_for()
    page.locator("[data-matrix=weights] td").nth(9).click()
    assert overflowing(page) == []
    assert (
        violations(page, EVERYTHING if width == "phone" else {"runOnly": RULES}) == []
    )


def test_a_keystroke_recomputes_within_a_frame(
    visit: Open, capsys: pytest.CaptureFixture[str]
) -> None:
    page = opened(visit)
    row = {name: values[-1] for name, values in FACTORS.items()}
    page.evaluate(SET, vars(configuration({**row, "temperature": 1.0}, 9)))
    page.evaluate(KEYSTROKES, 5)
    median = statistics.median(page.evaluate(KEYSTROKES, 20))
    with capsys.disabled():
        print(f"\nplayground: a keystroke takes {median:.1f} of {FRAME:.0f} ms")
    assert median <= 2 * FRAME


def test_the_script_is_small(site_folder: Path) -> None:
    script = (site_folder / "assets" / "playground.js").read_bytes()
    assert len(gzip.compress(script, 6, mtime=0)) <= SCRIPT_BYTES


def test_from_the_file_system_it_plays_too(
    browser: Browser, site_folder: Path, project: Project
) -> None:
    page = browser.new_page()
    page.goto((site_folder / WHERE / "index.html").as_uri())
    page.locator("#playground[data-ready]").wait_for()
    published(page, project)
    page.get_by_label("Heads", exact=True).select_option("2")
    wait_until(page, "location.hash.includes('heads=2')")
    page.close()


def test_nothing_moves_when_it_arrives(visit: Open) -> None:
    page = opened(visit)
    shift = page.evaluate(
        """() => new Promise((resolve) => new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, each) => sum + each.value, 0)))
            .observe({ type: "layout-shift", buffered: true })
            || setTimeout(() => resolve(0), 300))"""
    )
    assert shift == 0


def test_without_scripts_it_says_what_it_needs(visit: Open) -> None:
    page = visit(WHERE, javascript=False).page
    assert "needs JavaScript" in page.locator("#playground").inner_text()
    assert page.locator("#code-the-road + .output").is_visible()
