"""Times to read are filled in and summed, not typed."""

from pathlib import Path

import pytest
from lxml import html
from markdown import Markdown

from publish.page_model import PageError

TABLE = """
| Page | Minutes | Exercise |
|---|---|---|
| [One](one.md) | | [its exercise](one.md#exercise) |
| [Two](part/two.md#late) | | none |
| Together | | |

| Page | Words |
|---|---|
| [One](one.md) | |
"""


@pytest.fixture
def md(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Markdown:
    (tmp_path / "docs" / "part").mkdir(parents=True)
    (tmp_path / "docs" / "one.md").write_text("---\nsubtitle: 9 min\n---\n\n# One\n")
    (tmp_path / "docs/part/two.md").write_text("---\nsubtitle: 14 min\n---\n\n# Two\n")
    (tmp_path / "docs" / "three.md").write_text("---\ntitle: Three\n---\n\n# Three\n")
    monkeypatch.chdir(tmp_path)
    return Markdown(extensions=["tables", "publish.markdown.times"])


def test_times_are_those_of_the_pages_and_their_sum(md: Markdown) -> None:
    tree = html.fromstring(md.convert(TABLE))
    cells = tree.find_class("record")
    assert [cell.text for cell in cells] == ["9", "14", "23"]
    assert tree.xpath("count(//table[2]//td[@class])") == 0, "another table's"


def test_a_time_that_was_typed_stops_the_build(md: Markdown) -> None:
    with pytest.raises(PageError, match="the column 'Minutes' is left empty"):
        md.convert("| Page | Minutes |\n|---|---|\n| [One](one.md) | 9 |\n")
