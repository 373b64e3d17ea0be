"""What a snippet executes of the package is among what it is said to reach."""

import sys
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from publish.outputs.reach import Package
from publish.outputs.results import Outputs
from publish.project import Project, Snippet
from publish.run.block import run

EACH = 20  # one snippet in so many is watched
LONGEST = 0.1  # seconds: watching makes a training many times slower


def executed(snippet: Snippet, package: Path) -> set[tuple[str, str]]:
    """The functions of the package that the snippet calls, by (module, name)."""
    inside, found = f"{package}/", set()

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(inside):
            found.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    # What importing the package calls is not what the snippet calls.
    code = f"import attention, sys\nsys.setprofile(watch)\n{snippet.code}"
    builtins = {"watch": watch}
    with patch.dict(vars(sys.modules["builtins"]), builtins):
        try:
            run(code, str(snippet.path), snippet.root)
        finally:
            sys.setprofile(None)
    names = {(_module(Path(file), package), n.partition(".")[0]) for file, n in found}
    # Importing on demand is no definition that a snippet could reach by name.
    return {(m, n) for m, n in names if n not in ("<module>", "__getattr__")}


def _module(file: Path, package: Path) -> str:
    parts = file.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def test_a_snippet_reaches_whatever_it_executes(project: Project) -> None:
    folder = project.root / "attention"
    package, outputs = Package(folder), Outputs(project)
    missed, watched = {}, 0
    for snippet in project.snippets[::EACH]:
        if outputs.seconds(snippet) < LONGEST:
            ran = executed(snippet, folder)
            watched += len(ran)
            if ran - package.reached(snippet.code):
                missed[snippet.id] = ran - package.reached(snippet.code)
    assert missed == {}
    assert watched > 50
