"""The course, built once for the tests that read its HTML."""

from pathlib import Path

import pytest

from publish.build import build
from publish.guards.site import Site
from publish.project import Project


@pytest.fixture(scope="session")
def site(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site as `make site` builds it."""
    folder: Path = tmp_path_factory.mktemp("site")
    return Site(project, build(project, folder))
