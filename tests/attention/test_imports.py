"""What may import what, what the package lists, and that shapes are checked here."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from jaxtyping import TypeCheckError

import attention
from tests.attention.expect import random
from tests.imports import imported

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "attention"
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
PARTS = ["text", "order", "self_attention", "causal", "multi_head", "models", "modern"]


def public_names() -> list[str]:
    """What `attention/__init__.py` lists: `from … import name as name`."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return [a.name for node in imports for a in node.names if a.name == a.asname]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_module_imports_only_what_its_subject_needs(path: Path):
    allowed = sys.stdlib_module_names | {"torch", "jaxtyping", "attention"}
    assert imported(PACKAGE / path) - allowed <= (
        {"matplotlib"} if path.parts[0] == "plotting" else set()
    )


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_a_part_imports_nothing_of_later_parts_and_no_examples(path: Path):
    part = path.parts[0]
    if part not in PARTS:
        return
    tree = ast.parse((PACKAGE / path).read_text("utf-8"))
    sources = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    ours = {name.split(".")[1] for name in sources if name.startswith("attention.")}
    assert ours <= {"checks", *PARTS[: PARTS.index(part) + 1]}


def test_every_name_is_listed_once_exists_and_is_no_module():
    names = public_names()
    assert len(names) == len(set(names))
    for name in names:
        assert getattr(attention, name) is not None
        assert not (PACKAGE / f"{name}.py").exists()
        assert not (PACKAGE / name).exists()
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        _ = attention.no_such_name


def test_shapes_in_signatures_are_checked_in_these_tests():
    with pytest.raises(TypeCheckError):
        attention.attention_scores(random(3, 5), random(3, 7))
    with pytest.raises(TypeCheckError):
        attention.causal_mask("3")
    with pytest.raises(TypeCheckError):
        attention.SelfAttentionV2(3, 2)(torch.ones(3, dtype=torch.int64))


def test_without_matplotlib_all_but_figures_works_and_the_error_names_the_extra():
    done = python(
        "-c",
        "import sys\n"
        "sys.modules['matplotlib'] = None\n"
        "from attention import attention_scores, inputs\n"
        "print(attention_scores(inputs, inputs).shape)\n"
        "try:\n"
        "    from attention import heatmap\n"
        "except ImportError as error:\n"
        "    print(error)\n",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "torch.Size([6, 6])",
        "attention.plotting needs matplotlib, which is not installed. "
        'Install it with: pip install "attention-verified[plot]"',
    ]


def test_readers_get_functions_that_nothing_wraps_and_no_extras():
    done = python(
        "-c",
        "import sys, attention\n"
        "print(hasattr(attention.attention_scores, '__wrapped__'))\n"
        "print(*{'matplotlib', 'tiktoken', 'beartype'} & set(sys.modules))",
    )
    assert done.stdout.split() == ["False"], done.stderr


def test_sources_pasted_into_an_interpreter_run_and_print_nothing():
    done = python(
        "-c",
        "from pathlib import Path\n"
        "for path in Path('attention').glob('*/*.py'):\n"
        "    exec(path.read_text('utf-8'), {'__name__': '__main__'})",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
def test_functions_and_layers_compile_without_graph_breaks():
    done = python("-m", "tests.attention.compile_all")
    assert done.returncode == 0, done.stderr
