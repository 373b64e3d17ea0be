"""MkDocs hooks: while the site is served, blocks of what is edited are run again.

`mkdocs serve --dirty` builds a page again when it has been saved. Here, the same is
done when a snippet of it or the package has changed: its blocks are run, and what
differs from the accepted outputs is shown in their place, and marked. What takes long
to run follows in a later build. What was edited before the server began is shown when
it is saved again.
"""

import hashlib
import time
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer

from publish.execute.processes import run
from publish.project import Project
from publish.snapshots.accept import preview
from publish.snapshots.results import Outputs

BUDGET = 0.6  # seconds of running before a page is shown

_is_served = False
_run: dict[str, str] = {}  # by page, the state of its code when it was last run
_shown: dict[str, str] = {}  # by page, the state of its files when it was last built


def on_startup(command: str, **_: object) -> None:
    global _is_served
    _is_served = command == "serve"


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: object) -> None:
    """MkDocs calls this once, before it begins to watch."""
    again = unfinished(Project(Path(config.docs_dir).parent, config))
    again.parent.mkdir(exist_ok=True)
    again.touch()
    server.watch(str(again))
    run("", "nothing", again.parents[1])  # imports torch now, not at the first change


def on_config(config: MkDocsConfig) -> None:
    """MkDocs calls this at the start of each build."""
    config.extra["is_served"] = _is_served
    if not _is_served:
        return
    project = Project(Path(config.docs_dir).parent, config)
    newer = project.cache / "preview"
    outputs, late = Outputs(project), time.monotonic() + BUDGET
    package, is_first = state(project.root / "attention"), not _shown
    for page in project.pages:
        code = (project.snippets_dir / page).with_suffix("")
        beside = (newer / page).with_suffix("")
        runs = package + state(code)
        if is_first and not beside.exists():
            _run[page] = runs
        elif _run.get(page) != runs:
            if preview(outputs, page, late):
                _run[page] = runs
            else:
                unfinished(project).write_text(f"{time.time()}")
        source = project.docs / page
        shows = state(source, code, beside)
        if "attention/" in source.read_text(encoding="utf-8"):
            shows += package
        if _shown.get(page) != shows:
            _shown[page] = shows
            built = Path(config.site_dir, project.url(page), "index.html")
            built.unlink(missing_ok=True)  # or MkDocs would look at the source alone
    options = config.mdx_configs["publish.markdown.blocks"]
    options["preview"] = str(newer.relative_to(project.root))


def unfinished(project: Project) -> Path:
    """A file that changes when there is more to run."""
    return project.cache / "again"


def state(*paths: Path) -> str:
    """What tells whether files have changed; of folders, those in them."""
    files = [file for path in paths for file in (path, *path.rglob("*.*"))]
    found = [(str(f), f.stat()) for f in files if f.is_file() and f.suffix != ".pyc"]
    states = sorted((name, s.st_mtime_ns, s.st_size) for name, s in found)
    return hashlib.sha256(repr(states).encode()).hexdigest()
