"""The dragged query's numbers are read from outputs that are as they were."""

import json
import shutil
from pathlib import Path

import pytest
from lxml import html
from markdown import Markdown

from publish.markdown.drag import DragError

ROOT = Path(__file__).parents[3]
PLANE = "self-attention/query-key-value"
SCORES = "self-attention/softmax/scores-and-weights"
DROPPED = "causal/dropout/dropped-weights"
TURNED = "modern/rotary/same-distance"
WIDTHS = "self-attention/scaling/weights-by-width.json"
READ = (
    *(f"{PLANE}/{block}.out" for block in ("three-vectors", "it-asks", "contexts")),
    "causal/mask/growing.out",
    f"{SCORES}.out",
    f"{SCORES}.json",
    *(f"{DROPPED}.{suffix}" for suffix in ("py", "out", "cells.json")),
    WIDTHS,
    f"{TURNED}.py",
    f"{TURNED}.out",
)
FIGURE = """
<div class="drag" data-figure="full" markdown>

![A still.](still.svg)

</div>
"""


@pytest.fixture
def md(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Markdown:
    for name in READ:
        path = tmp_path / "snippets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "snippets" / name, path)
    monkeypatch.chdir(tmp_path)
    return Markdown(extensions=["md_in_html", "publish.markdown.drag"])


def test_the_figure_has_the_numbers_that_were_printed_and_its_still(
    md: Markdown,
) -> None:
    (figure,) = html.fragments_fromstring(md.convert(FIGURE).strip())
    head = json.loads(figure.get("data-head"))
    assert head["words"][3] == "boat"
    assert (head["queries"][3], head["keys"][3], head["values"][3]) == (
        [-1, -1],
        [-1, 3],
        [4, -2],
    )
    assert head["opens"]["word"] == "it"
    assert head["opens"]["weights"][3] == "0.9076"
    assert head["opens"]["context"] == ["3.6272", "-1.8368"]
    assert figure.find(".//img").get("alt") == "A still."


def test_scores_are_those_that_were_drawn(md: Markdown) -> None:
    text = md.convert(FIGURE.replace("full", "temperature")).strip()
    (figure,) = html.fragments_fromstring(text)
    assert json.loads(figure.get("data-head")) == {
        "words": ["a", "b", "c", "d"],
        "scores": [3, 1, 0, -2],
        "opens": {"weights": ["0.8390", "0.1135", "0.0418", "0.0057"]},
        "from": [{"page": "self-attention/softmax/", "block": "scores-and-weights"}],
    }


@pytest.mark.parametrize(
    ("figure", "name", "old", "new"),
    [
        ("full", f"{PLANE}/three-vectors.out", "(-1,  3)", "-1,  3"),
        ("full", f"{PLANE}/it-asks.out", "boat      6  0.9076\n", ""),
        ("full", f"{PLANE}/it-asks.out", "0.9076", "nan"),
        ("full", f"{PLANE}/contexts.out", "it   tensor", "them tensor"),
        ("full", f"{PLANE}/contexts.out", "", None),
        ("growing", "causal/mask/growing.out", "it     tensor", "them tensor"),
        ("temperature", f"{SCORES}.out", ", 0.0057", ""),
        ("temperature", f"{SCORES}.json", "", None),
        ("dropout", f"{DROPPED}.py", "p = 0.5", "rate = 0.5"),
        ("dropout", f"{DROPPED}.out", ", 0.1529]]", "]]"),
        ("dropout", f"{DROPPED}.out", "row sums", "sums"),
        ("rotary", f"{TURNED}.py", "query = torch", "q = torch"),
        ("rotary", f"{TURNED}.out", "", None),
        ("width", WIDTHS, "d = 128", "d = 127"),
        ("width", WIDTHS, '"6th"', '"6th", "7th"'),
        ("width", WIDTHS, "", None),
    ],
)
def test_an_output_that_is_not_as_it_was_stops_the_build(
    md: Markdown, figure: str, name: str, old: str, new: str | None
) -> None:
    path = Path("snippets", name)
    text = path.read_text(encoding="utf-8")
    assert old in text
    if new is None:
        path.unlink()
    else:
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DragError):
        md.convert(FIGURE.replace("full", figure))


def test_a_figure_that_does_not_exist_stops_the_build(md: Markdown) -> None:
    with pytest.raises(DragError, match="'ful' is no figure"):
        md.convert(FIGURE.replace("full", "ful"))
