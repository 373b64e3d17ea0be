"""Every snippet as a reader runs it: alone, in a process of its own."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from publish.outputs import compare
from publish.outputs.results import Outputs
from publish.project import Project, Snippet
from tests.site.alone import FORKS, Alone, Ended

# `sitecustomize` there refuses the network before the snippet starts.
OFFLINE = Path(__file__).parent / "offline"


def python(snippet: Snippet, folder: Path) -> Ended:
    """`python snippet.py`, as it is typed."""
    paths = [str(OFFLINE), str(snippet.root)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "MPLBACKEND": "Agg"}
    env.pop("DISPLAY", None)
    done = subprocess.run(
        [sys.executable, str(snippet.path)],
        capture_output=True, text=True, env=env, cwd=folder, check=False,
    )  # fmt: skip
    return Ended(done.returncode, done.stdout, done.stderr)


def otherwise(outputs: Outputs, snippet: Snippet, done: Ended) -> str | None:
    """How a process ended that did not do what the snippet does among others."""
    result = outputs.result(snippet)
    if compare.differences(result.stdout, done.stdout):
        return f"{snippet.id} alone prints:\n{done.stdout}"
    if result.error is None and (done.returncode or done.stderr):
        return f"{snippet.id} alone ends with {done.returncode}:\n{done.stderr}"
    if result.error and not done.stderr.strip().endswith(result.error):
        return f"{snippet.id} alone raises:\n{done.stderr}"
    return None


@pytest.mark.slow
def test_every_snippet_run_alone_prints_what_it_prints_in_process(
    project: Project,
) -> None:
    outputs, alone = Outputs(project), Alone(project.root)
    runs = alone.run_all(snippet.path for snippet in project.snippets)
    outputs.run_all(project.snippets)
    both = zip(project.snippets, runs, strict=True)
    found = [otherwise(outputs, snippet, done) for snippet, done in both]
    assert [line for line in found if line] == []


@pytest.mark.slow
def test_a_snippet_of_each_part_does_the_same_when_python_is_typed(
    project: Project, tmp_path: Path
) -> None:
    outputs = Outputs(project)
    one = {snippet.page.split("/")[0]: snippet for snippet in project.snippets}.values()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = pool.map(lambda snippet: python(snippet, tmp_path), one)
        both = zip(one, runs, strict=True)
        found = [otherwise(outputs, snippet, done) for snippet, done in both]
    assert [line for line in found if line] == []


def asks(folder: Path) -> Snippet:
    """A snippet that asks another machine."""
    path = folder / "snippets" / "asks.py"
    path.parent.mkdir()
    path.write_text('import socket\nsocket.create_connection(("192.0.2.1", 80), 0.1)\n')
    return Snippet("asks", folder)


def test_a_snippet_run_alone_cannot_reach_the_network(
    project: Project, tmp_path: Path
) -> None:
    snippet = asks(tmp_path)
    for done in (python(snippet, tmp_path), Alone(project.root).run(snippet.path)):
        assert done.returncode == 1
        assert "tests and builds use no network; asked for '192.0.2.1'" in done.stderr


def test_a_process_that_leans_on_another_is_noticed(
    project: Project, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text("import torch\ntorch.left = 1\ntorch.manual_seed(1)\n")
    second.write_text("import torch\nprint(torch.initial_seed())\ntorch.left\n")
    alone = Alone(project.root)
    assert alone.run(first).returncode == 0
    done = alone.run(second)
    assert "has no attribute 'left'" in done.stderr
    assert done.stdout != "1\n"


def test_a_process_begins_with_what_takes_long_to_import(
    project: Project, tmp_path: Path
) -> None:
    asks = tmp_path / "asks.py"
    asks.write_text("import sys\nprint({'torch', 'attention'} <= set(sys.modules))\n")
    assert not FORKS or Alone(project.root).run(asks).stdout == "True\n"
