"""What lies beside a snippet: the outputs that were accepted, and their hashes.

Beside ``scores.py`` lie ``scores.out`` (what it printed), ``scores.err`` (the
error it ended with), ``scores.svg`` and ``scores.json`` (the figure, and the data
that was drawn).
``snippets/accepted.json`` has the hash of each file.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from publish.execute.block import Result
from publish.project import Project, Snippet, put

STORED = (".out", ".err", ".svg", ".json")


def stored_files(snippet: Snippet) -> list[Path]:
    """The outputs that lie beside a snippet."""
    beside = sorted(snippet.path.parent.glob(f"{snippet.idea}.*"))
    return [path for path in beside if path.suffix in STORED]


def hashes(snippet: Snippet) -> dict[str, str]:
    """The hash of each of them, by file name."""
    return {path.name: digest(path.read_bytes()) for path in stored_files(snippet)}


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def texts(result: Result) -> dict[str, str]:
    """The files that hold what a snippet did, by suffix."""
    files = {}
    if result.stdout:
        files[".out"] = result.stdout
    if result.error:
        files[".err"] = result.error + "\n"
    for figure in result.figures[:1]:
        files[".svg"] = figure.svg
        files[".json"] = json.dumps(figure.data, indent=1) + "\n"
    return files


def ledger(project: Project) -> Path:
    return project.snippets_dir / "accepted.json"


def read_ledger(project: Project) -> dict[str, Any]:
    """By snippet: the hashes of what was accepted, and how long the snippet took."""
    path = ledger(project)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write_ledger(project: Project, entries: dict[str, Any]) -> None:
    put(ledger(project), json.dumps(entries, indent=1, sort_keys=True) + "\n")
