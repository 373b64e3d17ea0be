"""No address that was ever published leads nowhere."""

from tests.site import moved
from tests.site.built import Site


def test_every_address_that_was_published_leads_somewhere(site: Site) -> None:
    assert moved.lost(site) == []


def test_every_address_is_on_the_list_before_it_is_published(site: Site) -> None:
    assert moved.unlisted(site) == []
