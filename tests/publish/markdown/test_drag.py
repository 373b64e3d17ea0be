"""The dragged query's numbers are read from outputs that are as they were."""

import json
import shutil
from pathlib import Path

import pytest
from lxml import html
from markdown import Markdown

from publish.markdown.drag import BLOCKS, PAGE, DragError

ROOT = Path(__file__).parents[3]
FIGURE = """
<div class="drag" data-figure="full" markdown>

![A still.](still.svg)

</div>
"""


@pytest.fixture
def md(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Markdown:
    (tmp_path / "snippets" / PAGE).mkdir(parents=True)
    for block in BLOCKS:
        name = Path("snippets", PAGE, f"{block}.out")
        shutil.copy(ROOT / name, tmp_path / name)
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


@pytest.mark.parametrize(
    ("block", "old", "new"),
    [
        ("three-vectors", "(-1,  3)", "-1,  3"),
        ("it-asks", "boat      6  0.9076\n", ""),
        ("it-asks", "0.9076", "nan"),
        ("contexts", "it   tensor", "them tensor"),
        ("contexts", "", None),
    ],
)
def test_an_output_that_is_not_as_it_was_stops_the_build(
    md: Markdown, block: str, old: str, new: str | None
) -> None:
    path = Path("snippets", PAGE, f"{block}.out")
    text = path.read_text(encoding="utf-8")
    assert old in text
    if new is None:
        path.unlink()
    else:
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DragError):
        md.convert(FIGURE)


def test_a_figure_that_does_not_exist_stops_the_build(md: Markdown) -> None:
    with pytest.raises(DragError, match="'ful' is no figure"):
        md.convert(FIGURE.replace("full", "ful"))
