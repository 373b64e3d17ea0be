"""The block at the top of a page of the reference uses the page's names."""

import re
from pathlib import Path

import pytest

from publish.project import Project
from tests.imports import SURFACES, public_names

LINK = re.compile(r"\[(\w+)\]\((\w[\w-]*)\.md#attention\.[\w.]+\.\1\)")
PUBLIC = {name for surface in SURFACES for name in public_names(surface)}
project = Project(Path(__file__).parents[2])
BLOCKS = sorted((project.root / "snippets/reference").glob("*/in-use.py"))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.parent.name)
def test_every_name_of_a_page_is_used(block):
    page, shown = block.parent.name, block.read_text("utf-8")
    shown += block.with_suffix(".out").read_text("utf-8")
    wanted = {
        name
        for name, of in LINK.findall(project.page("reference/index.md").text)
        if of == page and name in PUBLIC
    }
    used = {*re.findall(r"\w+", shown.partition(")\n")[2])}  # behind the imports
    assert wanted
    assert wanted <= used
