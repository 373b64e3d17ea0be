"""Markdown extension: times to read, in tables that lead through the course.

A table with a column "Minutes" names a page a row, by its first link; the column is
left empty, and filled from what each page says of itself (``subtitle``). A row that
links to nothing gets the sum. So no time is typed twice, and no sum can be wrong.
"""

from pathlib import Path
from xml.etree.ElementTree import Element

from markdown.treeprocessors import Treeprocessor
from mkdocs.utils.meta import get_data

from publish.markdown import extension
from publish.page_model import PageError

COLUMN = "Minutes"


class FillTimes(Treeprocessor):
    def run(self, root: Element) -> None:
        for table in root.iter("table"):
            heads = ["".join(head.itertext()).strip() for head in table.iter("th")]
            if COLUMN in heads:
                self.fill(table, heads.index(COLUMN))

    def fill(self, table: Element, column: int) -> None:
        total = 0
        for row in [row for body in table.iter("tbody") for row in body]:
            link = next(row.iter("a"), None)
            cell = list(row)[column]
            if "".join(cell.itertext()).strip():
                raise PageError(f"the column {COLUMN!r} is left empty, for the build")
            here = minutes(link.get("href", "")) if link is not None else 0
            total += here
            cell.text = str(here if link is not None else total)
            cell.set("class", "record")  # it is made, not typed


def minutes(address: str) -> int:
    """The time that a page says it takes; ``address`` is relative to docs/."""
    path = Path("docs", address.partition("#")[0])  # the site is built in the root
    about = get_data(path.read_text(encoding="utf-8"))[1] if path.is_file() else {}
    number, _, unit = str(about.get("subtitle", "")).partition(" ")
    if unit != "min":
        raise PageError(f"{address} is no page that says how long it takes to read")
    return int(number)


# After `inline` (20), which makes the links, before mkdocs resolves them (0).
makeExtension = extension(("treeprocessors", FillTimes, "publish-routes", 12))
