"""Blocks written out without the package, from a package of a few lines.

That every real block runs so and prints the same: tests/site/test_standalone.
"""

from pathlib import Path

import pytest

from publish.export import standalone
from publish.export.standalone import laid_out, read, written_out
from publish.page_model import PageError
from tests.course_of_one_page import Course, snippets_alone

PACKAGE = {
    "__init__": """\
from attention.core import scores as scores
from attention.core import twice as twice
from attention.data import inputs as inputs
from attention.data import saved as saved
from attention.layer import Layer as Layer
""",
    "checks": """\
def check_width(x, *, width):
    if x.shape[-1] != width:
        raise ValueError(f"x must have {width} features.")
""",
    "core": '''\
import torch
from torch import Tensor

from attention.checks import check_width

SCALE: float = 0.5
"""What scores are multiplied by.

Any number.
"""


def scores(x: Tensor, sign: "ä" = "öö", scale: float | None = None) -> Tensor:
    """Compare each word with each.

    Raises:
        ValueError: If scale is zero.
    """
    num_rows, width = x.shape
    must = "have as many features"
    check_width(x, width=width, must=must)
    if scale is None:
        scale = SCALE
    elif scale == 0:
        raise ValueError("scale must not be 0.")
    if num_rows > 9:
        raise IndexError("at most nine rows")  # no check of ours
    return _doubled(x @ x.T) * scale


def _doubled(x: Tensor) -> Tensor:
    _check_real(x)
    with torch.no_grad():
        if x.is_complex():
            raise ValueError("x must be real.")
    return 2 * x


def _check_real(x: Tensor) -> None:
    if x.is_complex():
        raise ValueError("x must be real.")


def twice(x):
    return 2 * x
''',
    "layer": '''\
from torch import nn


def two(layer):
    return 2


class Layer(nn.Module):
    """Nothing."""

    # What it is multiplied by.
    factor = 3
    two = two

    def __init__(self):
        """Nothing."""
        self.register_load_state_dict_pre_hook(two)

    def forward(self, x):
        return x

    def one(self):
        return self.factor

    def none(self):
        return 0
''',
    "data": """\
from pathlib import Path

import torch


def saved():
    return torch.load(Path(__file__).parent / "saved.pt")


inputs = torch.tensor([[1.0, 2.0]])
""",
}
BLOCK = """\
import torch
from attention import Layer, scores, twice
print(scores(torch.ones(1)), twice(1), Layer().one())
"""
ALONE = """\
# pip install torch
# From https://example.org/course/part/page/
# MIT licence, Copyright (c) 2026 The Attention, verified developers.
# Tested with torch 2.13.0.

import torch
from torch import nn

class Layer(nn.Module):
    # What it is multiplied by.
    factor = 3

    def __init__(self):
        pass

    def forward(self, x):
        return x

    def one(self):
        return self.factor

# What scores are multiplied by.
SCALE = 0.5

def _doubled(x):
    with torch.no_grad():
        pass
    return 2 * x

def scores(x, sign="öö", scale=None):
    num_rows, width = x.shape
    if scale is None:
        scale = SCALE
    if num_rows > 9:
        raise IndexError("at most nine rows")  # no check of ours
    return _doubled(x @ x.T) * scale

def twice(x):
    return 2 * x

# Here:
print(scores(torch.ones(1)), twice(1), Layer().one())
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    for name, text in PACKAGE.items():
        file = tmp_path / "own" / "attention" / f"{name}.py"
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(standalone, "pinned_torch", lambda: "2.13.0")
    return snippets_alone(tmp_path / "course", tmp_path / "own")


def form(course: Course, code: str) -> str:
    made = written_out(course, read(course), code, "part/page/", "# Here:\n")
    return laid_out([made])[0]


def test_above_a_block_is_what_it_uses_without_checks_and_annotations(
    course: Course,
) -> None:
    assert form(course, BLOCK) == ALONE


def test_a_block_about_an_error_keeps_the_checks(course: Course) -> None:
    code = "from attention import scores\nscores(1, scale=0)  # raises ValueError"
    text = form(course, code)
    assert 'raise ValueError("scale must not be 0.")' in text
    assert "def check_width(x, *, width):" in text


def test_names_that_a_block_has_for_the_package_are_kept(course: Course) -> None:
    text = form(course, "from attention import twice as mix\nprint(mix)\n")
    assert text.endswith("\n\nmix = twice\n\n# Here:\nprint(mix)\n")
    text = form(course, "import attention as at\nprint(at.inputs, at.inputs.shape)\n")
    assert text.endswith("# Here:\nprint(inputs, inputs.shape)\n")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("from math import tau as torch\nfrom attention import scores\n", "another"),
        ("from attention import scores\ndef _doubled(x): return x\n", "another name"),
        ("from attention import weights\n", "attention defines no weights"),
    ],
)
def test_a_block_may_not_change_what_definitions_rely_on(
    course: Course, code: str, says: str
) -> None:
    with pytest.raises(PageError, match=says):
        form(course, code)


def test_blocks_that_have_no_form_are_left_out_and_a_clash_is_said(
    course: Course,
) -> None:
    uses = "# pip install attention-verified\nfrom attention import inputs\n"
    for name, code in {
        "alone": "print(1)\n",
        "broken": "from attention import (\n",
        "clash": "from attention import scores\nSCALE = 2\n",
        "uses": uses + "print(inputs)\n",
        "long": uses + "print(1)\n" * standalone.LONGEST,
        "weights": "from attention import saved\nprint(saved())\n",
    }.items():
        course.write(f"snippets/part/page/{name}.py", code)
    found = standalone.forms(course, course.snippets)
    assert found.keys() == {"part/page/uses"}
    assert found["part/page/uses"].count("# pip install") == 1
    assert "course/part/page/#code-uses\n" in found["part/page/uses"]
    (complaint,) = standalone.refused(course, "part/page.md")
    assert complaint.startswith("part/page/clash cannot do without the package: ")
