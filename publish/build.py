"""Builds the site, strictly: whatever mkdocs warns of is an error."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from publish import index, machines, notebooks, rendered
from publish.pages import PageError
from publish.project import Project
from publish.scripts import write_bundles

HOME = Path(__file__).resolve().parent.parent
MKDOCS = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir"]


class BuildError(Exception):
    """The site could not be built; carries what mkdocs said."""


def build(project: Project, folder: Path) -> Path:
    """Builds ``project`` into ``folder``; nothing of the course is executed."""
    copy_figures(project)
    write_bundles(project)
    try:
        notebooks.write_prose(project)
        _run_mkdocs(project, folder)
        finish(project, folder)
    except PageError as error:
        raise BuildError(str(error)) from None
    return folder


def _run_mkdocs(project: Project, folder: Path) -> None:
    done = subprocess.run(
        [*MKDOCS, str(folder)],
        cwd=project.root,
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
    machines.write(project, site)
    rendered.write(project, site)


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
