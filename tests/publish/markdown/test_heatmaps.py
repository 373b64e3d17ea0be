"""Heatmaps of what blocks printed; tests/browser/test_heatmaps.py sees them in use."""

import pytest
from lxml import html

from publish.markdown.heatmaps import rendered
from publish.page_model import PageError

PRINTED = """\
torch.Size([2, 3])
tensor([[ 0.5000,    -inf,  0.2500],
        [-0.7500,  0.0000,  1.0000]], grad_fn=<AddBackward0>)
sum: 1 < 2
"""


def heatmap(kind: str, rows: str = "", columns: str = "") -> html.HtmlElement:
    return html.fromstring(rendered(PRINTED, kind, rows, columns))


def test_each_number_is_in_its_cell_and_other_words_are_around_the_table() -> None:
    made = heatmap("scores", rows="mit, einem", columns="your, own, step")
    assert [[cell.text for cell in row] for row in made.iter("tr")] == [
        [None, "your", "own", "step"],
        ["mit", "0.5000", "-inf", "0.2500"],
        ["einem", "-0.7500", "0.0000", "1.0000"],
    ]
    texts = [each.text for each in made.iter("p") if each.text]
    assert texts == ["torch.Size([2, 3])", "sum: 1 < 2"]
    assert made.findtext(".//caption") == "2 × 3 scores"


def test_what_has_no_names_is_counted_as_in_torch() -> None:
    heads = [each.text for each in heatmap("scores", rows="mit, einem").iter("th")]
    assert heads == ["[0]", "[1]", "[2]", "mit", "einem"]


def test_weights_have_one_scale_and_other_numbers_that_of_their_matrix() -> None:
    def heat(kind: str) -> list[str | None]:
        return [cell.get("style") for cell in heatmap(kind).findall(".//tbody//td")]

    shares = [71, None, 57, 0, 43, 100]
    assert heat("scores") == [s if s is None else f"--heat: {s}%" for s in shares]
    assert heat("weights")[2] == "--heat: 25%"


@pytest.mark.parametrize(
    ("kinds", "rows"), [("scores, weights", ""), ("scores", "mit, einem, schritt")]
)
def test_a_heatmap_that_does_not_fit_its_output_is_refused(
    kinds: str, rows: str
) -> None:
    with pytest.raises(PageError, match="heatmap"):
        heatmap(kinds, rows)
