"""What may import what: the package stands on torch, snippets on the package."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import attention

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "attention").rglob("*.py"))
SNIPPETS = sorted((ROOT / "snippets").rglob("*.py"))

# Beyond torch and the standard library, and where it may be imported.
EXTRAS = {"matplotlib": {"plotting"}, "tiktoken": {"subwords"}}


def imported(path: Path) -> set[str]:
    """Top-level names of the packages that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports do not run when pasted"
            names.add((node.module or "").split(".")[0])
    return names


def used_of_attention(path: Path) -> set[str]:
    """Names that a file takes from the package, as a reader would write them."""
    names = set()
    tree = ast.parse(path.read_text("utf-8"), str(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "attention":
                names |= {alias.name for alias in node.names}
            elif node.module.startswith("attention."):
                names.add(node.module)
        elif isinstance(node, ast.Import):
            names |= {a.name for a in node.names if a.name.startswith("attention.")}
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "attention"
        ):
            names.add(node.attr)
    return names


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "path", MODULES, ids=lambda path: str(path.relative_to(ROOT / "attention"))
)
def test_a_module_imports_only_torch_and_what_its_subject_needs(path: Path):
    allowed = sys.stdlib_module_names | {"torch", "attention"}
    others = imported(path) - allowed
    places = {path.stem, path.parent.name}
    assert others <= {extra for extra in EXTRAS if places & EXTRAS[extra]}


@pytest.mark.parametrize(
    "path", SNIPPETS, ids=lambda path: str(path.relative_to(ROOT / "snippets"))
)
def test_a_snippet_uses_only_public_names_of_the_package(path: Path):
    assert used_of_attention(path) <= set(attention.__all__)
    allowed = sys.stdlib_module_names | {"torch", "attention", *EXTRAS}
    assert imported(path) <= allowed


def test_every_public_name_exists_and_is_listed():
    for name in attention.__all__:
        assert getattr(attention, name) is not None
    assert set(attention.__all__) <= set(dir(attention))
    assert attention.__all__ == sorted(attention.__all__)


def test_without_matplotlib_all_but_plotting_works_and_the_error_names_the_extra():
    blocked = (
        "import sys\n"
        "sys.modules['matplotlib'] = None\n"
        "from attention import attention_scores, inputs, tokens\n"
        "print(attention_scores(inputs, inputs).shape)\n"
        "try:\n"
        "    from attention import heatmap\n"
        "except ImportError as error:\n"
        "    print(error)\n"
    )
    done = python(blocked)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "torch.Size([6, 6])",
        "attention.plotting needs matplotlib, which is not installed. "
        'Install it with: pip install "attention-verified[plot]"',
    ]


def test_importing_the_package_imports_neither_matplotlib_nor_tiktoken():
    done = python(
        "import sys, attention; attention.inputs; "
        "print(*{'matplotlib', 'tiktoken'} & set(sys.modules))"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""
