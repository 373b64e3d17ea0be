"""Every snippet as a reader runs it: alone, `python file.py`, in a new process."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from publish import compare
from publish.outputs import Outputs
from publish.project import Project, Snippet

# `sitecustomize` there refuses the network before the snippet starts.
OFFLINE = Path(__file__).parent / "offline"


def alone(snippet: Snippet, folder: Path) -> subprocess.CompletedProcess[str]:
    paths = [str(OFFLINE), str(snippet.root)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "MPLBACKEND": "Agg"}
    env.pop("DISPLAY", None)
    return subprocess.run(
        [sys.executable, str(snippet.path)],
        capture_output=True, text=True, env=env, cwd=folder, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_every_snippet_run_alone_prints_what_it_prints_in_process(
    project: Project, tmp_path: Path
) -> None:
    outputs = Outputs(project)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = pool.map(lambda snippet: alone(snippet, tmp_path), project.snippets)
        found = []
        for snippet, done in zip(project.snippets, runs, strict=True):
            result = outputs.result(snippet)
            if compare.differences(result.stdout, done.stdout):
                found.append(f"{snippet.id} alone prints:\n{done.stdout}")
            elif result.error is None and (done.returncode or done.stderr):
                found.append(f"{snippet.id} alone ends with:\n{done.stderr}")
            elif result.error and not done.stderr.strip().endswith(result.error):
                found.append(f"{snippet.id} alone raises:\n{done.stderr}")
    assert found == []


def test_a_snippet_run_alone_cannot_reach_the_network(
    project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "snippets" / "asks.py"
    path.parent.mkdir()
    path.write_text('import socket\nsocket.create_connection(("192.0.2.1", 80), 0.1)\n')
    done = alone(Snippet("asks", tmp_path), tmp_path)
    assert "tests and builds use no network; asked for '192.0.2.1'" in done.stderr
