"""Lines that an earlier block told are folded; new ones are not, and none is lost."""

from publish.markdown.repeated_lines import Told

FIRST = """\
import torch
from attention.examples import inputs

torch.manual_seed(123)
scores = inputs @ inputs.T

print(scores)
"""


def folded(*blocks: str) -> list[str]:
    """The lines of the last block that the earlier ones told."""
    told = Told()
    lines = [told.repeated(block) for block in blocks][-1]
    last = blocks[-1].split("\n")
    return [last[number] for number in lines]


def test_a_setup_is_folded_up_to_what_is_new() -> None:
    assert folded(FIRST) == []
    assert folded(FIRST, FIRST) == [], "what is shown again is shown whole"
    more = FIRST.replace("print(scores)", "weights = scores.softmax(-1)")
    more = more.replace("\ntorch.", "\n# why\ntorch.")
    assert "scores = inputs @ inputs.T" in folded(FIRST, more)
    assert not {"weights = scores.softmax(-1)", "# why"} & {*folded(FIRST, more)}
    later = "import torch\nx = torch.ones(2)\nscores = inputs @ inputs.T\n"
    assert folded(FIRST, later) == ["import torch"]
    assert folded(FIRST, "scores = = 2") == []


def test_a_new_import_stays_and_ends_no_setup() -> None:
    later = FIRST.replace("import inputs", "import inputs, tokens")
    found = folded(FIRST, later)
    assert "from attention.examples import inputs, tokens" not in found
    assert "scores = inputs @ inputs.T" in found


def test_a_name_that_was_set_otherwise_since_is_not_as_above() -> None:
    other = FIRST.replace("inputs.T", "inputs.T / 2")
    new = f"{FIRST}print(scores.shape)\n"
    assert "scores = inputs @ inputs.T" not in folded(FIRST, other, new)
    assert "scores = inputs @ inputs.T" in folded(FIRST, new)
