"""MkDocs hooks: the forms of a page that readers can have beside it.

Blocks without the package, notebooks, and plain Markdown. None of them is made while
the site is served.
"""

from itertools import chain
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from publish.export import llms, notebooks, standalone
from publish.markdown import download_paths
from publish.project import Project, put


def on_pre_build(config: MkDocsConfig) -> None:
    """Writes into ``docs`` what readers can download, before MkDocs looks there."""
    if config.extra["is_served"]:
        return
    project = Project(Path(config.docs_dir).parent, config)
    notebooks.write(project)
    write_forms(project)


def write_forms(project: Project) -> None:
    """Writes the blocks of pages without the package, touching only what changed."""
    of_pages = {page: project.snippets_of(page) for page in project.pages}
    texts = standalone.forms(project, chain(*of_pages.values()))
    texts |= {s.id: s.code for s in of_pages.get(standalone.CLASSES, [])}
    wanted = {
        project.docs / download_paths.standalone(name): text
        for name, text in texts.items()
    }
    for path, text in wanted.items():
        put(path, text)
    for path in (project.docs / download_paths.STANDALONE).rglob("*.py"):
        if path not in wanted:
            path.unlink()


def on_post_build(config: MkDocsConfig) -> None:
    """Writes into the site what is made of pages."""
    if not config.extra["is_served"]:
        project = Project(Path(config.docs_dir).parent, config)
        llms.write(project, Path(config.site_dir))
