"""Snippets as a reader runs them: nobody watches what they make."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from publish.execute.processes import run
from publish.project import Project
from publish.snapshots.results import Outputs


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
