"""What the snippets do, run now or remembered, compared with what is stored.

A result is remembered in ``.cache/results``, as JSON, under a digest of the snippet,
of all that it reaches of the package, and of the machine: only what changed is run.
"""

import hashlib
import json
import os
import platform
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any

from publish.execute.block import Figure, Result, undeclared
from publish.execute.processes import run
from publish.project import Project, Snippet
from publish.snapshots import check_outputs, ledger
from publish.snapshots.code_dependencies import Package
from publish.snapshots.ledger import CODE, LENGTH, Entry

OURS = ("attention", "jaxtyping", "beartype")  # what comes with the package alone
ROOT = Path(__file__).resolve().parents[2]
# Python 3.11 counts how deep it parses once for all threads, and stops if it is wrong.
PARSING = Lock()


class Outputs:
    """What the snippets of a project do now, and what was accepted of them."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.package = Package(project.root / "attention")

    def code_digest(self, code: str) -> str:
        """A digest of all that decides what ``code`` does, on any machine."""
        with PARSING:
            return self.package.digest(code)[:LENGTH]

    def result(self, snippet: Snippet) -> Result:
        """What the snippet does: run now, or before if nothing changed since."""
        given = snippet.code, str(snippet.path), self.project.root
        return self._remembered(snippet.id, snippet.code, lambda: run(*given))

    def drawn(self, snippet: Snippet) -> Result:
        """The same with its figure as a picture, for which it is run again."""
        result = self.result(snippet)
        if not result.figures:
            return result
        return run(snippet.code, str(snippet.path), self.project.root, draw=True)

    def pasted(self, code: str, name: str) -> Result:
        """What a source of the package does when it is pasted and run."""
        given = code, name, self.project.root
        return self._remembered(f"attention/{name}", code, lambda: run(*given))

    def without_package(self, code: str, name: str) -> Result:
        """What code does where the package cannot be imported."""
        given = code, name, self.project.root, None, OURS
        return self._remembered(f"standalone/{name}", code, lambda: run(*given))

    def run_all(self, snippets: Iterable[Snippet]) -> None:
        """Runs those that must run, on as many cores as there are."""
        waiting = [snippet for snippet in snippets if self.known(snippet) is None]
        waiting.sort(key=self.seconds, reverse=True)  # so that none ends alone
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self.result, waiting))

    def known(self, snippet: Snippet) -> Result | None:
        """What the snippet did, if nothing has changed since; None if it must run."""
        return self._recall(snippet.id, self._key(snippet.code))

    def seconds(self, snippet: Snippet) -> float:
        """How long the snippet took here when it last ran; 0 if it never did."""
        return self._read(snippet.id).get("result", {}).get("seconds", 0.0)

    def _remembered(self, name: str, code: str, do: Callable[[], Result]) -> Result:
        key = self._key(code)
        result = self._recall(name, key)
        if result is None:
            result = do()
            if not undeclared(code, result):
                # A failure is not kept: it may have been the machine, not the code.
                self._keep(name, key, result)
        return result

    def _keep(self, name: str, key: str, result: Result) -> None:
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another process may be reading.
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_text(json.dumps({"key": key, "result": asdict(result)}))
        new.replace(path)

    def _recall(self, name: str, key: str) -> Result | None:
        kept = self._read(name)
        if kept.get("key") != key:
            return None
        figures = [Figure(**figure) for figure in kept["result"].pop("figures")]
        return Result(**kept["result"], figures=figures)

    def _read(self, name: str) -> dict[str, Any]:
        path = self._path(name)
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def _path(self, name: str) -> Path:
        return self.project.cache / "results" / f"{name}.json"

    def _key(self, code: str) -> str:
        return f"{self.code_digest(code)} {machine()}"

    # --- comparing ---------------------------------------------------------

    @cached_property
    def accepted(self) -> dict[str, Entry]:
        return ledger.read(self.project)

    def differences(self, snippet: Snippet) -> list[str]:
        """How the snippet's outputs differ from the stored ones."""
        found = self.edited(snippet) + self.changed(snippet)
        return found or self.stale(snippet)

    def edited(self, snippet: Snippet) -> list[str]:
        """Stored outputs that are not what was accepted."""
        entry = self.accepted.get(snippet.id, {})
        stored = ledger.file_digests(snippet)
        return [
            f"{snippet.id}: {snippet.idea}{suffix} is not what was accepted: outputs "
            f"are written by `{check_outputs.ACCEPT}`, never by hand"
            for suffix in sorted((entry.keys() | stored.keys()) - {CODE})
            if entry.get(suffix) != stored.get(suffix)
        ]

    def stale(self, snippet: Snippet) -> list[str]:
        """Whether other code made what is stored."""
        entry = self.accepted.get(snippet.id, {})
        if entry.get(CODE) == self.code_digest(snippet.code):
            return []
        return [
            f"{snippet.id}: its code, or what it reaches of the package, has changed "
            f"since its output was accepted: {check_outputs.ACCEPT}"
        ]

    def changed(self, snippet: Snippet) -> list[str]:
        """Outputs that the run does not confirm."""
        return self.differs(snippet, self.result(snippet))

    def differs(self, snippet: Snippet, result: Result) -> list[str]:
        """Why a result cannot be published, or how it differs from what is stored."""
        return check_outputs.differs(snippet, result)


@cache
def machine() -> str:
    """What decides how a result comes about, beside the snippet and the package."""
    versions = [f"{n} {version(n)}" for n in ("torch", "matplotlib", "tiktoken")]
    runners = sorted((ROOT / "publish" / "execute").glob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in runners))
    parts = [platform.platform(), platform.python_version(), *versions]
    return " ".join([*parts, digest.hexdigest()[:LENGTH]])
