"""The pages of notebooks, at home on the site."""

import pytest

from tests.browser.axe import violations, wrong
from tests.browser.conftest import PHONE, Open
from tests.browser.test_pages import BUTTON, PRESS


@pytest.mark.slow
def test_a_notebook_fits_is_accessible_and_can_be_copied(visit: Open) -> None:
    seen = visit("notebooks/causal/mask/")
    assert [*violations(seen.page), *wrong(seen.page, "faint", "overflowing")] == []
    for _, buttons, copied, code in seen.page.evaluate(PRESS, BUTTON):
        assert (buttons, copied) == (1, code)
    seen.show("dark", PHONE)
    assert wrong(seen.page, "overflowing", "faint") == []
