"""Snippets as a reader runs them: `python snippet.py`."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from publish.outputs import compare
from publish.outputs.results import Outputs
from publish.project import Project, Snippet
from publish.run.apart import run

# `sitecustomize` there refuses the network before the snippet starts.
OFFLINE = Path(__file__).parent / "offline"


@pytest.mark.nightly
def test_no_snippet_prints_something_else_because_it_is_watched(
    project: Project,
) -> None:
    outputs = Outputs(project)
    here = [s for s in project.snippets if outputs.result(s).cells is not None]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = pool.map(lambda s: run(s.code, str(s.path), s.root), here)
        both = zip(here, runs, strict=True)
        assert [s.id for s, r in both if r.stdout != outputs.result(s).stdout] == []


@pytest.mark.nightly
def test_a_snippet_of_each_part_does_the_same_when_python_is_typed(
    project: Project, tmp_path: Path
) -> None:
    outputs = Outputs(project)
    one = {snippet.page.split("/")[0]: snippet for snippet in project.snippets}.values()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = pool.map(lambda snippet: typed(snippet, tmp_path), one)
        both = zip(one, runs, strict=True)
        found = [otherwise(outputs, snippet, done) for snippet, done in both]
    assert [line for line in found if line] == []


def typed(snippet: Snippet, folder: Path) -> subprocess.CompletedProcess[str]:
    """`python snippet.py`, as it is typed."""
    paths = [str(OFFLINE), str(snippet.root)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(
        [sys.executable, str(snippet.path)],
        capture_output=True, text=True, env=env, cwd=folder, check=False,
    )  # fmt: skip


def otherwise(
    outputs: Outputs, snippet: Snippet, done: subprocess.CompletedProcess[str]
) -> str | None:
    """How a process ended that did not do what is published."""
    result = outputs.result(snippet)
    if compare.differences(result.stdout, done.stdout):
        return f"{snippet.id} alone prints:\n{done.stdout}"
    if result.error is None and (done.returncode or done.stderr):
        return f"{snippet.id} alone ends with {done.returncode}:\n{done.stderr}"
    if result.error and not done.stderr.strip().endswith(result.error):
        return f"{snippet.id} alone raises:\n{done.stderr}"
    return None
