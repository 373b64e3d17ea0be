"""What lies beside a snippet, and the ledger of what was accepted.

Beside ``scores.py`` lie ``scores.out`` (what it printed), ``scores.err`` (the error it
ended with), ``scores.svg`` and ``scores.json`` (the figure, and the data that was
drawn). ``snippets/accepted.json`` has one line for each snippet: the digest of the code
that made these files, with all that it reaches of the package, and of each file.
"""

import hashlib
import json
from pathlib import Path

from publish.execute.block import Result
from publish.project import Project, Snippet, put

STORED = (".out", ".err", ".svg", ".json")
CODE = "code"  # beside the files' suffixes, in an entry
LENGTH = 16  # hexadecimal digits of a digest

Entry = dict[str, str]


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:LENGTH]


def stored_files(snippet: Snippet) -> list[Path]:
    """The outputs that lie beside a snippet."""
    beside = map(snippet.stored, STORED)
    return [path for path in beside if path.exists()]


def file_digests(snippet: Snippet) -> Entry:
    """The digest of each of them, by suffix."""
    return {path.suffix: digest(path.read_bytes()) for path in stored_files(snippet)}


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


def path(project: Project) -> Path:
    return project.snippets_dir / "accepted.json"


def read(project: Project) -> dict[str, Entry]:
    """The entries by snippet."""
    file = path(project)
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def write(project: Project, entries: dict[str, Entry]) -> None:
    lines = (
        f"{json.dumps(name)}: {json.dumps(entries[name], sort_keys=True)}"
        for name in sorted(entries)
    )
    put(path(project), "{\n" + ",\n".join(lines) + "\n}\n")
