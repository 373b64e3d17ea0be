"""The menu at the foot of a block."""

import pytest
from lxml import html

from publish.execute.block import Result
from publish.project import Project, Snippet
from publish.records import evidence
from tests.course_of_one_page import Course

PAGE = "docs/part/page.md"


@pytest.fixture
def page(course: Course, monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.chdir(course.root)
    return course


def feet(course: Project) -> dict[str, html.HtmlElement]:
    text = (course.root / PAGE).read_text(encoding="utf-8")
    tree = html.fromstring(course.markdown.reset().convert(text))
    return {
        foot.xpath("string(.//a/@href)").rpartition("/")[2]: foot
        for foot in tree.find_class("foot")
    }


def test_each_block_has_one_below_its_last_output_and_its_links_name_the_block(
    page: Course,
) -> None:
    found = feet(page)
    above = {name: foot.getparent().get("class") for name, foot in found.items()}
    printed = "language-text output highlight"
    assert above == {
        "numbers": printed,
        "nested": printed,
        "error": "language-text output error highlight",
        "figure": "language-python snippet highlight",
        "solution": printed,
    }
    for name, foot in found.items():
        assert foot.tag == "details", "it is a stop of the Tab key, and its links not"
        assert foot.getnext() is None
        assert "open" not in foot.attrib
        assert "data-search-exclude" in foot.attrib
        links = {link.get("aria-label"): link.get("href") for link in foot.iter("a")}
        assert links == {
            f"No run recorded: {name}": f"../../verified/#part/page/{name}",
            f"Link to this: {name}": f"#code-{name}",
            f"My number differs: {name}": (
                f"../../mistakes/your-number/?block=part/page/{name}"
            ),
        }


def test_a_block_leads_to_the_notebook_or_to_itself_without_the_package(
    page: Course,
) -> None:
    page.write("docs/notebooks/part/page.ipynb", "")
    page.write("snippets/part/page/error.py", "from attention import inputs\n")
    link = feet(page)["error"].findall("p/a")[2]
    assert link.get("href") == "../../notebooks/part/page.ipynb"
    page.write("docs/standalone/part/page/error.py", "")
    foot = feet(page)["error"]
    assert len(foot.findall("p/a")) == 3, "it is above the code instead"
    (link,) = foot.getroottree().xpath("//a[@class='alone']")
    assert link.get("href") == "../../standalone/part/page/error.py"
    assert link.get("aria-label") == "Copy standalone: error"


def test_the_mark_names_the_devices_of_fresh_records_alone(page: Course) -> None:
    numbers, error = (page.snippet(f"part/page/{n}.py") for n in ("numbers", "error"))
    right: dict[Snippet, list[str]] = {numbers: [], error: []}
    for device, those in (("cuda", [numbers, error]), ("cpu", [numbers])):
        results = {snippet: Result() for snippet in those}
        evidence.write(page, evidence.make(page, device, "a device", results, right))
    found = feet(page)
    marks = {name: foot.findtext("p/a") for name, foot in found.items()}
    assert marks["numbers"] == "Checked on CPU, GPU"
    assert marks["error"] == "Checked on GPU"
    assert found["numbers"].findtext("summary") == "Checked"
    assert found["figure"].findtext("summary") == "Not yet checked"
    page.edit("snippets/part/page/numbers.py", "0.25", "0.75")
    assert feet(page)["numbers"].findtext("p/a") == "No run recorded"
