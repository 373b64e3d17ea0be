"""Markdown extension: fills the page of evidence from the records of runs.

A line ``<!-- records: blocks -->`` becomes the table of that name. What the tables
say was written by runs (`publish.records.evidence`); they have the class ``record``,
which no author may type.
"""

import re
from collections import Counter
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from mkdocs.utils import yaml_load
from mkdocs.utils.meta import get_data

from benchmarks.page import tables
from publish.pages.sentences import KINDS, claims
from publish.project import Project, Snippet, parts_of, url
from publish.records.evidence import DEVICES, Marks, Record, current_marks

MARKER = re.compile(r"^<!-- records: (?P<name>\w+) -->$")


class Tables:
    """What the records say, as HTML."""

    def __init__(self, root: Path, marks: Marks) -> None:
        self.root = root
        self.marks = marks
        self.records = marks.records
        with (root / "mkdocs.yml").open(encoding="utf-8") as file:
            self.files = f"{yaml_load(file).get('repo_url', '')}/blob/main/"
        ids: dict[str, list[Snippet]] = {}
        for snippet in Project(root).snippets:
            ids.setdefault(snippet.page, []).append(snippet)
        pages = [page for _, found in parts_of(root) for page in found]
        self.by_page = {page: ids[page] for page in pages if page in ids}

    def runs(self) -> str:
        """One row for each kind of machine."""
        every = [snippet for found in self.by_page.values() for snippet in found]
        rows = []
        for record in self.records:
            fresh = [s for s in every if self.marks.is_fresh(record, s)]
            most = max((record.snippets[s.id]["deviation"] for s in fresh), default=0)
            time = sum(record.snippets[s.id]["seconds"] for s in fresh)
            row = [DEVICES[record.device], record.hardware, record.system]
            row += [record.torch, record.python, record.date]
            row += [f"{len(fresh)} of {len(every)}", f"{most:g}", f"{time:.0f} s"]
            rows.append(_cells(row))
        head = ["Device", "Hardware", "System", "torch", "Python", "Date"]
        return _table([*head, "Blocks", "Largest deviation", "Time"], rows)

    def stale(self) -> str:
        """What changed since it was last checked, by device."""
        every = sum(map(len, self.by_page.values()))
        parts = []
        for device, name in DEVICES.items():
            records = [r for r in self.records if r.device == device]
            stale = {
                page: len(found) - self._count(device, found)
                for page, found in self.by_page.items()
                if self._count(device, found) < len(found)
            }
            if stale and records:
                share = f"On {name}: {sum(stale.values())} of {every} blocks"
                items = "".join(
                    f'<li><a href="../{url(page)}">{page.removesuffix(".md")}</a>: '
                    f"{count} of {len(self.by_page[page])}</li>"
                    for page, count in stale.items()
                )
                fold = f"<summary>{share}</summary><ul>{items}</ul>"
                parts.append(f"<details>{fold}</details>")
            elif records:
                parts.append(f"<p>On {name}: none.</p>")
            elif device == "cuda":
                parts.append(f"<p>On {name}: everything; no run yet.</p>")
        return "".join(parts)

    def claims(self) -> str:
        """How many sentences of each page are tested, derived or cited, and where."""
        project = Project(self.root)
        rows, total = [], Counter[str]()
        for page in [page for _, found in parts_of(self.root) for page in found]:
            if not (quoted := claims(project, page)):
                continue
            counts = Counter(claim.kind for claim in quoted)
            total += counts
            title = escape(project.page(page).about.get("title", page))
            place, name = self.files + quoted[0].file, quoted[0].file.rpartition("/")[2]
            cells = [f'<a href="../{url(page)}">{title}</a>']
            cells += [str(counts[kind]) for kind in KINDS]
            cells.append(f'<a href="{place}">{name}</a>')
            rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        sums = "".join(f"<td>{total[kind]}</td>" for kind in KINDS)
        rows.append(f"<tr><td>All pages</td>{sums}<td></td></tr>")
        return _table(["Page", *(kind.capitalize() for kind in KINDS), "File"], rows)

    def strip(self) -> str:
        """In a few figures, why a reader of the first page may believe the rest."""
        every = [snippet for found in self.by_page.values() for snippet in found]
        project = Project(self.root)
        pages = [page for _, found in parts_of(self.root) for page in found]
        kinds = Counter(claim.kind for page in pages for claim in claims(project, page))
        said = ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS)
        lines = [
            _told("verified/", f"{len(every)} blocks", "run on each change"),
            _told("verified/", f"{kinds.total()} sentences", said),
        ]
        for device, name in DEVICES.items():
            dates = [r.date for r in self.records if r.device == device]
            if dates:
                count = f"{self._count(device, every)} of {len(every)} blocks"
                lines.append(_told("verified/", name, f"{count}, {max(dates)}"))
        text = (self.root / "docs" / "corrections.md").read_text(encoding="utf-8")
        count = len(re.findall(r"^- \*\*\d{4}-", text, re.MULTILINE))
        lines.append(_told("corrections/", f"{count} corrections", "logged"))
        return f"<ul>{''.join(lines)}</ul>"

    def blocks(self) -> str:
        """Every block, folded by page."""
        devices = [d for d in DEVICES if any(r.device == d for r in self.records)]
        head = ["Block", *(DEVICES[d] for d in devices), "Deviation", "Seconds"]
        parts = []
        for heading, pages in parts_of(self.root):
            found = [page for page in pages if page in self.by_page]
            if found:
                parts.append(f"<h3>{escape(heading)}</h3>")
            parts += [self._page(page, head, devices) for page in found]
        return "".join(parts)

    def _page(self, page: str, head: list[str], devices: list[str]) -> str:
        found = self.by_page[page]
        text = (self.root / "docs" / page).read_text(encoding="utf-8")
        counts = [
            f"{DEVICES[device]} {self._count(device, found)} of {len(found)}"
            for device in devices
        ]
        summary = f"{escape(get_data(text)[1].get('title', page))}: {', '.join(counts)}"
        rows = [self._row(snippet, devices) for snippet in found]
        return f"<details><summary>{summary}</summary>{_table(head, rows)}</details>"

    def _row(self, snippet: Snippet, devices: list[str]) -> str:
        entries = []
        cells = [_link(snippet, snippet.id)]
        for device in devices:
            records = [r for r in self.records if r.device == device]
            fresh = self._fresh(records, snippet)
            entries += [record.snippets[snippet.id] for record in fresh]
            cells.append("checked" if fresh else "not yet")
        most = max((entry["deviation"] for entry in entries), default=None)
        time = max((entry["seconds"] for entry in entries), default=None)
        cells += ["" if n is None else f"{n:g}" for n in (most, time)]
        # An index of a page counts what is open: rows are closed, though HTML need not.
        row = "".join(f"<td>{cell}</td>" for cell in cells)
        return f'<tr id="{snippet.id}">{row}</tr>'

    def _fresh(self, records: list[Record], snippet: Snippet) -> list[Record]:
        return [r for r in records if self.marks.is_fresh(r, snippet)]

    def _count(self, device: str, found: list[Snippet]) -> int:
        records = [r for r in self.records if r.device == device]
        return sum(bool(self._fresh(records, snippet)) for snippet in found)


def _link(snippet: Snippet, text: str) -> str:
    return f'<a href="../{url(snippet.page)}#code-{snippet.idea}">{text}</a>'


def _told(place: str, figure: str, words: str) -> str:
    return f'<li><a href="{place}"><strong>{figure}</strong></a> {words}</li>'


def _cells(row: list[str]) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"


def _table(head: list[str], rows: list[str]) -> str:
    columns = "".join(f'<th scope="col">{name}</th>' for name in head)
    body = "".join(rows)
    return f"<table><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"


def made_of_records(root: Path) -> dict[str, Callable[[], str]]:
    """The tables by the names that markers call them by."""
    evidence = Tables(root, current_marks(root))
    return {
        "strip": evidence.strip,
        "runs": evidence.runs,
        "stale": evidence.stale,
        "blocks": evidence.blocks,
        "claims": evidence.claims,
        **tables(root),
    }


class FillIn(Preprocessor):
    """Puts a table in the place of each marker."""

    def run(self, lines: list[str]) -> list[str]:
        found = [MARKER.match(line) for line in lines]
        if not any(found):
            return lines
        made = made_of_records(Path.cwd())  # the site is built in the project's root
        result = []
        for line, marker in zip(lines, found, strict=True):
            if marker is None:
                result.append(line)
                continue
            name = marker["name"]
            html = f'<div class="record {name}">{made[name]()}</div>'
            result.append(self.md.htmlStash.store(html))
        return result


class VerifiedExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:
        # After `normalize_whitespace` (30), which removes the marks of what is stashed,
        # and before `html_block` (20), which takes comments away.
        md.preprocessors.register(FillIn(md), "publish-verified", 21)


def makeExtension(**options: Any) -> VerifiedExtension:
    return VerifiedExtension(**options)
