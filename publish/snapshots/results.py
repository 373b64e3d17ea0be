"""What the snippets do now, run or remembered, compared with what is stored.

A result is remembered in ``.cache/runs`` under a digest of the snippet, of all that it
reaches of the package, and of the machine, so that only what changed is run.
"""

import difflib
import hashlib
import json
import os
import pickle
import platform
import tomllib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any

from publish.execute import figures
from publish.execute.block import Result, undeclared
from publish.execute.processes import run
from publish.project import Project, Snippet
from publish.snapshots import compare, store
from publish.snapshots.code_dependencies import Package

ACCEPT = "make outputs"
OURS = ("attention", "jaxtyping", "beartype")  # what comes with the package alone
# What decides, beside the snippet, how a result comes about.
MACHINERY = ("execute",)
# Python 3.11 counts how deep it parses once for all threads, and stops if it is wrong.
PARSING = Lock()


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

    def result(self, snippet: Snippet) -> Result:
        """What the snippet does: run now, or before if nothing changed since."""
        return self._remembered(snippet.id, snippet.code, lambda: self._run(snippet))

    def drawn(self, snippet: Snippet) -> Result:
        """The same with its figure as a picture, for which it is run again."""
        result = self.result(snippet)
        if not result.figures:
            return result
        again = run(snippet.code, str(snippet.path), self.project.root, draw=True)
        return replace(result, figures=again.figures, error=again.error)

    def known(self, snippet: Snippet) -> Result | None:
        """What the snippet did, if nothing has changed since; None if it must run."""
        return self._recall(snippet.id, snippet.code)

    def run_all(self, snippets: Iterable[Snippet]) -> None:
        """Runs those that must run, on as many cores as there are."""
        waiting = [snippet for snippet in snippets if self.known(snippet) is None]
        waiting.sort(key=self.seconds, reverse=True)  # so that none ends alone
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self.result, waiting))

    def pasted(self, code: str, name: str) -> Result:
        """What a source of the package does when it is pasted and run."""
        given = code, name, self.project.root
        return self._remembered(f"attention/{name}", code, lambda: run(*given))

    def without_package(self, code: str, name: str) -> Result:
        """What code does where the package cannot be imported."""
        given = code, name, self.project.root, None, OURS
        return self._remembered(f"standalone/{name}", code, lambda: run(*given))

    def _run(self, snippet: Snippet) -> Result:
        return run(snippet.code, str(snippet.path), self.project.root)

    def _remembered(self, name: str, code: str, do: Callable[[], Result]) -> Result:
        result = self._recall(name, code)
        if result is None:
            result = do()
            if not undeclared(code, result):
                # A failure is not kept: it may have been the machine, not the code.
                self._keep(name, code, result)
        return result

    def _kept(self, name: str) -> Path:
        return self.project.cache / "runs" / f"{name}.pickle"

    def _recall(self, name: str, code: str) -> Result | None:
        kept = self._kept(name)
        if not kept.exists():
            return None
        with kept.open("rb") as file:
            known = file.readline().decode().strip() == self._key(code)
            return pickle.load(file) if known else None

    def _keep(self, name: str, code: str, result: Result) -> None:
        kept = self._kept(name)
        kept.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another process may be reading.
        new = kept.with_name(f"{kept.name}.{os.getpid()}")
        new.write_bytes(f"{self._key(code)}\n".encode() + pickle.dumps(result))
        new.replace(kept)

    def _key(self, code: str) -> str:
        with PARSING:
            parts = [self.package.decisive_digest(code), machine()]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    # --- comparing ---------------------------------------------------------

    def differences(self, snippet: Snippet) -> list[str]:
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
        return self.differs(snippet, self.result(snippet))

    def differs(self, snippet: Snippet, result: Result) -> list[str]:
        """Why a result cannot be published, or how it differs from what is stored."""
        if wrong := unpublishable(snippet, result):
            return wrong
        found = _text(snippet, ".out", result.stdout) + _figure(snippet, result)
        error = f"{result.error}\n" if result.error else ""
        if installed_torch() == pinned_torch():
            return found + _text(snippet, ".err", error)
        # Another torch may word its message differently; its type is announced.
        return found


@cache
def machine() -> str:
    """What decides how a result comes about, beside the snippet and the package."""
    versions = [f"{n} {version(n)}" for n in ("torch", "matplotlib", "tiktoken")]
    folder = Path(__file__).parent.parent
    files = [file for name in MACHINERY for file in (folder / name).glob("*.py")]
    machinery = [store.digest(file.read_bytes()) for file in sorted(files)]
    python = platform.python_version()
    return " ".join([platform.platform(), python, *versions, *machinery])


def deviation(snippet: Snippet, result: Result) -> float:
    """The largest deviation of a result in which nothing differs; 1 is what is allowed.

    For a printed number that is one unit of its last digit.
    """
    found = [0.0]
    for suffix, got in store.texts(result).items():
        if suffix not in (".out", ".json"):
            continue
        stored = snippet.stored(suffix).read_text(encoding="utf-8")
        if suffix == ".out":
            found.append(float(compare.largest(stored, got)))
        else:
            found.append(figures.largest(json.loads(stored), json.loads(got)))
    return max(found)


def unpublishable(snippet: Snippet, result: Result) -> list[str]:
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
    listed = [f"line {p.line}: expected {p.expected!r}, got {p.got!r}" for p in places]
    lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), n=0)
    shown = [line for line in lines if places and line[:3] not in ("---", "+++")]
    return _refused(snippet, f"{path.name} differs", [*shown, *listed])


def _figure(snippet: Snippet, result: Result) -> list[str]:
    drawn = json.loads(json.dumps(result.figures[0].data)) if result.figures else None
    places = figures.differences(_stored(snippet, ".json"), drawn)
    return _refused(snippet, "the figure differs", places[:8])


def _stored(snippet: Snippet, suffix: str) -> Any:
    path = snippet.stored(suffix)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def _refused(snippet: Snippet, what: str, places: list[str]) -> list[str]:
    if not places:
        return []
    listed = "\n".join(f"  {place}" for place in places)
    return [
        f"{snippet.id}: {what} (page docs/{snippet.page})\n{listed}\n"
        f"If the new one is right, accept it: {ACCEPT}"
    ]


@cache
def installed_torch() -> str:
    """The version that is installed, without its build."""
    return version("torch").partition("+")[0]


@cache
def pinned_torch() -> str:
    """The torch that makes what is published, as pyproject.toml pins it."""
    path = Path(__file__).resolve().parents[2] / "pyproject.toml"
    groups = tomllib.loads(path.read_text(encoding="utf-8"))["dependency-groups"]
    return groups["torch"][0].removeprefix("torch==")
