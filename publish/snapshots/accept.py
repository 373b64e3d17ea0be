"""Stores what the snippets do now, or lays it beside for a look at it."""

import difflib
import math
import time
from pathlib import Path

from publish.project import Project, Snippet, put
from publish.snapshots import store
from publish.snapshots.results import Outputs, unpublishable


def accept(project: Project) -> tuple[list[str], list[str]]:
    """Stores what the snippets do now. Returns the diff and what was refused."""
    outputs = Outputs(project)
    diff, complaints, ledger = [], [], {}
    outputs.run_all(project.snippets)
    for snippet in project.snippets:
        result = outputs.result(snippet)
        wrong = unpublishable(snippet, result)
        differs = not wrong and outputs.differences(snippet)
        if differs:
            result = outputs.drawn(snippet)
            wrong = unpublishable(snippet, result)
        if wrong:
            complaints += wrong
            if snippet.id in outputs.accepted:
                ledger[snippet.id] = outputs.accepted[snippet.id]
            continue
        if differs:
            diff += _store(snippet, store.texts(result))
            seconds = result.seconds
        else:  # near enough: what is stored stays, to the byte
            seconds = outputs.seconds(snippet)
        ledger[snippet.id] = {"seconds": seconds, "files": store.hashes(snippet)}
    diff += _sweep(project)
    store.write_ledger(project, ledger)
    return diff, complaints


def _store(snippet: Snippet, files: dict[str, str]) -> list[str]:
    diff = []
    for suffix, new in files.items():
        path = snippet.stored(suffix)
        name = path.relative_to(snippet.root).as_posix()
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if suffix == ".svg" and old != new:
            diff.append(f"redrawn: {name}")
        elif suffix.endswith(store.CELLS) and old != new:
            diff.append(f"explained anew: {name}")
        elif suffix in (".out", ".err"):
            lines = old.splitlines(), new.splitlines()
            diff += difflib.unified_diff(*lines, name, name, lineterm="")
        path.write_text(new, encoding="utf-8")
    kept = {snippet.stored(suffix) for suffix in files}
    gone = [path for path in store.stored_files(snippet) if path not in kept]
    return diff + _delete(snippet.root, gone)


def _sweep(project: Project) -> list[str]:
    """Deletes outputs whose snippet is gone."""
    gone = [
        path
        for path in sorted(project.snippets_dir.rglob("*.*"))
        if path.suffix in store.STORED
        and path != store.ledger(project)
        and not path.with_name(f"{path.name.partition('.')[0]}.py").exists()
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
            for suffix, text in store.texts(outputs.drawn(snippet)).items():
                beside = snippet.stored(suffix).relative_to(project.snippets_dir)
                wanted[folder / beside] = text
    for path in (folder / page).with_suffix("").glob("*.*"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        put(path, text)
    return done
