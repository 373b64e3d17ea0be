"""The course of one page, for tests that spoil, serve or build one, and how hard
properties are tried."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from filelock import FileLock
from hypothesis import HealthCheck, settings

from publish.pages import numbers
from publish.project import Project
from publish.snapshots.accept import accept
from tests.course_of_one_page import Course, copied

NAV = [
    {"Home": "index.md"},
    {"Part": [{"Page": "part/page.md"}]},
    {"Fix": "mistakes/your-number.md"},
    {"Verified": "verified.md"},
    {"Contribute": "contribute.md"},
]

# By default few examples, the same every time; `make fuzz` asks for the long profile.
settings.register_profile(
    "short",
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.large_base_example],  # a page is large
)
settings.register_profile(
    "long",
    max_examples=10_000,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("short")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests come first: at the end, nobody waits while another process is busy."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def site_folder(project: Project) -> Path:
    """The site as `make site` builds it, which it does if something has changed."""
    env = {name: text for name, text in os.environ.items() if name != "MAKEFLAGS"}
    with FileLock(project.cache / "site.lock"):
        subprocess.run(
            ["make", "--silent", "site"], cwd=project.root, env=env, check=True
        )
    return project.root / "site"


@pytest.fixture(scope="session")
def whole(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """The course as it should be: the site's settings, theme and package."""
    root = tmp_path_factory.mktemp("course")
    shutil.copytree(Path(__file__).parent / "course", root, dirs_exist_ok=True)
    for folder in ("attention", "overrides", "docs/assets"):
        if (project.root / folder).exists():
            shutil.copytree(project.root / folder, root / folder)
    settings = yaml.safe_load((project.root / "mkdocs.yml").read_text(encoding="utf-8"))
    settings["nav"] = NAV
    settings["hooks"] = [str(project.root / hook) for hook in settings["hooks"]]
    (root / "mkdocs.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    course = Course(root)
    assert accept(course)[1] == []
    numbers.accept(course)
    return course


@pytest.fixture
def course(whole: Course, tmp_path: Path) -> Course:
    """A copy of the whole course, to be spoiled."""
    return copied(whole, tmp_path / "course")
