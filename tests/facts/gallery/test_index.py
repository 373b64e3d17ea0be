"""What docs/gallery/index.md and side-by-side.md say in general."""

import itertools
import json
import re
from typing import Any

import pytest

from attention.gallery import build, release, release_names
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
        "Those of models with windows rise more slowly from the window on, and one not at "
        "all.",
        "Those of models with states begin flatter and rise later.",
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
    still = [row["name"] for row in rows if row["cached"][-1] == row["cached"][-2]]
    assert still == ["mistral-7b"]


def test_where_the_sizes_come_from(rows: list[dict[str, Any]]):
    says(
        "gallery/index",
        "The sizes come from published configs or reports, from *transformers*' defaults "
        "or from memory, and each model's file says which.",
        "A default can differ from what was released: the row of DeepSeek-V3.2 lacks "
        "YaRN, and that of SmolLM3 has a smaller base.",
    )
    sources = {name: release(name).config_source for name in release_names()}
    assert all(sources.values())
    for words in ("config.json", "table 1", "the defaults of", "from memory"):
        assert any(words in source for source in sources.values())
    by_name = {row["name"]: str(row["layers"]) for row in rows}
    assert "vectors times" not in by_name["deepseek-v3.2"]
    assert "vectors times" in by_name["gpt-oss-20b"]
    for name in ("deepseek-v3.2", "smollm3-3b"):
        assert sources[name].startswith("transformers 5.23, the defaults of")
    assert release("smollm3-3b").config["rope_theta"] < 5e6  # of the released model


def test_models_of_other_sizes_differ_in_most_numbers(rows: list[dict[str, Any]]):
    says(
        "gallery/side-by-side",
        "Two models of different sizes usually differ in most of their numbers.",
    )
    differ = {}
    for one, other in itertools.combinations(rows, 2):
        sizes = one["parameters"], other["parameters"]
        if max(sizes) > 2 * min(sizes):
            found = [numbers_of(row) for row in (one, other)]
            alike = 2 * len(found[0] & found[1]) / sum(map(len, found))
            differ[one["name"], other["name"]] = 1 - alike
    assert sum(share > 0.5 for share in differ.values()) > 0.9 * len(differ)
    assert differ["gpt-oss-120b", "gpt-oss-20b"] < 0.5  # not all of them


def numbers_of(row: dict[str, Any]) -> set[tuple[str, str]]:
    """The facts of a row that have a digit."""
    every = [row["whole"], *row["layers"].values()]
    return {
        fact for facts in every for fact in facts.items() if re.search(r"\d", fact[1])
    }


def test_what_is_compared_in_the_page_is_of_like_size(rows: list[dict[str, Any]]):
    says(
        "gallery/side-by-side",
        "choose two of about the same size: Mistral 7B and Qwen3 8B, or Gemma 2 27B and Gemma 3 27B",
    )
    by_name = {row["name"]: row["parameters"] for row in rows}
    for pair in (("mistral-7b", "qwen3-8b"), ("gemma-2-27b", "gemma-3-27b")):
        small, large = sorted(by_name[name] for name in pair)
        assert large < 1.2 * small
