"""The site while it is edited: snippets are re-run, new outputs marked.

This is mkdocs' own server with one addition before each build: snippets whose
code, or whose part of the package, changed are run, and what differs from the
accepted outputs is shown in their place. So that a save shows at once in a course
of any length, only pages whose files changed are looked at and built again, and what
takes long to run follows in a later build. The next server goes on from what is built.
"""

import hashlib
import json
import logging
import time
from pathlib import Path
from types import SimpleNamespace

from mkdocs.commands.serve import serve as mkdocs_serve
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.pages import Page

from publish.execute.processes import run
from publish.hooks.build import HOME, prepare, write_forms
from publish.hooks.polish import SCROLLS, TABLE
from publish.markdown.mathematics import with_formulas
from publish.project import Project
from publish.snapshots.accept import preview
from publish.snapshots.results import Outputs

BUDGET = 0.6  # seconds of running before a page is shown
AGAIN = Path(".cache", "again")  # changes when there is more to run
SITE = Path(".cache", "served").absolute()
STATES = SITE / "states.json"
# By page, the state of its files when it was last built.
_built: dict[str, str] = {}


def serve(project: Project) -> None:
    """Serves until interrupted."""
    logging.basicConfig(format="%(levelname)-7s %(message)s")
    logging.getLogger("mkdocs").setLevel(logging.INFO)
    # It warns at each save that a page was built alone, which is what we want.
    logging.getLogger("mkdocs.commands.build").setLevel(logging.ERROR)
    run("", "nothing", project.root)  # imports torch now, not at the first change
    AGAIN.parent.mkdir(exist_ok=True)
    AGAIN.touch()
    settings = str(project.root / "mkdocs.yml")
    hooks = [str(Path(__file__))]
    # "dirty": a page is built again if it is newer than its HTML, or has none.
    mkdocs_serve(settings, build_type="dirty", hooks=hooks, strict=False)


def on_serve(server: LiveReloadServer, **_: object) -> LiveReloadServer:
    """mkdocs calls this once, before it begins to watch."""
    server.watch(str(AGAIN.absolute()))
    server.root = str(SITE)
    return server


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """mkdocs calls this at the start of each build of the served site."""
    project = Project(Path(config.docs_dir).parent, config)
    config.site_dir = str(SITE)
    if not _built:
        _built[""] = _shared(project)
        _go_on(config)
    newer = project.cache / "preview"
    outputs, late = Outputs(project), time.monotonic() + BUDGET
    package, changed = _state(project.root / "attention"), []
    for page in project.pages:
        own = (project.snippets_dir / page).with_suffix("")
        state = package + _state(project.docs / page, own)
        if _built.get(page) == state:
            continue
        if preview(outputs, page, late):
            _built[page] = state
        else:
            (project.root / AGAIN).write_text(f"{time.time()}")
        changed.append(page)
        html = Path(config.site_dir, project.url(page), "index.html")
        html.unlink(missing_ok=True)
    prepare(project, changed, newer)
    write_forms(project.root, changed)
    options = config.mdx_configs["publish.markdown.blocks"]
    options["preview"] = str(newer.relative_to(project.root))
    return config


def _go_on(config: MkDocsConfig) -> None:
    """Takes over what an earlier server built, unless what all pages share is new."""
    known = json.loads(STATES.read_text()) if STATES.exists() else {}
    if known.get("") != _built[""]:
        return
    _built.update(known)
    index = json.loads((SITE / "search" / "search_index.json").read_text())
    search = config.plugins["material/search"]
    before = SimpleNamespace(entries=index["docs"])
    search.search_index_prev = before  # pyrefly: ignore


def _shared(project: Project) -> str:
    """The state of what every page is made with, the titles of all others too."""
    titles = [project.page(page).about.get("title") for page in project.pages]
    rules = (project.root / name for name in ("mkdocs.yml", "overrides", "evidence"))
    return f"{_state(*rules, HOME / 'publish', HOME / 'requirements.txt')} {titles}"


def _state(*paths: Path) -> str:
    """What tells whether files have changed; of folders, those in them."""
    files = [file for path in paths for file in (path, *path.rglob("*.*"))]
    found = [(str(f), f.stat()) for f in files if f.is_file() and f.suffix != ".pyc"]
    states = sorted((name, s.st_mtime_ns, s.st_size) for name, s in found)
    return hashlib.sha256(repr(states).encode()).hexdigest()


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """mkdocs calls this for each page that it has built."""
    return TABLE.sub(SCROLLS, with_formulas(output, page.file.src_uri))


def on_post_build(config: MkDocsConfig) -> None:
    """mkdocs calls this at the end of each build."""
    STATES.write_text(json.dumps(_built))
