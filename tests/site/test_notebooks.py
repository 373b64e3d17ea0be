"""The notebooks: run by a real kernel from top to bottom, and read as a page."""

import ast
import gzip
import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from publish.export import notebooks
from publish.guards.site import Site
from publish.outputs.results import Outputs, refused
from publish.project import Project
from publish.run.block import Figure, Result, varies
from tests.site.words import words

ROOT = Path(__file__).parents[2]
NAMES = Project(ROOT).notebooks
OFFLINE = Path(__file__).parent / "offline"  # refuses the network to the kernel
PAGE_BYTES = 150_000
DRAWN = "application/x-drawn+json"
# Runs before the notebook: has the kernel say what each figure shows, as it shows it.
SAY_WHAT_IS_DRAWN = f"""
import json

import matplotlib_inline.backend_inline as inline
from IPython.display import display
from publish.run.figures import describe

def say_and_show(figure, **kwargs):
    display({{"{DRAWN}": json.dumps(describe(figure))}}, raw=True)
    display(figure, **kwargs)

inline.display = say_and_show
"""
# What a notebook says and its pages do not: what it is, and what the theme draws.
ADDED = "Predict, then check Warning: Code and output Continued Above: output on Intel "
ADDED += "processors. Output on AMD, Arm and Apple processors:"


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


def executed(project: Project, name: str, folder: Path) -> Any:
    """The notebook as a reader's kernel leaves it."""
    notebook: Any = nbformat.reads(notebooks.text(project, name), as_version=4)
    for cell in notebook.cells:
        cell.pop("outputs", None)
    first = nbformat.v4.new_code_cell(SAY_WHAT_IS_DRAWN)
    notebook.cells.insert(0, first)
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, resources=resources).execute()
    return notebook


def result(cell: Any) -> Result:
    """What a cell did, as `publish.run.block` says it of a snippet."""
    found = Result()
    for output in cell.outputs:
        if output.output_type == "stream":
            said = getattr(found, output.name) + output.text
            setattr(found, output.name, said)
        elif output.output_type == "error":
            found.error = f"{output.ename}: {output.evalue}".strip()
        elif DRAWN in output.data:
            found.figures.append(Figure("", json.loads(output.data[DRAWN])))
    if varies(cell.source):
        from publish.families import processor_family

        found.family = processor_family()
    return found


def repeats(output: Any, code: str) -> bool:
    """Does an output only repeat the words on a module's last name, which end it?"""
    last = ast.parse(code).body[-1]
    words = ast.literal_eval(last.value) if isinstance(last, ast.Expr) else None
    is_value = output.output_type == "execute_result"
    return is_value and ast.literal_eval(output.data["text/plain"]) == words


def problems(outputs: Outputs, cell: Any) -> list[str]:
    """Where a cell gave something else than the page shows under the block."""
    file = cell.metadata.get("file", "")
    if not file.startswith("snippets/"):
        silent = all(repeats(output, cell.source) for output in cell.outputs)
        return [] if silent else [f"{cell.id}: {cell.outputs}"]
    got = result(cell)
    if "execute_result" in [output.output_type for output in cell.outputs]:
        return [
            f"{cell.id}: a notebook shows the value of its last line; a page does not"
        ]
    snippet = outputs.project.snippet(file.removeprefix("snippets/"))
    pictures = [output.data for output in cell.outputs if "data" in output]
    drawn = sum("image/svg+xml" in data for data in pictures)
    if drawn != snippet.stored(".svg").exists():
        return [f"{cell.id}: {drawn} pictures"]
    return refused(snippet, got) or outputs.differs(snippet, got)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_run_from_top_to_bottom_gives_what_its_pages_show(
    project: Project, kernel: Path, name: str
) -> None:
    outputs = Outputs(project)
    cells = [c for c in executed(project, name, kernel).cells[1:] if "outputs" in c]
    assert sum("file" in cell.metadata for cell in cells) == len(cells) - 1
    assert [line for cell in cells for line in problems(outputs, cell)] == []


def test_every_part_with_code_has_a_notebook(project: Project) -> None:
    pages = {snippet.page for snippet in project.snippets}
    parts = {page.partition("/")[0] for page in pages if "/" in page}
    assert {Path(name).stem for name in project.notebooks} == parts
    held = [page for name in NAMES for page in notebooks.pages_of(project, name)]
    assert len(held) == len(set(held))


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_one_for_jupyter(project: Project, name: str) -> None:
    notebook: Any = nbformat.reads(notebooks.text(project, name), as_version=4)
    nbformat.validate(notebook)
    ids = [cell.id for cell in notebook.cells]
    assert len(ids) == len(set(ids))
    raising = {
        cell.id
        for cell in notebook.cells
        if "raises-exception" in cell.metadata.get("tags", [])
    }
    errors = {
        c.id
        for c in notebook.cells
        for o in c.get("outputs", [])
        if o.output_type == "error"
    }
    assert raising == errors
    assert "\\query" not in notebooks.text(project, name)


@pytest.mark.parametrize("name", NAMES)
def test_a_rendered_notebook_is_light(site: Site, name: str) -> None:
    page = site.folder / site.project.url(name) / "index.html"
    assert len(gzip.compress(page.read_bytes(), 6)) <= PAGE_BYTES
    article = site.article(name)
    assert not list(article.iter("style", "script"))
    assert not article.xpath(".//*[contains(@class, 'jp-')]")


@pytest.mark.parametrize("name", NAMES)
def test_a_rendered_notebook_says_every_word_of_its_pages(
    site: Site, name: str
) -> None:
    pages = notebooks.pages_of(site.project, name)
    said = sum((words(site.article(page)) for page in pages), Counter())
    here = words(site.article(name))
    assert said - here == Counter()
    first = next(notebooks.cells(site.project, name))
    title = re.sub(r"\]\([^)]*\)|[\[#]", "", first["source"]).split()
    assert (here - said).keys() <= {*ADDED.split(), *title}
    formulas = [len(site.article(page).find_class("katex")) for page in pages]
    assert len(site.article(name).find_class("katex")) == sum(formulas)


@pytest.mark.parametrize("name", NAMES)
def test_a_rendered_notebook_folds_what_its_pages_fold(site: Site, name: str) -> None:
    def folded(path: str, what: str) -> Counter[tuple[str, bool]]:
        found = site.article(path).xpath(f".//{what}[not(contains(@class, 'twemoji'))]")
        shut = "ancestor::details or ancestor::div[@class='predict']"
        return Counter(
            (Path(one.get("src")).name, bool(one.xpath(shut))) for one in found
        )

    pages = notebooks.pages_of(site.project, name)
    figures = sum((folded(page, "img") for page in pages), Counter())
    assert folded(name, "img") == figures
    boxes = [
        box.findtext("summary")
        for page in pages
        for box in site.article(page).iter("details")
        if box.xpath("*[2][self::p or self::ul or self::ol]")
    ]
    own = [box.findtext("summary") for box in site.article(name).iter("details")]
    assert Counter(boxes) - Counter(own) == Counter()


def test_search_does_not_find_what_notebooks_repeat(site: Site) -> None:
    index = json.loads((site.folder / "search" / "search_index.json").read_text())
    found = [entry["location"] for entry in index["docs"]]
    assert any(place.startswith("causal/mask/") for place in found)
    assert not any(place.startswith("notebooks/") for place in found)


def test_a_notebook_on_the_site_can_be_had(site: Site) -> None:
    for name in NAMES:
        links = {a.text_content(): a.get("href") for a in site.article(name).iter("a")}
        assert links["Download"] == f"../../{name}"
        repository = (site.project.config.repo_url or "").removeprefix("https://")
        stem = Path(name).name
        assert links["Open in Colab"] == (
            f"https://colab.research.google.com/{repository}/blob/notebooks/{stem}"
        ).replace("/github.com/", "/github/")
        had = (site.folder / name).read_text("utf-8")
        assert had == notebooks.text(site.project, name)
