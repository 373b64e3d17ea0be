"""Layer normalisation, against torch's."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from attention import LayerNorm, layer_norm
from tests.attention.expect import random, refusal


@pytest.mark.parametrize("front", [(), (3,), (2, 3), (2, 3, 5)], ids=str)
@pytest.mark.parametrize("eps", [1e-5, 1e-2])
def test_it_is_torchs_with_the_same_parameters(front: tuple[int, ...], eps: float):
    ours, theirs = LayerNorm(7, eps).double(), nn.LayerNorm(7, eps).double()
    scale, shift = random(7, seed=1), random(7, seed=2)
    ours.load_state_dict({"scale": scale, "shift": shift})
    theirs.load_state_dict({"weight": scale, "bias": shift})
    x = random(*front, 7, seed=5)
    torch.testing.assert_close(ours(x), theirs(x), rtol=0, atol=1e-13)


@given(st.floats(-50, 50), st.floats(0.01, 1e4), st.integers(0, 1000))
def test_each_token_gets_mean_0_and_variance_1(mean: float, spread: float, seed: int):
    x = mean + spread * random(3, 11, seed=seed)
    y = LayerNorm(11, eps=0.0).double()(x)
    torch.testing.assert_close(y.mean(-1), torch.zeros(3).double(), atol=1e-9, rtol=0)
    spreads = y.square().mean(-1).sqrt()
    torch.testing.assert_close(spreads, torch.ones(3).double(), atol=1e-9, rtol=0)


def test_gradients_agree_with_finite_differences():
    arguments = [random(*s, seed=n).requires_grad_() for n, s in enumerate(SHAPES)]
    assert torch.autograd.gradcheck(layer_norm, arguments)


SHAPES = [(2, 3, 5), (5,), (5,)]


def test_a_token_of_equal_features_becomes_its_shift():
    norm = LayerNorm(3)
    assert torch.equal(norm(torch.full((2, 3), 4.0)), torch.zeros(2, 3))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_half_precision_is_computed_as_torch_computes_it(dtype: torch.dtype):
    x = (300 * random(5, 7)).to(dtype)  # the squares overflow in float16
    norm = LayerNorm(7).to(dtype)
    assert norm(x).dtype == dtype
    torch.testing.assert_close(norm(x), F.layer_norm(x, (7,)), rtol=0.01, atol=0.01)


def test_what_overflows_is_nan_as_in_torch_and_never_zero():
    x = torch.tensor([[1e20, -1e20, 3e20], [1.0, 2.0, 3.0]])
    found, torchs = LayerNorm(3)(x), F.layer_norm(x, (3,))
    assert found[0].isnan().all()
    torch.testing.assert_close(found, torchs, equal_nan=True)


def test_a_new_norm_has_scale_1_and_shift_0_and_moves():
    norm = LayerNorm(3)
    state = {name: list(tensor) for name, tensor in norm.state_dict().items()}
    assert state == {"scale": [1, 1, 1], "shift": [0, 0, 0]}
    assert norm.to("meta")(torch.ones(2, 3, device="meta")).is_meta


def test_a_width_that_would_broadcast_is_refused():
    for width in (1, 5):
        with refusal(f"x must have shape (..., d_model=7). Got (3, {width})."):
            LayerNorm(7)(random(3, width))
    with refusal("scale must have shape (d_model=7,). Got (1,)."):
        layer_norm(random(3, 7), random(1), random(7))
    with refusal("shift must have shape (d_model=7,). Got (1,)."):
        layer_norm(random(3, 7), random(7), random(1))


def test_integers_are_refused_and_not_rounded():
    with refusal("x must be floating point. Got torch.int64."):
        LayerNorm(3)(torch.tensor([[1, 2, 4]]))
