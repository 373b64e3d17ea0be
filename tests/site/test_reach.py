"""What a snippet executes of the package is among what it is said to reach."""

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from publish.execute.block import Result, execute
from publish.execute.processes import apart
from publish.project import Project, Snippet
from publish.snapshots.code_dependencies import Package
from publish.snapshots.results import Outputs
from tests.imports import SURFACES

LONGEST = 0.1  # seconds: watching makes a training many times slower


def profiled(code: str, name: str, root: Path) -> Result:
    """Executes a block; it "prints" the functions of the package that it calls."""
    inside, found = f"{root / 'attention'}{os.sep}", set()

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(inside):
            found.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    for surface in SURFACES:
        if surface in code:
            import_module(
                surface
            )  # what runs on import is nothing that a snippet calls
    sys.setprofile(watch)
    execute(code, name, root)
    sys.setprofile(None)
    return Result(stdout=json.dumps(sorted(found)))


def executed(snippet: Snippet) -> set[tuple[str, str]]:
    """The functions of the package that a snippet calls, by (module, name)."""
    result = apart(profiled, snippet.code, str(snippet.path), snippet.root)
    names = set()
    for file, name in json.loads(result.stdout):
        parts = Path(file).relative_to(snippet.root).with_suffix("").parts
        names.add((".".join(parts).removesuffix(".__init__"), name.partition(".")[0]))
    # Importing on demand is no definition that a snippet could reach by name.
    return {(m, n) for m, n in names if n[0] != "<" and n != "__getattr__"}


# One snippet in so many is watched.
@pytest.mark.parametrize("each", [80, pytest.param(15, marks=pytest.mark.nightly)])
def test_a_snippet_reaches_whatever_it_executes(project: Project, each: int) -> None:
    folder = project.root / "attention"
    package, outputs = Package(folder), Outputs(project)
    missed, watched = {}, 0
    for snippet in project.snippets[::each]:
        if outputs.result(snippet).seconds < LONGEST:
            ran = executed(snippet)
            watched += len(ran)
            if ran - package.reached(snippet.code):
                missed[snippet.id] = ran - package.reached(snippet.code)
    assert missed == {}
    assert watched > 10
