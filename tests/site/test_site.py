"""No block that nobody runs, no link that leads nowhere, no address that is lost."""

import pytest

from tests.site import built, moved
from tests.site.built import Site


@pytest.mark.parametrize(
    "wrong",
    [built.unexecuted, built.dangling, built.foreign, moved.lost, moved.unlisted],
)
def test_nothing_on_the_site_is(site: Site, wrong: built.Wrong) -> None:
    assert wrong(site) == []
