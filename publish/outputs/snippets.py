"""Do the snippets still do what was accepted? Runs what changed, and compares."""

import hashlib
import json
import os
import platform
from functools import cache, cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from publish.cells.entries import entries as cells
from publish.outputs.snippets import compare, store
from publish.run.block import figures
from publish.project import Project, Snippet
from publish.outputs.reach import Package
from publish.requirements import pinned_torch
from publish.run.block import Result, run, undeclared, varies

ACCEPT = "make outputs"
# What decides, beside the snippet, how a result comes about.
MACHINERY = (
    "run.py", "isolation.py", "figures.py", "families.py", "trace.py", "origins.py",
    "recipes.py", "cells.py",
)  # fmt: skip


class Outputs:
    """What the snippets of a project do now, and what was accepted of them."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.package = Package(project.root / "attention")

    @cached_property
    def accepted(self) -> dict[str, Any]:
        return store.read_ledger(self.project)

    def seconds(self, snippet: Snippet) -> float:
        """How long the snippet took when it was accepted; 0 if it never was."""
        return self.accepted.get(snippet.id, {}).get("seconds", 0.0)

    # --- running -----------------------------------------------------------

    def results(self, snippet: Snippet) -> list[Result]:
        """What the snippet does; where dropout draws, on either family's processors."""
        here = self.result(snippet)
        if here.family is None:
            return [here]
        from publish.families import FAMILIES

        others = [family for family in FAMILIES if family != here.family]
        return [here, *(self.result(snippet, family) for family in others)]

    def result(self, snippet: Snippet, family: str | None = None) -> Result:
        """What the snippet does: run now, or before if nothing changed since."""
        known = self.known(snippet, family)
        if known:
            return known
        result = run(snippet.code, str(snippet.path), self.project.root, family)
        if varies(snippet.code):
            from publish.families import processor_family

            result.family = family or processor_family()
        if not undeclared(snippet.code, result):
            # A failure is not kept: it may have been the machine, not the code.
            name = str(snippet.path)
            result.cells = cells.of(snippet.code, name, self.project.root, result)
            self._keep(_name(snippet, family), snippet.code, result)
        return result

    def known(self, snippet: Snippet, family: str | None = None) -> Result | None:
        """What the snippet did, if nothing has changed since; None if it must run."""
        return self._recall(_name(snippet, family), snippet.code)

    def pasted(self, code: str, name: str) -> Result:
        """What a source of the package does when it is pasted and run."""
        kept = f"attention/{name}"
        result = self._recall(kept, code) or run(code, name, self.project.root)
        if result.error is None:
            self._keep(kept, code, result)
        return result

    def _recall(self, name: str, code: str) -> Result | None:
        kept = self.project.cache / "runs" / f"{name}.json"
        if not kept.exists():
            return None
        key, _, body = kept.read_text(encoding="utf-8").partition("\n")
        return Result.loads(body) if key == self._key(code) else None

    def _keep(self, name: str, code: str, result: Result) -> None:
        kept = self.project.cache / "runs" / f"{name}.json"
        kept.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another process may be reading.
        new = kept.with_name(f"{kept.name}.{os.getpid()}")
        new.write_text(f"{self._key(code)}\n{result.dumps()}", encoding="utf-8")
        new.replace(kept)

    def _key(self, code: str) -> str:
        parts = [self.package.digest(code), self._machine]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    @cached_property
    def _machine(self) -> str:
        versions = [f"{n} {_version(n)}" for n in ("torch", "matplotlib", "tiktoken")]
        folder = Path(__file__).parent
        machinery = [store.digest((folder / name).read_bytes()) for name in MACHINERY]
        python = platform.python_version()
        return " ".join([platform.platform(), python, *versions, *machinery])

    # --- comparing ---------------------------------------------------------

    def problems(self, snippet: Snippet) -> list[str]:
        """How the snippet's outputs differ from the stored ones."""
        return self.edited(snippet) + self.changed(snippet)

    def edited(self, snippet: Snippet) -> list[str]:
        """Stored outputs that are not what was accepted."""
        accepted = self.accepted.get(snippet.id, {}).get("files", {})
        present = store.hashes(snippet)
        return [
            f"{snippet.id}: snippets/{Path(snippet.id).parent}/{name} is not what was "
            f"accepted: outputs are written by `{ACCEPT}`, never by hand"
            for name in sorted(accepted.keys() | present.keys())
            if accepted.get(name) != present.get(name)
        ]

    def changed(self, snippet: Snippet) -> list[str]:
        """Outputs that the run does not confirm."""
        return [
            problem
            for result in self.results(snippet)
            for problem in refused(snippet, result) or self.differs(snippet, result)
        ]

    def differs(
        self, snippet: Snippet, result: Result, device: str | None = None
    ) -> list[str]:
        """How a result differs from what is stored, of a run on ``device`` if any."""
        found = _text(snippet, store.output_suffix(result), result.stdout)
        torch = _version("torch").partition("+")[0]
        exact = result.own_error or torch == pinned_torch()
        suffix = store.error_suffix(snippet, device)
        stored = snippet.stored(suffix)
        error = result.error + "\n" if result.error else ""
        if not exact and error and stored.exists():
            # Another torch may word its message otherwise; its type stays.
            expected = stored.read_text(encoding="utf-8")
            same = expected.partition(":")[0] == error.partition(":")[0]
            error = expected if same else error
        if torch == pinned_torch():
            found += _cells(snippet, result)
        return found + _text(snippet, suffix, error) + _figure(snippet, result)


def deviation(snippet: Snippet, result: Result) -> float:
    """The largest of a result that differs in no place, where 1 is what is allowed.

    For a printed number that is one unit of its last digit.
    """
    found = [0.0]
    for suffix, got in store.texts([result]).items():
        path = snippet.stored(suffix)
        if suffix.endswith(".out"):
            expected = path.read_text(encoding="utf-8")
            found.append(float(compare.largest(expected, got)))
        elif suffix == ".json":
            stored = json.loads(path.read_text(encoding="utf-8"))
            found.append(figures.largest(stored, json.loads(got)))
    return max(found)


def _name(snippet: Snippet, family: str | None) -> str:
    return f"{snippet.id}.{family}" if family else snippet.id


def refused(snippet: Snippet, result: Result) -> list[str]:
    """Why a run cannot be published, whatever it gave."""
    wrong = undeclared(snippet.code, result)
    if wrong:
        return [f"{snippet.id}: {wrong}"]
    if result.stderr:
        quiet = "writes to stderr, which a page does not show"
        return [f"{snippet.id}: {quiet}:\n{result.stderr}"]
    if len(result.figures) > 1:
        return [f"{snippet.id}: draws {len(result.figures)} figures; one at most"]
    return []


def _text(snippet: Snippet, suffix: str, got: str) -> list[str]:
    path = snippet.stored(suffix)
    expected = path.read_text(encoding="utf-8") if path.exists() else ""
    places = compare.differences(expected, got)
    if not places:
        return []
    listed = "\n".join(
        f"  line {p.line}: expected {p.expected!r}, got {p.got!r}" for p in places
    )
    return [
        f"{snippet.id}: {path.name} differs (page docs/{snippet.page})\n"
        f"{side_by_side(expected, got)}\n{listed}\n"
        f"If the new output is right, accept it: {ACCEPT}"
    ]


def _figure(snippet: Snippet, result: Result) -> list[str]:
    path = snippet.stored(".json")
    stored = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
    drawn = json.loads(json.dumps(result.figures[0].data)) if result.figures else None
    places = figures.differences(stored, drawn)
    if not places:
        return []
    listed = "\n".join(f"  {place}" for place in places[:8])
    return [
        f"{snippet.id}: the figure differs (page docs/{snippet.page})\n{listed}\n"
        f"If the new figure is right, accept it: {ACCEPT}"
    ]


def _cells(snippet: Snippet, result: Result) -> list[str]:
    path = snippet.stored(store.cells_suffix(result))
    stored = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    if result.cells is None or cells.same(stored, result.cells):
        return []
    return [
        f"{snippet.id}: {path.name} is not what the cells are made of now; "
        f"accept it: {ACCEPT}"
    ]


def side_by_side(expected: str, got: str) -> str:
    left = ["expected", *expected.splitlines()]
    right = ["got", *got.splitlines()]
    width = min(max(map(len, left)), 60)
    height = max(len(left), len(right))
    left += [""] * (height - len(left))
    right += [""] * (height - len(right))
    marks = [" " if a == b else "|" for a, b in zip(left, right, strict=True)]
    rows = zip(left, marks, right, strict=True)
    return "\n".join(f"  {a:<{width}} {mark} {b}".rstrip() for a, mark, b in rows)


@cache
def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"
