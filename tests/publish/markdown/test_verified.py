"""The tables of records: how many sentences there are, and how many are quoted."""

from publish.markdown.verified import Tables
from tests.course_of_one_page import Course

PAGE = "part/page.md"


def test_sentences_are_counted_with_those_that_are_quoted(course: Course) -> None:
    course.__dict__["lessons"] = [PAGE]
    text = "# The page\n\nA sum. A row never ends.\n\n\\[ Z = A V \\]\n"
    course.write(f"docs/{PAGE}", text)
    course.write("docs/index.md", "# A course\n\nIt is never long.\n")  # no lesson
    course.write(
        "tests/facts/part/claims.md",
        f"# {PAGE}\n## cited: Someone (2017), section 3\n- A row never ends.\n"
        "## tested: test_mixtures\n- \\[ Z = A V \\]\n",
    )
    tables = Tables(course)
    assert tables.claims().startswith(
        "<p>2 of 5 sentences are quoted: 1 tested, 0 derived, 1 cited. Of these, "
        "1 are formulas, and 1 are in lessons and have a signal word.</p>"
    )
    assert "<td>3</td><td>1</td><td>0</td><td>1</td>" in tables.claims()
