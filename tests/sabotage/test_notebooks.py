"""Notebooks that show something else than their pages, and what stops them."""

import shutil
from pathlib import Path

import pytest
import yaml

from publish.site.build import build
from publish.guards import notebooks, numbers
from publish.guards.site import Site
from publish.project import Project
from tests.course_of_one_page import Course

pytestmark = pytest.mark.slow
NAME = "notebooks/part.ipynb"
PAGE = "notebooks/part/index.html"


@pytest.fixture(scope="module")
def built(
    whole: Course, project: Project, tmp_path_factory: pytest.TempPathFactory
) -> Course:
    """The course of one page with a notebook, and its site."""
    root = tmp_path_factory.mktemp("with-notebook") / "course"
    shutil.copytree(whole.root, root)
    theirs = yaml.safe_load((project.root / "mkdocs.yml").read_text(encoding="utf-8"))
    ours = yaml.safe_load((root / "mkdocs.yml").read_text(encoding="utf-8"))
    ours["plugins"] = theirs["plugins"]
    ours["nav"].append({"Notebooks": [{"Part": NAME}]})
    (root / "mkdocs.yml").write_text(yaml.safe_dump(ours), encoding="utf-8")
    course = Course(root)
    build(course, root / "site")
    return course


@pytest.fixture
def spoilt(built: Course, tmp_path: Path) -> Course:
    """A copy of it, built already."""
    shutil.copytree(built.root, tmp_path / "course")
    return Course(tmp_path / "course")


def found(course: Course) -> str:
    site = Site(course, course.root / "site")
    return "\n".join(notebooks.astray(site) + numbers.unbacked(site))


def test_a_whole_notebook_passes(built: Course) -> None:
    assert found(built) == ""
    assert built.built() == []


def test_a_digit_of_its_output(spoilt: Course) -> None:
    spoilt.edit(f"site/{PAGE}", "tensor(0.7500)", "tensor(0.7501)")
    assert f"{PAGE}: block 2 is not that of the pages" in found(spoilt)


def test_a_digit_of_its_prose(spoilt: Course) -> None:
    spoilt.edit(f"site/{PAGE}", "The sum is 0.75", "The sum is 0.76")
    assert "0.76 stands in no code or output of the section" in found(spoilt)


def test_code_that_no_page_shows(spoilt: Course) -> None:
    block = '<div class="language-python highlight"><pre><code>1 + 1</code></pre></div>'
    spoilt.edit(f"site/{PAGE}", "</article>", f"{block}</article>")
    assert "shown: ('1 + 1', [])" in found(spoilt)


def test_a_result_without_its_block(spoilt: Course) -> None:
    spoilt.edit(f"site/{PAGE}", "</article>", "<pre>0.7500</pre></article>")
    assert "no output of a block" in found(spoilt)


def test_a_cell_of_the_file_that_is_not_the_pages(spoilt: Course) -> None:
    spoilt.edit(f"site/{NAME}", "halves.prod()", "halves.max()")
    assert f"{NAME}: block 2 is not that of the pages" in found(spoilt)


def test_an_output_of_the_file_that_is_not_the_pages(spoilt: Course) -> None:
    spoilt.edit(f"site/{NAME}", "torch.Size([6, 3])", "torch.Size([6, 4])")
    assert f"{NAME}: block 3 is not that of the pages" in found(spoilt)


def test_a_page_that_changes_takes_its_notebook_along(spoilt: Course) -> None:
    spoilt.edit("docs/part/page.md", "## Nested", "## In a tab")
    assert spoilt.built() == []
    text = (spoilt.root / "site" / PAGE).read_text(encoding="utf-8")
    assert "In a tab" in text
    assert 'id="page-in-a-tab"' in text
