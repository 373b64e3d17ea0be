"""The menu at the foot of a block."""

from pathlib import Path

import pytest
from lxml import html

from publish.project import Project, Snippet
from publish.records import evidence
from publish.run.block import Result
from tests.course_of_one_page import Course

WHY = "../../verified/?block=part/page/numbers#if-your-number-differs"
PAGE = """
```python
--8<-- "part/page/numbers.py"
```
<!--pytest-codeblocks:expected-output-->
```text
--8<-- "part/page/numbers.out"
```

```python
--8<-- "part/page/figure.py"
```

Words.

??? note "Folded"

    ```python
    --8<-- "part/page/error.py"
    ```
    ```text
    --8<-- "part/page/error.err"
    ```
"""


@pytest.fixture
def page(course: Course, monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.chdir(course.root)
    return course


def feet(course: Project) -> dict[str, html.HtmlElement]:
    tree = html.fromstring(course.markdown.convert(PAGE))
    return {
        foot.xpath("string(.//a/@href)").rpartition("/")[2]: foot
        for foot in tree.find_class("foot")
    }


def test_each_block_has_one_below_its_last_output(page: Course) -> None:
    found = feet(page)
    assert found.keys() == {"numbers", "figure", "error"}
    above = {name: foot.getparent().get("class") for name, foot in found.items()}
    assert above == {
        "numbers": "language-text output highlight",
        "figure": "language-python snippet highlight",
        "error": "language-text output error highlight",
    }
    for foot in found.values():
        assert foot.getnext() is None


ERROR = '```text\n--8<-- "part/page/error.err"\n```\n'
REMARK = "<!-- a remark -->\n\nWords.\n\n"


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize("opening", ["", '=== "Tab"\n\n'])
def test_it_is_below_the_last_output_however_the_outputs_follow(
    course: Course, monkeypatch: pytest.MonkeyPatch, opening: str, between: str
) -> None:
    monkeypatch.chdir(course.root)
    both = PAGE.partition("\n\n")[0].lstrip() + "\n" + between + ERROR
    indent = "    " if opening else ""
    text = opening + "".join(indent + line for line in both.splitlines(True))
    tree = html.fromstring(f"<div>{course.markdown.reset().convert(text)}</div>")
    (foot,) = tree.find_class("foot")
    assert "error" in foot.getparent().get("class")


def test_a_remark_after_a_block_does_not_join_it_to_the_next(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course.root)
    one, _, rest = PAGE.partition("Words.\n\n")
    tree = html.fromstring(course.markdown.reset().convert(one + REMARK + rest + PAGE))
    assert len(tree.find_class("foot")) == 6


def test_its_tick_opens_links_to_the_record_the_block_and_the_reasons(
    page: Course,
) -> None:
    foot = feet(page)["numbers"]
    assert foot.tag == "details", "it is a stop of the Tab key, and its links are none"
    assert "open" not in foot.attrib
    assert foot.find("summary").get("aria-label") == "Not yet checked: numbers"
    mark, block, differs = foot.iter("a")
    assert mark.get("href") == "../../verified/#part/page/numbers"
    assert block.get("href") == "#code-numbers"
    assert differs.get("href") == WHY
    assert differs.text == "My number differs"
    assert differs.get("aria-label") == "My number differs: numbers"


def test_it_leads_to_the_block_without_the_package_or_to_the_notebook(
    page: Course,
) -> None:
    notebook = page.docs / "notebooks/part/page.ipynb"
    notebook.parent.mkdir(parents=True)
    notebook.touch()
    assert len(feet(page)["error"].findall("p/a")) == 3, "it needs no package"
    page.write("snippets/part/page/error.py", "from attention import inputs\n")
    link = feet(page)["error"].findall("p/a")[2]
    assert link.text == "Notebook"
    assert link.get("href") == "../../notebooks/part/page.ipynb"
    written = page.docs / "standalone/part/page/error.py"
    written.parent.mkdir(parents=True)
    written.touch()
    link = feet(page)["error"].findall("p/a")[2]
    assert link.get("aria-label") == "Copy standalone: error"
    assert link.get("href") == "../../standalone/part/page/error.py"
    assert "download" in link.attrib


def test_it_is_no_part_of_what_is_searched(page: Course) -> None:
    assert all("data-search-exclude" in foot.attrib for foot in feet(page).values())


def test_the_mark_names_the_devices_of_fresh_records_alone(page: Course) -> None:
    assert feet(page)["numbers"].findtext("p/a") == "No run recorded"
    numbers, error = (page.snippet(f"part/page/{n}.py") for n in ("numbers", "error"))
    right: dict[Snippet, list[str]] = {numbers: [], error: []}
    for device, those in (("cuda", [numbers, error]), ("cpu", [numbers])):
        results = {snippet: Result() for snippet in those}
        evidence.write(page, evidence.make(page, device, "a device", results, right))
    assert feet(page)["numbers"].findtext("p/a") == "Checked on CPU, GPU"
    assert feet(page)["error"].findtext("p/a") == "Checked on GPU"
    assert feet(page)["figure"].findtext("p/a") == "No run recorded"
    assert feet(page)["numbers"].findtext("summary") == "Checked"
    assert feet(page)["figure"].findtext("summary") == "Not yet checked"
    page.edit("snippets/part/page/numbers.py", "0.25", "0.75")
    assert feet(page)["numbers"].findtext("p/a") == "No run recorded"


def test_the_form_has_a_field_for_what_the_link_fills_in() -> None:
    import yaml

    root = Path(__file__).resolve().parents[3]
    path = root / ".github" / "ISSUE_TEMPLATE" / "another-number.yml"
    fields = {item.get("id") for item in yaml.safe_load(path.read_text())["body"]}
    assert {"snippet", "torch", "processor", "printed"} <= fields
