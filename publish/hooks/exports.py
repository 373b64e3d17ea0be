"""MkDocs hooks: the forms of a page that readers can have beside it.

Blocks without the package, notebooks with pages of their own, plain Markdown, and the
index of all blocks. None of them is made while the site is served.
"""

import os
import subprocess
import sys
from itertools import chain
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from publish.export import index, llms, notebooks, standalone
from publish.hooks import notebook_pages
from publish.markdown import files
from publish.project import Project, put

HOME = Path(__file__).resolve().parents[2]

_notebooks: list[tuple[subprocess.Popen[str], TemporaryDirectory[str]]] = []


def on_pre_build(config: MkDocsConfig) -> None:
    """Writes into ``docs`` what readers can download, before MkDocs looks there."""
    if config.extra["is_served"]:
        return
    project = Project(Path(config.docs_dir).parent, config)
    notebooks.write(project)
    if notebook_pages.shown(project):
        _notebooks.append(start_notebook_pages(project))
    write_forms(project)


def write_forms(project: Project) -> None:
    """Writes the blocks of pages without the package, touching only what changed."""
    of_pages = {page: project.snippets_of(page) for page in project.pages}
    texts = standalone.forms(project, chain(*of_pages.values()))
    texts |= {s.id: s.code for s in of_pages.get(standalone.CLASSES, [])}
    wanted = {
        project.docs / files.standalone(name): text for name, text in texts.items()
    }
    for path, text in wanted.items():
        put(path, text)
    for path in (project.docs / files.STANDALONE).rglob("*.py"):
        if path not in wanted:
            path.unlink()


def start_notebook_pages(
    project: Project,
) -> tuple[subprocess.Popen[str], TemporaryDirectory[str]]:
    """Builds the pages that show notebooks, by settings of their own."""
    folder = TemporaryDirectory()
    settings, site = Path(folder.name, "mkdocs.yml"), Path(folder.name, "site")
    settings.write_text(notebook_pages.settings(project), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    command += ["--config-file", str(settings), "--site-dir", str(site)]
    env = {**os.environ, "PYTHONPATH": str(HOME)}
    pipe = subprocess.PIPE
    building = subprocess.Popen(
        command, cwd=project.root, env=env, stdout=pipe, stderr=pipe, text=True
    )
    return building, folder


def on_post_build(config: MkDocsConfig) -> None:
    """Writes into the site what is made of pages."""
    if config.extra["is_served"]:
        return
    project, site = Project(Path(config.docs_dir).parent, config), Path(config.site_dir)
    index.write(project, site)
    llms.write(project, site)
    for building, folder in _notebooks:
        said, complained = building.communicate()
        if building.returncode:
            raise PluginError(said + complained)
        copytree(
            Path(folder.name, "site", files.NOTEBOOKS),
            site / files.NOTEBOOKS,
            dirs_exist_ok=True,
        )
