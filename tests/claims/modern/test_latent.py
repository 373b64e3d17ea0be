"""What is behind the general sentences of docs/modern/latent.md."""

import pytest
import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    LatentAttention,
    latent_costs,
    rotate,
    scaled_dot_product_attention,
)
from tests.claims.quotes import cited, derived, tested

cited(
    "DeepSeek-V3 has 128 heads in each of 61 layers.",
    "For each token, a layer keeps one latent vector of 512 numbers, from which the "
    "keys and values of all heads can be restored, and 64 more numbers that we come to "
    "below.",
    "DeepSeek-V3's latent vectors are wider than a head's keys and values, so the "
    "absorbed way needs more arithmetic for each key.",
    source="huggingface/transformers, models/deepseek_v3/configuration_deepseek_v3.py: "
    "defaults of num_attention_heads, num_hidden_layers, kv_lora_rank, "
    "qk_nope_head_dim, qk_rope_head_dim and v_head_dim",
)
cited(
    "This is called multi-head latent attention (DeepSeek-AI, 2024, section 2.1).",
    source="DeepSeek-AI (2024), DeepSeek-V2, section 2.1, Multi-Head Latent Attention",
)
cited(
    "DeepSeek's own code has both, under the names naive and absorb.",
    "Its naive does not restore keys and values again: it caches them for all heads.",
    source='deepseek-ai/DeepSeek-V3, inference/model.py: attn_impl: Literal["naive", '
    '"absorb"]; MLA, buffers k_cache and v_cache, with an axis for the heads',
)
cited(
    "(DeepSeek also normalises the latent vectors and compresses the queries, which we "
    "leave out.)",
    "The rotated part of the key is made directly from the token, is the same for all "
    "heads, and is cached next to the latent vector:",
    source="deepseek-ai/DeepSeek-V3, inference/model.py, MLA: kv_norm, wq_a and wq_b; "
    "k_pe, which is split from wkv_a(x), and pe_cache",
)
derived(
    "In the same memory, grouped-query attention could have two groups of that width, "
    "but not three.",
    where="modern/latent.md#one-tensor-as-cache",
)


def numbers(seed: int, *shape: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


@tested(
    "\\[ c = x\\,W_\\text{latent} \\qquad k_h = c\\,W_{\\text{key},h} \\qquad v_h = "
    "c\\,W_{\\text{value},h} \\]",
    "But we need not, because the matrix can move to the query:",
    "\\[ q_h \\cdot (c\\,W_{\\text{key},h}) = (q_h\\,W_{\\text{key},h}^\\top) \\cdot c "
    "\\]",
    "A context vector is a weighted sum, so we can apply the matrix after the sum, "
    "once for each query instead of once for each key:",
    "\\[ \\sum_t a_t\\,(c_t\\,W_{\\text{value},h}) = \\Big(\\sum_t a_t\\,c_t\\Big)\\,"
    "W_{\\text{value},h} \\]",
    "The last line shows the price: the rank of all keys and values together is at "
    "most the width of the latent vectors, 4 instead of 6.",
    "That limits what the layer can compute, but each head still has its own matrices.",
)
@pytest.mark.parametrize("seed", range(5))
def test_formulas_with_the_matrices_of_a_layer(seed: int) -> None:
    layer, x = make(seed, d_in=9), numbers(seed, 6, 9)
    given: list[Tensor] = []

    def attend(*arguments: Tensor) -> tuple[Tensor, Tensor]:
        given.extend(arguments[:3])
        return scaled_dot_product_attention(*arguments[:3])

    layer.attend = attend
    layer(x)
    queries, keys, values = (part[..., :4] for part in given)  # nothing rotated
    restored = torch.cat([*keys, *values], dim=-1)
    assert torch.linalg.matrix_rank(restored) == layer.latent_dim
    assert torch.linalg.matrix_rank(x @ numbers(seed, 9, 24)) == 6  # not compressed
    W_latent, *by_head = (
        layer.get_parameter(f"W_{name}.weight").T for name in ("latent", "key", "value")
    )
    for h in range(3):
        W_key_h, W_value_h = (W[:, 4 * h : 4 * h + 4] for W in by_head)
        c = x @ W_latent
        k_h, v_h = c @ W_key_h, c @ W_value_h
        torch.testing.assert_close(keys[h], k_h)
        torch.testing.assert_close(values[h], v_h)
        a = numbers(seed, 6).softmax(0)
        for t in range(6):
            q_h = queries[h, t]
            for c_t in c:
                there = (q_h @ W_key_h.T) @ c_t
                torch.testing.assert_close(q_h @ (c_t @ W_key_h), there)
        contexts = [a[t] * (c[t] @ W_value_h) for t in range(6)]
        latents = [a[t] * c[t] for t in range(6)]
        torch.testing.assert_close(
            torch.stack(contexts).sum(0), torch.stack(latents).sum(0) @ W_value_h
        )


@tested(
    "It now has as many features as a latent vector, and the latent vectors serve as "
    "keys:",
    "Each head has its own absorbed queries, but all heads share one set of keys.",
    "The last line shows a mistake to avoid: if you multiply over the features of all "
    "heads at once, you get the sum of their scores.",
)
@pytest.mark.parametrize(("heads", "width", "latent"), [(2, 8, 4), (3, 5, 11)])
def test_absorbed_scores_of_each_head_and_of_all_at_once(
    heads: int, width: int, latent: int
) -> None:
    for seed in range(10):
        queries, latents = numbers(seed, heads, 6, width), numbers(seed, 7, latent)
        W_key = numbers(seed + 1, heads, latent, width)
        explicit = queries @ (latents @ W_key).mT
        absorbed = queries @ W_key.mT
        assert absorbed.shape == (heads, 6, latent)
        torch.testing.assert_close(absorbed @ latents.mT, explicit)
        mixed = torch.cat([*queries], -1) @ torch.cat([*W_key], -1).mT @ latents.mT
        torch.testing.assert_close(mixed, explicit.sum(dim=0))
        assert not torch.allclose(mixed, explicit[0])


@tested(
    "The scores have not changed, so they are divided by the same number as before: "
    "the root of the width of the restored keys.",
    "Our scaled_dot_product_attention divides by the root of the width of the queries "
    "it gets, so we correct for that first.",
)
def test_the_root_is_that_of_the_explicit_width() -> None:
    for seed in range(10):
        width, latent = 3 + seed, 7
        query, latents = numbers(seed, 6, width), numbers(seed, 5, latent)
        W_key = numbers(seed + 1, latent, width)
        W_value = numbers(seed + 2, latent, width)
        explicit, weights = scaled_dot_product_attention(
            query, latents @ W_key, latents @ W_value
        )
        absorbed = query @ W_key.mT * (latent / width) ** 0.5
        there, same = scaled_dot_product_attention(absorbed, latents, latents)
        torch.testing.assert_close(same, weights)
        torch.testing.assert_close(there @ W_value, explicit)
        if latent != width:
            _, wrong = scaled_dot_product_attention(query @ W_key.mT, latents, latents)
            assert not torch.allclose(wrong, weights)


@tested(
    "With rotary positions, query and key are rotated before the dot product, so a "
    "rotation comes between the query and the matrix that it should absorb.",
    "The latent vector stays the same, but the absorbed query is different at each "
    "distance.",
    "So one absorbed query no longer serves all keys.",
    "We would have to absorb again for each distance, which takes as many "
    "multiply-adds as restoring the key.",
    "The rotated part is kept separate, because with a rotation the query would have "
    "to absorb a different matrix at each distance.",
)
def test_a_rotated_key_has_no_absorbed_query_for_all_positions() -> None:
    """The scores of equal latents differ with the position; unrotated they do not."""
    positions = torch.arange(5)
    for seed in range(10):
        width = 2 * (1 + seed % 4)
        query, W_key = numbers(seed, 1, width), numbers(seed + 1, 3, width)
        latents = numbers(seed, 1, 3).expand(5, 3)  # at every position the same
        there = query @ W_key.T @ latents.T
        torch.testing.assert_close(there, there[:, :1].expand(1, 5))
        keys = rotate(latents @ W_key, positions)
        scores = rotate(query, torch.tensor([4])) @ keys.T
        assert len({round(score, 9) for score in scores[0].tolist()}) == 5
        absorbed = rotate(query.expand(5, -1), 4 - positions) @ W_key.T
        torch.testing.assert_close((absorbed * latents).sum(-1), scores[0])
        for one in range(5):
            for other in range(one):
                assert not torch.allclose(absorbed[one], absorbed[other])
        with torch.device("meta"):
            counts = []
            for left, right in ((width, 3), (3, width)):  # absorb, restore
                with FlopCounterMode(display=False) as counter:
                    _ = torch.ones(1, left) @ torch.ones(left, right)
                counts.append(counter.get_total_flops())
        assert counts[0] == counts[1] > 0


def make(seed: int, d_in: int = 5) -> LatentAttention:
    torch.manual_seed(seed)
    return LatentAttention(d_in, 7, 9, 0.0, 3, 4, 2 + seed % 5, 2).double()


@tested(
    "The dot products of the two parts are added.",
    "Up to rounding, both ways give the same result, and the same gradients for the "
    "input and all six matrices.",
    "So we can train the layer one way and use it the other way.",
)
def test_trained_one_way_and_used_the_other() -> None:
    for seed in range(10):
        layer, x = make(seed), numbers(seed, 6, 5).requires_grad_()
        given = [x, *layer.parameters()]
        assert len(given) == 1 + 6
        explicit, absorbed = layer(x), layer.forward_with_cache(x)[0]
        torch.testing.assert_close(
            torch.autograd.grad(absorbed.sin().sum(), given),
            torch.autograd.grad(explicit.sin().sum(), given),
        )
        x = x.detach()
        target = numbers(seed + 1, 6, 7)
        trained = {}
        for way in ("explicit", "absorbed"):
            layer = make(seed)
            optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
            for _ in range(5):
                out = layer(x) if way == "explicit" else layer.forward_with_cache(x)[0]
                optimizer.zero_grad()
                (out - target).square().mean().backward()
                optimizer.step()
            torch.testing.assert_close(layer.forward_with_cache(x)[0], layer(x))
            trained[way] = layer(x)
        torch.testing.assert_close(trained["absorbed"], trained["explicit"])
        assert layer.forward_with_cache(x)[1].compressed.shape == (
            6,
            layer.latent_dim + 2,
        )


@tested(
    "The layer's forward_with_cache computes the absorbed way.",
    "It takes the cache that an earlier call returned, and returns it with the rows of "
    "the new tokens appended:",
)
def test_the_cache_grows_by_the_new_rows() -> None:
    for seed in range(5):
        layer, x = make(seed), numbers(seed, 6, 5)
        out, cache = layer.forward_with_cache(x[:4])
        new, longer = layer.forward_with_cache(x[4:], cache)
        assert torch.equal(longer.compressed[:4], cache.compressed)
        torch.testing.assert_close(torch.cat([out, new]), layer(x))


HEADS, WIDTH, LATENT, ROTARY = 128, 128, 512, 64  # of DeepSeek-V3
RESTORE = HEADS * LATENT * (WIDTH + WIDTH)
EXPLICIT = HEADS * (WIDTH + ROTARY + WIDTH)
ABSORBED = latent_costs(7168, HEADS, WIDTH, LATENT, ROTARY).per_key


@tested(
    "When the model writes one token after a long text, the explicit way restores "
    "every key and value for a single query, so the absorbed way takes far fewer "
    "multiply-adds.",
    "When the model reads a whole prompt at once, both ways use the matrices equally "
    "often, and the explicit way takes fewer for each pair of a query and a key.",
    "The explicit way takes fewer if the cost of \\(n\\) tokens restored and \\(mn\\) "
    "cheap pairs is below that of \\(m\\) tokens absorbed and \\(mn\\) expensive "
    "pairs.",
    "In a very long text, that is the case if \\(m\\) is more than 170.7.",
    "With 171 or more new tokens, the explicit way takes fewer however long the text "
    "is.",
    "With 170 or fewer, the absorbed way wins once the text is long enough.",
)
def test_which_way_takes_fewer() -> None:
    def explicit(m: int, n: int) -> int:
        return n * RESTORE + m * n * EXPLICIT

    def absorbed(m: int, n: int) -> int:
        return m * RESTORE + m * n * ABSORBED

    lengths = [1, 2, 3, 10, 171, 172, 1000, 10**4, 10**6, 10**9, 10**15]
    for m in (171, 172, 1000, 10**5):
        assert all(explicit(m, n) < absorbed(m, n) for n in lengths if n >= m)
    for m in (1, 2, 100, 170):
        assert explicit(m, 10**9) > absorbed(m, 10**9)
    for prompt in (1, 7, 100, 10**5):
        saved = absorbed(prompt, prompt) - explicit(prompt, prompt)
        assert saved == prompt**2 * (ABSORBED - EXPLICIT) > 0  # pairs alone
    assert explicit(1, 10**4) > 80 * absorbed(1, 10**4)
    assert round(RESTORE / (ABSORBED - EXPLICIT), 1) == 170.7
