"""What is behind the general sentences of docs/modern/kv-cache.md."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    GPT,
    CrossAttention,
    MultiHeadAttention,
    attend_with_cache,
    causal_mask,
    forward_with_cache,
    generate_with_cache,
    load_trained,
    story_ids,
)
from tests.claims.quotes import cited, tested

cited(
    "In bfloat16, for four models' shapes:",
    "Llama 3 has 32 heads with queries, but only 8 with keys and values, so a token "
    "takes a quarter of the older Llama's bytes.",
    source=(
        "GPT-2: openai/gpt-2, src/model.py, default_hparams. GPT-3: Brown et al. "
        "(2020), Table 2.1 and section 2.1. Llama: Touvron et al. (2023), LLaMA, Table "
        "2, its 2k context in Llama 2, Table 1. Llama 3: Grattafiori et al. (2024), "
        "Table 3, and meta-llama/llama3, MODEL_CARD.md"
    ),
)


def words(seed: int, *shape: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def make(
    seed: int, d: int = 6, longest: int = 13, heads: int = 2
) -> MultiHeadAttention:
    torch.manual_seed(seed)
    return MultiHeadAttention(d, d, longest, 0.0, heads).double()


def gpt(seed: int, layers: int) -> GPT:
    torch.manual_seed(seed)
    model = GPT(11, 13, 6, layers, 2).double()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.4)
    return model


@tested(
    "The first layer is causal, so what it returns for your does not depend on the "
    "words after it, and neither does a key made from that.",
    "The same holds for values, and for all layers of a causal model.",
    "With causal attention, keys and values of earlier tokens do not change, so they "
    "are computed once and kept.",
)
@pytest.mark.parametrize("seed", range(5))
def test_keys_and_values_of_all_layers_stay(seed: int) -> None:
    model, ids = gpt(seed, layers=4), torch.randint(11, (2, 13))
    _, whole = forward_with_cache(model, ids)
    for n in range(1, 13):
        _, beginning = forward_with_cache(model, ids[:, :n])
        for short, long in zip(beginning, whole, strict=True):
            torch.testing.assert_close(short.keys, long.keys[..., :n, :])
            torch.testing.assert_close(short.values, long.values[..., :n, :])


@tested(
    "There is no mask in the loop: later keys are not in the cache yet.",
    "One by one, in three chunks, or seven and then one by one: the result is that of "
    "the whole sequence.",
    "The results are those of the whole sequence, if the mask has the right rows and "
    "positions count on.",
    "The first one stays as it was, so one beginning can have several endings:",
)
@pytest.mark.parametrize("seed", range(20))
def test_any_chunks_give_the_whole(seed: int) -> None:
    layer, x = make(seed), words(seed, 2, 13, 6)
    sizes: list[int] = []
    generator = torch.Generator().manual_seed(seed)
    while sum(sizes) < 13:
        size = int(torch.randint(1, 6, (), generator=generator))
        sizes.append(min(size, 13 - sum(sizes)))
    cache, outs = None, []
    for chunk in x.split(sizes, dim=1):
        before = None if cache is None else [part.clone() for part in cache]
        out, longer = attend_with_cache(layer, chunk, cache)
        attend_with_cache(layer, -chunk, cache)  # another ending
        if before is not None and cache is not None:
            assert all(map(torch.equal, cache, before))
        cache = longer
        outs.append(out)
    found = torch.cat(outs, dim=1)
    torch.testing.assert_close(found, layer(x), rtol=0, atol=1e-12)


@tested(
    "A chunk of two tokens needs a mask again: its first token must not see its "
    "second.",
    "The mask of the chunk is the last two rows of the square one.",
    "In PyTorch's own function, is_causal=True aligns the diagonal with the first key "
    "instead:",
    "With a single new token, is_causal lets it attend to the first key alone, so the "
    "result is the first value, however long the text is.",
)
@pytest.mark.parametrize("length", [2, 3, 7, 100])
def test_torchs_causal_mask_starts_at_the_first_key(length: int) -> None:
    q, k, v = words(length, 3, 1, 1, length, 5)
    whole = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    for new in range(1, length):
        out = F.scaled_dot_product_attention(q[..., -new:, :], k, v, is_causal=True)
        square = torch.ones(new, length).tril().bool()
        first = F.scaled_dot_product_attention(q[..., -new:, :], k, v, square)
        torch.testing.assert_close(out, first)
        torch.testing.assert_close(out[0, 0, 0], v[0, 0, 0])
        mask = causal_mask(new, length)
        assert torch.equal(mask, causal_mask(length)[-new:])
        right = F.scaled_dot_product_attention(q[..., -new:, :], k, v, mask)
        torch.testing.assert_close(right, whole[..., -new:, :])
        assert not torch.allclose(out, right)
    unmasked = F.scaled_dot_product_attention(q[..., -2:, :], k, v)
    assert torch.allclose(unmasked[0, 0, 1], whole[0, 0, -1])
    assert not torch.allclose(unmasked[0, 0, 0], whole[0, 0, -2])


@tested(
    "A model needs one cache for each layer, and one more thing: the position of the "
    "new token is the number of cached ones.",
    "The package's forward_with_cache counts positions for you, and "
    "generate_with_cache writes with it.",
)
@pytest.mark.parametrize("layers", [1, 3])
def test_a_cache_for_each_layer_and_positions_that_count_on(layers: int) -> None:
    for seed in range(3):
        model, ids = gpt(seed, layers), torch.randint(11, (2, 7))
        _, caches = forward_with_cache(model, ids[:, :5])
        assert len(caches) == layers
        assert caches[0].num_tokens == 5
        logits, _ = forward_with_cache(model, ids[:, 5:], caches)
        torch.testing.assert_close(logits, model(ids)[:, 5:])
        moved = model.positions.pos_emb.weight
        moved.data = moved.roll(-5, dims=0)  # new tokens counted from five on
        wrong, _ = forward_with_cache(model, ids[:, 5:], caches)
        assert not torch.allclose(wrong, logits)
        assert torch.equal(
            generate_with_cache(model, ids[:, :2], 6), model.generate(ids[:, :2], 6)
        )


@tested(
    "Again nothing is raised, and most words are still right, so that a glance at the "
    "text may not show it.",
    "A comparison with the model without a cache does.",
)
@torch.no_grad()
def test_without_positions_most_words_are_right_and_no_logits_are() -> None:
    model = load_trained("story")
    texts = story_ids.unfold(0, 25, 1)
    whole = model(texts[:, :24])
    _, caches = forward_with_cache(model, texts[:, :16])
    start, block = model.positions.pos_emb.weight[0], model.blocks[0]
    right, cache = 0.0, caches[0]
    for p in range(16, 24):
        x = model.tok_emb(texts[:, p : p + 1]) + start
        out, cache = attend_with_cache(block.attention, block.norm_1(x), cache)
        x = x + out
        x = x + block.feed_forward(block.norm_2(x))
        logits = model.out_head(model.final_norm(x))[:, 0]
        right += (logits.argmax(-1) == texts[:, p + 1]).float().mean().item() / 8
        assert (logits - whole[:, p]).abs().amax(dim=-1).min() > 0.1
    assert 0.5 < right < 0.9


def multiply_adds(layer: MultiHeadAttention, n: int, cached: bool) -> int:
    x, cache = words(n, n, layer.W_query.in_features), None
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        for i in range(n):
            if cached:
                _, cache = attend_with_cache(layer, x[i : i + 1], cache)
            else:
                layer(x[: i + 1])
    return counter.get_total_flops() // 2


@tested(
    "Token \\(n\\) costs \\(4d^2\\) for the four matrices and \\(2nd\\) for scores and "
    "context.",
    "Summed over \\(N\\) tokens, that is \\(4Nd^2 + N(N+1)\\,d\\), the last line.",
    "The part that grows with the square of \\(N\\) is attention itself: a step still "
    "attends to all tokens so far.",
    "Without a cache, the two sums grow with \\(N^2\\) and \\(N^3\\).",
)
@pytest.mark.parametrize(("d", "heads", "N"), [(6, 2, 5), (15, 5, 11), (64, 4, 32)])
def test_multiply_adds_are_those_of_the_formulas(d: int, heads: int, N: int) -> None:
    layer = make(0, d, N, heads)
    assert multiply_adds(layer, N, cached=True) == 4 * N * d**2 + N * (N + 1) * d
    plain = sum(4 * n * d**2 + 2 * n**2 * d for n in range(1, N + 1))
    assert multiply_adds(layer, N, cached=False) == plain
    closed = 2 * N * (N + 1) * d**2 + N * (N + 1) * (2 * N + 1) // 3 * d
    assert plain == closed


@tested(
    "The cache stores two vectors for each token and layer.",
    "That is for one text; a batch needs as much for each.",
)
@pytest.mark.parametrize("batch", [1, 3])
def test_a_cache_has_two_vectors_for_each_token_layer_and_text(batch: int) -> None:
    model = gpt(0, layers=4).bfloat16()
    _, caches = forward_with_cache(model, torch.randint(11, (batch, 7)))
    stored = sum(part.nbytes for cache in caches for part in cache)
    assert stored == batch * 7 * 4 * 2 * 6 * 2  # bytes of 6 features twice


@tested(
    "The second layer's cannot: the new word changes what your is after the first "
    "layer, and with it its key.",
    "The keys of the first layer are made from the words alone and stay.",
    "In an encoder, with several such layers, a cache would be wrong from the second "
    "layer on.",
)
@pytest.mark.parametrize("seed", range(10))
def test_without_a_mask_later_words_change_keys(seed: int) -> None:
    torch.manual_seed(seed)
    first = CrossAttention(6, 6, 0.0, 2).double()
    W_key, x = nn.Linear(6, 5).double(), words(seed, 7, 6)
    for n in range(1, 7):
        before, after = x[:n] + first(x[:n], x[:n]), x + first(x, x)
        assert not torch.allclose(W_key(before), W_key(after[:n]))
        torch.testing.assert_close(W_key(x[:n]), W_key(x)[:n])
