"""What is behind the general sentences of docs/modern/windows.md."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from attention import (
    MultiHeadAttention,
    load_trained,
    said_twice,
    scaled_dot_product_attention,
    window_mask,
)
from tests.claims.quotes import cited, tested

cited(
    "Mistral 7B has 32 layers with keys and values of 8 groups, each 128 wide, and a "
    "window of 4,096 (Jiang et al., 2023, table 1).",
    "The paper on Mistral 7B has both: positions between \\(i - W\\) and \\(i\\) in "
    "section 2, and at most \\(W\\) tokens in figure 1.",
    "Mistral's moves nothing: the keys and values of position \\(i\\) are written to "
    "place \\(i \\bmod W\\), over the oldest ones (section 2), so they are out of "
    "order.",
    source="Jiang et al. (2023), Mistral 7B: table 1; section 2, Sliding Window "
    "Attention and Rolling Buffer Cache; the caption of figure 1",
)
cited(
    "In transformers, sliding_window counts as we do.",
    source="huggingface/transformers, masking_utils.py, sliding_window_overlay: kv_idx "
    "> q_idx - sliding_window",
)
cited(
    "Gemma 2 alternates them (2024, section 2).",
    source="Gemma Team (2024), Gemma 2, section 2, Local Sliding Window and Global "
    "Attention: in every other layer",
)


@torch.no_grad()
def right(length: int, windows: tuple[int, int], seed: int = 0) -> float:
    """The share of the second copy that the trained model gets right."""
    ids = said_twice(300, length, torch.Generator().manual_seed(seed))
    model = load_trained("induction")
    for layer, window in zip(model.layers, windows, strict=True):
        layer.mask = window_mask(24, window=window)
    found = model(ids[:, :-1]).argmax(dim=-1) == ids[:, 1:]
    return found[:, length:].double().mean().item()


@tested(
    "With 24 words nothing is hidden:",
    "In the first layer two words are enough, because what it looks for is the number "
    "before.",
    "The second has to find the answer, which is nine positions back, so it takes ten "
    "words, and with nine the answer is just outside.",
    "How wide it must be depends on what the layer looks for, and \\(k\\) layers reach "
    "\\(k\\,(W-1)\\) back.",
)
@pytest.mark.parametrize("length", [8, 10, 12])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_model_needs_two_words_and_the_length(length: int, seed: int) -> None:
    assert right(length, (24, 24), seed) > 0.99
    assert right(length, (2, length), seed) > 0.99
    assert right(length, (1, 24), seed) < 0.05
    assert right(length, (2, length - 1), seed) < 0.05
    assert right(length, (24, length - 1), seed) < 0.2


@tested(
    "At the top, windows of nine in both layers reach sixteen positions back, the "
    "answer was nine back, and the model still failed: what comes from further than "
    "one window has to pass through the words between.",
    "Reaching far is not the same as finding.",
)
def test_reach_is_not_enough() -> None:
    for seed in range(3):
        assert right(10, (9, 9), seed) < 0.1
    # A word between that adds nothing lets nothing through.
    x = torch.randn(7, 4, dtype=torch.float64).requires_grad_()
    layers = [MultiHeadAttention(4, 4, 7, 0.0, 2).double() for _ in range(2)]
    for layer in layers:
        layer.mask = window_mask(7, window=3)
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


@tested(
    "Our layers keep their mask in a buffer, so we can put another in its place.",
    "By the gradient, the last word then reads only three:",
    "Each row has up to three ones.",
)
@pytest.mark.parametrize("window", [1, 2, 3, 6])
def test_a_layer_reads_its_window(window: int) -> None:
    layer = MultiHeadAttention(3, 4, 6, 0.0, num_heads=2).double()
    layer.mask = window_mask(6, window=window)
    for num_tokens in (4, 6):  # a shorter text gets a part of the mask
        x = torch.randn(num_tokens, 3, dtype=torch.float64).requires_grad_()
        layer(x)[-1].sin().sum().backward()
        first = max(0, num_tokens - window)
        read = x.grad.abs().sum(dim=-1) > 0
        assert read.tolist() == [i >= first for i in range(num_tokens)]


@tested(
    "With \\(T \\ge W\\) words there are \\(W\\,T - W(W-1)/2\\) pairs, which grows in "
    "proportion to \\(T\\) and not to its square:",
    "With a window of \\(W\\), each word has at most \\(W\\) scores, and a cache of "
    "\\(W\\) keys gives the same as the mask.",
)
def test_pairs_are_counted() -> None:
    for window in range(1, 9):
        for num_tokens in range(window, 20):
            mask = window_mask(num_tokens, window=window)
            assert mask.sum() == window * num_tokens - window * (window - 1) // 2
            assert mask.sum(dim=-1).max() == window


@tested(
    "A mask alone saves nothing: our function computes all scores and then hides those "
    "outside the window.",
)
def test_the_mask_saves_no_multiplication() -> None:
    x = torch.randn(12, 8)
    counts = []
    for mask in (None, window_mask(12, window=4)):
        with FlopCounterMode(display=False) as counter:
            scaled_dot_product_attention(x, x, x, mask)
        counts.append(counter.get_total_flops())
    assert counts[0] == counts[1] == 2 * 2 * 12 * 12 * 8


@tested(
    "Only a cache of four gives the same.",
    "It needs no mask, because what must not be read is no longer there.",
    "When a model writes word by word, skipping is easy: it forgets the oldest keys "
    "and values.",
)
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


@tested(
    "Each layer adds \\(W - 1\\), so \\(k\\) layers reach \\(k\\,(W - 1)\\) positions "
    "back.",
    "If \\(W\\) does not count the word itself, \\(k\\) layers reach \\(k\\,W\\) back.",
    "So the same number in a config can mean two windows, one key apart.",
    "On paper it is a product of masks:",
)
@pytest.mark.parametrize("window", [2, 3, 4])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_reach(window: int, depth: int) -> None:
    for itself in (0, 1):  # counted, or not
        x = torch.randn(16, 8, dtype=torch.float64).requires_grad_()
        out, product = x, torch.eye(16)
        step = window_mask(16, window=window + itself)
        for _ in range(depth):
            layer = MultiHeadAttention(8, 8, 16, 0.0, num_heads=2).double()
            layer.mask = step
            out = out + layer(out)
            product = step.float() @ product
        (slopes,) = torch.autograd.grad(out[-1].sum(), x)
        read = slopes.abs().sum(dim=-1) > 0
        assert read.nonzero()[0].item() == 15 - depth * (window - 1 + itself)
        assert torch.equal(read, product[-1] > 0)


@tested(
    "A context vector is a weighted sum of values, each with the weight of its own "
    "key, and the order of a sum does not matter.",
)
def test_the_order_of_cached_keys_does_not_matter() -> None:
    for seed in range(5):
        generator = torch.Generator().manual_seed(seed)
        q, k, v = torch.randn(3, 7, 5, generator=generator, dtype=torch.float64)
        order = torch.randperm(7, generator=generator)
        one, _ = scaled_dot_product_attention(q, k, v)
        other, _ = scaled_dot_product_attention(q, k[order], v[order])
        torch.testing.assert_close(one, other)
