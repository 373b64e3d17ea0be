"""A block begins as `python block.py` begins, whatever ran before it."""

import importlib
from pathlib import Path

import matplotlib as mpl
import pytest

import publish
from publish.execute.processes import FORKS, run
from publish.project import Project

SPOIL = """
import os, sys, warnings
import matplotlib as mpl
import torch
from attention.examples import inputs
torch.left = left = 1
torch.manual_seed(7)
torch.set_default_dtype(torch.float64)
mpl.rcParams["lines.linewidth"] = 9
warnings.simplefilter("ignore")
os.environ["LEFT"] = "1"
sys.path.insert(0, "left")
open("left", "w").close()
inputs.zero_()
"""
LOOK = """
import os, sys, warnings
import matplotlib as mpl
import torch
from attention.examples import inputs
print(hasattr(torch, "left"), "left" in globals(), torch.initial_seed() == 7)
print(torch.get_default_dtype(), torch.get_num_threads())
print(mpl.rcParams["lines.linewidth"], mpl.get_backend().lower(), "LEFT" in os.environ)
print("left" in sys.path, os.listdir("."), bool(inputs.any()))
warnings.warn("careful")
"""


def test_a_block_does_not_notice_what_another_left_behind(project: Project) -> None:
    assert run(SPOIL, "spoil.py", project.root).error is None
    result = run(LOOK, "look.py", project.root)
    assert result.stdout.splitlines() == [
        "False False False", "torch.float32 1", "1.5 agg False", "False [] True",
    ]  # fmt: skip
    assert "careful" in result.stderr


def test_what_is_drawn_without_a_seed_is_another_draw_each_time(
    project: Project,
) -> None:
    code = "import random, torch, numpy\nprint(torch.rand(1).item(){})"
    for also in ("", " * 0 + random.random()", " * 0 + numpy.random.rand()"):
        drawn = {run(code.format(also), "draw.py", project.root).stdout for _ in "123"}
        assert len(drawn) == 3


def test_the_package_is_the_one_on_disk(project: Project, tmp_path: Path) -> None:
    init = tmp_path / "attention" / "__init__.py"
    init.parent.mkdir()
    for text in ("a", "bc"):
        init.write_text(f"text = {text!r}\n")
        code = "import attention\nprint(attention.text)"
        assert run(code, "text.py", tmp_path).stdout == f"{text}\n"
    code = "from attention import causal_mask\nprint(causal_mask.__module__)"
    known = run(code, "known.py", project.root).stdout
    assert known == "attention.causal.masks\n"


def test_a_process_begins_with_what_takes_long_to_import(project: Project) -> None:
    code = "import sys\nprint('torch._dynamo' in sys.modules)"
    assert run(code, "asks.py", project.root).stdout == f"{FORKS}\n"


def test_figures_do_not_look_as_somebody_likes_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\n")
    monkeypatch.setenv("MATPLOTLIBRC", str(tmp_path))
    assert Path(mpl.matplotlib_fname()).parent == tmp_path
    importlib.reload(publish)
    assert Path(mpl.matplotlib_fname()).parent.name == "mpl-data"


def test_a_block_runs_as_main_and_what_is_written_beneath_python_is_seen(
    project: Project,
) -> None:
    code = (
        "import inspect, os, sys\ndef f():\n    return 1\nprint(inspect.getsource(f))\n"
        "print(__name__, sys.modules['__main__'].__dict__ is globals(), flush=True)\n"
        "os.system('echo 2; echo careful >&2')"
    )
    result = run(code, "main.py", project.root)
    assert result.stdout == "def f():\n    return 1\n\n__main__ True\n2\n"
    assert result.stderr == "careful\n"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("import os\nos._exit(0)", "SystemError: the process ended before its block"),
        (
            'import socket\nsocket.create_connection(("192.0.2.1", 80), 0.1)\n',
            "publish.execute.offline.NetworkRefused: tests and builds use no network",
        ),
    ],
)
def test_a_process_that_dies_or_asks_the_network_is_an_error_of_its_block(
    project: Project, code: str, error: str
) -> None:
    assert (run(code, "ends.py", project.root).error or "").startswith(error)
