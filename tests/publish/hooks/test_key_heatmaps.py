"""The heatmap that a page comes with; tests/browser/test_explore.py sees it in use."""

import re

import pytest

from publish.hooks.key_heatmaps import rendered, with_key_heatmap
from publish.project import Project

PAGE = "causal/mask.md"


def test_each_cell_has_its_text_and_weights_have_one_scale(project: Project) -> None:
    made = rendered(project.snippet("causal/mask/seed-789-masked-weights"))
    assert '<td style="--heat: 100%">1.0000</td>' in made
    assert '<td class="lit" style="--heat: 55%">0.5517</td>' in made
    assert '<td style="--heat: 38%">0.3800</td>' in made
    assert "<span>0</span><i></i><span>1</span>" in made
    assert made.endswith("<p>from the first method: 0.000000</p></div>")


def test_the_largest_cell_off_the_diagonal_is_explained(project: Project) -> None:
    made = rendered(project.snippet("causal/class/shorter"))
    assert re.findall(r'<td class="lit"[^>]*>([^<]*)', made)[0] == "0.2216"
    assert (
        "<b>your, [1]</b> 1 × 0.221605 + 0 × (−0.196077) + 0 × (−0.197098)"
        " + 0 × (−0.155662) = 0.2216"
    ) in made
    made = rendered(project.snippet("causal/mask/seed-789-minus-infinity"))
    assert "<td>-inf</td>" in made, "without a colour"
    assert "<span>0.0055</span><i></i><span>0.3293</span>" in made


def test_a_page_that_lacks_the_block_it_names_is_refused(project: Project) -> None:
    with pytest.raises(ValueError, match=r"docs/causal/mask\.md names the heatmap of"):
        with_key_heatmap(project, PAGE, "<head></head><p>No block.</p>")
