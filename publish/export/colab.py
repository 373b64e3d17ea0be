"""Puts the notebooks where Google Colab finds them.

Colab opens what lies in a GitHub repository, and ours holds what notebooks are made
from, not the notebooks. So the publication pushes them to a branch of their own: one
commit without a history, made anew each time. ``python -m publish.export.colab REMOTE``
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from publish.project import Project

BRANCH = "notebooks"
AUTHOR = ["-c", "user.name=notebooks", "-c", "user.email=notebooks@localhost"]


def address(repository: str | None, name: str) -> str | None:
    """Where Colab opens a notebook; None if the repository is not on GitHub."""
    parts = urlsplit(repository or "")
    if parts.netloc != "github.com":
        return None
    file = f"{parts.path.rstrip('/')}/blob/{BRANCH}/{Path(name).name}"
    return f"https://colab.research.google.com/github{file}"


def push(project: Project, remote: str) -> None:
    """Makes the branch of a remote repository hold the notebooks and nothing else."""
    from publish.export.notebooks import text

    with TemporaryDirectory() as folder:
        for name in project.notebooks:
            file = Path(folder, Path(name).name)
            file.write_text(text(project, name), encoding="utf-8")
        for command in (
            ["init", "--quiet", "--initial-branch", BRANCH],
            ["add", "--all"],
            [
                *AUTHOR,
                "commit",
                "--quiet",
                "--message",
                "Notebooks made from the pages",
            ],
            ["push", "--quiet", "--force", remote, f"HEAD:refs/heads/{BRANCH}"],
        ):
            subprocess.run(["git", *command], cwd=folder, check=True)


if __name__ == "__main__":
    push(Project(Path.cwd()), sys.argv[1])
