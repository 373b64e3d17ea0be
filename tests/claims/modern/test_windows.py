"""What is behind the general sentences of docs/modern/windows.md."""

from collections.abc import Callable, Iterator

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    AttentionOnly,
    FusedMultiHeadAttention,
    GroupedQueryAttention,
    LatentAttention,
    MultiHeadAttention,
    SlidingWindow,
    fit,
    load_trained,
    rotate,
    said_twice,
    scaled_dot_product_attention,
    window_mask,
)


def part(mask: torch.Tensor) -> Callable[..., torch.Tensor]:
    """The rule that takes its masks from a larger one."""
    return lambda num_queries, num_keys, device: mask[:num_queries, :num_keys]


@torch.no_grad()
def right(length: int, windows: tuple[int | torch.Tensor, ...], seed: int = 0) -> float:
    """The share of the second copy that the trained model gets right."""
    ids = said_twice(300, length, torch.Generator().manual_seed(seed))
    model = load_trained("induction")
    for layer, window in zip(model.layers, windows, strict=True):
        layer.mask = SlidingWindow(window) if isinstance(window, int) else part(window)
    found = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    return found[:, length:].double().mean().item()


@pytest.mark.parametrize("length", [8, 10, 12])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_model_needs_two_words_and_the_length(length: int, seed: int) -> None:
    assert right(length, (24, 24), seed) > 0.99
    assert right(length, (2, length), seed) > 0.99
    assert right(length, (1, 24), seed) < 0.05
    assert right(length, (2, length - 1), seed) < 0.05
    assert right(length, (24, length - 1), seed) < 0.2
    back = torch.arange(24)[:, None] - torch.arange(24)
    own = back == 0
    # The cause taken away: all but the previous number, all but the answer.
    assert right(length, ((back >= 0) & (back != 1), 24), seed) < 0.2
    assert right(length, (24, (back >= 0) & (back != length - 1)), seed) < 0.2
    # Nothing but them; a word that has none before it reads itself.
    first = own & (torch.arange(24) == 0)
    assert right(length, ((back == 1) | first, 24), seed) > 0.9
    assert right(length, (24, (back == length - 1) | own), seed) > 0.9


def test_reach_is_not_enough() -> None:
    for seed in range(3):
        assert right(10, (9, 9), seed) < 0.1
    # A word between that adds nothing lets nothing through.
    x = torch.randn(7, 4, dtype=torch.float64).requires_grad_()
    layers = [MultiHeadAttention(4, 4, 7, 0.0, 2).double() for _ in range(2)]
    for layer in layers:
        layer.mask = SlidingWindow(3)
    for blocked in (False, True):
        out = x + layers[0](x)
        if blocked:  # the last two words but one, which the last one reads
            out = torch.cat([out[:4], x[4:6], out[6:]])
        out = out + layers[1](out)
        (slopes,) = torch.autograd.grad(out[-1].sum(), x)
        assert (slopes.abs().sum(dim=-1) > 0).tolist() == [
            False,
            False,
            *2 * [not blocked],
            *3 * [True],
        ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_a_model_trained_with_windows_learns_to_pass_it_on(seed: int) -> None:
    torch.manual_seed(seed)
    model = AttentionOnly(16, 24, 32, 2, 2)
    for layer in model.layers:
        layer.mask = SlidingWindow(9)
    generator = torch.Generator().manual_seed(seed)

    def batches() -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        for _ in range(1200):
            ids = said_twice(64, 10, generator)
            targets = ids[:, 1:].clone()
            targets[:, :10] = -1
            yield ids[:, :-1], targets

    fit(model, batches(), learning_rate=0.004, pad_id=-1)
    ids = said_twice(300, 10, torch.Generator().manual_seed(99))
    with torch.no_grad():
        found = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    assert found[:, 10:].double().mean() > 0.9


def layers(window: int) -> list[torch.nn.Module]:
    """One of each causal layer of Parts 5 and 7, with this window."""
    torch.manual_seed(window)
    made = [
        MultiHeadAttention(6, 6, 12, 0.0, 2),
        FusedMultiHeadAttention(6, 6, 12, 0.0, 2),
        GroupedQueryAttention(6, 6, 12, 0.0, 2, 1),
        LatentAttention(6, 6, 12, 0.0, 2, 3, 5, 2),
    ]
    for layer in made:
        layer.mask = SlidingWindow(window)
    return [layer.double() for layer in made]


@pytest.mark.parametrize("window", [1, 2, 3, 6])
def test_a_layer_reads_its_window(window: int) -> None:
    for layer in layers(window):
        for num_tokens in (4, 6):
            x = torch.randn(num_tokens, 6, dtype=torch.float64).requires_grad_()
            layer(x)[-1].sin().sum().backward()
            first = max(0, num_tokens - window)
            read = x.grad.abs().sum(dim=-1) > 0
            assert read.tolist() == [i >= first for i in range(num_tokens)]


@pytest.mark.parametrize("window", [1, 2, 4])
def test_a_chunk_needs_older_keys_than_the_cache_of_one_word(window: int) -> None:
    x = torch.randn(12, 6, dtype=torch.float64)
    for layer in layers(window):
        for sizes in ([1] * 12, [3] * 4, [7, 1, 4]):
            cache, outs = None, []
            for chunk in x.split(sizes):
                out, cache = layer.forward_with_cache(chunk, cache)
                outs.append(out)
                kept = cache[0].shape[-2]
                assert kept == min(window - 1, cache.num_tokens)
            found = torch.cat(outs)
            torch.testing.assert_close(found, layer(x), rtol=0, atol=1e-12)
        if window > 1:  # one key fewer changes the next word
            _, cache = layer.forward_with_cache(x[:11])
            less = type(cache)(*(t[..., 1:, :] for t in cache[:-1]), 11)
            now, _ = layer.forward_with_cache(x[11:], less)
            assert not torch.allclose(now[0], layer(x)[11], rtol=0, atol=1e-9)
    # A cache of W keys when three words come at once: the first of them lacks some.
    q, k, v = torch.randn(3, 12, 8, dtype=torch.float64)
    expected, _ = scaled_dot_product_attention(q, k, v, window_mask(12, window=4))
    bounded, _ = scaled_dot_product_attention(
        q[9:], k[8:], v[8:], window_mask(3, 4, window=4)
    )
    same = torch.isclose(bounded, expected[9:], rtol=0, atol=1e-9).all(dim=-1)
    assert same.tolist() == [False, False, True]


def test_pairs_are_counted() -> None:
    for window in range(1, 9):
        for num_tokens in range(window, 20):
            mask = window_mask(num_tokens, window=window)
            i, j = torch.arange(num_tokens)[:, None], torch.arange(num_tokens)
            assert torch.equal(mask, (i - window < j) & (j <= i))
            assert mask.sum() == window * num_tokens - window * (window - 1) // 2
            assert mask.sum(dim=-1).max() == window


def test_the_mask_saves_no_multiplication() -> None:
    x = torch.randn(12, 8)
    counts = []
    for mask in (None, window_mask(12, window=4)):
        with FlopCounterMode(display=False) as counter:
            scaled_dot_product_attention(x, x, x, mask)
        counts.append(counter.get_total_flops())
    assert counts[0] == counts[1] == 2 * 2 * 12 * 12 * 8


@pytest.mark.parametrize("window", [1, 2, 4, 7])
def test_a_cache_of_the_window_alone_gives_the_same(window: int) -> None:
    for seed in range(5):
        generator = torch.Generator().manual_seed(seed)
        q, k, v = torch.randn(3, 12, 8, generator=generator, dtype=torch.float64)
        mask = window_mask(12, window=window)
        expected, _ = scaled_dot_product_attention(q, k, v, mask)
        for size in range(1, 13):
            rows = []
            for i in range(12):
                kept = slice(max(0, i + 1 - size), i + 1)
                row, _ = scaled_dot_product_attention(q[[i]], k[kept], v[kept])
                rows.append(row)
            same = torch.allclose(torch.cat(rows), expected, rtol=0, atol=1e-9)
            assert same == (size == window)


@pytest.mark.parametrize("window", [2, 3, 4])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_reach(window: int, depth: int) -> None:
    for itself in (0, 1):  # counted, or not
        x = torch.randn(16, 8, dtype=torch.float64).requires_grad_()
        out, product = x, torch.eye(16)
        step = window_mask(16, window=window + itself)
        for _ in range(depth):
            layer = MultiHeadAttention(8, 8, 16, 0.0, num_heads=2).double()
            layer.mask = part(step)
            out = out + layer(out)
            product = step.float() @ product
        (slopes,) = torch.autograd.grad(out[-1].sum(), x)
        read = slopes.abs().sum(dim=-1) > 0
        assert read.nonzero()[0].item() == 15 - depth * (window - 1 + itself)
        assert torch.equal(read, product[-1] > 0)


def test_the_order_of_cached_keys_does_not_matter() -> None:
    for seed in range(5):
        generator = torch.Generator().manual_seed(seed)
        q, k, v = torch.randn(3, 7, 6, generator=generator, dtype=torch.float64)
        order = torch.randperm(7, generator=generator)
        one, _ = scaled_dot_product_attention(q, k, v)
        other, _ = scaled_dot_product_attention(q, k[order], v[order])
        torch.testing.assert_close(one, other)
        places = torch.randperm(1000, generator=generator)[:7]
        turned, query = rotate(k, places), rotate(q, places)
        one, _ = scaled_dot_product_attention(query, turned, v)
        other, _ = scaled_dot_product_attention(query, turned[order], v[order])
        torch.testing.assert_close(one, other)  # whose positions are still in the keys
        swapped, _ = scaled_dot_product_attention(query, rotate(k[order], places), v)
        assert not torch.allclose(one, swapped)
