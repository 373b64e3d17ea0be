"""The numbers of figures that readers move come from outputs that are as they were."""

import json
import shutil
from pathlib import Path

import pytest
from lxml import html
from markdown import Markdown

from publish.markdown.figure_data import DATA, LINE, FillFigure
from publish.page_model import PageError

ROOT = Path(__file__).parents[3]
PLANE = "self-attention/query-key-value"
SCORES = "self-attention/softmax/scores-and-weights"
DROPPED = "causal/dropout/dropped-weights"
CIRCUIT = "models/what-heads-learn/circuit"
TURNED = "modern/rotary/same-distance"
EXPERIMENTS = "models/translator/cut-out"
WIDTHS = "self-attention/scaling/weights-by-width"


def figures() -> dict[str, str]:
    """By its name, the line of each figure that pages have."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")]
    lines = [line for text in texts for line in text.splitlines() if LINE.match(line)]
    return {line.split('"')[3]: line for line in lines}


FIGURES = figures()


@pytest.fixture
def fill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FillFigure:
    """The extension, in a checkout whose outputs may be spoiled."""
    for line in FIGURES.values():
        for block in dict(DATA.findall(line)).get("blocks", "").split():
            folder = Path("snippets", block).parent
            shutil.copytree(ROOT / folder, tmp_path / folder, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return FillFigure(Markdown())


def numbers(fill: FillFigure, figure: str) -> dict[str, object]:
    element = html.fragment_fromstring(fill.run([FIGURES[figure]])[0] + "</div>")
    assert element.get("data-figure") == figure
    return json.loads(element.get("data-head"))


def test_the_figure_has_the_numbers_that_were_printed(fill: FillFigure) -> None:
    head: dict = numbers(fill, "full")
    at = head["words"].index("boat")
    vectors = head["queries"][at], head["keys"][at], head["values"][at]
    assert vectors == ([-1, -1], [-1, 3], [4, -2])
    assert head["opens"]["word"] == "it"
    assert head["opens"]["weights"][at] == "0.9076"
    assert head["opens"]["context"] == ["3.6272", "-1.8368"]
    assert numbers(fill, "temperature")["scores"] == [3, 1, 0, -2]


@pytest.mark.parametrize(
    ("figure", "name", "old", "new"),
    [
        ("full", f"{PLANE}/it-asks.out", "boat      6  0.9076\n", ""),
        ("growing", "causal/mask/growing.out", "sold   tensor", "gave   tensor"),
        ("temperature", f"{SCORES}.out", ", 0.0057", ""),
        ("dropout", f"{DROPPED}.py", "p = 0.5", "rate = 0.5"),
        ("rotary", f"{TURNED}.py", "query = torch", "q = torch"),
        ("memory", "modern/which/caches.out", "Llama 3 8B", "Llama 3.1 8B"),
        ("induction", f"{CIRCUIT}.json", '"13"', '"12"'),
        ("story", "models/gpt/a-story.out", "in the morning", "in the evening"),
        ("width", f"{WIDTHS}.json", '"6th"', '"6th", "7th"'),
        ("width", f"{WIDTHS}.json", "", None),
        ("translator", f"{EXPERIMENTS}.out", "3 about women", "three about women"),
    ],
)
def test_an_output_that_is_not_as_it_was_stops_the_build(
    fill: FillFigure, figure: str, name: str, old: str, new: str | None
) -> None:
    path = Path("snippets", name)
    text = path.read_text(encoding="utf-8")
    assert old in text
    if new is None:
        path.unlink()
    else:
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PageError):
        numbers(fill, figure)


def test_a_figure_that_does_not_exist_or_lacks_its_data_stops_the_build(
    fill: FillFigure,
) -> None:
    with pytest.raises(PageError, match="'ful' is no figure"):
        fill.run([FIGURES["full"].replace('"full"', '"ful"')])
    with pytest.raises(PageError, match="cannot read its outputs: head"):
        fill.run([FIGURES["full"].replace("data-asks", "data-ask")])
