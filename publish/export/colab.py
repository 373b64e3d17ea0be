"""Puts the notebooks where Google Colab finds them.

Colab opens what is in a GitHub repository, and ours holds what notebooks are made from,
not the notebooks. So the publication pushes them to a branch of their own: one commit
without a history, made anew each time.
"""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from publish.export.notebooks import BRANCH, FOLDER, of, text, with_notebooks
from publish.project import Project, put

AUTHOR = ["-c", "user.name=notebooks", "-c", "user.email=notebooks@localhost"]


def push(project: Project, remote: str) -> None:
    """Makes the branch of a remote repository hold the notebooks and nothing else."""
    message = "Notebooks made from the pages"
    with TemporaryDirectory() as folder:
        for page in with_notebooks(project):
            file = Path(folder, of(page).removeprefix(f"{FOLDER}/"))
            put(file, text(project, page))
        for command in (
            ["init", "--quiet", "--initial-branch", BRANCH],
            ["add", "--all"],
            [*AUTHOR, "commit", "--quiet", "--message", message],
            ["push", "--quiet", "--force", remote, f"HEAD:refs/heads/{BRANCH}"],
        ):
            subprocess.run(["git", *command], cwd=folder, check=True)
