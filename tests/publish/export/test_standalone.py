"""Blocks written out without the package, from a package of a few lines."""

from pathlib import Path

import pytest

from publish.export import standalone
from publish.export.definitions import stripped
from publish.export.standalone import laid_out, read, written_out
from publish.pages.model import PageError
from publish.project import Project

PACKAGE = {
    "__init__": """\
        from attention.core import attend as attend
        from attention.core import even as even
        from attention.core import scores as scores
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
        """How two words are compared."""

        import torch
        from jaxtyping import Float
        from torch import Tensor

        from attention.checks import check_width

        # Small, so that exp stays small.
        SCALE: float = 0.5
        """What scores are multiplied by.

        Any number.
        """


        def attend(x: Float[Tensor, "n d"]) -> Float[Tensor, "n d"]:
            """Mix the rows of x.

            Args:
                x: One row a word.
            """
            return torch.softmax(scores(x), dim=-1) @ x  # (n, d)


        def scores(
            x: Float[Tensor, "n d"],
            scale: float | None = None,
        ) -> Float[Tensor, "n n"]:
            """Compare each word with each, as `_doubled` has them.

            Raises:
                ValueError: If x has more than nine rows.
            """
            num_rows, width = x.shape
            must = "have as many features"
            check_width(x, width=width, must=must)
            for row in x:
                if not row.isfinite().all():
                    last = row[-1]
                    raise ValueError(f"finite. Got {last}.")
            if scale is None:
                scale = SCALE
            elif scale == 0:
                raise ValueError("scale must not be 0.")
            if num_rows > 9:
                raise IndexError("at most nine rows")  # no check of ours
            return _doubled(x @ x.T) * scale


        def _doubled(x: Tensor) -> Tensor:
            return 2 * x


        def even(n: int) -> bool:
            return n == 0 or odd(n - 1)


        def odd(n: int) -> bool:
            return n != 0 and even(n - 1)
        ''',
    "data": '''\
        from pathlib import Path

        import torch

        unused = 1


        def saved():
            return torch.load(Path(__file__).parent / "saved.pt")



        inputs = torch.tensor(
            [
                [1.0, 2.0],  # one
                [3.0, 4.0],  # two
            ]
        )
        """Two words, one row a word."""
        ''',
    "layer": '''\
        from torch import Tensor, nn

        from attention.core import attend


        class Layer(nn.Module):
            """A layer.

            Long words about it.
            """

            attend = staticmethod(attend)
            mask: Tensor

            def forward(self, x: Tensor) -> Tensor:
                """Mix."""
                return self.attend(x)
        ''',
}
SETTINGS = """\
site_name: A course
site_url: https://example.org/
markdown_extensions:
  - pymdownx.snippets: { base_path: [snippets, .] }
"""
HEAD = """\
# pip install torch
# From https://example.org/part/page/
# MIT licence, Copyright (c) 2026 The Attention, verified developers.
# Tested with torch 2.13.0.

"""


def dedented(text: str) -> str:
    return "".join(line[8:] or "\n" for line in text.splitlines(keepends=True))


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    for name, text in PACKAGE.items():
        file = tmp_path / "attention" / f"{name}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(dedented(text), encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(SETTINGS)
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(standalone, "pinned_torch", lambda: "2.13.0")
    return Project(tmp_path)


def form(course: Project, code: str) -> str:
    """A form without its head."""
    (text,) = laid_out(
        [written_out(course, read(course), code, "part/page/", "# Here:\n")]
    )
    return text.removeprefix(HEAD)


SCORES = '''\
import torch

# What scores are multiplied by.
# Small, so that exp stays small.
SCALE = 0.5


def _doubled(x):
    return 2 * x


def scores(x, scale=None):
    """Compare each word with each, as `_doubled` has them."""
    num_rows, width = x.shape
    if scale is None:
        scale = SCALE
    if num_rows > 9:
        raise IndexError("at most nine rows")  # no check of ours
    return _doubled(x @ x.T) * scale
'''


def test_definitions_are_above_the_block_each_below_what_it_uses(
    course: Project,
) -> None:
    code = (
        "import torch\nfrom attention import scores\n\nprint(scores(torch.ones(1)))\n"
    )
    assert form(course, code) == (
        f"{SCORES}\n\n# Here:\nprint(scores(torch.ones(1)))\n"
    )


def test_a_static_method_and_data_bring_what_they_use(course: Project) -> None:
    code = "from attention import Layer, inputs\n\nprint(Layer()(inputs))\n"
    assert form(course, code) == (
        SCORES.replace("import torch\n", "import torch\nfrom torch import nn\n", 1)
        + '''

def attend(x):
    """Mix the rows of x."""
    return torch.softmax(scores(x), dim=-1) @ x  # (n, d)


class Layer(nn.Module):
    """A layer."""

    attend = staticmethod(attend)

    def forward(self, x):
        """Mix."""
        return self.attend(x)


# Two words, one row a word.
inputs = torch.tensor(
    [
        [1.0, 2.0],  # one
        [3.0, 4.0],  # two
    ]
)

# Here:
print(Layer()(inputs))
'''
    )


def test_a_name_that_a_block_gives_to_what_it_imports_is_kept(course: Project) -> None:
    code = "from attention import attend as mix\nprint(mix)\n"
    assert form(course, code).endswith("\n\n\nmix = attend\n\n# Here:\nprint(mix)\n")


def test_what_is_used_of_the_whole_package_is_imported_by_name(course: Project) -> None:
    code = "import attention as at\nprint(at.inputs, at.inputs.shape)\n"
    text = form(course, code)
    assert text.endswith("# Here:\nprint(inputs, inputs.shape)\n")
    assert "Layer" not in text


def test_imports_are_merged_sorted_and_only_those_in_use(course: Project) -> None:
    code = (
        "import math\nimport torch\nfrom attention import Layer\nprint(math, torch)\n"
    )
    assert form(course, code).partition("\n\n# What")[0] == (
        "import math\n\nimport torch\nfrom torch import nn"
    )


def test_a_block_about_an_error_keeps_the_checks(course: Project) -> None:
    code = "from attention import scores\nscores(1, scale=0)  # raises ValueError\n"
    text = form(course, code)
    assert 'raise ValueError("scale must not be 0.")' in text
    assert "def check_width(x, *, width):" in text
    assert "must = " in text
    assert "jaxtyping" not in text


@pytest.mark.parametrize(
    "code",
    [
        "from math import exp as scores\nfrom attention import attend\n",
        "from math import tau as torch\nfrom attention import attend\n",
        "from attention import inputs, scores\ndef _doubled(x): return x\n",
        "from attention import scores\nSCALE = 2\n",
    ],
)
def test_a_block_may_not_change_what_definitions_rely_on(
    course: Project, code: str
) -> None:
    with pytest.raises(PageError, match="which should have another name"):
        form(course, code)


def test_a_block_may_use_the_name_of_what_is_no_longer_read(course: Project) -> None:
    code = "from attention import Layer\nattend = 1  # the layer has its own\n"
    assert form(course, code).endswith("# Here:\nattend = 1  # the layer has its own\n")


def test_two_ways_to_import_a_module_are_the_same(course: Project) -> None:
    code = "from attention import Layer\nimport torch.nn as nn\nprint(nn, Layer)\n"
    text = form(course, code)
    assert "import torch.nn as nn\n" in text
    assert "from torch import nn" not in text


def test_functions_that_call_each_other_are_both_there_once(course: Project) -> None:
    text = form(course, "from attention import even\nprint(even(4))\n")
    assert (text.count("def even"), text.count("def odd")) == (1, 1)


def test_a_name_that_the_package_lacks_is_said(course: Project) -> None:
    with pytest.raises(PageError, match="attention defines no weights"):
        form(course, "from attention import weights\n")


def test_a_text_that_is_wider_than_its_bytes_is_cut_in_the_right_places() -> None:
    source = 'def f(x: "ä" = "öö", y: int = 1) -> "ü":\n    """Ä.\n\n    ß\n    """\n'
    expected = 'def f(x = "öö", y = 1) :\n    """Ä."""\n'
    assert stripped(source, checks=True) == expected


def test_fields_stay_since_their_annotations_make_them() -> None:
    field = '    keys: Float[Tensor, "n d"]\n    size: int = 0\n'
    kept = "    keys: object\n    size: object = 0\n"
    for head in ("@dataclass(frozen=True)\nclass C:\n", "class C(NamedTuple):\n"):
        assert stripped(head + field, checks=True) == head + kept
    head = "class C(nn.Module):\n"
    assert stripped(head + field, checks=True) == f"{head}    size = 0\n"


def test_blocks_without_the_package_or_too_long_have_no_form(
    course: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = course.root / "snippets" / "part" / "page"
    folder.mkdir(parents=True)
    uses = "# pip install attention-verified\nfrom attention import inputs\n"
    for name, code in {
        "alone": "print(1)\n",
        "broken": "from attention import (\n",
        "clash": "from attention import attend\ndef scores(): ...\n",
        "uses": uses + "print(inputs)\n",
        "long": uses + "print(1)\n" * standalone.LONGEST,
        "weights": "from attention import saved\nprint(saved())\n",
    }.items():
        (folder / f"{name}.py").write_text(code)
    found = standalone.forms(course, course.snippets)
    assert found.keys() == {"part/page/uses"}
    assert found["part/page/uses"].count("# pip install") == 1
    assert "https://example.org/part/page/#code-uses\n" in found["part/page/uses"]
    (complaint,) = standalone.refused(course, "part/page.md")
    assert complaint.startswith("part/page/clash cannot do without the package: ")
