"""The record of a run: counts, survivors and why they live, and what was altered.

``evidence/mutants/record.json``, written by `make mutants` alone and sealed like the
records of machines. For each unit it has a hash of the altered text, so that the page
*Verified* can say of how much the figures still speak.

A mutant of the package that no test can tell from the original is equivalent. Those
are listed in ``tests/attention/equivalent.json``, by the test that shows it; an entry
that fits no survivor is refused, as is a test that does not exist.
"""

import json
import platform
import re
from collections import Counter
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from publish import sealed
from publish.mutants.work import Kind, Tally

# The share of mutants that must be noticed: every published number.
GOALS = {
    ("printed",): 1.0,
    ("drawn",): 1.0,
    ("said",): 1.0,
    ("constants", "functions"): 0.95,
}


@dataclass
class Count:
    """What came of one kind of mutants."""

    title: str
    units: str
    mutants: int
    survivors: list[str]  # that nothing noticed, and no test explains
    equivalent: dict[str, str]  # mutant: the test that shows it, or why
    altered: dict[str, str]  # unit: hash of its text
    also: dict[str, int]  # what else was counted
    seconds: float  # of work, all processes together

    @property
    def killed(self) -> int:
        return self.mutants - len(self.survivors) - len(self.equivalent)


@dataclass
class Record:
    """One run of `make mutants`."""

    system: str
    torch: str
    python: str
    mutmut: str
    date: str
    kinds: dict[str, Count] = field(default_factory=dict)

    def dumps(self) -> str:
        body = asdict(self)
        return sealed.dumps(body)


def start() -> Record:
    return Record(
        system=f"{platform.system()} {platform.machine()}",
        torch=version("torch").partition("+")[0],
        python=platform.python_version(),
        mutmut=version("mutmut"),
        date=datetime.now(UTC).date().isoformat(),
    )


def count(kind: Kind, tallies: dict[str, Tally]) -> Count:
    every = [line for tally in tallies.values() for line in tally.survivors]
    known = equivalents(kind.project.root)
    same = {line: known[line] for line in every if line in known}
    for tally in tallies.values():
        same |= tally.equivalent
    return Count(
        title=kind.title,
        units=kind.units,
        mutants=sum(tally.mutants for tally in tallies.values()),
        survivors=[line for line in every if line not in known],
        equivalent=same,
        altered={name: kind.stamp(name) for name in tallies},
        also=dict(sum((Counter(t.also) for t in tallies.values()), Counter())),
        seconds=round(sum(tally.seconds for tally in tallies.values()), 1),
    )


def equivalents(root: Path) -> dict[str, str]:
    """Mutants of the package that change nothing, by the test that shows it."""
    path = root / "tests" / "attention" / "equivalent.json"
    if not path.exists():
        return {}
    by_test = json.loads(path.read_text(encoding="utf-8"))
    return {mutant: test for test, found in by_test.items() for mutant in found}


def unfounded(record: Record, root: Path) -> list[str]:
    """What is wrong with the list of equivalent mutants."""
    used = {m for one in record.kinds.values() for m in one.equivalent}
    found = []
    for mutant, test in equivalents(root).items():
        file, _, name = test.partition("::")
        path = root / file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if not re.search(rf"^def {re.escape(name)}\(", text, re.MULTILINE):
            found.append(f"{test} does not exist; it is to explain: {mutant}")
        if mutant not in used:
            found.append(f"listed as equivalent, but no survivor: {mutant}")
    return found


def missed(record: Record) -> list[str]:
    """The goals that a run did not reach."""
    found = []
    for names, goal in GOALS.items():
        kinds = [record.kinds[name] for name in names]
        noticed = sum(kind.mutants - len(kind.survivors) for kind in kinds)
        every = sum(kind.mutants for kind in kinds)
        if noticed < goal * every:
            titles = " and ".join(kind.title for kind in kinds)
            found.append(f"{titles}: {noticed} of {every}; the goal is {goal:.0%}")
    return found


def path_of(root: Path) -> Path:
    return root / "evidence" / "mutants" / "record.json"


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
            "evidence/mutants/record.json is not as its run wrote it: it is written by "
            "`make mutants`, never by hand"
        )
    kinds = {name: Count(**values) for name, values in body.pop("kinds").items()}
    return Record(**body, kinds=kinds)
