"""Records of runs: which code was checked, where, when, and how near it came.

``evidence/`` holds one file for each kind of machine. Only a run writes them. A
record of a snippet counts for as long as the snippet and all that it reaches of
``attention`` are what they were: `is_fresh` compares hashes, nothing else.
"""

import platform
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from publish.outputs.snippets import compare
from publish.records import sealed
from publish.outputs.snippets import Outputs
from publish.project import Project, Snippet
from publish.outputs.reach import Package
from publish.outputs.store import digest

DEVICES = {"cpu": "CPU", "cuda": "GPU", "mps": "Apple GPU"}  # as readers know them
LENGTH = 16  # of a hash, in hexadecimal digits: enough to tell versions apart


@dataclass(frozen=True)
class Checked:
    """What came of one snippet in a run."""

    id: str
    problems: list[str]  # none if its outputs are the stored ones
    deviation: float  # the largest, in units of the last printed digit
    seconds: float


@dataclass
class Record:
    """One run of the snippets on one machine."""

    device: str
    hardware: str
    family: str  # of the processor: how it draws dropout
    system: str
    torch: str
    python: str
    date: str
    snippets: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        minor = ".".join(self.python.split(".")[:2])
        return f"{self.device}-{self.family}-torch-{self.torch}-python-{minor}"

    def dumps(self) -> str:
        """The file's text, with a seal that an edit by hand would break."""
        body = asdict(self)
        return sealed.dumps(body)


def loads(text: str) -> Record:
    """Reads a record; ValueError if it is not as the run wrote it."""
    body, whole = sealed.loads(text)
    record = Record(**body)
    if not whole:
        raise ValueError(
            f"evidence/{record.name}.json is not as its run wrote it: records are "
            "written by `make evidence` or `make test-gpu`, never by hand"
        )
    return record


def folder(root: Path) -> Path:
    return root / "evidence"


def read(root: Path) -> list[Record]:
    """All records of a checkout, the CPU's first."""
    files = sorted(folder(root).glob("*.json"))
    records = [loads(path.read_text(encoding="utf-8")) for path in files]
    order = list(DEVICES)
    return sorted(records, key=lambda r: (order.index(r.device), r.name))


def write(project: Project, record: Record) -> Path:
    """Stores a record in the place of an older one of the same kind of machine."""
    path = folder(project.root) / f"{record.name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(record.dumps(), encoding="utf-8")
    return path


def stamp(package: Package, snippet: Snippet) -> dict[str, str]:
    """The hashes of a snippet, and of what it reaches of the package."""
    code = snippet.code
    return {
        "code": digest(code.encode())[:LENGTH],
        "package": package.reached_digest(code)[:LENGTH],
    }


def is_fresh(record: Record, snippet: Snippet, package: Package) -> bool:
    """Whether a record speaks of this very code."""
    entry = record.snippets.get(snippet.id)
    return entry is not None and stamp(package, snippet).items() <= entry.items()


def make(
    project: Project, device: str, hardware: str, runs: Iterable[Checked]
) -> Record:
    """The record of a run; a snippet that failed in it has no entry."""
    import torch

    from publish.families import processor_family

    record = Record(
        device=device,
        hardware=hardware,
        family=processor_family(),
        system=f"{platform.system()} {platform.machine()}",
        torch=torch.__version__.partition("+")[0],
        python=platform.python_version(),
        date=datetime.now(UTC).date().isoformat(),
    )
    package = Package(project.root / "attention")
    for run in runs:
        if not run.problems:
            record.snippets[run.id] = {
                **stamp(package, project.snippet(f"{run.id}.py")),
                "deviation": round(run.deviation, 2),
                "seconds": round(run.seconds, 3),
            }
    return record


def check(outputs: Outputs, snippet: Snippet) -> Checked:
    """Compares what a snippet does here with its stored outputs."""
    from publish.outputs.snippets import store

    results = outputs.results(snippet)
    stored = {
        suffix: snippet.stored(suffix).read_text(encoding="utf-8")
        for suffix in store.texts(results)
        if suffix.endswith((".out", ".err")) and snippet.stored(suffix).exists()
    }
    got = store.texts(results)
    deviation = max((compare.largest(stored[s], got[s]) for s in stored), default=0.0)
    return Checked(
        snippet.id, outputs.problems(snippet), float(deviation), results[0].seconds
    )


def on_this_machine(project: Project) -> tuple[Record, list[str]]:
    """Runs every snippet on the processor; the record, and what went wrong."""
    outputs = Outputs(project)
    runs = [check(outputs, snippet) for snippet in project.snippets]
    problems = [line for run in runs for line in run.problems]
    return make(project, "cpu", processor(), runs), problems


def processor() -> str:
    """The processor's own name, or what the system knows of it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = re.search(r"^model name\s*:\s*(.+)$", info.read_text(), re.MULTILINE)
        if named:
            return named[1]
    return platform.processor() or platform.machine()
