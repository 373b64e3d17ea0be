"""Who has no scripts has all that a page says, and nothing that would do nothing."""

from publish.project import Project
from tests.browser.axe import wrong
from tests.browser.conftest import PHONE, Open

LESSON = "self-attention/without-weights/"
SHOWN = ".md-sidebar--primary a.md-nav__link"


def test_a_lesson_is_whole(visit: Open, project: Project) -> None:
    page = visit(LESSON, javascript=False).page

    def seen(of: str) -> list[bool]:
        return [each.is_visible() for each in page.locator(of).all()]

    assert not any(seen(".colours, .progress button"))
    assert not any(seen("article .place ~ button"))
    for said in ("#code-all-weights ~ .heatmap + .output pre", ".predict .highlight"):
        assert seen(said), said
        assert all(seen(said)), said
    links = page.locator(f"{SHOWN} >> visible=true").evaluate_all(
        "(all) => all.map((link) => new URL(link.href).pathname.slice(1))"
    )
    shown = {link.partition("/")[2] for link in links}
    assert {project.url(name) for name in project.lessons} <= shown

    assert page.get_by_role("link", name="My number differs").is_visible()
    assert page.get_by_role("link", name="Markdown", exact=True).is_visible()
    alone = page.get_by_role("link", name="Copy standalone: one-score")
    assert alone.get_attribute("download") == ""


def test_the_map_says_nothing_and_a_wide_table_scrolls_in_its_place(
    visit: Open,
) -> None:
    assert visit("", javascript=False).page.locator(".map").is_hidden()
    page = visit("reference/benchmark/", width=PHONE, javascript=False).page
    assert wrong(page, "overflowing") == []
    place = page.locator("div:has(> div > table.data)").nth(1)
    assert place.evaluate("(place) => place.scrollWidth > place.clientWidth")
