"""Records of runs: which code was checked, where, when, and how near it came.

``evidence/`` holds one file for each kind of machine. Only a run writes them. A
record of a snippet counts for as long as the snippet and all that it reaches of
``attention`` are what they were: `Marks` compares hashes, nothing else.
"""

import platform
import re
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from publish.execute.block import Result
from publish.project import Project, Snippet, put
from publish.records import sealed
from publish.snapshots import ledger as store
from publish.snapshots.check import deviation
from publish.snapshots.code_dependencies import Package
from publish.snapshots.results import Outputs

DEVICES = {"cpu": "CPU", "cuda": "GPU", "mps": "Apple GPU"}  # as readers know them
FOLDER = "evidence"
LENGTH = 16  # of a hash, in hexadecimal digits: enough to tell versions apart


@dataclass
class Record:
    """One run of the snippets on one machine."""

    device: str
    hardware: str
    system: str
    torch: str
    python: str
    date: str
    snippets: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        minor = ".".join(self.python.split(".")[:2])
        return f"{self.device}-torch-{self.torch}-python-{minor}"


def loads(text: str) -> Record:
    """Reads a record; ValueError if it is not as the run wrote it."""
    body, whole = sealed.loads(text)
    record = Record(**{one.name: body[one.name] for one in fields(Record)})
    if not whole:
        raise ValueError(
            f"evidence/{record.name}.json is not as its run wrote it: records are "
            "written by `make evidence` or `make test-gpu`, never by hand"
        )
    return record


def read(root: Path) -> list[Record]:
    """All records of a checkout, the CPU's first."""
    files = sorted((root / FOLDER).glob("*.json"))
    records = [loads(path.read_text(encoding="utf-8")) for path in files]
    order = list(DEVICES)
    return sorted(records, key=lambda r: (order.index(r.device), r.name))


def write(project: Project, record: Record) -> Path:
    """Stores a record in the place of an older one of the same kind of machine."""
    path = project.root / FOLDER / f"{record.name}.json"
    put(path, sealed.dumps(asdict(record)))
    return path


@cache
def stamp(package: Package, code: str) -> dict[str, str]:
    """The hashes of a snippet, and of what it reaches of the package."""
    return {
        "code": store.digest(code.encode())[:LENGTH],
        "package": package.digest(code)[:LENGTH],
    }


class Marks:
    """The records of a checkout, and which entries are of the code as it is."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.records = read(root)
        self.package = Package(root / "attention")

    def is_fresh(self, record: Record, snippet: Snippet) -> bool:
        """Whether a record speaks of this very code."""
        entry = record.snippets.get(snippet.id)
        if entry is None or not snippet.path.exists():
            return False
        return stamp(self.package, snippet.code).items() <= entry.items()

    def devices(self, snippet: Snippet) -> list[str]:
        """The devices on which a snippet was checked, as it is now."""
        fresh = [r for r in self.records if self.is_fresh(r, snippet)]
        return list(dict.fromkeys(DEVICES[record.device] for record in fresh))


def current_marks(root: Path) -> Marks:
    """The marks, read again only when a record or a source has changed."""
    files = [*(root / FOLDER).glob("*.json"), *(root / "attention").rglob("*.py")]
    changes = tuple(sorted((str(path), path.stat().st_mtime_ns) for path in files))
    return _marks(root, hash(changes))


@lru_cache(maxsize=1)
def _marks(root: Path, changes: int) -> Marks:
    return Marks(root)


def make(
    project: Project,
    device: str,
    hardware: str,
    results: dict[Snippet, Result],
    problems: dict[Snippet, list[str]],
) -> Record:
    """The record of a run; a snippet that failed in it has no entry."""
    import torch

    record = Record(
        device=device,
        hardware=hardware,
        system=f"{platform.system()} {platform.machine()}",
        torch=torch.__version__.partition("+")[0],
        python=platform.python_version(),
        date=datetime.now(UTC).date().isoformat(),
    )
    package = Package(project.root / "attention")
    for snippet, result in results.items():
        if not problems[snippet]:
            record.snippets[snippet.id] = {
                **stamp(package, snippet.code),
                "deviation": round(deviation(snippet, result), 2),
                "seconds": round(result.seconds, 3),
            }
    return record


def on_this_machine(project: Project) -> tuple[Record, list[str]]:
    """Runs every snippet on the processor; the record, and what went wrong.

    How long each took is what the ledger of outputs says from then on.
    """
    outputs = Outputs(project)
    outputs.run_all(project.snippets)
    results = {snippet: outputs.result(snippet) for snippet in project.snippets}
    found = {snippet: outputs.differences(snippet) for snippet in results}
    record = make(project, "cpu", processor(), results, found)
    return record, [line for problems in found.values() for line in problems]


def processor() -> str:
    """The processor's own name, or what the system knows of it."""
    info = Path("/proc/cpuinfo")
    text = info.read_text() if info.exists() else ""
    named = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return named[1] if named else platform.processor() or platform.machine()
