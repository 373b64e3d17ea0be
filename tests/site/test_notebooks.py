"""The notebooks: blocks and outputs of their pages, run by a real kernel, and read."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from publish.execute.block import Result
from publish.export import notebooks
from publish.export.llms import LICENCE
from publish.pages.html_blocks import blocks_in
from publish.project import Project
from publish.snapshots.results import Outputs
from tests.site.built import Site

OFFLINE = Path(__file__).parent / "offline"  # refuses the network to the kernel
SAMPLE = "causal/mask.md"
TASKS = "practice/write-it-yourself.md"
FILLED = "return torch.ones(num_queries, num_keys).tril(num_keys - num_queries) > 0"


def read(project: Project, page: str) -> Any:
    return nbformat.reads(notebooks.text(project, page), as_version=4)


def test_every_notebook_is_valid_and_has_its_setup_licence_links_and_formulas(
    site: Site,
) -> None:
    home = site.project.config.site_url or ""
    for page in notebooks.with_notebooks(site.project):
        notebook = read(site.project, page)
        nbformat.validate(notebook)  # that no two cells have one id, too
        start, setup = notebook.cells[:2]
        assert setup.source == notebooks.SETUP
        assert start.source.endswith(LICENCE)
        ways = re.findall(r"\]\((\S+)\)", start.source)
        assert ways[0] == home + site.project.url(page)
        assert ways[1].startswith(notebooks.COLAB)
        assert ways[1].endswith(f"/blob/{notebooks.of(page)}")  # the branch's name
        assert ways[2] == home + notebooks.of(page)
        assert (site.folder / notebooks.of(page)).is_file()
        prose = [c.source for c in notebook.cells if c.cell_type == "markdown"]
        said = re.sub(r"(`+).+?\1", "", "".join(prose))
        assert not re.search(r"\\[(\[]|\\query|\]\((?!http|mailto)", said), page
        files = [c.metadata.file for c in notebook.cells if "file" in c.metadata]
        shown = [b.path for b in site.project.page(page).blocks if b.is_code]
        assert [file.removeprefix("snippets/") for file in files] == shown


@pytest.fixture
def kernel(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Any], None]:
    """What runs a notebook elsewhere, without what is stored, and without a network."""
    paths = [str(OFFLINE), str(project.root)]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("MPLBACKEND", raising=False)

    def execute(notebook: Any) -> None:
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = []
        where = {"metadata": {"path": str(tmp_path)}}
        NotebookClient(notebook, timeout=120, resources=where).execute()

    return execute


@pytest.mark.slow
def test_a_notebook_prints_in_a_kernel_what_its_page_shows(
    project: Project, kernel: Callable[[Any], None]
) -> None:
    """Each block of each page runs elsewhere; here, what a kernel does differently."""
    notebook = read(project, SAMPLE)
    kernel(notebook)
    outputs = Outputs(project)
    ran = [cell for cell in notebook.cells if "file" in cell.metadata]
    assert ran
    assert [line for cell in ran for line in problems(outputs, cell)] == []


@pytest.mark.slow
def test_a_gap_that_a_reader_fills_is_judged_by_the_next_cell(
    project: Project, kernel: Callable[[Any], None]
) -> None:
    notebook = read(project, TASKS)
    cells = {cell.id: cell for cell in notebook.cells}
    gap, judged = cells["source-mask"], cells["mask-judged"]
    gap.source = gap.source.replace("raise NotImplementedError", FILLED)
    notebook.cells = [cells["setup"], gap, judged]
    kernel(notebook)
    assert judged.outputs[0].text.startswith("mask: right")


def problems(outputs: Outputs, cell: Any) -> list[str]:
    """Where a cell gave something else than the page shows under the block."""
    file = cell.metadata["file"].removeprefix("snippets/")
    snippet = outputs.project.snippet(file)
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


def test_a_rendered_notebook_shows_its_lesson_and_search_does_not_find_it(
    site: Site,
) -> None:
    name = notebooks.of(SAMPLE)
    article, lesson = site.article(name), site.article(SAMPLE)
    assert not list(article.iter("style", "script"))
    setup, *shown = [block.text.strip() for block in blocks_in(article)]
    assert setup == notebooks.SETUP
    assert shown == [block.text.strip() for block in blocks_in(lesson)]
    assert len(article.find_class("katex")) == len(lesson.find_class("katex"))
    alts = [image.get("alt") for image in lesson.iter("img")]
    assert [image.get("alt") for image in article.iter("img")] == alts
    index = (site.folder / "search" / "search_index.json").read_text("utf-8")
    found = [entry["location"] for entry in json.loads(index)["docs"]]
    assert any(place.startswith("causal/mask/") for place in found)
    assert not any(place.startswith("notebooks/") for place in found)
