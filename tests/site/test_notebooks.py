"""The notebooks: blocks and outputs of their pages, run by a real kernel, and read."""

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from publish.execute.block import Result
from publish.export import notebooks
from publish.hooks import notebook_pages
from publish.pages.shown import Block, blocks_in
from publish.project import Project
from publish.snapshots.results import Outputs
from tests.site.built import Site
from tests.site.words import words

ROOT = Path(__file__).parents[2]
OFFLINE = Path(__file__).parent / "offline"  # refuses the network to the kernel
KERNEL = slice(1, None, 9)  # of the pages with notebooks, those that are run in one
COLAB = "https://colab.research.google.com/github"
# What a notebook says and its page does not: what it is, and what the theme draws.
ADDED = "Predict, then check Warning: Continued · Open in Colab Download The page"


def pages_with_notebooks() -> list[str]:
    return notebooks.with_notebooks(Project(ROOT))


def rendered() -> list[str]:
    """The pages whose notebooks are pages of the site, too."""
    shown = notebook_pages.shown(Project(ROOT))
    return [page for page in pages_with_notebooks() if notebooks.of(page) in shown]


def read(project: Project, page: str) -> Any:
    return nbformat.reads(notebooks.text(project, page), as_version=4)


def blocks(notebook: Any) -> list[Any]:
    """The cells that are blocks of the page: all but the one that sets up."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [cell for cell in code if cell.id != "setup"]


# --- the files -----------------------------------------------------------------


@pytest.mark.parametrize("page", pages_with_notebooks())
def test_a_notebook_is_valid_and_has_the_blocks_and_outputs_of_its_page(
    project: Project, page: str
) -> None:
    notebook = read(project, page)
    nbformat.validate(notebook)  # that no two cells have one id, too
    assert "\\query" not in notebooks.text(project, page)
    wanted = []
    for block, below in project.page(page).with_outputs():
        snippet = project.snippet(block.path)
        texts = [project.included(output.path).strip() for output in below]
        drawn = snippet.path.exists() and snippet.stored(".svg").exists()
        raises = any(output.path.endswith(".err") for output in below)
        code = project.included(block.path).rstrip("\n")
        wanted.append((code, texts, drawn, raises))
    assert [shown(cell) for cell in blocks(notebook)] == wanted


def shown(cell: Any) -> tuple[str, list[str], bool, bool]:
    """What a cell shows: its code, its texts, whether a figure, whether it raises."""
    texts, drawn = [], False
    for output in cell.outputs:
        if output.output_type == "display_data":
            drawn = "<svg" in output.data["image/svg+xml"]
        else:
            said = output.get("text") or "\n".join(output.get("traceback", []))
            texts.append(said.strip())
    raises = "raises-exception" in cell.metadata.get("tags", [])
    return cell.source, texts, drawn, raises


# --- run -----------------------------------------------------------------------


@pytest.fixture
def kernel(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The environment of the kernel: ours, without a network or a reader's settings."""
    paths = [str(OFFLINE), str(project.root)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("MPLBACKEND", raising=False)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("last", [1, pytest.param(None, marks=pytest.mark.nightly)])
def test_a_notebook_gives_in_a_kernel_what_its_page_shows(
    project: Project, kernel: Path, last: int | None
) -> None:
    """One after another in one kernel, since to start it takes longer than the blocks.

    That blocks need nothing that stands before them is shown by those of the pages,
    each of which runs in a process of its own; here what a kernel does differently is
    looked at.
    """
    outputs = Outputs(project)
    pages = pages_with_notebooks()[KERNEL][:last]
    cells = [cell for page in pages for cell in read(project, page).cells]
    for number, cell in enumerate(cells):
        cell.id = str(number)
        if cell.cell_type == "code":
            cell.outputs = []
    every: Any = nbformat.v4.new_notebook(cells=cells)
    resources = {"metadata": {"path": str(kernel)}}
    NotebookClient(every, timeout=120, resources=resources).execute()
    ran = [cell for cell in every.cells if "file" in cell.metadata]
    assert len(ran) == sum(len(blocks(read(project, page))) for page in pages)
    assert [line for cell in ran for line in problems(outputs, cell)] == []


def problems(outputs: Outputs, cell: Any) -> list[str]:
    """Where a cell gave something else than the page shows under the block."""
    file = cell.metadata["file"]
    kinds = {output.output_type for output in cell.outputs}
    if not file.startswith("snippets/"):  # a module, which may end with words
        return [f"{file}: {kinds}"] if kinds - {"execute_result"} else []
    if "execute_result" in kinds:
        return [f"{file}: a notebook shows the value of its last line; a page does not"]
    snippet = outputs.project.snippet(file.removeprefix("snippets/"))
    drawn = sum("image/svg+xml" in output.get("data", {}) for output in cell.outputs)
    if drawn != snippet.stored(".svg").exists():
        return [f"{file}: {drawn} pictures"]
    if drawn:
        return []  # what is in them does not depend on who shows them
    got = Result()
    for output in cell.outputs:
        if output.output_type == "stream":
            setattr(got, output.name, getattr(got, output.name) + output.text)
        else:
            got.error = f"{output.ename}: {output.evalue}".strip()
    return outputs.differs(snippet, got)


# --- rendered ------------------------------------------------------------------


def seen(blocks: list[Block]) -> list[tuple[str, str]]:
    """Code and outputs, as a reader sees them."""
    return [
        (block.language, block.text.strip())
        for block in blocks
        if (block.language == "python" or "output" in block.classes)
        and block.text != notebooks.SETUP
    ]


@pytest.mark.parametrize("page", rendered())
def test_a_rendered_notebook_is_light_and_shows_and_says_what_its_page_does(
    site: Site, page: str
) -> None:
    name = notebooks.of(page)
    files = [site.folder / site.project.url(one) / "index.html" for one in (name, page)]
    own, lessons = (file.stat().st_size for file in files)
    assert own < lessons, "it has no more than the lesson, and no navigation"
    article, lesson = site.article(name), site.article(page)
    (door,) = lesson.xpath("//a[text()='as a notebook']/@href")
    assert door == f"../../{site.project.url(name)}"
    assert not list(article.iter("style", "script"))
    assert seen(blocks_in(article)) == seen(blocks_in(lesson))
    assert len(article.find_class("katex")) == len(lesson.find_class("katex"))
    said, here = words(lesson), words(article)
    assert said - here == Counter()
    assert (here - said).keys() <= set(ADDED.split())


def test_search_does_not_find_what_notebooks_repeat(site: Site) -> None:
    index = json.loads((site.folder / "search" / "search_index.json").read_text())
    found = [entry["location"] for entry in index["docs"]]
    assert any(place.startswith("causal/mask/") for place in found)
    assert not any(place.startswith("notebooks/") for place in found)


def test_each_notebook_can_be_had_and_is_on_its_page(site: Site) -> None:
    home = site.project.config.site_url or ""
    repository = (site.project.config.repo_url or "").removeprefix("https://github.com")
    for page in pages_with_notebooks():
        name = notebooks.of(page)
        text = (site.folder / name).read_text("utf-8")
        assert text == notebooks.text(site.project, page)
        start = read(site.project, page).cells[0].source
        ways = dict(re.findall(r"\[([^]]+)\]\(([^)]+)\)", start)[:3])
        assert ways == {
            "The page": home + site.project.url(page),
            "Open in Colab": f"{COLAB}{repository}/blob/{name}",
            "Download": home + name,
        }
