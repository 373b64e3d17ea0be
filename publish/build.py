"""Builds the site, strictly: whatever mkdocs warns of is an error."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from publish import index
from publish.polish import polish
from publish.project import Project

HOME = Path(__file__).resolve().parent.parent
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
    pages(project, folder)
    index.write(project, folder)
    polish(project, folder)
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
