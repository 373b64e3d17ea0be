"""The same course from the theme's successor: `make site-zensical`."""

import pytest

from publish.hooks import zensical
from publish.pages.shown import blocks_in
from publish.project import Project
from tests.site import built, moved
from tests.site.built import Site
from tests.site.words import words

pytestmark = pytest.mark.nightly  # the course is built once more


@pytest.fixture(scope="session")
def successor(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """What `make site-zensical` builds."""
    return Site(project, zensical.build(project, tmp_path_factory.mktemp("zensical")))


def test_both_say_the_same_page_by_page(site: Site, successor: Site) -> None:
    for page in site.project.pages:
        article, other = site.article(page), successor.article(page)
        assert words(article) == words(other), page
        assert blocks_in(article) == blocks_in(other), page


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
