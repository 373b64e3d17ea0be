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


def edit(path: Path, old: str, new: str) -> None:
    path.write_text(FILES[path.name].replace(old, new), encoding="utf-8")


def test_this_checkout_names_one_version_and_may_open_with_what_is_unreleased(
    project: Project, root: Path
) -> None:
    assert versions.problems(project.root) == []
    edit(root / "CHANGELOG.md", RELEASED, f"## Unreleased\n\n{RELEASED}")
    assert versions.problems(root) == []


def test_the_tag_of_that_version_is_right_and_another_is_not(root: Path) -> None:
    assert versions.problems(root, "v0.1.0") == []
    assert versions.problems(root, "v0.2.0") == [
        "the tag is v0.2.0, but pyproject.toml has version 0.1.0"
    ]
    assert versions.problems(root, "0.1.0")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("CITATION.cff", "version: 0.1.0", "version: 0.1"),
        ("CHANGELOG.md", RELEASED, "## 0.2.0 - 2026-12-01"),
        ("CHANGELOG.md", RELEASED, "## 0.1.0"),
        ("CHANGELOG.md", RELEASED, f"## Unreleased\n\n{RELEASED}"),
    ],
)
def test_a_file_with_another_version_is_named(
    root: Path, name: str, old: str, new: str
) -> None:
    edit(root / name, old, new)
    found = versions.problems(root, "v0.1.0")
    assert found
    assert all(name in problem for problem in found)
