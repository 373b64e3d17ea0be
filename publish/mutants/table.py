"""The record of mutants as the page *Verified* shows it."""

from html import escape
from pathlib import Path

from publish.mutants.kinds import KINDS
from publish.mutants.record import Count, Record, read
from publish.project import Project

HEAD = ["Altered", "In", "Mutants", "Noticed", "Equivalent", "Not noticed", "Unchanged"]


def table(root: Path) -> str:
    """One row for each kind, then the survivors and the equivalent, one by one."""
    record = read(root)
    if record is None:
        return "<p>No run yet.</p>"
    project = Project(root)
    columns = "".join(f'<th scope="col">{name}</th>' for name in HEAD)
    rows = "".join(_row(project, name, kind) for name, kind in record.kinds.items())
    return (
        f"<table><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>"
        f"<p>{escape(_made(record))}</p>{_lists(record)}"
    )


def _row(project: Project, name: str, kind: Count) -> str:
    cells = [kind.title, f"{len(kind.altered)} {kind.units}", f"{kind.mutants}"]
    cells += [f"{kind.killed}", f"{len(kind.equivalent)}", f"{len(kind.survivors)}"]
    cells.append(_unchanged(project, name, kind))
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells)


def _unchanged(project: Project, name: str, kind: Count) -> str:
    """Of how much the figures still speak: what was altered is what is there now."""
    now = KINDS[name](project)
    names = now.names()
    same = sum(kind.altered.get(unit) == now.stamp(unit) for unit in names)
    return f"{same} of {len(names)}"


def _made(record: Record) -> str:
    said = record.kinds["said"].also
    share = said["computed"] / max(1, said["guarded"])
    hours, minutes = divmod(sum(k.seconds for k in record.kinds.values()) // 60, 60)
    return (
        f"Made on {record.date} with torch {record.torch}, Python {record.python} and "
        f"mutmut {record.mutmut}, in {hours:.0f} h {minutes:.0f} min of one processor. "
        f"Of {said['guarded']} changes to numbers that a block must show, the "
        f"numbers of the section itself refuse {share:.1%}, and the list of accepted "
        "numbers the others."
    )


def _lists(record: Record) -> str:
    parts = []
    for kind in record.kinds.values():
        alive = [f"<code>{escape(line)}</code>" for line in kind.survivors]
        same = [
            f"<code>{escape(line)}</code>: {escape(test)}"
            for line, test in kind.equivalent.items()
        ]
        parts.append(_listed(f"{kind.title}, not noticed", alive))
        parts.append(_listed(f"{kind.title}, equivalent, and why", same))
    return "".join(parts)


def _listed(title: str, items: list[str]) -> str:
    found = "".join(f"<li>{item}</li>" for item in items)
    return f"<p><strong>{escape(title)}</strong></p><ul>{found}</ul>" if found else ""
