"""What may import what: the package stands on torch."""

import subprocess
import sys
from pathlib import Path

import pytest

import attention
import attention.plotting
from tests.imports import imported

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "attention").rglob("*.py"))

# Beyond torch and the standard library, and where it may be imported.
EXTRAS = {"matplotlib": {"plotting"}, "tiktoken": set()}  # the latter in snippets


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


def test_every_public_name_exists_and_is_listed():
    for name in attention.__all__:
        assert getattr(attention, name) is not None
    assert set(attention.__all__) <= set(dir(attention))


def test_whatever_draws_is_listed_and_had_from_the_package_too():
    for name in attention.plotting.__all__:
        assert getattr(attention.plotting, name) is getattr(attention, name)


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
