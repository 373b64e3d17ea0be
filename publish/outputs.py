"""Stored outputs: what each snippet printed when its output was accepted.

Beside ``scores.py`` lie ``scores.out`` (what it printed), ``scores.err`` (the
error it ended with), ``scores.svg`` and ``scores.json`` (the figure, and the data
that was drawn). ``snippets/accepted.json`` has the hash of each, so that an
output which was edited by hand is found, even where it is near enough to pass.
"""

import difflib
import hashlib
import json
import platform
import shutil
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from publish import compare, figures
from publish.project import Project, Snippet
from publish.reach import Package
from publish.run import Result, run, undeclared

PINNED_TORCH = "2.13.0"
ACCEPT = "make outputs"
STORED = (".out", ".err", ".svg", ".json")
# What decides, beside the snippet, how a result comes about.
MACHINERY = ("run.py", "isolation.py", "figures.py")


class Outputs:
    """Runs the snippets of a project, and compares, accepts or previews."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.package = Package(project.root / "attention")
        self.ledger = project.snippets_dir / "accepted.json"

    # --- running -----------------------------------------------------------

    def result(self, snippet: Snippet) -> Result:
        """What the snippet does: run now, or before if nothing changed since."""
        key = self._key(snippet.code)
        kept = self.project.cache / "runs" / f"{snippet.id}.json"
        if kept.exists():
            head, _, body = kept.read_text(encoding="utf-8").partition("\n")
            if head == key:
                return Result.loads(body)
        result = run(snippet.code, str(snippet.path), self.project.root)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(f"{key}\n{result.dumps()}", encoding="utf-8")
        return result

    def _key(self, code: str) -> str:
        parts = [self.package.digest(code), self._machine]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    @cached_property
    def _machine(self) -> str:
        versions = [f"{n} {_version(n)}" for n in ("torch", "matplotlib", "tiktoken")]
        folder = Path(__file__).parent
        machinery = [_hash((folder / name).read_bytes()) for name in MACHINERY]
        return " ".join(
            [platform.platform(), platform.python_version(), *versions, *machinery]
        )

    # --- comparing ---------------------------------------------------------

    def problems(self, snippet: Snippet) -> list[str]:
        """How the snippet's outputs differ from the stored ones."""
        result = self.result(snippet)
        return self.edited(snippet) + self.changed(snippet, result)

    def edited(self, snippet: Snippet) -> list[str]:
        """Stored outputs that are not what was accepted."""
        accepted = self.accepted.get(snippet.id, {}).get("files", {})
        present = {
            path.name: _hash(path.read_bytes()) for path in stored_files(snippet)
        }
        return [
            f"{snippet.id}: snippets/{Path(snippet.id).parent}/{name} is not what was "
            f"accepted: outputs are written by `{ACCEPT}`, never by hand"
            for name in sorted(accepted.keys() | present.keys())
            if accepted.get(name) != present.get(name)
        ]

    def changed(self, snippet: Snippet, result: Result) -> list[str]:
        """Outputs that the run does not confirm."""
        wrong = undeclared(snippet.code, result)
        if wrong:
            return [f"{snippet.id}: {wrong}"]
        found = []
        if result.stderr:
            found.append(
                f"{snippet.id}: writes to stderr, which a page does not show:\n"
                f"{result.stderr}"
            )
        if len(result.figures) > 1:
            found.append(
                f"{snippet.id}: draws {len(result.figures)} figures; one at most"
            )
        found += self._text(snippet, output_suffix(result), result.stdout)
        exact = result.own_error or _version("torch").partition("+")[0] == PINNED_TORCH
        if not exact and result.error and snippet.stored(".err").exists():
            # Another torch may word its message otherwise; its type stays.
            stored = snippet.stored(".err").read_text(encoding="utf-8")
            if stored.partition(":")[0] != result.error.partition(":")[0]:
                found += self._text(snippet, ".err", result.error + "\n")
        else:
            found += self._text(
                snippet, ".err", result.error + "\n" if result.error else ""
            )
        return found + self._figure(snippet, result)

    def _text(self, snippet: Snippet, suffix: str, got: str) -> list[str]:
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

    def _figure(self, snippet: Snippet, result: Result) -> list[str]:
        path = snippet.stored(".json")
        stored = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        drawn = (
            json.loads(json.dumps(result.figures[0].data)) if result.figures else None
        )
        places = figures.differences(stored, drawn)
        if not places:
            return []
        listed = "\n".join(f"  {place}" for place in places[:8])
        return [
            f"{snippet.id}: the figure differs (page docs/{snippet.page})\n{listed}\n"
            f"If the new figure is right, accept it: {ACCEPT}"
        ]

    # --- accepting ---------------------------------------------------------

    @cached_property
    def accepted(self) -> dict[str, Any]:
        if not self.ledger.exists():
            return {}
        return json.loads(self.ledger.read_text(encoding="utf-8"))

    def accept(self) -> tuple[list[str], list[str]]:
        """Stores what the snippets do now. Returns the diff and what was refused."""
        diff, refused = [], []
        ledger = {}
        for snippet in self.project.snippets:
            result = self.result(snippet)
            wrong = undeclared(snippet.code, result)
            if wrong or result.stderr:
                refused.append(f"{snippet.id}: {wrong or result.stderr}")
                if snippet.id in self.accepted:
                    ledger[snippet.id] = self.accepted[snippet.id]
                continue
            if self.edited(snippet) or self.changed(snippet, result):
                diff += self._store(snippet, result)
                seconds = result.seconds
            else:  # near enough: what is stored stays, to the byte
                seconds = self.accepted[snippet.id]["seconds"]
            files = {p.name: _hash(p.read_bytes()) for p in stored_files(snippet)}
            ledger[snippet.id] = {"seconds": seconds, "files": files}
        diff += self._sweep()
        text = json.dumps(ledger, indent=1, sort_keys=True) + "\n"
        if not self.ledger.exists() or self.ledger.read_text(encoding="utf-8") != text:
            self.ledger.write_text(text, encoding="utf-8")
        self.accepted = ledger
        return diff, refused

    def _store(self, snippet: Snippet, result: Result) -> list[str]:
        diff = []
        for suffix, new in texts(result).items():
            path = snippet.stored(suffix)
            old = path.read_text(encoding="utf-8") if path.exists() else ""
            if suffix not in (".svg", ".json"):
                name = path.relative_to(self.project.root).as_posix()
                diff += difflib.unified_diff(
                    old.splitlines(), new.splitlines(), name, name, lineterm=""
                )
            elif old != new:
                diff.append(
                    f"redrawn: {path.relative_to(self.project.root).as_posix()}"
                )
            path.write_text(new, encoding="utf-8")
        kept = {snippet.stored(suffix) for suffix in texts(result)}
        for path in stored_files(snippet):
            other_family = result.family and path.name.count(".") == 2
            if path not in kept and not other_family:
                path.unlink()
                diff.append(
                    f"deleted: {path.relative_to(self.project.root).as_posix()}"
                )
        return diff

    def _sweep(self) -> list[str]:
        """Deletes outputs whose snippet is gone."""
        alive = {
            path for snippet in self.project.snippets for path in stored_files(snippet)
        }
        alive |= {snippet.path for snippet in self.project.snippets} | {self.ledger}
        gone = [
            path
            for path in sorted(self.project.snippets_dir.rglob("*"))
            if path.suffix in STORED and path not in alive
        ]
        for path in gone:
            path.unlink()
        return [
            f"deleted: {path.relative_to(self.project.root).as_posix()}"
            for path in gone
        ]

    # --- previewing --------------------------------------------------------

    def preview(self) -> Path:
        """Writes outputs that are not accepted beside, for the served site."""
        folder = self.project.cache / "preview"
        wanted: dict[Path, str] = {}
        for snippet in self.project.snippets:
            result = self.result(snippet)
            if self.changed(snippet, result):
                for suffix, text in texts(result).items():
                    target = folder / snippet.stored(suffix).relative_to(
                        self.project.snippets_dir
                    )
                    wanted[target] = text
        for path in folder.rglob("*"):
            if path.is_file() and path not in wanted:
                path.unlink()
        for path, text in wanted.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder


def output_suffix(result: Result) -> str:
    return f".{result.family}.out" if result.family else ".out"


def texts(result: Result) -> dict[str, str]:
    """The files that hold a result, by suffix."""
    files = {}
    if result.stdout:
        files[output_suffix(result)] = result.stdout
    if result.error:
        files[".err"] = result.error + "\n"
    for figure in result.figures[:1]:
        files[".svg"] = figure.svg
        files[".json"] = json.dumps(figure.data, indent=1) + "\n"
    return files


def stored_files(snippet: Snippet) -> list[Path]:
    """The outputs that lie beside a snippet."""
    beside = sorted(snippet.path.parent.glob(f"{snippet.idea}.*"))
    return [path for path in beside if path.suffix in STORED]


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


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


def copy_figures(project: Project, preview: Path | None = None) -> None:
    """Puts the figures where the site finds them, touching only what changed."""
    target = project.docs / "figures"
    wanted = {}
    for snippet in project.snippets:
        path = snippet.stored(".svg")
        newer = preview / f"{snippet.id}.svg" if preview else None
        if newer and newer.exists():
            path = newer
        if path.exists():
            wanted[target / f"{snippet.id}.svg"] = path
    for old in target.rglob("*.svg"):
        if old not in wanted:
            old.unlink()
    for new, path in wanted.items():
        new.parent.mkdir(parents=True, exist_ok=True)
        if not new.exists() or new.read_bytes() != path.read_bytes():
            shutil.copyfile(path, new)
