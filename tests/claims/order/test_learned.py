"""What is behind the general sentences of docs/order/learned.md."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import (
    LearnedPositions,
    SelfAttentionV2,
    add_positions,
    inputs,
    position_table,
    scaled_dot_product_attention,
)


@settings(max_examples=40)
@given(st.integers(1, 9), st.integers(1, 8), st.integers(1, 8), st.integers(0, 999))
def test_outputs_move_with_inputs(words: int, d_in: int, d_out: int, seed: int) -> None:
    torch.manual_seed(seed)
    layer = SelfAttentionV2(d_in, d_out, qkv_bias=bool(seed % 2)).double()
    x, order = torch.randn(words, d_in, dtype=torch.float64), torch.randperm(words)
    assert torch.allclose(layer(x[order]), layer(x)[order], atol=1e-12)
    P = torch.eye(words, dtype=torch.float64)[order]
    Q, K, V = layer.W_query(x), layer.W_key(x), layer.W_value(x)
    left = torch.softmax(P @ Q @ K.T @ P.T, dim=-1) @ P @ V
    assert torch.allclose(left, P @ torch.softmax(Q @ K.T, dim=-1) @ P.T @ P @ V)
    assert torch.allclose(left, P @ torch.softmax(Q @ K.T, dim=-1) @ V)
    package, _ = scaled_dot_product_attention(Q * d_out**0.5, K, V)  # without the scale
    assert torch.allclose(left, package[order])


@settings(max_examples=20)
@given(st.integers(1, 9), st.integers(0, 7), st.integers(1, 8))
def test_each_word_gets_the_row_of_its_position(words: int, more: int, d: int) -> None:
    x, e = torch.randn(words, d), torch.randn(words + more, d)
    X = add_positions(x, e)
    assert all(torch.equal(X[p], x[p] + e[p]) for p in range(words))


@settings(max_examples=40)
@given(st.integers(1, 9), st.integers(2, 5), st.integers(0, 999))
def test_only_proportions_count(words: int, times: int, seed: int) -> None:
    torch.manual_seed(seed)
    layer = SelfAttentionV2(4, 3).double()
    x = torch.randn(words, 4, dtype=torch.float64)
    often = layer(x.repeat(times, 1))
    assert torch.allclose(often, layer(x).repeat(times, 1), atol=1e-12)
    # Other proportions give other vectors.
    if words > 1:
        assert not torch.allclose(layer(torch.cat([x, x[:1]]))[:-1], layer(x))


def test_a_causal_mask_breaks_the_symmetry() -> None:
    allowed = torch.ones(6, 6, dtype=torch.bool).tril()
    for seed in range(20):
        torch.manual_seed(seed)
        q, k, v = torch.randn(3, 6, 4)
        order = torch.randperm(6)
        for mask, moved in ((None, True), (allowed, False)):
            before, _ = scaled_dot_product_attention(q, k, v, mask)
            after, _ = scaled_dot_product_attention(q[order], k[order], v[order], mask)
            assert torch.allclose(after, before[order], atol=1e-5) == moved


def test_one_row_for_all_words_shows_no_order() -> None:
    for seed in range(20):
        torch.manual_seed(seed)
        layer, order = SelfAttentionV2(3, 2), torch.randperm(6)
        for places, moved in ((position_table[seed % 16], True), (torch.rand(6, 3), 0)):
            after = layer(inputs[order] + places)
            before = layer(inputs + places)[order]
            same = torch.allclose(after, before, atol=1e-6)
            assert same == bool(moved) or torch.equal(order, torch.arange(6))


@pytest.mark.parametrize("num_tokens", [1, 6, 15])
def test_what_moves_rows_that_no_text_reaches(num_tokens: int) -> None:
    unused = slice(num_tokens, None)
    ratios = {}
    for name, optimizer in {
        "SGD": lambda p: torch.optim.SGD(p, lr=0.05),
        "AdamW": lambda p: torch.optim.AdamW(p, lr=0.05, weight_decay=0.01),
        "without decay": lambda p: torch.optim.AdamW(p, lr=0.05, weight_decay=0),
    }.items():
        torch.manual_seed(0)
        positions = LearnedPositions(16, 3)
        drawn = positions.pos_emb.weight.detach().clone()
        train = optimizer(positions.parameters())
        for _ in range(50):
            train.zero_grad()
            positions(torch.rand(num_tokens, 3)).square().sum().backward()
            gradient = positions.pos_emb.weight.grad
            assert gradient is not None
            assert not gradient[unused].any()
            train.step()
        after = positions.pos_emb.weight.detach()
        assert not torch.allclose(after[:num_tokens], drawn[:num_tokens])
        ratios[name] = (after[unused] / drawn[unused]).flatten()
    assert (ratios["SGD"] == 1).all()
    assert (ratios["without decay"] == 1).all()  # the decay is the cause
    assert torch.allclose(ratios["AdamW"], torch.tensor((1 - 0.0005) ** 50), atol=1e-4)


def test_means_of_two_orders_are_equal_for_any_weights() -> None:
    for seed in range(50):
        torch.manual_seed(seed)
        layer, guess = SelfAttentionV2(3, 4), torch.nn.Linear(4, 1)
        first = guess(layer(inputs).mean(dim=0))
        second = guess(layer(inputs[torch.randperm(6)]).mean(dim=0))
        assert torch.allclose(first, second, atol=1e-6)


def test_equal_words_get_equal_vectors() -> None:
    for seed in range(20):
        torch.manual_seed(seed)
        layer, x = SelfAttentionV2(5, 3), torch.randn(7, 5)
        x[4] = x[1]
        context = layer(x)
        assert torch.allclose(context[4], context[1], atol=1e-6)
        assert not torch.allclose(context[3], context[1], atol=1e-6)
