"""No block that nobody runs, no link that leads nowhere."""

import pytest

from tests.site import built
from tests.site.built import Site


@pytest.mark.parametrize(
    "wrong",
    [built.unexecuted, built.dangling, built.foreign],
)
def test_nothing_on_the_site_is(site: Site, wrong: built.Wrong) -> None:
    assert wrong(site) == []
