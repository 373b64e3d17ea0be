"""No address that was ever published leads nowhere."""

from publish.guards import addresses
from publish.guards.site import Site


def test_every_address_that_was_published_leads_somewhere(site: Site) -> None:
    assert addresses.lost(site) == []


def test_every_address_is_on_the_list_before_it_is_published(site: Site) -> None:
    assert addresses.unlisted(site) == []
