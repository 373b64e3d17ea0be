"""The site while it is edited: snippets are re-run, new outputs marked.

This is mkdocs' own server with one addition before each build: snippets whose
code, or whose part of the package, changed are run, and what differs from the
accepted outputs is shown in their place. So that a save shows at once in a course
of any length, only pages that would look different are built again, and what takes
long to run follows in a later build.
"""

import hashlib
import logging
import time
from pathlib import Path

from mkdocs.commands.serve import serve as mkdocs_serve
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.pages import Page

from publish.export import notebooks
from publish.markdown.mathematics import with_formulas
from publish.outputs.accept import preview
from publish.pages.model import PageError
from publish.project import Project
from publish.run.block import run
from publish.site.build import copy_figures, finish, write_cells
from publish.site.scripts import write_bundles

BUDGET = 0.6  # seconds of running before a page is shown
AGAIN = Path(".cache", "again")  # changes when there is more to run
# By page, what was shown on it when it was last built.
_shown: dict[str, str] = {}


def serve(project: Project) -> None:
    """Serves until interrupted."""
    logging.basicConfig(format="%(levelname)-7s %(message)s")
    logging.getLogger("mkdocs").setLevel(logging.INFO)
    # It warns at each save that a page was built alone, which is what we want.
    logging.getLogger("mkdocs.commands.build").setLevel(logging.ERROR)
    run("", "nothing", project.root)  # imports torch now, not at the first change
    try:
        notebooks.write(project)  # as now: a save does not wait for them
    except PageError as error:
        logging.getLogger("mkdocs.publish").warning(error)
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
    newer, done = preview(project, BUDGET)
    if not done:
        (project.root / AGAIN).write_text(f"{time.time()}")
    copy_figures(project, newer)
    write_cells(project, newer)
    write_bundles(project)
    options = config.mdx_configs["publish.markdown.blocks"]
    options["preview"] = str(newer.relative_to(project.root))
    for page in project.pages:
        shows = _fingerprint(project, page, newer)
        if _shown.get(page) != shows:
            _shown[page] = shows
            html = Path(config.site_dir, project.url(page), "index.html")
            html.unlink(missing_ok=True)
    return config


def _fingerprint(project: Project, page: str, newer: Path) -> str:
    """A hash of the files that a page shows, as they would be shown now."""
    found = hashlib.sha256()
    model = project.page(page)
    for path in [shown.path for shown in (*model.blocks, *model.modules)]:
        places = (newer / path, project.snippets_dir / path, project.root / path)
        shown = next((place for place in places if place.exists()), None)
        found.update(f"{path} {shown}".encode())
        found.update(shown.read_bytes() if shown else b"")
    return found.hexdigest()


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
