"""What is behind the general sentences of docs/modern/compare.md."""

from itertools import pairwise

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    Costs,
    GroupedQueryAttention,
    grouped_costs,
    latent_costs,
    scaled_dot_product_attention,
)
from tests.claims.quotes import cited, derived, tested

cited(
    "Mistral 7B's cache holds at most 4,096 tokens, and GPT-2 has only 1,024 "
    "positions.",
    source="Jiang et al. (2023), Mistral 7B, section 2, Rolling Buffer Cache, and "
    "table 1; openai/gpt-2, src/model.py, default_hparams: n_ctx=1024",
)
cited(
    "The attention layers of Mistral 7B and Llama 3 8B have the same shapes, so their "
    "lines coincide until the window is full.",
    source="huggingface/transformers, models/mistral/configuration_mistral.py, "
    "defaults; meta-llama/llama-models, models/sku_list.py, llama3_base_models: dim "
    "4096, n_layers 32, n_heads 32, n_kv_heads 8",
)
derived(
    "A cache grows by the same number of bytes with each token, until a window is "
    "full.",
    "The matrices take the same arithmetic for every new token.",
    "The keys take more with every token, unless there is a window.",
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
    "Groups save weights and cache, while the arithmetic for each key stays the same.",
    "Groups shrink the cache without more arithmetic, and a window limits its size.",
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
    "Latent attention has the second smallest cache here, but takes more than four "
    "times as many multiply-adds for each key, because we use the absorbed way.",
    "As long as there are few keys, this latent attention takes fewer multiply-adds "
    "for a new token than multi-head attention, because it has fewer weights.",
    "In the sizes shown, latent vectors shrink it further than eight groups do, but "
    "take more arithmetic for each key.",
)
def test_latent_beside_the_others() -> None:
    ways = [grouped_costs(4096, 32, g, 128) for g in (32, 8, 1)]
    multi_head, grouped, multi_query = ways
    assert multi_query.cached < LATENT.cached < grouped.cached < multi_head.cached
    assert all(LATENT.per_key > 4 * way.per_key for way in ways)
    explicit = 32 * (128 + 64 + 128)  # with restored keys and values
    assert explicit < 1.3 * multi_head.per_key

    def total(costs: Costs, keys: int) -> int:
        return costs.weights + keys * costs.per_key

    assert all(total(LATENT, n) < total(multi_head, n) for n in (0, 1, 500, 699))
    assert all(total(LATENT, n) > total(multi_head, n) for n in (700, 5000, 10**9))
    assert grouped_costs(4096, 32, 8, 128).cached > MODELS["DeepSeek-V3"].cached


HEADS = {  # how many, and the width that is rotated of all queries and keys
    "GPT-2": (12, 0),
    "Gemma 2B": (8, (8 + 1) * 256),
    "Mistral 7B": (32, (32 + 8) * 128),
    "Llama 3 8B": (32, (32 + 8) * 128),
    "DeepSeek-V3": (128, (128 + 1) * 64),
}


@tested(
    "We leave out biases, norms, rotations, the scaling of scores and the softmax.",
    "In the models below, each of them would add 2 % at most to the operations.",
)
@pytest.mark.parametrize("name", MODELS)
def test_what_is_left_out_is_small(name: str) -> None:
    """In operations, two for each multiply-add, at any number of keys."""
    costs, (heads, rotated) = MODELS[name], HEADS[name]
    features = {"GPT-2": 768, "Gemma 2B": 2048, "DeepSeek-V3": 7168}.get(name, 4096)
    per_token = 2 * costs.weights
    assert 0.02 * per_token > 4 * features  # biases, one addition each
    assert 0.02 * per_token > 10 * (features + 1536 + 512)  # norms
    assert 0.02 * per_token > 3 * rotated  # two products and a sum for each
    assert heads / (2 * costs.per_key) < 0.02  # the scaling, one for each score
    # the softmax: compare, subtract, exponential, add, divide
    assert 5 * heads / (2 * costs.per_key) < 0.02


def multiply_adds(heads: int, width: int, width_of_values: int) -> int:
    """What all heads take for each key that a query attends to, as torch counts."""
    query, keys = torch.ones(heads, 1, width), torch.ones(heads, 7, width)
    with FlopCounterMode(display=False) as counter:
        scaled_dot_product_attention(query, keys, torch.ones(heads, 7, width_of_values))
    return counter.get_total_flops() // 2 // 7


@tested(
    "With \\(d\\) features, \\(h\\) heads of width \\(k\\) and \\(g\\) groups, the "
    "matrices for the queries and for the result have \\(d \\cdot hk\\) weights each, "
    "and those for keys and values \\(d \\cdot gk\\) each:",
    "\\[ \\text{weights} = 2\\,d\\,hk + 2\\,d\\,gk \\qquad \\text{cached} = 2\\,gk "
    "\\qquad \\text{per key} = 2\\,hk \\]",
    "The 2 in the last two formulas is there because a token has a key and a value.",
    "A score takes \\(k\\) multiply-adds, and adding a value times its weight takes "
    "\\(k\\) more.",
    "\\[ \\text{cached} = l + r \\qquad \\text{per key} = h\\,(l + r + l) \\]",
    "It is twice the number of features, \\(4\\,d^2\\) divided by \\(2\\,d\\).",
    "Multi-head attention uses each number in a single multiply-add.",
    "In latent attention, all heads use the same numbers, and most of them twice, as "
    "part of a key and as part of a value.",
)
@pytest.mark.parametrize(
    ("h", "k", "g", "l_", "r"), [(4, 3, 2, 9, 2), (6, 5, 1, 7, 4), (3, 2, 3, 5, 2)]
)
def test_formulas_and_what_layers_have(h: int, k: int, g: int, l_: int, r: int) -> None:
    d = h * k
    layer = GroupedQueryAttention(d, d, 9, 0.0, h, g)
    matrices = [p.numel() for p in layer.parameters() if p.dim() == 2]
    assert sorted(matrices) == sorted([d * h * k, d * h * k, d * g * k, d * g * k])
    token = torch.ones(1, d)
    costs = grouped_costs(d, h, g, k)
    assert costs.weights == sum(matrices) == 2 * d * h * k + 2 * d * g * k
    kept = layer.W_key(token).numel() + layer.W_value(token).numel()
    assert costs.cached == kept == 2 * g * k
    assert costs.per_key == multiply_adds(h, k, k) == 2 * h * k
    latent = latent_costs(d, h, k, l_, r)
    assert latent.cached == l_ + r
    assert latent.per_key == multiply_adds(h, l_ + r, l_) == h * (l_ + r + l_)
    own = grouped_costs(d, h, h, k)  # multi-head
    assert own.weights / own.per_key == 4 * d**2 / (2 * d) == 2 * d
    assert own.per_key == own.cached
    assert latent.per_key == h * (latent.cached + l_)  # the latents twice
    assert 2 * l_ > latent.cached


@tested(
    "The result for a new token depends on every number in the cache, so the processor "
    "has to read them all, and may have to wait for memory.",
)
@pytest.mark.parametrize("groups", [1, 2, 4])
def test_every_cached_number_counts(groups: int) -> None:
    generator = torch.Generator().manual_seed(groups)

    def draw(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=generator, dtype=torch.float64)

    keys, values = (draw(groups, 9, 3).requires_grad_() for _ in range(2))
    shared = [part.repeat_interleave(4 // groups, dim=0) for part in (keys, values)]
    out, _ = scaled_dot_product_attention(draw(4, 1, 3), *shared)
    latents = draw(9, 5 + 2).requires_grad_()
    there, _ = scaled_dot_product_attention(draw(4, 1, 7), latents, latents[:, :5])
    given = (keys, values, latents)
    for slopes in torch.autograd.grad(out.sin().sum() + there.sin().sum(), given):
        assert (slopes != 0).all()


@tested(
    "DeepSeek-V3's attention has more than eight times as many weights as Llama 3 "
    "8B's, but for each token its cache is only a little more than half as large.",
    "DeepSeek-V3 also compresses its queries, to 1,536 numbers, which saves weights.",
)
def test_deepseek_beside_llama() -> None:
    deepseek, llama = MODELS["DeepSeek-V3"], MODELS["Llama 3 8B"]
    assert 61 * deepseek.weights > 8 * 32 * llama.weights
    assert deepseek.weights < latent_costs(7168, 128, 128, 512, 64).weights
    assert 0.5 < 61 * deepseek.cached / (32 * llama.cached) < 0.55


@tested(
    "GPT-2's positions and Mistral 7B's window are smaller than their numbers here, "
    "so in these two models the matrices always take more.",
    "DeepSeek-V3, with absorbed queries, reaches the balance with the fewest keys.",
)
def test_when_keys_take_more_than_weights() -> None:
    def keys_take_more(costs: Costs, keys: int) -> bool:
        return keys * costs.per_key > costs.weights

    assert not keys_take_more(MODELS["GPT-2"], 1024)
    assert not keys_take_more(MODELS["Mistral 7B"], 4096)
    assert keys_take_more(MODELS["Llama 3 8B"], 8192)
    first = {name: costs.weights / costs.per_key for name, costs in MODELS.items()}
    assert min(first, key=lambda name: first[name]) == "DeepSeek-V3"
