"""The pages that tests open: all, and one of each kind, which is tried in full."""

from pathlib import Path
from typing import Any

import pytest

from publish.project import Project

ROOT = Path(__file__).resolve().parents[2]
# What their texts are made of is what all pages are made of: tests/site/test_kinds.py.
OF_EACH_KIND = (
    "",
    "primer/",
    "self-attention/without-weights/",
    "self-attention/query-key-value/",
    "causal/mask/",
    "causal/dropout/",
    "models/encoder-decoder/",
    "mistakes/masks/",
    "mistakes/diagnose/",
    "gallery/",
    "gallery/side-by-side/",
    "gallery/break-it/",
    "practice/self-attention/",
    "recap/sheet/",
    "playground/",
    "reference/text/",
    "reference/modern/",
    "reference/benchmark/",
    "using/",
    "verified/",
)


def once(chosen: tuple[str, ...], every: list[str] | tuple[str, ...]) -> list[Any]:
    """Addresses for tests: the chosen ones always, the others at night."""
    marks = {False: [pytest.mark.nightly], True: []}
    return [
        pytest.param(each, id=each.strip("/") or "home", marks=marks[each in chosen])
        for each in every
    ]


_project = Project(ROOT)
PAGES = [_project.url(page) for page in _project.pages]
ADDRESSES = once(tuple(PAGES), PAGES)
IN_FULL = once(OF_EACH_KIND, PAGES)
