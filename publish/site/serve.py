"""The site while it is edited: snippets are re-run, new outputs marked.

This is mkdocs' own server with one addition before each build: snippets whose
code, or whose part of the package, changed are run, and what differs from the
accepted outputs is shown in their place. So that a save shows at once in a course
of any length, only pages whose files changed are looked at and built again, and what
takes long to run follows in a later build.
"""

import logging
import time
from pathlib import Path

from mkdocs.commands.serve import serve as mkdocs_serve
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.pages import Page

from publish.markdown.mathematics import with_formulas
from publish.outputs.accept import preview
from publish.pages.model import PageError
from publish.project import Project
from publish.run.block import run
from publish.site.build import finish, write_assets
from publish.site.scripts import write_bundles

BUDGET = 0.6  # seconds of running before a page is shown
AGAIN = Path(".cache", "again")  # changes when there is more to run
# By page, the state of its files when it was last built.
_built: dict[str, tuple[tuple[str, int, int], ...]] = {}


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
    return server


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """mkdocs calls this at the start of each build of the served site."""
    project = Project(Path(config.docs_dir).parent, config)
    newer = project.cache / "preview"
    late = time.monotonic() + BUDGET
    changed = []
    for page in project.pages:
        state = _state(project, page)
        if _built.get(page) == state:
            continue
        if preview(project, page, late):
            _built[page] = state
        else:
            (project.root / AGAIN).write_text(f"{time.time()}")
        changed.append(page)
        html = Path(config.site_dir, project.url(page), "index.html")
        html.unlink(missing_ok=True)
    write_assets(project, changed, newer)
    write_bundles(project)
    # Notebooks are not rendered: a save would have to wait for them.
    if jupyter := config.plugins.get("mkdocs-jupyter"):
        jupyter.config |= {"include": [], "cache": False}
    options = config.mdx_configs["publish.markdown.blocks"]
    options["preview"] = str(newer.relative_to(project.root))
    return config


def _state(project: Project, page: str) -> tuple[tuple[str, int, int], ...]:
    """What tells whether a page has changed: its files, and those it may reach."""
    files = [project.docs / page, *(project.root / "attention").rglob("*.py")]
    files += (project.snippets_dir / page).with_suffix("").glob("*.*")
    found = [(str(path), path.stat()) for path in files]
    return tuple(sorted((name, s.st_mtime_ns, s.st_size) for name, s in found))


def on_post_page(output: str, page: Page, **_: object) -> str:
    """mkdocs calls this for each page that it has built."""
    return with_formulas(output, page.file.src_uri)


def on_post_build(config: MkDocsConfig) -> None:
    """mkdocs calls this at the end of each build."""
    project = Project(Path(config.docs_dir).parent, config)
    try:
        finish(project, Path(config.site_dir))
    except PageError as error:  # it is being written: the page itself is shown
        logging.getLogger("mkdocs.publish").warning(error)
