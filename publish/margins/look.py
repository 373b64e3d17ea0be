"""Runs one snippet on several machines that round otherwise, and compares."""

from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from publish.families import FAMILIES
from publish.margins.digits import Number, to_watch, watched
from publish.margins.jitter import Jitter
from publish.outputs import Outputs, refused
from publish.project import Project, Snippet
from publish.run import Result, run, varies

MACHINES = 4
# So many times as far as any of them strayed, another one may stray.
SAFETY = 2.0


@dataclass
class Looked:
    """What came of one snippet."""

    numbers: int = 0  # that it prints
    near: list[tuple[str, str]] = field(default_factory=list)  # printed, and in full
    otherwise: list[str] = field(default_factory=list)  # how it differs elsewhere

    @property
    def right(self) -> bool:
        return not self.otherwise


def look_at(root: Path, name: str) -> Looked:
    """Looks at a snippet by its name: what a process is told."""
    outputs = _outputs(root)
    return look(outputs, outputs.project.snippet(f"{name}.py"))


@cache
def _outputs(root: Path) -> Outputs:
    return Outputs(Project(root))


def look(outputs: Outputs, snippet: Snippet) -> Looked:
    """Looks at every number that a snippet prints."""
    looked = Looked()
    code = to_watch(snippet.code)
    for family in FAMILIES if varies(snippet.code) else (None,):
        here, *others = (
            _run(outputs, snippet, code, family, machine)
            for machine in range(MACHINES + 1)
        )
        looked.numbers += len(here[1])
        looked.otherwise += [line for _, _, found in (here, *others) for line in found]
        if looked.right:
            looked.near += _near(here[1], [numbers for _, numbers, _ in others])
    return looked


def _run(
    outputs: Outputs, snippet: Snippet, code: str, family: str | None, machine: int
) -> tuple[Result, list[Number], list[str]]:
    """What it does on a machine, the numbers, and how it differs; 0 is this one."""
    with watched() as watch, Jitter(machine) if machine else nullcontext():
        result = run(code, str(snippet.path), snippet.root, family)
    result.family = family
    numbers = watch.numbers(result.stdout)
    found = refused(snippet, result) or outputs.differs(snippet, result)
    where = f"on a machine that rounds otherwise ({machine})" if machine else "here"
    return result, numbers, [f"{where}: {line}" for line in found]


def _near(here: list[Number], others: list[list[Number]]) -> list[tuple[str, str]]:
    """The numbers that another machine rounds otherwise, or might."""
    found = []
    for number, *same in zip(here, *others, strict=True):
        values = [other.value for other in same if other.value is not None]
        if number.value is None or len(values) < len(same):
            continue
        strayed = max(abs(value - number.value) for value in values)
        turned = any(other.text != number.text for other in same)
        if turned or (strayed > 0 and number.margin <= SAFETY * strayed):
            found.append((number.text, f"{number.value:.9g}"))
    return found
