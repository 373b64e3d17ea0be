"""The fused layer, against the plain one with the same weights."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from attention import FusedMultiHeadAttention, MultiHeadAttention, record_weights
from tests.attention.expect import random, refusal

D_IN, D_OUT, LONGEST, HEADS = 7, 33, 13, 3


def both(
    bias: bool = False, dropout: float = 0.0, seed: int = 3
) -> tuple[FusedMultiHeadAttention, MultiHeadAttention]:
    torch.manual_seed(seed)
    fused = FusedMultiHeadAttention(D_IN, D_OUT, LONGEST, dropout, HEADS, bias)
    torch.manual_seed(seed)
    plain = MultiHeadAttention(D_IN, D_OUT, LONGEST, dropout, HEADS, bias)
    return fused.double(), plain.double()


def results(layer: nn.Module, x: Tensor) -> list[Tensor]:
    """The output, and the gradients of the tokens and of each parameter."""
    x = x.clone().requires_grad_()
    out = layer(x)
    weights = random(*out.shape, seed=1)
    given = [x, *layer.parameters()]
    return [out, *torch.autograd.grad((out * weights).sum(), given)]


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
    torch.testing.assert_close(results(fused, x), results(plain, x), rtol=0, atol=1e-12)


@pytest.mark.parametrize("bias", [False, True])
def test_a_seed_draws_the_same_weights_and_each_loads_the_others(bias: bool):
    fused, plain = both(bias)
    assert list(fused.state_dict()) == list(plain.state_dict())
    for name, tensor in plain.state_dict().items():
        assert torch.equal(fused.state_dict()[name], tensor)
    other, _ = both(bias, seed=4)
    saved = plain.state_dict() | {"mask": torch.ones(LONGEST, LONGEST).triu(1)}
    other.load_state_dict(saved)  # the book's class saves its mask
    x = random(2, 5, D_IN)
    torch.testing.assert_close(other(x), plain(x))
    plain.load_state_dict(fused.state_dict())


@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.float32], ids=str
)
def test_every_dtype_gives_what_the_plain_layer_gives(dtype: torch.dtype):
    fused, plain = (layer.to(dtype) for layer in both())
    x = random(2, 5, D_IN, dtype=dtype)
    found = fused(x)
    assert found.dtype == dtype
    close = 10 * torch.finfo(dtype).eps
    torch.testing.assert_close(found, plain(x), rtol=close, atol=close)
    x, layer = x.to("meta"), fused.to("meta")
    assert layer(x).is_meta


@pytest.mark.parametrize("batch", [(), (2,), (2, 3)])
def test_a_matrix_of_weights_is_kept_with_dropout_alone(batch: tuple[int, ...]):
    def kept(dropout: float) -> list[int]:
        fused, _ = both(dropout=dropout)
        sizes: list[int] = []

        def keep(tensor: Tensor) -> Tensor:
            sizes.append(tensor.numel())
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
            fused(random(*batch, LONGEST, D_IN))
        return sizes

    matrix = math.prod(batch) * HEADS * LONGEST**2
    assert matrix not in kept(0.0)
    assert matrix in kept(0.5)


def test_dropout_is_active_in_training_alone_and_keeps_the_mean():
    fused, plain = both(dropout=0.5)
    x = random(5, D_IN)
    torch.testing.assert_close(fused.eval()(x), plain.eval()(x))
    torch.manual_seed(0)
    drawn = fused.train()(x.expand(4000, 5, D_IN))
    assert not torch.allclose(drawn[0], drawn[1])
    torch.testing.assert_close(drawn.mean(0), plain(x), rtol=0, atol=0.03)


@torch.no_grad()
def test_scores_that_overflow_downwards_give_the_bias_and_upwards_nan():
    x = torch.zeros(1, 1, D_IN)
    x[0, 0, 0] = 1e21
    for sign in (1.0, -1.0):
        for layer in both():
            for parameter in layer.parameters():
                parameter.fill_(1.0)
            layer.W_key.weight.fill_(sign)
            out = layer.float()(x)
            if sign < 0 and isinstance(layer, FusedMultiHeadAttention):
                assert (out == 1).all()
            else:
                assert out.isnan().all()


def test_there_are_no_weights_to_record():
    with (
        refusal(
            "model must hold attention layers that compute weights. "
            "Got FusedMultiHeadAttention."
        ),
        record_weights(both()[0]),
    ):
        pass


def test_bad_input_is_refused_as_by_the_plain_layer():
    fused, _ = both()
    for shape in ((5, 2), (D_IN,)):
        with refusal(f"x must have shape (..., num_tokens, d_in=7). Got {shape}."):
            fused(random(*shape))
    with refusal("x must have at most context_length=13 tokens. Got 14."):
        fused(random(LONGEST + 1, D_IN))
    with refusal("d_out must be divisible by num_heads=4. Got 33."):
        FusedMultiHeadAttention(D_IN, D_OUT, LONGEST, 0.0, 4)
    with refusal("dropout must be in [0, 1). Got 1.0."):
        FusedMultiHeadAttention(D_IN, D_OUT, LONGEST, 1.0, HEADS)
