"""``snippets.json``: what is published, for machines."""

import json
from pathlib import Path
from typing import Any

from publish.pages.expand import includes
from publish.project import Project, Snippet
from publish.outputs.store import read_ledger, shown_files


def entries(project: Project) -> list[dict[str, Any]]:
    """One entry a snippet, in reading order."""
    seconds = read_ledger(project)
    known = {f"{snippet.id}.py": snippet for snippet in project.snippets}
    return [
        entry(project, known[path], seconds.get(known[path].id, {}).get("seconds", 0.0))
        for page in project.pages
        for path in includes(project, page)
        if path in known
    ]


def entry(project: Project, snippet: Snippet, seconds: float) -> dict[str, Any]:
    """A snippet as readers get it: what is copied, and what it shows."""
    outputs = {path.name: path for path in shown_files(snippet)}
    variants = {
        name.split(".")[1]: shown(path.read_text(encoding="utf-8"))
        for name, path in outputs.items()
        if name.count(".") == 2
    }
    plain = outputs.get(f"{snippet.idea}.out")
    error = outputs.get(f"{snippet.idea}.err")
    result: dict[str, Any] = {
        "id": snippet.id,
        "page": project.url(snippet.page),
        "anchor": f"code-{snippet.idea}",
        "code": shown(snippet.code),
        "stdout": shown(plain.read_text(encoding="utf-8")) if plain else "",
        "raises": error.read_text(encoding="utf-8").rstrip("\n") if error else None,
        "figures": [
            f"figures/{snippet.id}.svg" for name in outputs if name.endswith(".svg")
        ],
        "seconds": seconds,
    }
    if variants:
        result["variants"] = variants
    return result


def shown(text: str) -> str:
    """A file as its block shows it: the copy button leaves the last newline out."""
    return text.rstrip("\n")


def write(project: Project, site: Path) -> None:
    """Writes the index into a built site."""
    text = json.dumps({"snippets": entries(project)}, indent=1, ensure_ascii=False)
    (site / "snippets.json").write_text(text + "\n", encoding="utf-8")
