"""What is behind the general sentences of docs/modern/compare.md."""

from itertools import pairwise

import pytest

from attention import Costs, grouped_costs, latent_costs
from tests.claims.quotes import cited, derived, tested

cited(
    "Mistral 7B's cache holds 4,096 tokens at most, and GPT-2 has no more than 1,024 "
    "positions:",
    source="Jiang et al. (2023), Mistral 7B, section 2, Rolling Buffer Cache, and "
    "table 1; openai/gpt-2, src/model.py, default_hparams: n_ctx=1024",
)
cited(
    "Mistral 7B and Llama 3 8B have the same shapes, so their lines are one until the "
    "window is full.",
    source="huggingface/transformers, models/mistral/configuration_mistral.py, "
    "defaults; meta-llama/llama-models, models/sku_list.py, llama3_base_models: dim "
    "4096, n_layers 32, n_heads 32, n_kv_heads 8",
)
derived(
    "Twice as many as features: \\(4\\,d^2\\) divided by \\(2\\,d\\).",
    where="modern/compare.md#how-it-is-counted",
)
derived(
    "A cache grows by the same number of bytes with each token, unless there is a "
    "window.",
    "The matrices take the same arithmetic for each new token, and the keys, without a "
    "window, take more with each.",
    where="modern/compare.md#how-it-is-counted",
)
derived(
    "The last two 2s are for a key and a value: a score takes \\(k\\) multiply-adds, "
    "and so does adding a value times its weight.",
    where="modern/compare.md#how-it-is-counted",
)

MODELS = {
    "GPT-2": grouped_costs(768, 12, 12, 64),
    "Gemma 2B": grouped_costs(2048, 8, 1, 256),
    "Mistral 7B": grouped_costs(4096, 32, 8, 128),
    "Llama 3 8B": grouped_costs(4096, 32, 8, 128),
    "DeepSeek-V3": latent_costs(7168, 128, 128, 512, 64, 1536),
}
LATENT = latent_costs(4096, 32, 128, 512, 64)


@tested(
    "Groups save weights and cache, and the arithmetic for each key stays the same.",
    "Groups shrink the cache without more arithmetic, and windows bound it.",
)
@pytest.mark.parametrize("d_model", [5, 4096])
@pytest.mark.parametrize("head_dim", [3, 128])
def test_fewer_groups_save(d_model: int, head_dim: int) -> None:
    each = [grouped_costs(d_model, 12, g, head_dim) for g in (12, 6, 4, 3, 2, 1)]
    for more, fewer in pairwise(each):
        assert fewer.weights < more.weights
        assert fewer.cached < more.cached
        assert fewer.per_key == more.per_key


@tested(
    "Latent attention has the second smallest cache here, and pays for it with more "
    "than four times as many multiply-adds for each key.",
    "With few keys, this latent attention takes fewer multiply-adds for a new token "
    "than multi-head attention, because it has fewer weights.",
    "Latent vectors, in the sizes shown, shrink it further than eight groups, for more "
    "arithmetic with each key.",
    "Multi-head attention reads a number for a single multiply-add.",
)
def test_latent_beside_the_others() -> None:
    ways = [grouped_costs(4096, 32, g, 128) for g in (32, 8, 1)]
    multi_head, grouped, multi_query = ways
    assert multi_query.cached < LATENT.cached < grouped.cached < multi_head.cached
    assert all(LATENT.per_key > 4 * way.per_key for way in ways)

    def total(costs: Costs, keys: int) -> int:
        return costs.weights + keys * costs.per_key

    assert all(total(LATENT, n) < total(multi_head, n) for n in (0, 1, 500, 699))
    assert all(total(LATENT, n) > total(multi_head, n) for n in (700, 5000, 10**9))
    assert multi_head.per_key == multi_head.cached
    assert grouped_costs(4096, 32, 8, 128).cached > MODELS["DeepSeek-V3"].cached


@tested(
    "Biases, norms, the softmax and rotations are left out, because at such sizes they "
    "are small beside the matrices."
)
def test_what_is_left_out_is_small() -> None:
    """Less than 2 % each of weights and of arithmetic, in the smallest model."""
    costs = MODELS["GPT-2"]
    assert 0.02 * costs.weights > 4 * 768 + 2 * 768  # biases and a norm
    assert 0.02 * costs.per_key > 12  # an exponential for each head and key
    rotation = 128 * 64 * 2 + 64 * 2  # of DeepSeek-V3's queries and its rotary key
    assert rotation < 0.02 * MODELS["DeepSeek-V3"].weights


@tested(
    "In latent attention, all heads use the same numbers, most of them twice, as key "
    "and as value.",
)
def test_numbers_of_the_cache_are_used_by_all_heads() -> None:
    heads, latent, rotary = 32, 512, 64
    assert LATENT.per_key == heads * (2 * latent + rotary)
    assert LATENT.cached == latent + rotary
    assert latent > rotary


@tested(
    "DeepSeek-V3's attention has more than eight times as many weights as Llama 3 "
    "8B's, and a cache little more than half as large."
)
def test_deepseek_beside_llama() -> None:
    deepseek, llama = MODELS["DeepSeek-V3"], MODELS["Llama 3 8B"]
    assert 61 * deepseek.weights > 8 * 32 * llama.weights
    assert 0.5 < 61 * deepseek.cached / (32 * llama.cached) < 0.55


@tested(
    "GPT-2's positions and Mistral 7B's window end before their numbers, so in these "
    "two the matrices take more.",
    "DeepSeek-V3 gets there first.",
)
def test_when_keys_take_more_than_weights() -> None:
    def keys_take_more(costs: Costs, keys: int) -> bool:
        return keys * costs.per_key > costs.weights

    assert not keys_take_more(MODELS["GPT-2"], 1024)
    assert not keys_take_more(MODELS["Mistral 7B"], 4096)
    assert keys_take_more(MODELS["Llama 3 8B"], 8192)
    first = {name: costs.weights / costs.per_key for name, costs in MODELS.items()}
    assert min(first, key=lambda name: first[name]) == "DeepSeek-V3"
