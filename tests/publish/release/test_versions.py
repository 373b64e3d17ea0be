"""A release has one version, wherever it is named."""

from pathlib import Path

import pytest

from publish.project import Project
from publish.release import versions

RELEASED = "## 0.1.0 - 2026-12-01"
FILES = {
    "pyproject.toml": '[project]\nversion = "0.1.0"\n',
    "CITATION.cff": "version: 0.1.0\n",
    "CHANGELOG.md": f"# Changelog\n\n{RELEASED}\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout that is ready to be tagged v0.1.0."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_this_checkout_names_one_version(project: Project) -> None:
    assert versions.problems(project.root) == []


def test_the_tag_of_that_version_is_right_and_another_is_not(root: Path) -> None:
    assert versions.problems(root, "v0.1.0") == []
    assert versions.problems(root, "v0.2.0") == [
        "the tag is v0.2.0, but pyproject.toml has version 0.1.0"
    ]
    assert versions.problems(root, "0.1.0")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CITATION.cff", "version: 0.1\n"),
        ("CHANGELOG.md", "# Changelog\n\n## 0.2.0 - 2026-12-01\n"),
        ("CHANGELOG.md", "# Changelog\n\n## 0.1.0\n"),
        ("CHANGELOG.md", f"# Changelog\n\n## Unreleased\n\n{RELEASED}\n"),
    ],
)
def test_a_file_with_another_version_is_named(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text, encoding="utf-8")
    (problem,) = versions.problems(root, "v0.1.0")
    assert name in problem
