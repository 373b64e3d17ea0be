"""The links above a block."""

import pytest
from lxml import html

from tests.course_of_one_page import Course

PAGE = "docs/part/page.md"


@pytest.fixture
def page(course: Course, monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.chdir(course.root)
    return course


def links(course: Course) -> dict[str, dict[str, str]]:
    """By block: where its links lead, by what they are called."""
    text = (course.root / PAGE).read_text(encoding="utf-8")
    tree = html.fromstring(course.markdown.reset().convert(text))
    return {
        block.get("id"): {a.get("aria-label"): a.get("href") for a in block.iter("a")}
        for block in tree.find_class("snippet")
    }


def test_each_block_has_a_link_to_itself_which_names_it(page: Course) -> None:
    ideas = ("numbers", "nested", "error", "figure", "solution")
    assert links(page) == {
        f"code-{idea}": {f"Link to this block: {idea}": f"#code-{idea}"}
        for idea in ideas
    }


def test_a_block_that_needs_the_package_leads_to_itself_without_it(
    page: Course,
) -> None:
    for idea in ("error", "figure"):
        page.write(f"docs/standalone/part/page/{idea}.py", "")
    page.write("snippets/part/page/error.py", "from attention.examples import inputs\n")
    found = links(page)
    file = "../../standalone/part/page/error.py"
    assert found["code-error"]["Copy standalone: error"] == file
    assert len(found["code-figure"]) == 1, "it needs no package"
