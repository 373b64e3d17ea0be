"""What docs/gallery/index.md and side-by-side.md say in general."""

import json
from typing import Any

import pytest

from attention.gallery import build, release_names
from attention.gallery import count as counted
from publish.project import Project
from tests.facts.gallery.made import stored
from tests.facts.says import says


@pytest.fixture(scope="module")
def rows(project: Project) -> list[dict[str, Any]]:
    path = project.snippet("gallery/index/all-models").stored(".out")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_table_has_all_published_models(rows: list[dict[str, Any]]):
    says(
        "gallery/index",
        "This course builds every model of the table from its config, by one small function each.",
    )
    assert [row["name"] for row in rows] == release_names()


def test_the_lowest_lines_are_those_of_windows_and_states(rows: list[dict[str, Any]]):
    says(
        "gallery/index",
        "At the right end, most of the lowest lines belong to models with windows or states.",
    )
    lowest = sorted(rows, key=lambda row: row["cached"][-1])[:8]
    bounds = ("the last", "chunk", "in all")
    few = [row for row in lowest if any(word in str(row["layers"]) for word in bounds)]
    assert len(few) > len(lowest) / 2


def test_a_window_bounds_a_cache_a_state_is_fixed_and_experts_keep_nothing():
    says(
        "gallery/index",
        "A layer with a window keeps the tokens of the window at most, and a layer with a state keeps the same number of bytes however long the text is.",
        "A mixture of experts does not change the cache at all.",
    )
    experts = ("num_local_experts", "num_experts_per_tok")
    dense = dict.fromkeys(experts) | {"model_type": "mistral"}
    for window in (None, 8):
        mixed, plain = (
            counted(build(stored("mixtral", sliding_window=window, **entries)))
            for entries in ({}, dense)
        )
        assert mixed.layers == plain.layers
        assert mixed.cached(40) == plain.cached(min(window or 40, 40))


def test_a_line_is_flat_where_all_layers_keep_states_or_the_window_is_full(
    rows: list[dict[str, Any]],
):
    says(
        "gallery/index",
        "Those of models with windows rise more slowly from the window on.",
        "Those of models with states begin flat and rise later.",
    )
    for row in rows:
        cached, layers = row["cached"], str(row["layers"])
        first, last = cached[1] / cached[0], cached[-1] / cached[-2]
        if "in all" in layers:
            assert first < last < 2
        elif "chunk" in layers:
            assert (first, last < 2) == (2, True)
        elif row["name"] != "phi-4-mini" and "the last" in layers:  # 262,144
            assert last < 2
        else:
            assert (first, last) == (2, 2)


def test_what_is_compared_in_the_page_is_of_like_size(rows: list[dict[str, Any]]):
    says(
        "gallery/side-by-side",
        "choose two of about the same size: Mistral 7B and Qwen3 8B, or Gemma 2 27B and Gemma 3 27B",
    )
    by_name = {row["name"]: row["parameters"] for row in rows}
    for pair in (("mistral-7b", "qwen3-8b"), ("gemma-2-27b", "gemma-3-27b")):
        small, large = sorted(by_name[name] for name in pair)
        assert large < 1.2 * small
