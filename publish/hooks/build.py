"""Builds the site, strictly: whatever mkdocs warns of is an error."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

from publish.export import llms, notebooks, standalone
from publish.hooks.polish import polish
from publish.hooks.scripts import write_bundles
from publish.hooks.slim import slim
from publish.markdown import files
from publish.page_model import PageError
from publish.project import Project, put
from publish.snapshots import store

HOME = Path(__file__).resolve().parents[2]
# A build ends before its garbage matters; looking for it takes a seventh of the time.
START = "import gc; gc.disable(); from mkdocs.__main__ import cli; cli()"
MKDOCS = [sys.executable, "-c", START, "build", "--strict"]
Builder = Callable[[Project, Path], None]


def build(project: Project, folder: Path) -> Path:
    """Builds ``project`` into ``folder``; nothing of the course is executed."""
    return complete(project, folder, with_mkdocs)


def complete(project: Project, folder: Path, pages: Builder) -> Path:
    """Builds the pages with ``pages``, and makes what comes before and after them.

    Before, blocks are written out in one process, and all else is made in another.
    """
    with ProcessPoolExecutor(1) as apart:
        forms = apart.submit(write_forms, project.root, project.pages)
        assets = prepare(project, project.pages)
        notebooks.write(project)
        remove_assets(project, but=assets | forms.result())
    pages(project, folder)
    llms.write(project, folder)
    polish(project, folder)
    return folder


def with_mkdocs(project: Project, folder: Path) -> None:
    run([*MKDOCS, "--site-dir", str(folder)], project.root)


def run(command: list[str], root: Path) -> None:
    """Builds the pages of the project in ``root``, or raises what was said."""
    done = subprocess.run(
        command,
        cwd=root,
        # The Markdown extensions are ours, also where another folder is built.
        # The theme's notice about its end of life is known: see CONTRIBUTING.md.
        env={**os.environ, "PYTHONPATH": str(HOME), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise PageError(done.stdout + done.stderr)


def prepare(
    project: Project, pages: Iterable[str], preview: Path | None = None
) -> set[Path]:
    """Writes the scripts of all pages, and the assets of these."""
    # Here, because it imports the package: whoever builds nothing need not wait.
    from publish.hooks.live import write_models

    write_bundles(project)
    write_models(project)
    return write_assets(project, pages, preview)


def write_assets(
    project: Project, pages: Iterable[str], preview: Path | None = None
) -> set[Path]:
    """Puts figures and cells of pages where the site finds them; returns their files.

    Outputs in ``preview`` are newer than the stored ones. Only what changed is written.
    """
    wanted: dict[Path, str] = {}
    for page in pages:
        cells: dict[str, Any] = {}
        for snippet in project.snippets_of(page):
            newer = preview / f"{snippet.id}.py" if preview else snippet.path
            shown = (
                newer if any(newer.parent.glob(f"{snippet.idea}.*")) else snippet.path
            )
            if (drawn := shown.with_suffix(".svg")).exists():
                name = project.docs / "figures" / f"{snippet.id}.svg"
                wanted[name] = slim(drawn.read_text(encoding="utf-8"))
            if (known := shown.with_suffix(store.CELLS)).exists():
                cells[snippet.idea] = json.loads(known.read_text(encoding="utf-8"))
        # As a script, which a page can load from the file system, too.
        text = json.dumps(cells, ensure_ascii=False, separators=(",", ":"))
        script = (project.docs / "cells" / page).with_suffix(".js")
        wanted[script] = f"var cells = {text};\n"
    return put_all(wanted)


def write_forms(root: Path, pages: Iterable[str]) -> set[Path]:
    """The same with the blocks of pages, written out without the package."""
    project = Project(root)
    of_pages = {page: project.snippets_of(page) for page in pages}
    texts = standalone.forms(project, chain(*of_pages.values()))
    texts |= {s.id: s.code for s in of_pages.get(standalone.CLASSES, [])}
    return put_all(
        {project.docs / files.standalone(name): text for name, text in texts.items()}
    )


def put_all(wanted: dict[Path, str]) -> set[Path]:
    for path, text in wanted.items():
        put(path, text)
    return set(wanted)


def remove_assets(project: Project, but: set[Path]) -> None:
    """Deletes what was made of snippets that are gone."""
    for folder in ("figures", "cells", files.STANDALONE):
        for path in (project.docs / folder).rglob("*.*"):
            if path not in but:
                path.unlink()
