"""The record: of each snippet, how many numbers it prints, and which are near.

``evidence/margins/record.json``, written by `make margins` alone and sealed like the
records of machines. What it says of a snippet counts for as long as the snippet and
all that it reaches of the package are what they were.
"""

import platform
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from publish import evidence, sealed
from publish.project import Snippet
from publish.reach import Package
from publish.store import digest

MODEL = ("jitter.py", "digits.py", "look.py")


@dataclass
class Record:
    """What was seen, with which torch, and by which model of other machines."""

    system: str
    torch: str
    python: str
    model: str
    date: str
    snippets: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(
        self,
        package: Package,
        snippet: Snippet,
        numbers: int,
        near: list[tuple[str, str]],
    ) -> None:
        """What was seen of a snippet: how many numbers, and those that are near."""
        seen = {"numbers": numbers, "near": [list(pair) for pair in near]}
        self.snippets[snippet.id] = {**evidence.stamp(package, snippet), **seen}

    def dumps(self) -> str:
        body = asdict(self)
        body["snippets"] = dict(sorted(self.snippets.items()))
        return sealed.dumps(body)

    @property
    def numbers(self) -> int:
        """How many numbers were looked at."""
        return sum(entry["numbers"] for entry in self.snippets.values())

    @property
    def near(self) -> list[tuple[str, str, str]]:
        """Snippet, what it prints, and the number behind it."""
        return [
            (name, printed, value)
            for name, entry in self.snippets.items()
            for printed, value in entry["near"]
        ]


def begin(snippets: list[Snippet], package: Package, before: Record | None) -> Record:
    """A new record, with what an earlier one says of snippets that did not change."""
    record = Record(
        system=f"{platform.system()} {platform.machine()}",
        torch=version("torch").partition("+")[0],
        python=platform.python_version(),
        model=model(),
        date=datetime.now(UTC).date().isoformat(),
    )
    if before and (before.model, before.torch) == (record.model, record.torch):
        record.snippets = {
            snippet.id: before.snippets[snippet.id]
            for snippet in snippets
            if is_fresh(before, snippet, package)
        }
    return record


def model() -> str:
    """A hash of the model: another model may see other numbers."""
    folder = Path(__file__).parent
    return digest(b"".join((folder / name).read_bytes() for name in MODEL))[:16]


def is_fresh(record: Record, snippet: Snippet, package: Package) -> bool:
    """Whether the record speaks of this very code."""
    found = record.snippets.get(snippet.id, {})
    return evidence.stamp(package, snippet).items() <= found.items()


def path_of(root: Path) -> Path:
    return root / "evidence" / "margins" / "record.json"


def write(root: Path, record: Record) -> Path:
    path = path_of(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(record.dumps(), encoding="utf-8")
    return path


def read(root: Path) -> Record | None:
    """The record of a checkout; ValueError if it is not as the run wrote it."""
    path = path_of(root)
    if not path.exists():
        return None
    body, whole = sealed.loads(path.read_text(encoding="utf-8"))
    if not whole:
        raise ValueError(
            "evidence/margins/record.json is not as its run wrote it: it is written by "
            "`make margins`, never by hand"
        )
    return Record(**body)
