"""What is counted and described is what was built, and what others publish."""

import inspect
import re

import pytest
import torch

from attention.examples.drawn import drawn_checkpoint
from attention.gallery import build, count, describe, outline, release, release_names
from attention.gallery.loading import MODELS
from tests.attention.expect import refusal, refuses
from tests.attention.gallery.cases import CASES

SUFFIXES = {"T": 1e12, "B": 1e9, "M": 1e6, "": 1.0}
each = pytest.mark.parametrize("name", CASES)


def agrees(counted: int, published: str) -> bool:
    """Whether a number is a published one, which may be rounded, or cut as 7.61B is."""
    found = re.fullmatch(r"(\d+)(?:\.(\d+))?([TBM]?)", published.replace(",", ""))
    assert found is not None, published
    whole, decimals, suffix = found[1], found[2] or "", found[3]
    unit = SUFFIXES[suffix] / 10 ** len(decimals)
    return -unit / 2 <= counted - float(whole + decimals) * unit < unit


@pytest.mark.parametrize("name", release_names())
def test_parameters_are_as_many_as_published_or_the_difference_is_explained(name: str):
    made = release(name)
    counts = count(outline(made.config))
    parts = made.parameters.split(" + ")
    mine = [counts.embeddings, counts.parameters - counts.embeddings]
    mine = mine if len(parts) == 2 else [counts.parameters]
    same = all(map(agrees, mine, parts))
    assert same == (made.difference == "")
    tables = (0, counts.embeddings, 2 * counts.embeddings)
    assert not made.active or any(
        agrees(counts.active - table, made.active) for table in tables
    )


@each
@torch.no_grad()
def test_a_cache_keeps_as_many_numbers_as_are_counted(name: str):
    model = build(drawn_checkpoint(name).config).double()
    counts = count(model)
    assert counts == count(outline(drawn_checkpoint(name).config))  # of one expert
    assert counts.parameters == sum(p.numel() for p in model.parameters())
    _, caches = model.forward_with_cache(torch.zeros(1, 50, dtype=torch.int64))

    def numbers(cache: object) -> int:
        if isinstance(cache, torch.Tensor):
            return cache.numel()
        return sum(map(numbers, cache)) if isinstance(cache, tuple) else 0

    for cache, kept in zip(caches, counts.layers, strict=True):
        most = kept.fixed + kept.growing * min(50, kept.window or 50)
        # A window's last key is that of the next token, and a chunk begins anew.
        assert numbers(cache) <= most
        assert kept.window is not None or numbers(cache) == most
    assert counts.active <= counts.parameters


@each
def test_layers_of_one_letter_are_alike_and_no_fact_is_empty(name: str):
    config = drawn_checkpoint(name).config
    described = describe(outline(config))
    assert len(described.letters) == config["num_hidden_layers"]
    assert set(described.letters) == set(described.layers)
    facts = [*described.layers.values(), described.whole]
    assert all(value for each in facts for value in each.values())
    kinds = config.get("layer_types") or "A"
    if len(set(kinds)) == 2:  # the letters are at least as many
        pairs = set(zip(kinds, described.letters, strict=True))
        assert len(pairs) == len(set(described.letters))


@pytest.mark.parametrize("kind", MODELS)
def test_the_function_of_a_model_is_at_most_forty_lines(kind: str):
    assert len(inspect.getsource(MODELS[kind].make).splitlines()) <= 40


def test_what_a_model_does_not_compute_is_refused_by_its_entry():
    config = {**drawn_checkpoint("mistral").config}
    for entry, value, must in (
        ("hidden_act", "gelu", "hidden_act must be 'silu', which our mistral computes"),
        ("hidden_size", None, "hidden_size must be a positive number"),
        ("vocab_size", "31", "vocab_size must be a positive number"),
        ("rope_parameters", {}, "rope_theta must be a positive number"),
        ("use_qk_norm", True, "use_qk_norm must be missing, because our mistral"),
    ):
        with pytest.raises(ValueError, match=f"^config: {must}"):
            build(config | {entry: value})
    del config["sliding_window"]  # which transformers takes for 4,096
    with refusal("config: sliding_window must be there."):
        build(config)
    windows = {**drawn_checkpoint("olmo3").config, "layer_types": ["other"] * 4}
    with pytest.raises(ValueError, match=r"^config: layer_types must be"):
        build(windows)
    names = ", ".join(sorted([*MODELS, "gpt2", "llama"]))
    with refusal(f"config: model_type must be one of {names}. Got 'gpt5'."):
        build({"model_type": "gpt5"})
    refuses(f"name must be one of {release_names()}. Got 'x'.", release, "x")


def test_older_files_say_the_same():
    """What the hub holds is older than what transformers writes today."""
    for name in ("gemma3", "olmo3"):
        new = dict(drawn_checkpoint(name).config)
        rules = new["rope_parameters"]
        full, windowed = rules["full_attention"], rules["sliding_attention"]
        old = {
            k: v for k, v in new.items() if k not in ("rope_parameters", "layer_types")
        }
        old |= {"rope_theta": full["rope_theta"], "rope_scaling": full}
        old["rope_local_base_freq"] = windowed["rope_theta"]
        assert describe(outline(old)) == describe(outline(new))
