"""``make check``: the pages that changed, their blocks, numbers, files and HTML.

Each page has a digest of all that decides what is said of it. A page that passed is not
looked at again until its digest changes. The strict build of the whole site, with its
links, belongs to `make test`.
"""

import json
from pathlib import Path

from publish.guards import blocks, shown, sources
from publish.markdown.rendered import rendered
from publish.outputs import store
from publish.outputs.results import Outputs
from publish.pages import numbers
from publish.pages.claims import claims
from publish.pages.model import PageError
from publish.project import Project, put


def check_pages(project: Project) -> list[str]:
    """What is wrong with the pages that changed since they passed."""
    kept = project.cache / "checked" / "pages.json"
    passed = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    said = numbers.read_ledger(project)
    outputs = Outputs(project)
    now = digests(outputs, said)
    changed = [page for page in project.pages if passed.get(page) != now[page]]
    outputs.run_all(s for page in changed for s in project.snippets_of(page))
    complaints = []
    for page in changed:
        wrong = sources.of_page(project, page, said.get(page, []))
        wrong += _executed(outputs, page)
        complaints += wrong
        if not wrong:
            passed[page] = now[page]
    put(kept, json.dumps(passed, indent=1))
    complaints += sources.of_all(project)
    print(f"{len(changed)} of {len(project.pages)} pages were new here or had changed.")
    return list(dict.fromkeys(complaints))


def _executed(outputs: Outputs, page: str) -> list[str]:
    """What running a page's blocks and looking at its HTML finds."""
    project = outputs.project
    try:
        items = blocks.of_page(project, page)
    except PageError as error:
        return [str(error)]
    found = [line for item in items for line in blocks.check_block(outputs, item)]
    return found + shown.unexecuted_on(project, page, rendered(project, page))


def digests(outputs: Outputs, said: dict[str, list[str]]) -> dict[str, str]:
    """By page, a hash of all that decides whether it passes."""
    project, package = outputs.project, outputs.package
    glue = _digest(_hashes(*sorted((project.root / "publish").rglob("*.py"))))
    settings = _hashes(project.root / "mkdocs.yml")
    ledger = store.read_ledger(project)
    found = {}
    for page in project.pages:
        snippets = project.snippets_of(page)
        files = [path for s in snippets for path in (s.path, *store.stored_files(s))]
        shown = [project.root / block.path for block in project.page(page).blocks]
        files += [path for path in shown if path.is_file()]  # sources of the package
        reached = [(ledger.get(s.id), *package.decisive(s.code)) for s in snippets]
        quoted = said.get(page), claims(project, page)
        texts = _hashes(project.docs / page, *files)
        found[page] = _digest((glue, settings, quoted, texts, reached))
    return found


def _digest(value: object) -> str:
    return store.digest(repr(value).encode())


def _hashes(*files: Path) -> list[tuple[str, str]]:
    return [(file.name, store.digest(file.read_bytes())) for file in files]
