"""Markdown extension: fills the page *Verified* from the records of runs.

A line ``<!-- records: blocks -->`` becomes the table of that name. What the tables
say was written by runs (`publish.records.evidence`); they have the class ``record``,
which no author may type.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from benchmarks.page import tables as of_benchmark
from publish.markdown import Markers, extension
from publish.project import Project, Snippet
from publish.records.evidence import DEVICES, Record, current_marks

MARKER = re.compile(r"^<!-- records: (?P<name>\w+) -->$")


class Tables:
    """What the records say, as HTML."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def table(self, name: str) -> str:
        """The table that a marker calls by this name."""
        own = (self.runs, self.blocks)
        tables = {table.__name__: table for table in own}
        return (tables | of_benchmark(self.project.root))[name]()

    @cached_property
    def by_page(self) -> dict[str, list[Snippet]]:
        here = {page: self.project.snippets_of(page) for page in self.project.pages}
        return {page: found for page, found in here.items() if found}

    @cached_property
    def fresh(self) -> list[tuple[Record, dict[Snippet, dict[str, Any]]]]:
        """Each record, and what it says of snippets that are as they were."""
        marks = current_marks(self.project.root)
        every = [snippet for found in self.by_page.values() for snippet in found]
        return [
            (one, {s: one.snippets[s.id] for s in every if marks.is_fresh(one, s)})
            for one in marks.records
        ]

    @cached_property
    def checked(self) -> dict[str, dict[Snippet, list[dict[str, Any]]]]:
        """By device and snippet, what its records say of the code as it is."""
        found: dict[str, dict[Snippet, list[dict[str, Any]]]] = {}
        for record, fresh in self.fresh:
            known = found.setdefault(record.device, {})
            for snippet, entry in fresh.items():
                known.setdefault(snippet, []).append(entry)
        return found

    def runs(self) -> str:
        """One row for each kind of machine."""
        rows, count = [], sum(map(len, self.by_page.values()))
        for record, fresh in self.fresh:
            most = max((entry["deviation"] for entry in fresh.values()), default=0)
            time = sum(entry["seconds"] for entry in fresh.values())
            row = [DEVICES[record.device], record.hardware, record.system]
            row += [record.torch, record.python, record.date]
            row += [f"{len(fresh)} of {count}", f"{most:g}", f"{time:.0f} s"]
            rows.append(_row([escape(cell) for cell in row]))
        head = ["Device", "Hardware", "System", "torch", "Python", "Date"]
        return _table([*head, "Blocks", "Largest deviation", "Time"], rows)

    def blocks(self) -> str:
        """Every block, folded by page."""
        parts = []
        for heading, pages in self.project.parts:
            found = [page for page in pages if page in self.by_page]
            if found:
                parts.append(f"<h3>{escape(heading)}</h3>")
            parts += map(self._page, found)
        return "".join(parts)

    def _page(self, page: str) -> str:
        found = self.by_page[page]
        counts = [
            f"{DEVICES[device]} {sum(s in known for s in found)} of {len(found)}"
            for device, known in self.checked.items()
        ]
        head = ["Block", *map(DEVICES.__getitem__, self.checked)]
        rows = _table([*head, "Deviation", "Seconds"], map(self._block, found))
        summary = f"{self._title(page)}: {', '.join(counts)}"
        return f"<details><summary>{summary}</summary>{rows}</details>"

    def _block(self, snippet: Snippet) -> str:
        found = [known.get(snippet, []) for known in self.checked.values()]
        link = self.project.url(snippet.page)
        cells = [f'<a href="../{link}#code-{snippet.idea}">{snippet.id}</a>']
        cells += ["checked" if entries else "not yet" for entries in found]
        for what in ("deviation", "seconds"):
            most = max((e[what] for entries in found for e in entries), default=None)
            cells.append("" if most is None else f"{most:g}")
        return _row(cells, f' id="{snippet.id}"')

    def _title(self, page: str) -> str:
        return escape(self.project.page(page).about.get("title", page))


def _row(cells: Iterable[str], about: str = "") -> str:
    # An index of a page counts what is open: rows are closed, though HTML need not.
    return f"<tr{about}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _table(head: list[str], rows: Iterable[str]) -> str:
    columns = "".join(f'<th scope="col">{name}</th>' for name in head)
    body = "".join(rows)
    return f"<table><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"


class FillIn(Markers):
    marker = MARKER

    @cached_property
    def tables(self) -> Tables:
        return Tables(Project(Path.cwd()))  # the site is built in the project's root

    def made(self, found: re.Match[str]) -> str:
        name = found["name"]
        return f'<div class="record {name}">{self.tables.table(name)}</div>'


# After `normalize_whitespace` (30), which removes the marks of what is stashed, and
# before `html_block` (20), which takes comments away.
makeExtension = extension(("preprocessors", FillIn, "publish-verified", 21))
