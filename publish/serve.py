"""The site while it is edited: snippets are re-run, new outputs marked.

This is mkdocs' own server with one addition before each build: snippets whose
code, or whose part of the package, changed are run, and what differs from the
accepted outputs is shown in their place.
"""

from pathlib import Path

from mkdocs.commands.serve import serve as mkdocs_serve
from mkdocs.config.defaults import MkDocsConfig

from publish import index
from publish.accept import preview
from publish.build import copy_figures
from publish.project import Project
from publish.run import run


def serve(project: Project) -> None:
    """Serves until interrupted."""
    run("", "nothing", project.root)  # imports torch now, not at the first change
    hooks = [str(Path(__file__))]
    mkdocs_serve(str(project.root / "mkdocs.yml"), hooks=hooks, strict=False)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """mkdocs calls this at the start of each build of the served site."""
    project = Project(Path(config.docs_dir).parent, config)
    newer = preview(project)
    copy_figures(project, newer)
    options = config.mdx_configs["publish.blocks"]
    options["preview"] = str(newer.relative_to(project.root))
    return config


def on_post_build(config: MkDocsConfig) -> None:
    """mkdocs calls this at the end of each build."""
    project = Project(Path(config.docs_dir).parent, config)
    index.write(project, Path(config.site_dir))
