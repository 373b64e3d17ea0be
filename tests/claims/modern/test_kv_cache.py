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
    SlidingWindow,
    causal_mask,
    generate_with_cache,
    load_trained,
    story_ids,
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


@pytest.mark.parametrize("seed", range(5))
def test_keys_and_values_of_all_layers_stay(seed: int) -> None:
    model, ids = gpt(seed, layers=4), torch.randint(11, (2, 13))
    _, whole = model.forward_with_cache(ids)
    for n in range(1, 13):
        _, beginning = model.forward_with_cache(ids[:, :n])
        for short, long in zip(beginning, whole, strict=True):
            torch.testing.assert_close(short.keys, long.keys[..., :n, :])
            torch.testing.assert_close(short.values, long.values[..., :n, :])


def test_with_dropout_keys_of_a_second_layer_change() -> None:
    first, W_key = MultiHeadAttention(6, 6, 13, 0.5, 2).double(), words(1, 6, 5)
    x = words(0, 13, 6)
    assert not torch.allclose(first(x[:7]) @ W_key, first(x)[:7] @ W_key)
    first.eval()
    torch.testing.assert_close(first(x[:7]) @ W_key, first(x)[:7] @ W_key)


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
        before = None if cache is None else [part.clone() for part in cache[:-1]]
        out, longer = layer.forward_with_cache(chunk, cache)
        layer.forward_with_cache(-chunk, cache)  # another ending
        if before is not None and cache is not None:
            assert all(map(torch.equal, cache[:-1], before))
        cache = longer
        outs.append(out)
    found = torch.cat(outs, dim=1)
    torch.testing.assert_close(found, layer(x), rtol=0, atol=1e-12)


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


@pytest.mark.parametrize("layers", [1, 3])
def test_a_cache_for_each_layer_and_positions_that_count_on(layers: int) -> None:
    for seed in range(3):
        model, ids = gpt(seed, layers), torch.randint(11, (2, 7))
        _, caches = model.forward_with_cache(ids[:, :5])
        assert len(caches) == layers
        assert caches[0].num_tokens == 5
        logits, _ = model.forward_with_cache(ids[:, 5:], caches)
        torch.testing.assert_close(logits, model(ids)[:, 5:])
        moved = model.positions.pos_emb.weight
        moved.data = moved.roll(-5, dims=0)  # new tokens counted from five on
        wrong, _ = model.forward_with_cache(ids[:, 5:], caches)
        assert not torch.allclose(wrong, logits)
        assert torch.equal(
            generate_with_cache(model, ids[:, :2], 6), model.generate(ids[:, :2], 6)
        )


@torch.no_grad()
def test_without_positions_most_words_are_right_and_no_logits_are() -> None:
    model = load_trained("story")
    texts = story_ids.unfold(0, 25, 1)
    whole = model(texts[:, :24])
    _, caches = model.forward_with_cache(texts[:, :16])
    start, block = model.positions.pos_emb.weight[0], model.blocks[0]
    for own_words in (False, True):
        right, cache, written = 0.0, caches[0], texts[:, 16]
        for p in range(16, 24):
            words = written if own_words else texts[:, p]
            x = model.tok_emb(words[:, None]) + start
            x, cache = block.forward_with_cache(x, cache)
            logits = model.out_head(model.final_norm(x))[:, 0]
            written = logits.argmax(-1)
            right += (written == texts[:, p + 1]).float().mean().item() / 8
            if not own_words:
                assert (logits - whole[:, p]).abs().amax(dim=-1).min() > 0.1
        assert 0.2 < right < 0.5 if own_words else 0.5 < right < 0.9


def multiply_adds(layer: MultiHeadAttention, n: int, cached: bool) -> int:
    x, cache = words(n, n, layer.W_query.in_features), None
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        for i in range(n):
            if cached:
                _, cache = layer.forward_with_cache(x[i : i + 1], cache)
            else:
                layer(x[: i + 1])
    return counter.get_total_flops() // 2


@pytest.mark.parametrize(("d", "heads", "N"), [(6, 2, 5), (15, 5, 11), (64, 4, 32)])
def test_multiply_adds_are_those_of_the_formulas(d: int, heads: int, N: int) -> None:
    layer = make(0, d, N, heads)
    assert multiply_adds(layer, N, cached=True) == 4 * N * d**2 + N * (N + 1) * d
    plain = sum(4 * n * d**2 + 2 * n**2 * d for n in range(1, N + 1))
    assert multiply_adds(layer, N, cached=False) == plain
    closed = 2 * N * (N + 1) * d**2 + N * (N + 1) * (2 * N + 1) // 3 * d
    assert plain == closed


@pytest.mark.parametrize("batch", [1, 3])
def test_a_cache_has_two_vectors_for_each_token_layer_and_text(batch: int) -> None:
    model = gpt(0, layers=4).bfloat16()
    _, caches = model.forward_with_cache(torch.randint(11, (batch, 7)))
    stored = sum(part.nbytes for cache in caches for part in cache[:-1])
    assert stored == batch * 7 * 4 * 2 * 6 * 2  # bytes of 6 features twice


@pytest.mark.parametrize("window", [2, 5, 9])
def test_a_layer_is_full_even_if_its_window_has_dropped_tokens(window: int) -> None:
    layer, x = make(0, longest=9), words(0, 9, 6)
    layer.mask = SlidingWindow(window)
    for first in range(1, 9):
        _, cache = layer.forward_with_cache(x[:first])
        _, cache = layer.forward_with_cache(x[first:], cache)
        with pytest.raises(ValueError, match="must fit context_length=9"):
            layer.forward_with_cache(x[:1], cache)


@pytest.mark.parametrize("seed", range(10))
def test_without_a_mask_later_words_change_keys(seed: int) -> None:
    torch.manual_seed(seed)
    first = CrossAttention(6, 6, 0.0, 2).double()
    W_key, x = nn.Linear(6, 5).double(), words(seed, 7, 6)
    for n in range(1, 7):
        before, after = x[:n] + first(x[:n], x[:n]), x + first(x, x)
        assert not torch.allclose(W_key(before), W_key(after[:n]))
        torch.testing.assert_close(W_key(x[:n]), W_key(x)[:n])
