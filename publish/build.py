"""Builds the site, strictly: whatever mkdocs warns of is an error."""

import os
import subprocess
import sys
from pathlib import Path

from publish import index
from publish.outputs import copy_figures
from publish.project import Project

HOME = Path(__file__).resolve().parent.parent


class BuildError(Exception):
    """The site could not be built; carries what mkdocs said."""


def build(project: Project, folder: Path) -> Path:
    """Builds ``project`` into ``folder``; nothing of the course is executed."""
    copy_figures(project)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--site-dir",
            str(folder),
        ],
        cwd=project.root,
        # The Markdown extensions are ours, also where another folder is built.
        env={**os.environ, "PYTHONPATH": str(HOME)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(done.stdout + done.stderr)
    index.write(project, folder)
    return folder
