"""Each part of the course as a notebook, made from its pages.

The nav names the notebooks: ``notebooks/causal.ipynb`` holds the pages of the folder
``causal``, in the order of the nav, with the outputs that are stored. Nothing is run
here, and nothing is written twice; the tests run each notebook from top to bottom.

mkdocs-jupyter takes long over code and outputs, which look otherwise here anyway. So
what lies in ``docs/notebooks`` for it to render is the prose alone; `publish.export.rendered`
puts code and outputs in, and the notebook itself on the site.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.utils.meta import get_data

from publish.export import colab
from publish.run.figures import STYLE
from publish.export.plain import Block, Figure, Piece, Prose, address, fenced, label, pieces
from publish.project import Project, leaves

FOLDER = "notebooks"
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
FENCE_OR_HEADING = re.compile(r"^(`{3,})[\s\S]*?^\1$|^#", re.MULTILINE)
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py"},
}

Cell = dict[str, Any]


def write_prose(project: Project) -> None:
    """Writes what is to be rendered, touching only what changed."""
    wanted = {project.docs / name: prose(project, name) for name in project.notebooks}
    for old in (project.docs / FOLDER).glob("*.ipynb"):
        if old not in wanted:
            old.unlink()
    for path, new in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != new:
            path.write_text(new, encoding="utf-8")


def text(project: Project, name: str) -> str:
    """The file of a notebook."""
    return _file(list(cells(project, name)))


def prose(project: Project, name: str) -> str:
    """The file of a notebook, without its code."""
    found = cells(project, name)
    return _file([cell for cell in found if cell["cell_type"] == "markdown"])


def _file(cells: list[Cell]) -> str:
    whole = {
        "cells": cells,
        "metadata": METADATA,
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def pages_of(project: Project, name: str) -> list[str]:
    """The pages that a notebook holds."""
    folder = f"{Path(name).stem}/"
    return [page for page in project.pages if page.startswith(folder)]


def cells(project: Project, name: str) -> Iterator[Cell]:
    """The cells from top to bottom, each with a name that other cells do not move."""
    part = Path(name).stem
    yield _prose(f"{part}-title", _first(project, name))
    yield _code(f"{part}-setup", SETUP, [], {})
    for page in pages_of(project, name):
        yield from _page(project, page)


def _page(project: Project, page: str) -> Iterator[Cell]:
    here = pieces(project, page, details=True)
    figures = {piece.name: piece for piece in here if isinstance(piece, Figure)}
    prose: list[str] = []
    for at, piece in enumerate(here):
        if isinstance(piece, Prose):
            prose.append(_lower(piece.text))
        elif isinstance(piece, Block) and piece.path.endswith(".py"):
            own = _id(page, piece.path)
            if prose:
                yield _prose(f"before-{own}", "\n\n".join(prose))
            outputs, prose = _printed(here[at + 1 :])
            figure = figures.get(piece.path.removesuffix(".py"))
            outputs += _drawn(project, piece.path, figure)
            about = _about(piece, outputs, figure)
            yield _code(own, piece.text, outputs, about)
    if prose:
        yield _prose(f"end-{_id(page, page)}", "\n\n".join(prose))


def _id(page: str, path: str) -> str:
    if path.startswith("attention/"):
        path = f"{page.removesuffix('.md')}/source-{Path(path).name}"
    return re.sub(r"\W+", "-", path.rpartition(".")[0])


def title(project: Project, name: str) -> str:
    """That of the part, without its number."""
    here = pages_of(project, name)
    parts = [part for entry in project.config.nav or [] for part in entry.items()]
    of_part = next(part for part, pages in parts if here[0] in leaves(pages))
    return f"{of_part.rpartition(' · ')[2]}, as a notebook"


def _first(project: Project, name: str) -> str:
    """What a notebook says first: what it is made from, and how it is had."""
    links = []
    for page in pages_of(project, name):
        source = (project.docs / page).read_text(encoding="utf-8")
        about = get_data(source)[1].get("title", page)
        links.append(f"- [{about}]({address(project, project.url(page))})")
    ways = [f"[Download]({address(project, name)})"]
    if online := colab.address(project.config.repo_url, name):
        ways.insert(0, f"[Open in Colab]({online})")
    paragraphs = [
        f"# {title(project, name)}",
        "Made from these pages, with their words, their code and what it printed:",
        "\n".join(links),
        "Every cell stands alone: run them in any order, and change what you like.",
        " · ".join(ways),
    ]
    return "\n\n".join(paragraphs)


def _lower(prose: str) -> str:
    """Headings one level lower: a page is a section of the notebook."""
    return FENCE_OR_HEADING.sub(lambda found: found[0] if found[1] else "##", prose)


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
    return {
        "cell_type": "code",
        "id": own,
        "metadata": about,
        "source": source.rstrip("\n"),
        "outputs": outputs,
        "execution_count": None,
    }


def _printed(rest: list[Piece]) -> tuple[list[Cell], list[str]]:
    """What a block printed and raised; and as prose, what it prints elsewhere."""
    outputs: list[Cell] = []
    elsewhere: list[str] = []
    first = ""
    for piece in rest:
        if not isinstance(piece, Block) or piece.path.endswith(".py"):
            break
        what = label(piece.path)
        if piece.path.endswith(".err"):
            kind, _, message = piece.text.strip().partition(": ")
            outputs.append(
                {
                    "output_type": "error",
                    "ename": kind.rpartition(".")[2],
                    "evalue": message,
                    "traceback": [piece.text.strip()],
                }
            )
        elif first:
            elsewhere.append(f"Above: {first}. {what}:")
            elsewhere.append(fenced("text", piece.text))
        else:
            first = what[0].lower() + what[1:]
            stream = {"output_type": "stream", "name": "stdout", "text": piece.text}
            outputs.append(stream)
    return outputs, elsewhere


def _drawn(project: Project, path: str, figure: Figure | None) -> list[Cell]:
    """The figure that a block draws, and in words what it shows."""
    drawing = (project.snippets_dir / path).with_suffix(".svg")
    if not drawing.is_file():
        return []
    # On white: whether a notebook is light or dark is not known to a picture in it.
    svg = drawing.read_text(encoding="utf-8").replace(STYLE, "")
    svg = svg.replace("<svg ", '<svg style="color:#222;background:#fff" ', 1)
    alt = figure.alt.replace("`", "") if figure else ""
    data = {"image/svg+xml": svg, "text/plain": alt}
    return [{"output_type": "display_data", "data": data, "metadata": {}}]
