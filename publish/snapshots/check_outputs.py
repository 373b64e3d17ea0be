"""What a run gave, held against what is stored."""

import difflib
import json
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from publish.execute import plots
from publish.execute.block import Result, undeclared
from publish.project import Snippet
from publish.snapshots import compare, ledger

ACCEPT = "make outputs"
PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def differs(snippet: Snippet, result: Result) -> list[str]:
    """Why a result cannot be published, or how it differs from what is stored."""
    if wrong := unpublishable(snippet, result):
        return wrong
    found = _text(snippet, ".out", result.stdout) + _figure(snippet, result)
    if installed_torch() != pinned_torch():
        return found  # another torch may word its message differently
    return found + _text(snippet, ".err", f"{result.error}\n" if result.error else "")


def deviation(snippet: Snippet, result: Result) -> float:
    """The largest deviation of a result in which nothing differs; 1 is what is allowed.

    For a printed number that is one unit of its last digit.
    """
    found = [0.0]
    files = ledger.texts(result)
    if ".out" in files:
        stored = snippet.stored(".out").read_text(encoding="utf-8")
        found.append(float(compare.largest(stored, files[".out"])))
    if ".json" in files:
        drawn = json.loads(files[".json"])
        found.append(plots.largest(stored_figure(snippet), drawn))
    return max(found)


def unpublishable(snippet: Snippet, result: Result) -> list[str]:
    """Why a run cannot be published, whatever it gave."""
    if wrong := undeclared(snippet.code, result):
        return [f"{snippet.id}: {wrong}"]
    if result.stderr:
        quiet = "writes to stderr, which a page does not show"
        return [f"{snippet.id}: {quiet}:\n{result.stderr}"]
    if len(result.figures) > 1:
        return [f"{snippet.id}: draws {len(result.figures)} figures; one at most"]
    return []


def stored_figure(snippet: Snippet) -> Any:
    """The data of the stored figure; None if there is none."""
    path = snippet.stored(".json")
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


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
    places = plots.differences(stored_figure(snippet), drawn)
    return _refused(snippet, "the figure differs", places[:8])


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
    text = PROJECT.read_text(encoding="utf-8")
    return tomllib.loads(text)["dependency-groups"]["torch"][0].removeprefix("torch==")
