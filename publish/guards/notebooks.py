"""Notebooks on the site: they show the blocks of their pages, in order, no other ones.

What the pages show is held against what was executed by `publish.guards.site`; here the
rendered notebooks, and the files to download, are held against the pages.
"""

import json
from itertools import zip_longest
from pathlib import Path

from publish.guards import blocks
from publish.guards.site import Site
from publish.export.notebooks import SETUP, pages_of
from publish.project import Project
from publish.outputs.store import shown_files

Shown = list[tuple[str, list[str]]]  # code, and the texts of its outputs


def astray(site: Site) -> list[str]:
    """Where a notebook shows something else than its pages."""
    found = []
    for name in site.project.notebooks:
        wanted = of_pages(site.project, name)
        for where, shown in (
            (f"{site.project.url(name)}index.html", rendered(site, name)),
            (name, downloaded(site.folder / name)),
        ):
            for number, (want, have) in enumerate(zip_longest(wanted, shown), 1):
                if want != have:
                    found.append(
                        f"{where}: block {number} is not that of the pages\n"
                        f"of the pages: {want}\nshown: {have}"
                    )
                    break  # what follows is shifted
    return found


def of_pages(project: Project, name: str) -> Shown:
    """The blocks that are executed for the pages of a notebook, with their outputs."""
    found: Shown = [(SETUP, [])]
    for page in pages_of(project, name):
        for item in blocks.of_page(project, page):
            files = shown_files(item.snippet) if item.snippet else []
            texts = [f for f in files if f.suffix in (".out", ".err")]
            found.append((item.code, sorted(_text(file) for file in texts)))
    return found


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8").strip("\n")


def rendered(site: Site, name: str) -> Shown:
    """What its page shows; lines to type are left to the guard of pages."""
    found: Shown = []
    for block in site.blocks(name):
        text = block.text.strip("\n")
        if block.language == "python":
            found.append((text, []))
        elif block.language != "console":
            if "output" not in block.classes or not found:
                found.append(("no output of a block:", [text]))
            found[-1][1].append(text)
    return [(code, sorted(texts)) for code, texts in found]


def downloaded(file: Path) -> Shown:
    """What the file holds: code, outputs, and outputs of another family in prose."""
    found: Shown = []
    for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            found.append((cell["source"], []))
            for output in cell["outputs"]:
                texts = output.get("traceback") or [output.get("text", "")]
                found[-1][1].extend(text.strip("\n") for text in texts if text)
        else:
            fences = cell["source"].split("```text\n")[1:]
            texts = [fence.partition("\n```")[0] for fence in fences]
            if texts:
                found[-1][1].extend(texts)
    return [(code, sorted(texts)) for code, texts in found]
