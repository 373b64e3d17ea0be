"""The feed-forward network and its activations, against torch's."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from attention import FeedForward, gelu, gelu_tanh
from tests.attention.expect import random, refusal

D_MODEL, HIDDEN = 5, 11


@given(st.floats(-1e3, 1e3))
def test_both_gelus_are_torchs(number: float):
    x = torch.tensor([number], dtype=torch.float64)
    expected = F.gelu(x), F.gelu(x, approximate="tanh")
    torch.testing.assert_close((gelu(x), gelu_tanh(x)), expected, rtol=0, atol=1e-12)


def test_large_half_precision_numbers_do_not_overflow():
    x = torch.tensor([40000.0, -40000.0]).half()
    for ours in (gelu(x), gelu_tanh(x)):
        assert ours.tolist() == [40000.0, 0.0]


@pytest.mark.parametrize("form", ["none", "tanh"])
def test_slopes_of_both_gelus_are_torchs(form: str):
    x = random(50).mul(3).requires_grad_()
    ours = gelu(x) if form == "none" else gelu_tanh(x)
    (found,) = torch.autograd.grad(ours.sum(), x)
    (expected,) = torch.autograd.grad(F.gelu(x, approximate=form).sum(), x)
    torch.testing.assert_close(found, expected)


def made(activation: nn.Module | None = None) -> FeedForward:
    torch.manual_seed(2)
    return FeedForward(D_MODEL, HIDDEN, activation).double()


@pytest.mark.parametrize("front", [(), (3,), (2, 3), (2, 3, 7)], ids=str)
@pytest.mark.parametrize("form", [None, "none", "relu"])
def test_it_is_two_linear_layers_with_the_activation_between(
    front: tuple[int, ...], form: str | None
):
    modules = {None: None, "none": nn.GELU(), "relu": nn.ReLU()}
    functions = {None: gelu_tanh, "none": gelu, "relu": torch.relu}
    network, x = made(modules[form]), random(*front, D_MODEL)
    names = ["layers.0.weight", "layers.0.bias", "layers.2.weight", "layers.2.bias"]
    assert list(network.state_dict()) == names
    W_1, b_1, W_2, b_2 = network.parameters()
    expected = functions[form](x @ W_1.T + b_1) @ W_2.T + b_2
    torch.testing.assert_close(network(x), expected)


def test_gradients_agree_with_finite_differences():
    network, x = made(), random(3, D_MODEL).requires_grad_()
    names = [key for key, _ in network.named_parameters()]

    def forward(x: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor:
        state = dict(zip(names, parameters, strict=True))
        return torch.func.functional_call(network, state, (x,))

    assert torch.autograd.gradcheck(forward, (x, *network.parameters()))


def test_a_token_responds_to_itself_alone():
    slopes = torch.autograd.functional.jacobian(made(), random(3, D_MODEL))
    responds = slopes.abs().amax(dim=(1, 3)) > 0
    assert torch.equal(responds, torch.eye(3, dtype=torch.bool))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_the_dtype_is_that_of_the_parameters(dtype: torch.dtype):
    network = made().to(dtype)
    assert network(random(3, D_MODEL, dtype=dtype)).dtype == dtype
    for activation in (gelu, gelu_tanh):
        assert activation(random(3, dtype=dtype)).dtype == dtype


def test_tokens_of_another_width_are_refused():
    for shape in ((3, 1), (7,)):
        with refusal(f"x must have shape (..., d_model=5). Got {shape}."):
            made()(random(*shape))
