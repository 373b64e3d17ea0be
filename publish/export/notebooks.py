"""Each page with code as a notebook, made from the page's model and stored outputs.

``notebooks/causal/mask.ipynb`` is ``causal/mask.md``. Nothing is run here. When the
site is built, mkdocs-jupyter renders them.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from publish.execute.plots import STYLE
from publish.export.llms import LICENCE
from publish.export.plain import Block, Figure, Prose, address, pieces
from publish.markdown.download_paths import NOTEBOOKS as FOLDER
from publish.markdown.download_paths import notebook as of
from publish.project import Project, Snippet, put

BRANCH = "notebooks"  # of our repository, where Colab finds them; a release pushes it
COLAB = "https://colab.research.google.com/github"
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
META = "search: { exclude: true }\n"  # they repeat their pages
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py"},
}

Cell = dict[str, Any]


def with_notebooks(project: Project) -> list[str]:
    """The pages that are notebooks too: those of a part, with code to run.

    Not the reference, which shows the sources of the package.
    """
    in_parts = (page for page in project.pages if "/" in page)
    lessons = (page for page in in_parts if not page.startswith("reference/"))
    return [page for page in lessons if project.snippets_of(page)]


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
    here = pieces(project, page)
    drawn = {p.snippet: (p.alt, folded) for p, folded in here if isinstance(p, Figure)}
    title, _, rest = getattr(here[0][0], "text", "").partition("\n")
    yield _prose("title", f"{title}\n\n{_links(project, page)}")
    yield _code("setup", SETUP, [], {})
    prose = [rest.strip("\n")]
    for at, (piece, folded) in enumerate(here[1:], start=1):
        if isinstance(piece, Prose):
            prose.append(piece.text)
        elif isinstance(piece, Block) and piece.is_code:
            printed = []
            for below, _ in here[at + 1 :]:
                if not isinstance(below, Block) or below.is_code:
                    break
                printed.append(_printed(below.path, project.included(below.path)))
            name = piece.path.removesuffix(".py")
            cell = _block(project, piece, folded, printed, drawn.get(name))
            if prose:
                yield _prose(f"before-{cell['id']}", "\n\n".join(prose))
            prose = []
            yield cell
    if prose:
        yield _prose("end", "\n\n".join(prose))


def _links(project: Project, page: str) -> str:
    """The ways to a page and to its notebook, and the licence of both."""
    home = (project.config.repo_url or "").removeprefix("https://github.com")
    place = of(page).removeprefix(f"{FOLDER}/")
    return (
        f"[The page]({address(project, page)}) · "
        f"[Open in Colab]({COLAB}{home}/blob/{BRANCH}/{place}) · "
        f"[Download]({address(project, 'index.md', of(page))})\n\n{LICENCE}"
    )


def _prose(own: str, source: str) -> Cell:
    return {"cell_type": "markdown", "id": own, "metadata": {}, "source": source}


def _code(own: str, source: str, outputs: list[Cell], about: Cell) -> Cell:
    cell = {"cell_type": "code", "id": own, "metadata": about, "outputs": outputs}
    return cell | {"source": source.rstrip("\n"), "execution_count": None}


def _block(
    project: Project,
    block: Block,
    folded: bool,
    outputs: list[Cell],
    figure: tuple[str, bool] | None,
) -> Cell:
    """The cell of a block; its metadata say which file it is, and how it is shown.

    ``figure``: what it shows in words, and whether it is folded.
    """
    ours = block.path.startswith("attention/")
    about: Cell = {"file": block.path if ours else f"snippets/{block.path}"}
    if any(output["output_type"] == "error" for output in outputs):
        about["tags"] = ["raises-exception"]  # what follows is run all the same
    drawing = Snippet(block.path.removesuffix(".py"), project.root).stored(".svg")
    if drawing.is_file():
        alt = figure[0] if figure else ""
        outputs.append(_drawn(drawing.read_text(encoding="utf-8"), alt))
    if folded:
        seen = figure and not figure[1]
        about["jupyter"] = {"source_hidden": True, "outputs_hidden": not seen}
    own = re.sub(r"\W+", "-", Path(block.path).stem)
    source = project.included(block.path)
    return _code(f"source-{own}" if ours else own, source, outputs, about)


def _printed(path: str, text: str) -> Cell:
    """What a block printed or raised."""
    if path.endswith(".out"):
        return {"output_type": "stream", "name": "stdout", "text": text}
    kind, _, message = text.strip().partition(": ")
    about = {"ename": kind.rpartition(".")[2], "evalue": message}
    return {"output_type": "error", **about, "traceback": [text.strip()]}


def _drawn(svg: str, alt: str) -> Cell:
    """A figure, and in words what it shows."""
    # On white: whether a notebook is light or dark is not known to a picture in it.
    svg = svg.replace(STYLE, "")
    svg = svg.replace("<svg ", '<svg style="color:#222;background:#fff" ', 1)
    data = {"image/svg+xml": svg, "text/plain": alt.replace("`", "")}
    return {"output_type": "display_data", "data": data, "metadata": {}}
