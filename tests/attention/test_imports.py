"""What may import what, what the package lists, and that shapes are checked here."""

import ast
import os
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
import torch
from jaxtyping import TypeCheckError

import attention
from tests.attention.expect import random, unchecked
from tests.imports import SURFACES, imported, public_names

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "attention"
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
PARTS = ["text", "order", "self_attention", "causal", "multi_head", "models", "modern"]
PARTS += ["frontier", "recurrent"]


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process elsewhere, which reads the sources and no pages."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_module_imports_what_its_subject_needs_and_nothing_of_later_parts(path: Path):
    allowed, part = sys.stdlib_module_names | {"torch", "jaxtyping"}, path.parts[0]
    others = {"attention", "matplotlib"} if part == "plotting" else {"attention"}
    assert imported(PACKAGE / path) <= allowed | others
    if part in PARTS:
        tree = ast.walk(ast.parse((PACKAGE / path).read_text("utf-8")))
        sources = [n.module or "" for n in tree if isinstance(n, ast.ImportFrom)]
        ours = {name.split(".")[1] for name in sources if name.startswith("attention.")}
        assert ours <= {"checks", *PARTS[: PARTS.index(part) + 1]}


@pytest.mark.parametrize("surface", SURFACES)
def test_a_name_is_imported_from_one_place_exists_and_is_no_module(surface: str):
    listed = Counter(name for other in SURFACES for name in public_names(other))
    folder = ROOT.joinpath(*surface.split("."))
    for name in public_names(surface):
        assert listed[name] == 1
        assert getattr(import_module(surface), name) is not None
        assert not (folder / f"{name}.py").exists()
        assert not (folder / name / "__init__.py").exists()


def test_data_training_and_figures_are_no_part_of_what_attention_is():
    assert not {"inputs", "fit", "split_words", "heatmap"} & set(dir(attention))
    assert not [name for name in dir(attention) if name.startswith("train_")]


def test_shapes_in_signatures_are_checked_in_these_tests():
    with pytest.raises(TypeCheckError):
        attention.attention_scores(random(3, 5), random(3, 7))
    with pytest.raises(TypeCheckError):
        attention.causal_mask("3")
    with pytest.raises(TypeCheckError):
        attention.SelfAttentionV2(3, 2)(torch.ones(3, dtype=torch.int64))


READER = """
import sys, attention
print(hasattr(attention.attention_scores, "__wrapped__"))
print(*{"matplotlib", "tiktoken", "beartype"} & set(sys.modules))

sys.modules["matplotlib"] = None
from attention import attention_scores
from attention.examples import inputs
print(*attention_scores(inputs, inputs).shape)
try:
    from attention.plotting import heatmap
except ImportError as error:
    print(error)

del sys.modules["matplotlib"]
from pathlib import Path
for path in Path(attention.__path__[0]).glob("*/[!_]*.py"):
    exec(path.read_text("utf-8"), {"__name__": "__main__"})
"""


@pytest.mark.slow
def test_readers_get_no_wrappers_and_no_extras_and_can_paste_sources_that_say_nothing(
    tmp_path: Path,
):
    done = run(tmp_path, READER)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "False",
        "",
        "6 6",
        "attention.plotting needs matplotlib, which is not installed. "
        'Install it with: pip install "attention-verified[plot]"',
    ]


@pytest.mark.slow
def test_the_core_and_a_layer_compile_without_graph_breaks():
    """All else is compiled by the test of each night that follows."""
    x, layer = random(2, 5, 3), attention.MultiHeadAttention(3, 4, 7, 0.0, 2).double()
    core, mask = attention.scaled_dot_product_attention, attention.causal_mask(5)
    calls = [(core, x, x, x, mask), (layer, x)]
    with unchecked():
        for function, *given in calls:
            fast = torch.compile(function, fullgraph=True, backend="eager")
            torch.testing.assert_close(fast(*given), function(*given))


@pytest.mark.nightly
def test_functions_and_layers_compile_without_graph_breaks(tmp_path: Path):
    done = run(tmp_path, "import tests.attention.compile_all")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("device", ["meta", "cpu"])
def test_importing_draws_no_numbers_and_minds_no_default_device(
    tmp_path: Path, device: str
):
    code = f"import torch; torch.set_default_device({device!r}); torch.manual_seed(5)"
    code += f"\nbefore = torch.get_rng_state(); import {', '.join(SURFACES)}"
    code += "\nassert torch.equal(torch.get_rng_state(), before)"
    done = run(tmp_path, code)
    assert done.returncode == 0, done.stderr
