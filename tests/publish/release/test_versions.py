"""A release has one version, wherever it is named."""

import shutil
from pathlib import Path

import pytest

from publish.project import Project
from publish.release import versions

FILES = ("pyproject.toml", "CITATION.cff", "CHANGELOG.md")
RELEASED = "## 0.1.0 - 2026-12-01"


@pytest.fixture
def root(project: Project, tmp_path: Path) -> Path:
    """A checkout of ours that is ready to be tagged v0.1.0."""
    for name in FILES:
        shutil.copy(project.root / name, tmp_path)
    ours = f'version = "{versions.version(project.root)}"'
    edit(tmp_path / "pyproject.toml", ours, 'version = "0.1.0"')
    cited = ours.replace(" =", ":").replace('"', "")
    edit(tmp_path / "CITATION.cff", cited, "version: 0.1.0")
    log = tmp_path / "CHANGELOG.md"
    top = versions.HEADING.search(log.read_text(encoding="utf-8"))
    assert top
    edit(log, top[0], RELEASED)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_this_checkout_names_one_version(project: Project) -> None:
    assert versions.problems(project.root) == []


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


def test_between_releases_the_changelog_may_open_with_what_is_unreleased(
    root: Path,
) -> None:
    edit(root / "CHANGELOG.md", RELEASED, f"## Unreleased\n\n{RELEASED}")
    assert versions.problems(root) == []
