"""Builds the site, strictly: whatever mkdocs warns of is an error."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from publish.export import index, llms, notebooks
from publish.outputs import store
from publish.pages.model import PageError
from publish.project import Project, Snippet
from publish.site.polish import polish
from publish.site.scripts import write_bundles

HOME = Path(__file__).resolve().parents[2]
MKDOCS = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir"]
Builder = Callable[[Project, Path], None]


class BuildError(Exception):
    """The site could not be built; carries what was said of it."""


def build(project: Project, folder: Path) -> Path:
    """Builds ``project`` into ``folder``; nothing of the course is executed."""
    return complete(project, folder, with_mkdocs)


def complete(project: Project, folder: Path, pages: Builder) -> Path:
    """Builds the pages with ``pages``, and makes what comes before and after them."""
    copy_figures(project)
    write_cells(project)
    write_bundles(project)
    try:
        notebooks.write(project)
        pages(project, folder)
        finish(project, folder)
        polish(project, folder)
    except PageError as error:
        raise BuildError(str(error)) from None
    return folder


def with_mkdocs(project: Project, folder: Path) -> None:
    run([*MKDOCS, str(folder)], project.root)


def run(command: list[str], root: Path) -> None:
    """Builds the pages of the project in ``root``, or raises what was said."""
    done = subprocess.run(
        command,
        cwd=root,
        # The Markdown extensions are ours, also where another folder is built.
        # The theme's notice about its end of life is known: see CONTRIBUTING.md.
        env={**os.environ, "PYTHONPATH": str(HOME), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(done.stdout + done.stderr)


def finish(project: Project, site: Path) -> None:
    """What is made from the pages when they are built."""
    index.write(project, site)
    llms.write(project, site)


def copy_figures(project: Project, preview: Path | None = None) -> None:
    """Puts the figures where the site finds them, touching only what changed."""
    target = project.docs / "figures"
    wanted = {}
    for snippet in project.snippets:
        name = f"{snippet.id}.svg"
        newer = preview / name if preview else None
        path = newer if newer and newer.exists() else snippet.stored(".svg")
        if path.exists():
            wanted[target / name] = path
    for old in target.rglob("*.svg"):
        if old not in wanted:
            old.unlink()
    for new, path in wanted.items():
        new.parent.mkdir(parents=True, exist_ok=True)
        if not new.exists() or new.read_bytes() != path.read_bytes():
            shutil.copyfile(path, new)


def write_cells(project: Project, preview: Path | None = None) -> None:
    """Writes for each page what is known of its matrices, as a script.

    A page loads it when a reader first asks; as a script, from the file system too.
    """
    target = project.docs / "cells"
    wanted: dict[Path, dict[str, Any]] = {}
    for snippet in project.snippets:
        page = target / snippet.page
        wanted.setdefault(page.with_suffix(".js"), {}).update(_cells(snippet, preview))
    for old in target.rglob("*.js"):
        if old not in wanted:
            old.unlink()
    for path, known in wanted.items():
        text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
        script = f"var cells = {text};\n"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != script:
            path.write_text(script, encoding="utf-8")


def _cells(snippet: Snippet, preview: Path | None) -> dict[str, Any]:
    """By the name of an output, what is known of its matrices."""
    folder = snippet.path.parent
    newer = preview / Path(snippet.id).parent if preview else folder
    if any(newer.glob(f"{snippet.idea}.*")):
        folder = newer
    return {
        path.name.removesuffix(store.CELLS): json.loads(path.read_text("utf-8"))
        for path in sorted(folder.glob(f"{snippet.idea}.*"))
        if path.name.endswith(store.CELLS)
    }
