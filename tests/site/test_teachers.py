"""Routes for teachers: their times add up, and their exercises exist."""

from lxml import html

from publish.pages.lessons import kind
from tests.site.built import Site

PAGE = "teachers.md"
OTHERS = ("half-an-hour", "seven-lessons")  # routes that are no days


def tables(site: Site) -> dict[str, html.HtmlElement]:
    """Each route by the heading above it."""
    found, heading = {}, ""
    for element in site.article(PAGE).iter("h2", "h3", "table"):
        if element.tag == "table":
            found[heading] = element
        else:
            heading = element.get("id")
    return found


def rows(table: html.HtmlElement) -> list[tuple[str, int, list[str]]]:
    """(page or "", minutes, the exercises' addresses) of each row."""
    found = []
    for row in table.find("tbody"):
        first, minutes, *rest = row
        links = [link.get("href") for cell in rest for link in cell.iter("a")]
        page = next((link.get("href") for link in first.iter("a")), "")
        found.append((page, int(minutes.text), links))
    return found


def total(table: html.HtmlElement) -> int:
    return sum(minutes for page, minutes, _ in rows(table) if page)


def test_each_route_leaves_time_for_its_exercises(site: Site) -> None:
    found = tables(site)
    assert total(found["half-an-hour"]) <= 0.7 * 30
    days = [heading for heading in found if heading not in OTHERS]
    assert all(total(found[day]) <= 0.7 * 120 for day in days)
    assert len(days) == 14
    spread = [total(found[day]) for day in days]
    assert max(spread) - min(spread) <= 25, "no day much longer than another"


def test_every_page_has_an_exercise_that_the_list_of_exercises_knows(
    site: Site,
) -> None:
    listed = {
        link.get("href").replace("../", "", 1)
        for link in site.article("practice/index.md").iter("a")
    }
    listed |= {f"practice/{link}" for link in listed}
    for table in tables(site).values():
        for page, _, exercises in rows(table):
            assert bool(page) == bool(exercises), page
            for exercise in exercises:
                assert exercise.removeprefix("../") in listed, exercise


def test_a_week_goes_through_every_core_lesson_in_order(site: Site) -> None:
    project = site.project
    course = [
        f"../{project.url(page)}"
        for page in project.lessons
        if kind(project, page) == "core"
    ]
    days = [rows(table) for day, table in tables(site).items() if day not in OTHERS]
    assert [page for day in days for page, _, _ in day if page] == course
