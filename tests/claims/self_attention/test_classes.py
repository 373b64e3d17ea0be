"""What is behind the general sentences of docs/self-attention/classes.md."""

from copy import deepcopy

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from attention import (
    SelfAttentionV1,
    SelfAttentionV2,
    attention_scores,
    context_vectors,
    inputs,
)

SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.integers(1, 12)
NAMES = ("W_query", "W_key", "W_value")
OPTIMISERS = (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW)


@given(SEEDS)
def test_the_classes_differ_after_the_same_seed_until_drawn_alike(seed):
    layers = []
    for make in (SelfAttentionV1, SelfAttentionV2):
        torch.manual_seed(seed)
        layers.append(make(3, 2))
    v1, v2 = layers
    assert not torch.allclose(v1(inputs), v2(inputs))
    torch.manual_seed(seed)
    with torch.no_grad():  # the cause taken away: V2 draws as V1 does
        for name in NAMES:
            getattr(v2, name).weight.copy_(torch.rand(3, 2).T)
    torch.testing.assert_close(v2(inputs), v1(inputs))


class OneForgotten(SelfAttentionV1):
    """V1 with a plain tensor for W_value."""

    def __init__(self, d_in: int, d_out: int) -> None:
        super().__init__(d_in, d_out)
        drawn = self.W_value.detach()
        del self.W_value
        self.W_value = drawn


def test_a_module_takes_parameters_only_after_its_own_init():
    class Forgot(nn.Module):
        def __init__(self, first: bool) -> None:
            if first:
                super().__init__()
            self.W_query = nn.Parameter(torch.rand(3, 2))

    assert len(list(Forgot(first=True).parameters())) == 1
    with pytest.raises(AttributeError, match="cannot assign parameters before"):
        Forgot(first=False)


def test_hooks_run_in_a_call_and_not_in_forward():
    layer, seen = SelfAttentionV1(3, 2), []
    layer.register_forward_hook(lambda *_: seen.append("hook"))
    layer.forward(inputs)
    assert not seen
    layer(inputs)
    assert seen == ["hook"]


@given(SEEDS, SIZES, SIZES, st.integers(1, 60))
def test_one_layer_takes_sentences_of_different_lengths(seed, d_in, d_out, num_words):
    torch.manual_seed(seed)
    layer = SelfAttentionV1(d_in, d_out)
    assert layer(torch.randn(num_words, d_in)).shape == (num_words, d_out)
    assert layer.W_query.shape == (d_in, d_out)


@pytest.mark.parametrize("make", OPTIMISERS)
@pytest.mark.parametrize("seed", range(3))
def test_a_forgotten_matrix_gives_the_output_and_is_not_trained(make, seed):
    torch.manual_seed(seed)
    right = SelfAttentionV1(3, 2)
    torch.manual_seed(seed)
    layer = OneForgotten(3, 2)
    assert torch.equal(layer(inputs), right(inputs))
    for trained, moves in ((right, True), (layer, False)):
        before = trained.W_value.detach().clone()
        optimizer = make(trained.parameters(), lr=0.1)
        trained(inputs).square().mean().backward()
        optimizer.step()
        assert torch.equal(trained.W_value, before) != moves
        assert trained.W_query.grad is not None


@pytest.mark.parametrize("where", [torch.float64, torch.bfloat16, torch.device("meta")])
def test_a_plain_tensor_is_left_behind(where):
    layer = OneForgotten(3, 2).to(where)
    assert set(layer.state_dict()) == {"W_query", "W_key"}
    assert layer.W_value.dtype == torch.float32
    assert layer.W_value.device.type == "cpu"
    if isinstance(where, torch.dtype):
        with pytest.raises(RuntimeError, match="same dtype"):
            layer(inputs.to(where))
    SelfAttentionV1(3, 2).to(where)(inputs.to(where))  # none forgotten: none raised


@given(SEEDS, SIZES, SIZES)
def test_a_linear_layer_multiplies_by_the_transpose_of_its_weight(seed, d_in, d_out):
    torch.manual_seed(seed)
    layer, X = SelfAttentionV2(d_in, d_out).W_query, torch.randn(5, d_in)
    W_Q = layer.weight
    assert W_Q.shape == (d_out, d_in)
    Q = torch.stack([(X * row).sum(dim=-1) for row in W_Q], dim=-1)
    torch.testing.assert_close(layer(X), Q)
    torch.testing.assert_close(X @ W_Q.T, Q)


@pytest.mark.parametrize("bias", [False, True])
def test_a_layers_parameters_are_listed_by_the_module_that_holds_it(bias):
    kinds = ("weight", "bias") if bias else ("weight",)
    layer = SelfAttentionV2(3, 2, qkv_bias=bias)
    listed = dict(layer.named_parameters())
    assert set(listed) == {f"{name}.{kind}" for name in NAMES for kind in kinds}
    assert all(parameter.requires_grad for parameter in listed.values())
    if bias:
        linear = layer.W_key
        product = inputs @ linear.weight.T
        torch.testing.assert_close(linear(inputs), product + linear.bias)


def hand_over(v1: SelfAttentionV1, v2: SelfAttentionV2, *, transpose: bool) -> None:
    with torch.no_grad():
        for name in NAMES:
            matrix = getattr(v1, name)
            getattr(v2, name).weight.copy_(matrix.T if transpose else matrix)


@given(SEEDS, st.integers(2, 9), st.integers(2, 9))
def test_the_same_matrices_give_the_same_output_if_they_are_transposed(
    seed, d_in, d_out
):
    torch.manual_seed(seed)
    v1, v2 = SelfAttentionV1(d_in, d_out), SelfAttentionV2(d_in, d_out)
    x = torch.randn(5, d_in)
    hand_over(v1, v2, transpose=True)
    torch.testing.assert_close(v1(x), v2(x))
    if d_in == d_out:
        hand_over(v1, v2, transpose=False)
        assert not torch.allclose(v1(x), v2(x))
    else:
        with pytest.raises(RuntimeError, match="must match the size"):
            hand_over(v1, v2, transpose=False)
    with pytest.raises(RuntimeError, match="Missing key"):
        v2.load_state_dict(v1.state_dict())


@given(SEEDS, st.integers(2, 9), SIZES)
def test_what_a_bias_of_each_layer_does(seed, d_in, d_out):
    torch.manual_seed(seed)
    layer = SelfAttentionV2(d_in, d_out, qkv_bias=True).double()
    x, more = torch.randn(5, d_in).double(), torch.randn(d_out).double()

    def with_bias(name: str) -> tuple[torch.Tensor, torch.Tensor]:
        """The scores, not scaled, and the output after more is added to a bias."""
        changed = deepcopy(layer)
        with torch.no_grad():
            if name:
                getattr(changed, name).bias.add_(more)
            scores = attention_scores(changed.W_query(x), changed.W_key(x))
            return scores, changed(x)

    scores, before = with_bias("")
    key_scores, output = with_bias("W_key")
    queries = layer.W_query(x).detach()
    torch.testing.assert_close(
        key_scores - scores, (queries @ more)[:, None].expand(5, 5)
    )
    torch.testing.assert_close(output, before)
    torch.testing.assert_close(with_bias("W_value")[1], before + more)
    values, halves = layer.W_value(x).detach(), torch.full((5, 5), 0.1).double()
    shift = context_vectors(halves, values + more) - context_vectors(halves, values)
    torch.testing.assert_close(shift, more.expand(5, -1) / 2)  # weights that sum to 0.5
    assert not torch.allclose(with_bias("W_query")[1], before, rtol=0, atol=1e-9)


@given(SEEDS, st.integers(2, 9), SIZES, SIZES)
def test_words_in_another_order_give_the_same_vectors_in_that_order(
    seed, num_words, d_in, d_out
):
    torch.manual_seed(seed)
    x, order = torch.randn(num_words, d_in).double(), torch.randperm(num_words)
    for make in (SelfAttentionV1, SelfAttentionV2):
        layer = make(d_in, d_out).double()
        torch.testing.assert_close(layer(x[order]), layer(x)[order])
