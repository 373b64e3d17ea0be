"""The line at the foot of a block."""

from pathlib import Path

import pytest
from lxml import html

from publish.project import Project
from publish.records import evidence
from publish.records.evidence import Checked
from tests.course_of_one_page import Course

FORM = "https://example.org/us/it/issues/new?template=another-number.yml&snippet="
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
    course.config.mdx_configs["publish.markdown.feet"]["repo"] = (
        "https://example.org/us/it/"
    )
    return course


def feet(course: Project) -> dict[str, html.HtmlElement]:
    tree = html.fromstring(course.markdown.convert(PAGE))
    return {
        foot.xpath("string(a[2]/@href)").rpartition("/")[2]: foot
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


def test_it_leads_to_the_form_and_to_the_record_of_its_block(page: Course) -> None:
    mark, form, block = feet(page)["numbers"].findall("a")
    assert form.text == "I get another number"
    assert form.get("aria-label") == "I get another number: numbers"
    assert form.get("href") == f"{FORM}part/page/numbers"
    assert mark.get("href") == "../../verified/#part/page/numbers"
    assert block.get("href") == "#code-numbers"


def test_it_leads_to_the_block_without_the_package_or_to_the_notebook(
    page: Course,
) -> None:
    notebook = page.docs / "notebooks/part/page.ipynb"
    notebook.parent.mkdir(parents=True)
    notebook.touch()
    assert len(feet(page)["error"].findall("a")) == 3, "it needs no package"
    page.write("snippets/part/page/error.py", "from attention import inputs\n")
    link = feet(page)["error"].findall("a")[3]
    assert link.text == "Notebook"
    assert link.get("href") == "../../notebooks/part/page.ipynb"
    written = page.docs / "standalone/part/page/error.py"
    written.parent.mkdir(parents=True)
    written.touch()
    link = feet(page)["error"].findall("a")[3]
    assert link.get("aria-label") == "Standalone: error"
    assert link.get("href") == "../../standalone/part/page/error.py"
    assert "download" in link.attrib


def test_it_is_no_part_of_what_is_searched(page: Course) -> None:
    assert all("data-search-exclude" in foot.attrib for foot in feet(page).values())


def test_the_mark_names_the_devices_of_fresh_records_alone(page: Course) -> None:
    assert feet(page)["numbers"].findtext("a") == "Not yet checked"
    runs = [Checked(f"part/page/{name}", [], 0.0, 0.1) for name in ("numbers", "error")]
    evidence.write(page, evidence.make(page, "cuda", "a GPU", runs))
    evidence.write(page, evidence.make(page, "cpu", "a processor", runs[:1]))
    assert feet(page)["numbers"].findtext("a") == "Checked on CPU, GPU"
    assert feet(page)["error"].findtext("a") == "Checked on GPU"
    assert feet(page)["figure"].findtext("a") == "Not yet checked"
    page.edit("snippets/part/page/numbers.py", "0.25", "0.75")
    assert feet(page)["numbers"].findtext("a") == "Not yet checked"


def test_the_form_has_a_field_for_what_the_link_fills_in() -> None:
    import yaml

    root = Path(__file__).resolve().parents[3]
    path = root / ".github" / "ISSUE_TEMPLATE" / "another-number.yml"
    fields = {item.get("id") for item in yaml.safe_load(path.read_text())["body"]}
    assert {"snippet", "torch", "processor", "printed"} <= fields
