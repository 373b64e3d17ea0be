"""What is behind the general sentences of docs/modern/windows.md."""

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor
from torch.testing import assert_close

from attention import (
    AttentionOnly,
    MultiHeadAttention,
    SlidingWindow,
    fit,
    load_trained,
    rotate,
    said_twice,
    scaled_dot_product_attention,
    window_mask,
)
from tests.claims.draw import draw
from tests.claims.modern.counted import multiply_adds


@torch.no_grad()
def right(model: AttentionOnly, length: int, *masks: Tensor) -> float:
    """The share of the second copy that a model gets right with these masks."""
    ids = said_twice(100, length, torch.Generator().manual_seed(length))
    for layer, mask in zip(model.layers, masks, strict=True):
        layer.mask = lambda queries, keys, device, mask=mask: mask[:queries, :keys]
    found = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    return found[:, length:].double().mean().item()


def test_the_model_needs_two_words_and_the_length() -> None:
    model = load_trained("induction")
    window = [window_mask(24, window=W) for W in range(1, 25)]
    one, two, every = window[0], window[1], window[23]
    back = torch.arange(24)[:, None] - torch.arange(24)
    own, first = back == 0, window[0] & (torch.arange(24) == 0)
    for length in (8, 10, 12):
        as_far, too_near = window[length - 1], window[length - 2]
        assert right(model, length, every, every) > 0.99
        assert right(model, length, two, as_far) > 0.99
        assert right(model, length, one, every) < 0.05
        assert right(model, length, two, too_near) < 0.05
        assert right(model, length, too_near, too_near) < 0.2  # in reach
        # The cause taken away: all but the previous number, all but the answer.
        answer = back == length - 1
        assert right(model, length, every & (back != 1), every) < 0.2
        assert right(model, length, every, every & ~answer) < 0.2
        # Nothing but them; a word that has none before it reads itself.
        assert right(model, length, (back == 1) | first, every) > 0.9
        assert right(model, length, every, answer | own) > 0.9


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(3))
def test_a_model_trained_with_windows_learns_to_pass_it_on(seed: int) -> None:
    torch.manual_seed(seed)
    model, nine = AttentionOnly(16, 24, 32, 2, 2), window_mask(24, window=9)
    for layer in model.layers:
        layer.mask = SlidingWindow(9)
    generator = torch.Generator().manual_seed(seed)

    def batches() -> Iterator[tuple[Tensor, Tensor]]:
        for _ in range(1200):
            ids = said_twice(64, 10, generator)
            targets = ids[:, 1:].clone()
            targets[:, :10] = -1
            yield ids[:, :-1], targets

    fit(model, batches(), learning_rate=0.004, pad_id=-1)
    assert right(model, 10, nine, nine) > 0.9


def test_pairs_are_counted() -> None:
    for W in (1, 2, 5, 8):
        for T in range(W, 14):
            mask = window_mask(T, window=W)
            i, j = torch.arange(T)[:, None], torch.arange(T)
            assert torch.equal(mask, (i - W < j) & (j <= i))
            assert mask.sum() == W * T - W * (W - 1) // 2
            assert mask.sum(dim=-1).max() == W


def test_a_cache_of_the_window_alone_gives_the_same() -> None:
    q, k, v = draw(0, 3, 12, 8)
    for window in (1, 2, 4, 7):
        mask = window_mask(12, window=window)
        expected, _ = scaled_dot_product_attention(q, k, v, mask)
        for size in range(1, 13):
            rows = []
            for i in range(12):
                kept = slice(max(0, i + 1 - size), i + 1)
                row, _ = scaled_dot_product_attention(q[[i]], k[kept], v[kept])
                rows.append(row)
            assert torch.allclose(torch.cat(rows), expected) == (size == window)


def test_a_chunk_needs_older_keys_than_the_cache_of_one_word() -> None:
    layer, x = MultiHeadAttention(6, 6, 12, 0.0, 2).double(), draw(0, 12, 6)
    layer.mask = SlidingWindow(4)
    _, cache = layer.forward_with_cache(x[:11])
    assert cache.keys.shape[-2] == 3
    for dropped in (0, 1):  # one key fewer changes the next word
        less = type(cache)(*(t[..., dropped:, :] for t in cache[:-1]), 11)
        now, _ = layer.forward_with_cache(x[11:], less)
        assert torch.allclose(now[0], layer(x)[11]) == (not dropped)
    for sizes in ([5, 4, 3], [7, 1, 4]):
        cache, outs = None, []
        for chunk in x.split(sizes):
            out, cache = layer.forward_with_cache(chunk, cache)
            outs.append(out)
        assert_close(torch.cat(outs), layer(x))
    # A cache of W keys when three words come at once: the first of them lacks some.
    q, k, v = draw(1, 3, 12, 8)
    expected, _ = scaled_dot_product_attention(q, k, v, window_mask(12, window=4))
    mask = window_mask(3, 4, window=4)
    bounded, _ = scaled_dot_product_attention(q[9:], k[8:], v[8:], mask)
    same = torch.isclose(bounded, expected[9:]).all(dim=-1)
    assert same.tolist() == [False, False, True]


def test_the_mask_saves_no_multiplication() -> None:
    x = draw(0, 12, 8)
    for mask in (None, window_mask(12, window=4)):
        counted = multiply_adds(scaled_dot_product_attention, x, x, x, mask)
        assert counted == 2 * 12 * 12 * 8


def test_reach() -> None:
    for W in (1, 2, 4):
        for itself in (True, False):  # counted, or not
            step = window_mask(16, window=W if itself else W + 1)
            x = draw(W, 16, 8).requires_grad_()
            out, product = x, torch.eye(16)
            for k in (1, 2, 3):
                layer = MultiHeadAttention(8, 8, 16, 0.0, num_heads=2).double()
                layer.mask = SlidingWindow(W if itself else W + 1)
                out, product = out + layer(out), step.float() @ product
                (slopes,) = torch.autograd.grad(out[-1].sum(), x, retain_graph=True)
                read = slopes.abs().sum(dim=-1) > 0
                reach = k * (W - 1) if itself else k * W
                assert read.tolist() == [15 - i <= reach for i in range(16)]
                assert torch.equal(read, product[-1] > 0)


def test_the_order_of_cached_keys_does_not_matter() -> None:
    q, k, v = draw(0, 3, 7, 6)
    order, places = torch.tensor([3, 0, 6, 2, 5, 1, 4]), 31 * torch.arange(7) % 100
    for queries, keys in ((q, k), (rotate(q, places), rotate(k, places))):
        expected, _ = scaled_dot_product_attention(queries, keys, v)
        found, _ = scaled_dot_product_attention(queries, keys[order], v[order])
        assert_close(found, expected)
    late = rotate(k[order], places)  # turned by slot, not by position
    swapped, _ = scaled_dot_product_attention(rotate(q, places), late, v[order])
    assert not torch.allclose(swapped, expected)
