"""Each page with code as a notebook, made from the page's model and stored outputs.

``notebooks/causal/mask.ipynb`` is ``causal/mask.md``. Nothing is run here. When the
site is built, mkdocs-jupyter renders those of the lessons.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from publish.execute.figures import STYLE
from publish.export.plain import Block, Figure, Piece, Prose, address, pieces
from publish.markdown.files import NOTEBOOKS as FOLDER
from publish.markdown.files import notebook as of
from publish.project import Project, Snippet, put

BRANCH = "notebooks"  # of our repository, where Colab finds them; a release pushes it
SETUP = """\
# Installs what is missing, draws figures as SVG, and gives each cell
# the package as new: some change the running example on purpose.
import sys
from importlib.util import find_spec

if not all(map(find_spec, ("attention", "matplotlib", "tiktoken"))):
    %pip install --quiet "attention-verified[text,plot]"
%config InlineBackend.figure_formats = ["svg"]


def as_new(*_):
    for name in list(sys.modules):
        if name.split(".")[0] == "attention":
            del sys.modules[name]


get_ipython().events.register("pre_run_cell", as_new)"""
FOLDED = {"jupyter": {"source_hidden": True, "outputs_hidden": True}}
CODE_FOLDED = {"jupyter": {"source_hidden": True}}  # and the figure is seen
META = "search: { exclude: true }\n"  # they repeat their pages
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py"},
}

Cell = dict[str, Any]


def with_notebooks(project: Project) -> list[str]:
    """The pages that are notebooks too: those of a part, with code to run."""
    in_parts = (page for page in project.pages if "/" in page)
    return [page for page in in_parts if project.snippets_of(page)]


def write(project: Project) -> None:
    """Writes the notebooks where mkdocs finds them, touching only what changed."""
    wanted = {project.docs / of(page): page for page in with_notebooks(project)}
    put(project.docs / FOLDER / ".meta.yml", META)
    for old in (project.docs / FOLDER).rglob("*.ipynb"):
        if old not in wanted:
            old.unlink()
    for path, page in wanted.items():
        put(path, text(project, page))


def text(project: Project, page: str) -> str:
    """The file of a page's notebook."""
    notebook = {"cells": list(cells(project, page)), "metadata": METADATA}
    notebook |= {"nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def cells(project: Project, page: str) -> Iterator[Cell]:
    """The cells from top to bottom, each with a name that other cells do not move."""
    here = pieces(project, page, details=True)
    figures = {piece.name: piece for piece in here if isinstance(piece, Figure)}
    prose: list[str] = []
    for at, piece in enumerate(here):
        if isinstance(piece, Prose):
            prose.append(piece.text)
            if not at:
                title, _, rest = prose.pop().partition("\n")
                yield _prose("title", f"{title}\n\n{_links(project, page)}")
                yield _code("setup", SETUP, [], {})
                prose += [rest.strip("\n")] if rest.strip() else []
        elif isinstance(piece, Block) and piece.path.endswith(".py"):
            own = _id(piece.path)
            if prose:
                yield _prose(f"before-{own}", "\n\n".join(prose))
            prose = []
            outputs = _printed(here[at + 1 :])
            figure = figures.get(piece.path.removesuffix(".py"))
            outputs += _drawn(project, piece.path, figure)
            about = _about(piece, outputs, figure)
            yield _code(own, piece.text, outputs, about)
    if prose:
        yield _prose("end", "\n\n".join(prose))


def _links(project: Project, page: str) -> str:
    """The ways to a page and to its notebook."""
    home = (project.config.repo_url or "").removeprefix("https://github.com/")
    place = f"{home}/blob/{BRANCH}/{of(page).removeprefix(f'{FOLDER}/')}"
    ways = {
        "The page": address(project, project.url(page)),
        "Open in Colab": f"https://colab.research.google.com/github/{place}",
        "Download": address(project, of(page)),
    }
    return " · ".join(f"[{words}]({to})" for words, to in ways.items())


def _id(path: str) -> str:
    source = "source-" if path.startswith("attention/") else ""
    return source + re.sub(r"\W+", "-", Path(path).stem)


def _prose(own: str, source: str) -> Cell:
    return {"cell_type": "markdown", "id": own, "metadata": {}, "source": source}


def _about(block: Block, outputs: list[Cell], figure: Figure | None) -> Cell:
    """The metadata of a cell: which file it is, and how it is shown."""
    folder = "" if block.path.startswith("attention/") else "snippets/"
    about: Cell = {"file": f"{folder}{block.path}"}
    if block.folded:
        about |= CODE_FOLDED if figure and not figure.folded else FOLDED
    if any(output["output_type"] == "error" for output in outputs):
        about["tags"] = ["raises-exception"]  # what follows is run all the same
    return about


def _code(own: str, source: str, outputs: list[Cell], about: Cell) -> Cell:
    cell = {"cell_type": "code", "id": own, "metadata": about, "outputs": outputs}
    return cell | {"source": source.rstrip("\n"), "execution_count": None}


def _printed(rest: list[Piece]) -> list[Cell]:
    """What a block printed and raised."""
    outputs: list[Cell] = []
    for piece in rest:
        if not isinstance(piece, Block) or piece.path.endswith(".py"):
            break
        if piece.path.endswith(".out"):
            stream = {"output_type": "stream", "name": "stdout", "text": piece.text}
            outputs.append(stream)
            continue
        error = piece.text.strip()
        kind, _, message = error.partition(": ")
        about = {"ename": kind.rpartition(".")[2], "evalue": message}
        outputs.append({"output_type": "error", **about, "traceback": [error]})
    return outputs


def _drawn(project: Project, path: str, figure: Figure | None) -> list[Cell]:
    """The figure that a block draws, and in words what it shows."""
    drawing = Snippet(path.removesuffix(".py"), project.root).stored(".svg")
    if not drawing.is_file():
        return []
    # On white: whether a notebook is light or dark is not known to a picture in it.
    svg = drawing.read_text(encoding="utf-8").replace(STYLE, "")
    svg = svg.replace("<svg ", '<svg style="color:#222;background:#fff" ', 1)
    alt = figure.alt.replace("`", "") if figure else ""
    data = {"image/svg+xml": svg, "text/plain": alt}
    return [{"output_type": "display_data", "data": data, "metadata": {}}]
