"""The numbers of figures that readers move come from outputs that are as they were."""

import json
import shutil
from pathlib import Path

import pytest
from lxml import html
from markdown import Markdown

from publish.markdown.figure_data import FillFigure, kinds, printed
from publish.page_model import PageError

ROOT = Path(__file__).parents[3]
START = '<div class="drag" '
LINES = {
    f"{page.stem}-{place}": line
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for place, line in enumerate(page.read_text(encoding="utf-8").splitlines())
    if line.startswith(START)
}
SCORES = "self-attention/softmax/scores-and-weights"
WIDTHS = "self-attention/scaling/weights-by-width"


def line_of(figure: str) -> str:
    return next(line for line in LINES.values() if f'figure="{figure}"' in line)


def numbers(line: str) -> dict:
    [filled] = FillFigure(Markdown()).run([line])
    return json.loads(html.fragment_fromstring(filled + "</div>").get("data-head"))


def test_of_what_was_printed_words_and_numbers_are_read() -> None:
    text = (
        "boat ( 4, -2) tensor([[ 26., -inf],\n        [1.0000, 7,168]]) a = 0.9 % off\n"
    )
    rows = [
        ["boat", "4", "-2", "26.", "-inf"],
        ["1.0000", "7168", "a", "0.9", "%", "off"],
    ]
    assert printed(text) == rows
    assert list(map(kinds, rows)) == ["a0000", "00a0aa"]


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_each_figure_gets_what_its_blocks_made(line: str) -> None:
    data = numbers(line)
    assert [f"{each['page']}{each['block']}" for each in data["from"]] == (
        html.fragment_fromstring(line + "</div>").get("data-blocks", "").split()
    )
    assert all(data["blocks"])


def test_the_figure_has_the_numbers_that_were_made() -> None:
    vectors, asked, _ = numbers(line_of("full"))["blocks"]
    assert vectors[4] == ["boat", "-1", "-1", "-1", "3", "4", "-2"]
    assert asked[3] == ["boat", "6", "0.9076"]
    [[scores, weights]] = numbers(line_of("temperature"))["blocks"]
    assert scores == {"columns": ["a", "b", "c", "d"], "bars": [3, 1, 0, -2]}
    assert weights["bars"][0] == 0.8390245


@pytest.mark.parametrize(
    ("figure", "name", "old", "new"),
    [
        ("full", "self-attention/query-key-value/it-asks.out", "it        2", "it"),
        ("growing", "causal/mask/growing.out", "sold   tensor", "gave   tensor"),
        ("temperature", f"{SCORES}.json", '"a",', ""),
        ("dropout", "causal/dropout/dropped-weights.out", "row sums", "sums"),
        ("rotary", "modern/rotary/same-distance.out", "= 2: -2.736", "= two: -2.736"),
        ("memory", "modern/which/caches.out", "Llama 3 8B", "Llama 3 9B"),
        ("induction", "models/what-heads-learn/circuit.json", '"13"', '"12"'),
        ("story", "models/gpt/a-story.out", "in the morning", "in the evening"),
        ("width", f"{WIDTHS}.json", '"6th"', '"6th", "7th"'),
        ("width", f"{WIDTHS}.json", "", None),
        ("translator", "models/translator/cut-out.out", " 3 about", " three about"),
        ("kv-cache", "modern/kv-cache/keys-repeat.out", ",  0.5160]", "]"),
        ("codes", "frontier/eight-bits/number-lines.out", "e5m2 ", ""),
        ("side-by-side", "gallery/index/all-models.out", "Gemma 3 27B", "Gemma"),
        ("side-by-side", "gallery/index/all-models.out", '"letters"', '"names"'),
        ("broken", "gallery/break-it/one-line.out", '"key"', '"name"'),
    ],
)
def test_an_output_that_is_not_as_it_was_stops_the_build(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    figure: str,
    name: str,
    old: str,
    new: str | None,
) -> None:
    for each in numbers(line_of(figure))["from"]:
        folder = Path("snippets", each["page"])
        shutil.copytree(ROOT / folder, tmp_path / folder, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    numbers(line_of(figure))
    path = Path("snippets", name)
    text = path.read_text(encoding="utf-8")
    assert old in text
    if new is None:
        path.unlink()
    else:
        path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(PageError, match="cannot read its outputs"):
        numbers(line_of(figure))


def test_a_figure_that_does_not_exist_or_lacks_a_block_stops_the_build() -> None:
    line = line_of("full")
    with pytest.raises(PageError, match="'ful' is no figure"):
        numbers(line.replace('"full"', '"ful"'))
    with pytest.raises(PageError, match="cannot read its outputs"):
        numbers(line.replace(" self-attention/query-key-value/contexts", ""))
