"""The course, built once for the tests that read its HTML."""

from pathlib import Path

import pytest

from publish.project import Project
from tests.site.built import Site


@pytest.fixture(scope="session")
def site(project: Project, site_folder: Path) -> Site:
    """What `make site` builds, with what its guards ask of it."""
    site = Site(project, site_folder)
    assert site.trees
    return site
