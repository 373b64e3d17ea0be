"""What a block leaves behind, the next one does not notice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from publish.project import Project
from publish.run.block import run

LOOK = """
import os, random, sys, warnings
import matplotlib as mpl
import torch
from attention import inputs
print(torch.initial_seed(), torch.rand(2), torch.get_default_dtype())
print(torch.get_default_device(), torch.is_grad_enabled())
print(torch.tensor([1 / 3, 1e9]))
print(torch.get_float32_matmul_precision())
print(torch.are_deterministic_algorithms_enabled())
print(torch.get_num_threads(), torch.is_anomaly_enabled())
print(inputs, mpl.rcParams["lines.linewidth"], mpl.get_backend())
print(len(warnings.filters), os.environ.get("LEFT"))
print(sys.argv == [""], "left" in sys.path)
print("left" in globals(), os.listdir("."))
"""

SPOIL = {
    "a seed": "torch.manual_seed(7)",
    "drawn numbers": "torch.rand(100)",
    "print options": "torch.set_printoptions(precision=1, sci_mode=True)",
    "the default dtype": "torch.set_default_dtype(torch.float64)",
    "the default device": "torch.set_default_device('meta')",
    "gradients off": "torch.set_grad_enabled(False)",
    "matmul precision": "torch.set_float32_matmul_precision('medium')",
    "deterministic algorithms": "torch.use_deterministic_algorithms(True)",
    "threads": "torch.set_num_threads(3)",
    "anomaly detection": "torch.autograd.set_detect_anomaly(True, check_nan=False)",
    "rc of matplotlib": "import matplotlib; matplotlib.rcParams['lines.linewidth'] = 9",
    "a warning filter": "import warnings; warnings.simplefilter('ignore')",
    "an environment variable": "import os; os.environ['LEFT'] = '1'",
    "a path": "import sys; sys.path.insert(0, 'left'); sys.argv.append('left')",
    "a global": "left = 1",
    "a file": "open('left', 'w').close()",
    "changed data": "from attention import inputs; inputs.zero_()",
    "a changed function": "import attention; attention.inputs = attention.tokens",
}


@pytest.fixture(scope="module")
def untouched(project: Project) -> str:
    return run(LOOK, "look.py", project.root).stdout


@pytest.mark.parametrize("spoil", SPOIL.values(), ids=SPOIL)
def test_a_block_does_not_notice(spoil: str, untouched: str, project: Project) -> None:
    spoiled = run(f"import torch\n{spoil}", "spoil.py", project.root)
    assert spoiled.error is None
    assert run(LOOK, "look.py", project.root).stdout == untouched


def test_the_first_block_does_not_notice_how_somebody_likes_figures(
    project: Project, tmp_path: Path
) -> None:
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\n")
    block = "import matplotlib as mpl; print(mpl.rcParams['lines.linewidth'])"
    code = f"""from pathlib import Path
from publish.run.block import run
print(run({block!r}, "block.py", Path.cwd()).stdout)"""
    names = ("MATPLOTLIBRC", "MPLCONFIGDIR")
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project.root,
        env={**os.environ, **dict.fromkeys(names, str(tmp_path))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "1.5"


def test_a_block_runs_as_main(project: Project) -> None:
    code = "import sys\nprint(__name__, sys.modules['__main__'].__dict__ is globals())"
    assert run(code, "main.py", project.root).stdout == "__main__ True\n"


def test_a_block_can_read_its_own_source(project: Project) -> None:
    code = "import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f))"
    assert "return 1" in run(code, "source.py", project.root).stdout


def test_the_caller_keeps_its_own_package_and_folder(project: Project) -> None:
    import attention

    folder = Path.cwd()
    run("import attention\nimport os\nos.chdir('/')", "other.py", project.root)
    import attention as again

    assert again is attention
    assert Path.cwd() == folder
