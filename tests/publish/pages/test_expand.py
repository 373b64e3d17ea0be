import pytest

from publish.pages.expand import PageError, blocks, normalise
from tests.course_of_one_page import Course


@pytest.mark.parametrize(
    ("opening", "plain"),
    [
        ("```{.python .snippet #code-scores}", "```python"),
        ('```{.python .snippet #code-scores title="a"}', "```python"),
        ('```python title="a"', "```python"),
        ("``` python", "```python"),
        ("    ````{.text .output}", "    ````text"),
    ],
)
def test_a_fence_is_made_plain(opening: str, plain: str) -> None:
    closing = opening[: opening.index("`")] + "`" * opening.count("`")
    assert normalise(f"{opening}\n1\n{closing}") == f"{plain}\n1\n{closing}\n"


def test_a_fence_that_is_not_closed_is_no_page(course: Course) -> None:
    course.write("docs/part/page.md", "```python\nprint(1)\n")
    with pytest.raises(PageError, match=r"docs/part/page\.md cannot be read"):
        blocks(course, "part/page.md")
