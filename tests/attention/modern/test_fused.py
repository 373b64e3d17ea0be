"""The fused layer, against the plain one with the same weights."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import Attention, MultiHeadAttention
from tests.attention.expect import assert_close, random, saved, with_slopes

D_IN, D_OUT, LONGEST, HEADS = 7, 33, 13, 3


def both(
    bias: bool = False, dropout: float = 0.0, seed: int = 3
) -> tuple[Attention, MultiHeadAttention]:
    torch.manual_seed(seed)
    fused = Attention(D_IN, D_OUT, LONGEST, dropout, HEADS, bias, attend=None)
    torch.manual_seed(seed)
    plain = MultiHeadAttention(D_IN, D_OUT, LONGEST, dropout, HEADS, bias)
    return fused.double(), plain.double()


@settings(max_examples=40)
@given(
    st.integers(0, 99),
    st.sampled_from([(), (2,), (2, 3), (0,)]),
    st.integers(0, LONGEST),
    st.booleans(),
)
def test_outputs_and_gradients_are_those_of_the_plain_layer(
    seed: int, batch: tuple[int, ...], num_tokens: int, bias: bool
):
    fused, plain = both(bias, seed=seed)
    x = random(*batch, num_tokens, D_IN, seed=seed)
    x.requires_grad_()
    found, expected = (with_slopes(m(x), [x, *m.parameters()]) for m in (fused, plain))
    assert_close(found, expected)
    for name, tensor in plain.state_dict().items():  # a seed draws the same
        assert torch.equal(fused.state_dict()[name], tensor)


@pytest.mark.parametrize("batch", [(), (2, 3)])
@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_a_matrix_of_weights_is_kept_by_the_plain_layer_and_with_dropout(
    batch, dropout
):
    for layer, kept in zip(both(dropout=dropout), (dropout > 0, True), strict=True):
        sizes = [each.nbytes() for each in saved(layer, random(*batch, LONGEST, D_IN))]
        assert (8 * math.prod(batch) * HEADS * LONGEST**2 in sizes) == kept


def test_dropout_is_active_in_training_alone_and_keeps_the_mean():
    fused, plain = both(dropout=0.5)
    x = random(5, D_IN)
    torch.testing.assert_close(fused.eval()(x), plain.eval()(x))
    torch.manual_seed(0)
    drawn = fused.train()(x.expand(4000, 5, D_IN))
    assert not torch.allclose(drawn[0], drawn[1])
    torch.testing.assert_close(drawn.mean(0), plain(x), rtol=0, atol=0.03)
