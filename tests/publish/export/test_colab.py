"""The branch that Colab opens."""

import subprocess
from pathlib import Path

import pytest

from publish.export import colab
from tests.course_of_one_page import Course, snippets_alone

PAGE = "part/page.md"


@pytest.fixture
def course(tmp_path: Path) -> Course:
    course = snippets_alone(tmp_path / "course", tmp_path, one="print(1)\n")
    course.edit("mkdocs.yml", "nav: []", f"nav: [{{Page: {PAGE}}}]")
    course.write(
        f"docs/{PAGE}", '# A page\n\n```python\n--8<-- "part/page/one.py"\n```'
    )
    return course


def git(folder: Path, *command: str) -> str:
    done = subprocess.run(
        ["git", *command], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_branch_holds_the_notebooks_and_no_history(
    course: Course, tmp_path: Path
) -> None:
    remote = tmp_path / "remote"
    remote.mkdir()
    git(remote, "init", "--quiet", "--bare")
    colab.push(course, str(remote))
    course.edit(f"docs/{PAGE}", "# A page", "# Another")
    colab.push(course, str(remote))
    files = git(remote, "ls-tree", "-r", "--name-only", "notebooks").split()
    assert files == ["part/page.ipynb"]
    assert git(remote, "rev-list", "--count", "notebooks").strip() == "1"
    assert "Another" in git(remote, "show", "notebooks:part/page.ipynb")
