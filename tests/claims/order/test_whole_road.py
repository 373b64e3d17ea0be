"""What is behind the general sentences of docs/order/whole-road.md."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import (
    LearnedPositions,
    SelfAttentionV2,
    W_key,
    W_query,
    W_value,
    inputs,
    position_table,
    scaled_dot_product_attention,
)

SIZES = st.integers(1, 8)


@pytest.mark.parametrize("seed", range(5))
def test_the_matrices_are_stored_as_a_linear_layer_stores_them(seed: int) -> None:
    torch.manual_seed(seed)
    layer, X = SelfAttentionV2(3, 2), torch.randn(6, 3)
    saved = zip(("W_query", "W_key", "W_value"), (W_query, W_key, W_value), strict=True)
    layer.load_state_dict({f"{name}.weight": W for name, W in saved})
    Q, K, V = X @ W_query.T, X @ W_key.T, X @ W_value.T
    contexts, _ = scaled_dot_product_attention(Q, K, V)
    torch.testing.assert_close(layer(X), contexts)


@settings(max_examples=60)
@given(SIZES, SIZES, st.floats(0.1, 100), st.integers(0, 999))
def test_contexts_lie_between_the_values(
    words: int, width: int, size: float, seed: int
) -> None:
    torch.manual_seed(seed)
    q, k, v = size * torch.randn(3, words, width, dtype=torch.float64)
    contexts, weights = scaled_dot_product_attention(q, k, v)
    assert (weights >= 0).all()
    assert torch.allclose(weights.sum(-1), torch.ones(words, dtype=torch.float64))
    directions = torch.randn(width, 50, dtype=torch.float64)
    farthest = (v @ directions).amax(dim=0)  # of the values, in each direction
    assert (contexts @ directions <= farthest + 1e-9 * size).all()


def test_even_weights_give_the_mean() -> None:
    for seed in range(20):
        torch.manual_seed(seed)
        v = torch.randn(6, 4)
        weights = 1 / 6 + 0.02 * (torch.rand(6, 6) - 0.5)
        weights = weights / weights.sum(dim=-1, keepdim=True)
        apart = (weights @ v - v.mean(dim=0)).norm(dim=-1).max()
        assert apart < 0.1 * (v - v.mean(dim=0)).norm(dim=-1).max()


def test_untrained_heads_may_be_even_or_not() -> None:
    x = inputs + position_table[:6]
    largest = {}
    for factor in (1.0, 100.0, 10_000.0):  # the same head, its scores made larger
        _, weights = scaled_dot_product_attention(
            x @ (factor * W_query).T, x @ W_key.T, x @ W_value.T
        )
        largest[factor] = weights.max()
    assert largest[1.0] < 0.2 < 0.8 < largest[100.0] < largest[10_000.0]
    _, weights = scaled_dot_product_attention(
        10 * x @ W_query.T, 10 * x @ W_key.T, x @ W_value.T
    )
    assert weights.max() > 0.8  # the same matrices, other words
    query, key = x @ W_query.T, x @ W_key.T
    far = key + 100  # adds the same number to each score of a row
    assert (query @ far.T).abs().min() > 5
    for keys in (key, far):
        _, weights = scaled_dot_product_attention(query, keys, x)
        assert weights.max() < 0.2  # scores may be large, if they differ little
    torch.manual_seed(0)
    drawn = {"Linear": SelfAttentionV2(64, 16), "large": SelfAttentionV2(64, 16)}
    torch.nn.init.normal_(drawn["large"].W_query.weight, std=1)
    torch.nn.init.normal_(drawn["large"].W_key.weight, std=1)
    words = torch.randn(6, 64)
    for name, even in (("Linear", True), ("large", False)):
        head = drawn[name]
        _, weights = scaled_dot_product_attention(
            head.W_query(words), head.W_key(words), head.W_value(words)
        )
        assert (weights.max() < 0.5).item() == even


@pytest.mark.parametrize("seed", range(5))
def test_texts_of_a_batch_do_not_touch(seed: int) -> None:
    torch.manual_seed(seed)
    head, x = SelfAttentionV2(256, 64), torch.randn(8, 4, 256)
    assert sum(parameter.numel() for parameter in head.parameters()) == 49_152
    changed = x.clone()
    changed[3] = torch.randn(4, 256)
    apart = (head(changed) - head(x)).abs().amax(dim=(1, 2)) > 1e-5
    assert apart.nonzero().flatten().tolist() == [3]


def test_the_matrices_fit_any_length() -> None:
    head, positions = SelfAttentionV2(8, 3), LearnedPositions(4, 8)
    for length in (1, 4, 5, 1000):
        assert head(torch.randn(2, length, 8)).shape == (2, length, 3)
        if length > 4:
            with pytest.raises(ValueError, match="num_tokens must be at most 4"):
                positions(torch.randn(2, length, 8))
        else:
            positions(torch.randn(2, length, 8))


def test_weights_times_values_and_positive_factors() -> None:
    for seed in range(20):
        torch.manual_seed(seed)
        q, k, v = torch.randn(3, 6, 4, dtype=torch.float64)
        contexts, weights = scaled_dot_product_attention(q, k, v)
        parts = weights[:, :, None] * v
        assert torch.allclose(parts.sum(dim=1), contexts)
        least, loud = weights[0].argmin(), v.clone()
        loud[least] *= 1e6  # the weights stay, and it is most of the context
        assert (weights[0][:, None] * loud).norm(dim=-1).argmax() == least
        for factor in (0.01, 3.0, 100.0):
            _, scaled = scaled_dot_product_attention(factor * q, k, v)
            assert torch.equal(scaled.argmax(-1), weights.argmax(-1))
