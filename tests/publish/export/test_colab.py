"""The branch that Colab opens."""

import subprocess
from pathlib import Path

import pytest

from publish.export import colab
from publish.project import Project

SETTINGS = """
site_name: A course
repo_url: https://github.com/someone/course
nav:
  - 1 · The part: [part/page.md]
  - Notebooks: [notebooks/part.ipynb]
markdown_extensions:
  - pymdownx.snippets:
      base_path: [snippets, .]
"""


def git(folder: Path, *command: str) -> str:
    done = subprocess.run(
        ["git", *command], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_colab_opens_what_the_address_of_the_repository_says() -> None:
    found = colab.address("https://github.com/someone/course/", "notebooks/part.ipynb")
    assert found == (
        "https://colab.research.google.com/github/someone/course"
        "/blob/notebooks/part.ipynb"
    )


@pytest.mark.parametrize("elsewhere", [None, "", "https://git.example.org/a/b"])
def test_colab_opens_nothing_elsewhere(elsewhere: str | None) -> None:
    assert colab.address(elsewhere, "notebooks/part.ipynb") is None


def test_the_branch_holds_the_notebooks_and_no_history(tmp_path: Path) -> None:
    course, remote = tmp_path / "course", tmp_path / "remote"
    for path, text in {
        "mkdocs.yml": SETTINGS,
        "docs/part/page.md": "# A page\n",
    }.items():
        (course / path).parent.mkdir(parents=True, exist_ok=True)
        (course / path).write_text(text)
    remote.mkdir()
    git(remote, "init", "--quiet", "--bare")
    for heading in ("# A page\n", "# Another\n"):
        (course / "docs/part/page.md").write_text(heading)
        colab.push(Project(course), str(remote))
    files = git(remote, "ls-tree", "--name-only", "notebooks").split()
    assert files == ["part.ipynb"]
    assert git(remote, "rev-list", "--count", "notebooks").strip() == "1"
    assert "Another" in git(remote, "show", "notebooks:part.ipynb")
