"""Units of work: what is altered together, by one process, and kept when it is done.

A kind of mutants (`Kind`) names its units: files, pages, snippets. A unit's tally is
kept in ``.cache/mutants`` under a hash of all that decides it, so that an interrupted
run goes on where it stopped, and a later one does only what has changed.
"""

import hashlib
import json
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from publish.mutants.bar import Bar
from publish.project import Project


@dataclass
class Tally:
    """How many mutants there were, and those that nothing noticed."""

    mutants: int = 0
    survivors: list[str] = field(default_factory=list)
    equivalent: dict[str, str] = field(default_factory=dict)  # mutant: why
    also: dict[str, int] = field(default_factory=dict)  # what else was counted
    seconds: float = 0.0

    def count(self, killed: bool, mutant: str) -> None:
        """One more mutant; ``mutant`` says what was altered where, if it lives."""
        self.mutants += 1
        if not killed:
            self.survivors.append(mutant)

    def excuse(self, mutant: str, why: str) -> None:
        """One more mutant, which does what the original does."""
        self.mutants += 1
        self.equivalent[mutant] = why


class Kind(ABC):
    """One kind of mutants of a project."""

    title: str  # as the page and the progress bar name it
    units: str  # what is counted: files, pages, snippets

    def __init__(self, project: Project) -> None:
        self.project = project

    @abstractmethod
    def names(self) -> list[str]:
        """The units, in order."""

    @abstractmethod
    def altered(self, name: str) -> str:
        """The text that is altered: the record says of which text it speaks."""

    @abstractmethod
    def decides(self, name: str) -> Iterable[str]:
        """What else decides the tally: the texts of checks, versions."""

    def prepare(self, jobs: int) -> None:  # noqa: B027 (most kinds need nothing)
        """What must be done before, once, on ``jobs`` processes."""

    @abstractmethod
    def tally(self, name: str) -> Tally:
        """Alters the unit, one thing at a time."""

    def stamp(self, name: str) -> str:
        """A hash of what is altered, long enough to tell versions apart."""
        return digest([self.altered(name)])[:12]


def digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def own_text(*names: str) -> str:
    """The sources of these modules of ``publish``: a changed check is run again."""
    folder = Path(__file__).resolve().parent.parent
    return "\n".join((folder / n).read_text(encoding="utf-8") for n in names)


def tallies(kind: Kind, jobs: int) -> dict[str, Tally]:
    """The tally of each unit, kept or made now, on ``jobs`` processes."""
    kind.prepare(jobs)
    found: dict[str, Tally] = {}
    names = kind.names()
    bar = Bar(kind.title, len(names))
    waiting = []
    for name in names:
        kept = recall(kind, name)
        if kept is None:
            waiting.append(name)
        else:
            found[name] = kept
            bar.step(len(kept.survivors))
    with _pool(jobs) as pool:
        futures = {
            pool.submit(_work, type(kind), str(kind.project.root), name): name
            for name in waiting
        }
        for future in as_completed(futures):
            name = futures[future]
            found[name] = future.result()
            bar.step(len(found[name].survivors))
    return {name: found[name] for name in names}


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Spawned: torch's threads and the progress bar are not to be copied by a fork.
    return ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_quiet
    )


def _quiet() -> None:
    os.nice(10)


@cache
def _kind(kind: type[Kind], root: str) -> Kind:
    return kind(Project(Path(root)))


def _work(kind_type: type[Kind], root: str, name: str) -> Tally:
    kind = _kind(kind_type, root)
    started = time.perf_counter()
    tally = kind.tally(name)
    tally.seconds += round(time.perf_counter() - started, 2)
    path = _path(kind, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    body = {"key": _key(kind, name), **asdict(tally)}
    path.write_text(json.dumps(body), encoding="utf-8")
    return tally


def recall(kind: Kind, name: str) -> Tally | None:
    """The tally of a unit, if it was made and all that decides it is as it was."""
    path = _path(kind, name)
    if not path.exists():
        return None
    body = json.loads(path.read_text(encoding="utf-8"))
    if body.pop("key") != _key(kind, name):
        return None
    return Tally(**body)


def _path(kind: Kind, name: str) -> Path:
    folder = kind.project.cache / "mutants" / type(kind).__name__.lower()
    return folder / f"{name}.json"


def _key(kind: Kind, name: str) -> str:
    return digest([kind.altered(name), *kind.decides(name)])
