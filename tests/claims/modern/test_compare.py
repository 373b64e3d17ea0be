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

MODELS = {
    "GPT-2": grouped_costs(768, 12, 12, 64),
    "Gemma 2B": grouped_costs(2048, 8, 1, 256),
    "Mistral 7B": grouped_costs(4096, 32, 8, 128),
    "Llama 3 8B": grouped_costs(4096, 32, 8, 128),
    "DeepSeek-V3": latent_costs(7168, 128, 128, 512, 64, 1536),
}
LATENT = latent_costs(4096, 32, 128, 512, 64)


@pytest.mark.parametrize("d_model", [5, 4096])
@pytest.mark.parametrize("head_dim", [3, 128])
def test_fewer_groups_save(d_model: int, head_dim: int) -> None:
    each = [grouped_costs(d_model, 12, g, head_dim) for g in (12, 6, 4, 3, 2, 1)]
    for more, fewer in pairwise(each):
        assert fewer.weights < more.weights
        assert fewer.cached < more.cached
        assert fewer.per_key == more.per_key


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


def test_deepseek_beside_llama() -> None:
    deepseek, llama = MODELS["DeepSeek-V3"], MODELS["Llama 3 8B"]
    assert 61 * deepseek.weights > 8 * 32 * llama.weights
    assert deepseek.weights < latent_costs(7168, 128, 128, 512, 64).weights
    assert 0.5 < 61 * deepseek.cached / (32 * llama.cached) < 0.55


def test_when_keys_take_more_than_weights() -> None:
    def keys_take_more(costs: Costs, keys: int) -> bool:
        return keys * costs.per_key > costs.weights

    assert not keys_take_more(MODELS["GPT-2"], 1024)
    assert not keys_take_more(MODELS["Mistral 7B"], 4096)
    assert keys_take_more(MODELS["Llama 3 8B"], 8192)
    first = {name: costs.weights / costs.per_key for name, costs in MODELS.items()}
    assert min(first, key=lambda name: first[name]) == "DeepSeek-V3"
