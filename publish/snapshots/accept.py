"""Stores what the snippets do now, or lays it beside for a look at it.

Where the code is the code that made what is stored, what is near enough stays as it is,
to the byte: another machine may round the last digit otherwise. Where the code has
changed, the stored text is what it prints here, to the byte.
"""

import difflib
import math
import time
from pathlib import Path

from publish.project import Project, Snippet, put
from publish.snapshots import ledger
from publish.snapshots.check import unpublishable
from publish.snapshots.ledger import CODE, Entry
from publish.snapshots.results import Outputs


def accept(project: Project) -> tuple[list[str], list[str]]:
    """Stores what the snippets do now. Returns the diff and what was refused."""
    outputs = Outputs(project)
    diff, refused = list[str](), list[str]()
    entries: dict[str, Entry] = {}
    outputs.run_all(project.snippets)
    for snippet in project.snippets:
        if wrong := unpublishable(snippet, outputs.result(snippet)):
            refused += wrong
            if snippet.id in outputs.accepted:
                entries[snippet.id] = outputs.accepted[snippet.id]
            continue
        if _must_store(outputs, snippet):
            diff += _store(snippet, ledger.texts(outputs.drawn(snippet)))
        code = {CODE: outputs.code_digest(snippet.code)}
        entries[snippet.id] = code | ledger.file_digests(snippet)
    diff += _sweep(project)
    ledger.write(project, entries)
    return diff, refused


def _must_store(outputs: Outputs, snippet: Snippet) -> bool:
    if outputs.edited(snippet) or outputs.changed(snippet):
        return True
    if not outputs.stale(snippet):
        return False
    files = ledger.texts(outputs.result(snippet))
    files.pop(".svg", None)  # drawn from the data, when these differ
    stored = {
        path.suffix: path.read_text(encoding="utf-8")
        for path in ledger.stored_files(snippet)
        if path.suffix != ".svg"
    }
    return files != stored


def _store(snippet: Snippet, files: dict[str, str]) -> list[str]:
    diff = []
    for suffix, new in files.items():
        path = snippet.stored(suffix)
        name = path.relative_to(snippet.root).as_posix()
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if suffix == ".svg" and old != new:
            diff.append(f"redrawn: {name}")
        elif suffix in (".out", ".err"):
            lines = old.splitlines(), new.splitlines()
            diff += difflib.unified_diff(*lines, name, name, lineterm="")
        path.write_text(new, encoding="utf-8")
    gone = [path for path in ledger.stored_files(snippet) if path.suffix not in files]
    return diff + _delete(snippet.root, gone)


def _sweep(project: Project) -> list[str]:
    """Deletes outputs whose snippet is gone."""
    gone = [
        path
        for path in sorted(project.snippets_dir.rglob("*.*"))
        if path.suffix in ledger.STORED
        and path != ledger.path(project)
        and not path.with_suffix(".py").exists()
    ]
    return _delete(project.root, gone)


def _delete(root: Path, files: list[Path]) -> list[str]:
    for path in files:
        path.unlink()
    return [f"deleted: {path.relative_to(root).as_posix()}" for path in files]


def preview(outputs: Outputs, page: str, late: float = math.inf) -> bool:
    """Writes outputs of a page that are not accepted into a folder of their own.

    What must run is run until ``late``, a time of `time.monotonic`, first what was
    saved last.
    Returns whether all of it was.
    """
    project, done = outputs.project, True
    folder = project.cache / "preview"
    wanted: dict[Path, str] = {}
    snippets = project.snippets_of(page)
    snippets.sort(key=lambda snippet: snippet.path.stat().st_mtime, reverse=True)
    for snippet in snippets:
        if time.monotonic() > late and outputs.known(snippet) is None:
            done = False
        elif outputs.changed(snippet):
            for suffix, text in ledger.texts(outputs.drawn(snippet)).items():
                beside = snippet.stored(suffix).relative_to(project.snippets_dir)
                wanted[folder / beside] = text
    for path in (folder / page).with_suffix("").glob("*.*"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        put(path, text)
    return done
