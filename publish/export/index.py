"""``snippets.json``: what is published, for machines."""

import json
from pathlib import Path
from typing import Any

from publish.markdown.files import standalone, uses_package
from publish.project import Project, Snippet
from publish.snapshots.ledger import read as read_ledger


def entries(project: Project) -> list[dict[str, Any]]:
    """One entry a snippet, in reading order: what is copied, and what it shows."""
    ledger = read_ledger(project)
    found = []
    for page in project.pages:
        for block, outputs in project.page(page).with_outputs():
            snippet = project.snippet(block.path)
            if not snippet.path.exists():  # a source of the package
                continue
            texts = {
                output.path.rpartition(".")[2]: shown(project.included(output.path))
                for output in outputs
            }
            drawn = snippet.stored(".svg").exists()
            found.append(
                {
                    "id": snippet.id,
                    "page": project.url(page),
                    "anchor": f"code-{snippet.idea}",
                    "code": shown(snippet.code),
                    "standalone": alone(project, snippet),
                    "stdout": texts.get("out", ""),
                    "raises": texts.get("err"),
                    "figures": [f"figures/{snippet.id}.svg"] if drawn else [],
                    "seconds": ledger.get(snippet.id, {}).get("seconds", 0.0),
                }
            )
    return found


def alone(project: Project, snippet: Snippet) -> str | None:
    """The block as it runs without the package; None where it would be too long."""
    written = project.docs / standalone(snippet.id)  # when the site was built
    if written.exists():
        return shown(written.read_text(encoding="utf-8"))
    return None if uses_package(snippet) else shown(snippet.code)


def shown(text: str) -> str:
    """A file as its block shows it: the copy button leaves the last newline out."""
    return text.rstrip("\n")


def write(project: Project, site: Path) -> None:
    """Writes the index into a built site."""
    text = json.dumps({"snippets": entries(project)}, indent=1, ensure_ascii=False)
    (site / "snippets.json").write_text(text + "\n", encoding="utf-8")
