"""A page that a command made is one that the guards accept."""

import pytest

from publish.hooks.new_page import make
from publish.page_model import PageError
from tests.course_of_one_page import Course


@pytest.mark.slow
def test_a_page_is_made_that_every_guard_accepts(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course.root)
    before = (course.root / "mkdocs.yml").read_text(encoding="utf-8")
    course.write("mkdocs.yml", before)  # its own, no link: the command writes in place
    make(course, "part/new", "New: a page")
    after = (course.root / "mkdocs.yml").read_text(encoding="utf-8")
    (entry,) = set(after.splitlines()) - set(before.splitlines())
    assert entry.strip() == "- 'New: a page': part/new.md"
    assert after.replace(f"{entry}\n", "") == before

    course = Course(course.root)
    assert course.pages.index("part/new.md") == course.pages.index("part/page.md") + 1
    assert course.page("part/new.md").about["title"] == "New: a page"
    assert course.read() + course.executed() + course.built() == []


@pytest.mark.parametrize(
    "name", ["part/page", "other/new", "new", "part/New page", "part/deep/new"]
)
def test_a_page_that_is_there_or_has_no_part_is_refused(
    course: Course, name: str
) -> None:
    with pytest.raises(PageError, match=name):
        make(course, name, "New")
