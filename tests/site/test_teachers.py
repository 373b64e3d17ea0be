"""Routes for teachers: the fourteen days are the course, and the exercises exist."""

from lxml import html

from tests.site.built import Site

PAGE = "teachers.md"
OTHERS = ("half-an-hour", "seven-lessons")  # routes that are no days


def routes(site: Site) -> dict[str, list[tuple[str, str]]]:
    """By its heading, the rows of each route: a page and its exercise."""
    found: dict[str, list[tuple[str, str]]] = {}
    heading = ""
    for element in site.article(PAGE).iter("h2", "h3", "table"):
        if element.tag == "table":
            found[heading] = [links(row) for row in element.find("tbody")]
        else:
            heading = element.get("id")
    return found


def links(row: html.HtmlElement) -> tuple[str, str]:
    page, exercise = (link.get("href") for link in row.iter("a"))
    return page, exercise


def test_every_page_has_an_exercise_that_the_list_of_exercises_knows(
    site: Site,
) -> None:
    listed = {
        link.get("href").replace("../", "", 1)
        for link in site.article("practice/index.md").iter("a")
    }
    listed |= {f"practice/{link}" for link in listed}
    for route in routes(site).values():
        for _, exercise in route:
            assert exercise.removeprefix("../") in listed, exercise


def test_the_days_go_through_every_core_lesson_in_order(site: Site) -> None:
    course = [f"../{site.project.url(page)}" for page in site.project.core_lessons]
    days = [route for day, route in routes(site).items() if day not in OTHERS]
    assert [page for day in days for page, _ in day] == course
