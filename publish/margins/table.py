"""The record of rounding margins as the page *Verified* shows it."""

from html import escape

from publish.margins.record import Record, is_fresh, model
from publish.project import Project, Snippet, url
from publish.reach import Package

HEAD = ["Block", "Prints", "Which is"]


def table(project: Project, package: Package, record: Record | None) -> str:
    """How many numbers are near, which, and of what the record no longer speaks."""
    if record is None:
        return "<p>No run yet.</p>"
    snippets = project.snippets
    known = {s.id: s for s in snippets if is_fresh(record, s, package)}
    others = [s for s in snippets if s.id not in known]
    unseen = [s for s in others if s.id not in record.snippets]
    stale = [s for s in others if s.id in record.snippets]
    near = [found for found in record.near if found[0] in known]
    columns = "".join(f'<th scope="col">{name}</th>' for name in HEAD)
    rows = "".join(_row(known[name], *numbers) for name, *numbers in near)
    return (
        f"<p>{escape(_counted(record, list(known), len(near)))}</p>"
        f"<table><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>"
        f"<p>Changed since: {', '.join(map(_link, stale)) or 'none'}.</p>"
        f"<p>Not looked at yet: {len(unseen)} of {len(snippets)} blocks.</p>"
    )


def _counted(record: Record, known: list[str], near: int) -> str:
    numbers = sum(record.snippets[name]["numbers"] for name in known)
    older = (
        "" if record.model == model() else " Seen by an older model, to be run again."
    )
    return (
        f"{near} of the {numbers} numbers that {len(known)} blocks print are near. "
        f"Looked at with torch {record.torch} and Python {record.python}; last on "
        f"{record.date}.{older}"
    )


def _row(snippet: Snippet, printed: str, value: str) -> str:
    cells = [_link(snippet), escape(printed), escape(value)]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells)


def _link(snippet: Snippet) -> str:
    return f'<a href="../{url(snippet.page)}#code-{snippet.idea}">{snippet.id}</a>'
