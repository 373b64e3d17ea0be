"""The same course from the theme's successor: `make site-zensical`."""

import pytest

from publish.project import Project
from publish.site import zensical
from tests.site import built, moved, two_sites
from tests.site.built import Site

pytestmark = pytest.mark.nightly  # the course is built once more


@pytest.fixture(scope="session")
def successor(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """What `make site-zensical` builds."""
    return Site(project, zensical.build(project, tmp_path_factory.mktemp("zensical")))


def test_both_say_the_same_page_by_page(site: Site, successor: Site) -> None:
    assert two_sites.differences(site, successor) == []


def test_both_lead_on_from_wrong_addresses(site: Site, successor: Site) -> None:
    links = two_sites.links_of(site, "404.html")
    assert len(links) > len(site.project.pages)
    assert links == two_sites.links_of(successor, "404.html")


def test_every_link_and_address_holds_but_for_pages_of_notebooks(
    site: Site, successor: Site
) -> None:
    """It builds none of those; else it leaves out, without a word, what it cannot."""
    missing = site.trees.keys() - successor.trees.keys()
    assert all(path.startswith("notebooks/") for path in missing)
    assert successor.trees.keys() <= site.trees.keys()
    found = built.dangling(successor) + moved.lost(successor)
    assert [line for line in found if "notebooks/" not in line] == []
    assert built.foreign(successor) == []
