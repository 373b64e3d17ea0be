"""What a page says of itself."""

from tests.site.built import Site


def test_every_page_says_what_it_is(site: Site) -> None:
    for page in site.project.pages:
        assert {"title", "description"} <= site.project.page(page).about.keys(), page
