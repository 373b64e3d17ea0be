"""Markdown extension: puts what records say into a page.

A line ``<!-- records: machines -->`` becomes the table of the machines on which the
blocks ran, ``missing`` the blocks that a record lacks, and ``models`` the published
models of the gallery, as a block counted them. Any other name is that of a table in
``evidence/``, which the benchmark wrote, or the tests of the diagnosis.
"""

from pathlib import Path

from markdown.preprocessors import Preprocessor

from publish import run_records as records
from publish.markdown import extension
from publish.markdown.model_table import models
from publish.page_model import MADE
from publish.project import Project, Snippet
from publish.run_records import DEVICES, Record


def table(project: Project, name: str) -> str:
    """What a marker of this name becomes, in Markdown."""
    made = {"machines": machines, "missing": missing, "models": models}
    if name in made:
        return made[name](project)
    (file,) = (project.root / records.FOLDER).rglob(f"{name}.md")
    return file.read_text(encoding="utf-8")


def machines(project: Project) -> str:
    """One row for each kind of machine."""
    head = ["Device", "Hardware", "System", "torch", "Python", "Date", "Blocks"]
    rows = [[*head, "Deviation"], ["---"] * 8]
    for record, ran, lacked in _compared(project):
        row = [DEVICES[record.device], record.hardware, record.system, record.torch]
        most = max((record.deviations.get(snippet.id, 0) for snippet in ran), default=0)
        count = f"{len(ran):,} of {len(ran) + len(lacked):,}"
        rows.append([*row, record.python, record.date, count, f"{most:g}"])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def missing(project: Project) -> str:
    """The blocks that each record lacks, folded, with the pages that they are on."""
    lines = []
    for record, _, lacked in _compared(project):
        if lacked:
            said = (
                f"{DEVICES[record.device]}, {record.hardware}: {len(lacked):,} blocks"
            )
            lines += ["", f'??? note "{said}"', ""]
        for page in project.pages:
            here = [s for s in lacked if s.page == page]
            to = (
                f"../{project.url(page)}#code-"  # as HTML: MkDocs knows no such anchors
            )
            links = [f'<a href="{to}{s.idea}">{s.idea}</a>' for s in here]
            if links:
                title = project.page(page).about.get("title", page)
                lines.append(f"    - {title}: {', '.join(links)}")
    return "\n".join(lines) or "None: each record has all blocks."


def _compared(project: Project) -> list[tuple[Record, list[Snippet], list[Snippet]]]:
    """Each record, the blocks whose code is what ran, and those that it lacks."""
    now, found = records.digests(project), []
    for record in records.read(project.root):
        those = [s for s in now if records.belongs(s, record.device)]
        ran = [s for s in those if record.has(s, now[s])]
        found.append((record, ran, [s for s in those if s not in ran]))
    return found


class FillIn(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        found = [MADE.match(line) for line in lines]
        for at in reversed([at for at, one in enumerate(found) if one]):
            made = found[at]
            if made and made["by"] == "records":
                text = table(Project(Path.cwd()), made["of"])  # where the site is built
                about = f'<div class="record {made["of"]}" markdown="block">'
                lines[at : at + 1] = [about, "", *text.splitlines(), "", "</div>"]
        return lines


# After `normalize_whitespace` (30), which removes the marks of what is stashed, and
# before `html_block` (20), which takes comments away.
makeExtension = extension(("preprocessors", FillIn, "publish-verified", 21))
