"""The pages of notebooks, at home on the site."""

import pytest

from publish.export import notebooks
from tests.browser.axe import violations, wrong
from tests.browser.conftest import PHONE, Open
from tests.browser.kinds import once
from tests.browser.test_pages import BUTTON, HEIGHT, MOST_HEIGHT, PRESS
from tests.site.test_notebooks import rendered

PAGE = "causal/mask.md"


def url(page: str) -> str:
    return notebooks.of(page).replace(".ipynb", "/")


# Of each other part one, at night: their pages are made in one way.
OF_EACH_PART = {lesson.partition("/")[0]: lesson for lesson in rendered()}
OTHERS = [lesson for part, lesson in OF_EACH_PART.items() if part != "causal"]


@pytest.mark.slow
@pytest.mark.parametrize("lesson", once((PAGE,), [PAGE, *OTHERS]))
def test_a_notebook_fits_is_accessible_and_can_be_copied(
    visit: Open, lesson: str
) -> None:
    seen = visit(url(lesson))
    assert [*violations(seen.page), *wrong(seen.page, "faint", "overflowing")] == []
    for _, buttons, copied, code in seen.page.evaluate(PRESS, BUTTON):
        assert (buttons, copied) == (1, code)
    seen.show("dark", PHONE)
    assert wrong(seen.page, "overflowing", "faint") == []
    assert seen.page.evaluate(HEIGHT) <= MOST_HEIGHT


def test_its_figures_are_seen(visit: Open) -> None:
    page = visit(url(PAGE)).page
    images = page.locator("article img")
    assert images.count() > 0
    for image in images.all():
        image.scroll_into_view_if_needed()
        image.evaluate("(image) => image.decode()")
        box = image.bounding_box() or {}
        assert box["height"] > 50
        assert "No description" not in (image.get_attribute("alt") or "No description")
