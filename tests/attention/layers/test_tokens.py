"""What holds for every layer, and for every function from tokens to tokens."""

import pytest
import torch
from torch import Tensor

from tests.attention.expect import NARROW, random
from tests.attention.layers.made import BATCH, D_IN, LAYERS, OTHERS, TOKENS, WHOLE, made

everything = pytest.mark.parametrize("name", [*LAYERS, *OTHERS])
ITSELF = ["mixture", "groups of experts", "weighed inputs", "feed-forward", "SwiGLU"]
ITSELF += ["clamped SwiGLU", "norm", "RMS norm", "learned", "sinusoidal", "rotary"]
ITSELF += ["GeGLU", "one network", "scaled and capped"]
LESS = ["window", "chunked", "selective", "selective latent", "gated convolution"]


@everything
@pytest.mark.parametrize("front", [(), (BATCH, 3)], ids=str)
@torch.no_grad()
def test_each_sequence_of_a_batch_is_as_alone(name: str, front: tuple[int, ...]):
    layer, x = made(name), random(*front, TOKENS, D_IN)
    out = layer(x)
    assert out.shape[:-1] == (*front, TOKENS)
    sequences = x.reshape(-1, TOKENS, D_IN), out.reshape(-1, *out.shape[-2:])
    for alone, one in zip(*sequences, strict=True):
        torch.testing.assert_close(layer(alone), one)


@everything
def test_gradients_of_tokens_and_parameters_agree_with_finite_differences(name: str):
    layer, x = made(name, bias=True), random(2, D_IN).requires_grad_()
    names = [key for key, _ in layer.named_parameters()]

    def forward(x: Tensor, *parameters: Tensor) -> Tensor:
        state = dict(zip(names, parameters, strict=True))
        return torch.func.functional_call(layer, state, (x,))

    fast = torch.autograd.gradcheck(forward, (x, *layer.parameters()), fast_mode=True)
    assert fast


@everything
def test_a_token_responds_to_no_later_one_if_causal_and_else_to_all_or_itself(name):
    slopes = torch.autograd.functional.jacobian(made(name), random(TOKENS, D_IN))
    reach = torch.ones(TOKENS, TOKENS, dtype=torch.bool)
    reach = reach if name in WHOLE else reach.tril()
    reach = torch.eye(TOKENS).bool() if name in ITSELF else reach
    found = slopes.abs().amax(dim=(1, 3)) > 0
    if name in LESS:  # causal, and less than that
        assert found.diagonal().all()
        assert not (found & ~reach).any()
    else:
        assert torch.equal(found, reach)


@everything
@pytest.mark.parametrize("dtype", NARROW, ids=str)
@torch.no_grad()
def test_the_dtype_is_that_of_the_parameters(name: str, dtype: torch.dtype):
    layer, x = made(name), random(TOKENS, D_IN)
    expected, layer = layer(x), layer.to(dtype)
    found = layer(x.to(dtype))
    assert found.dtype == dtype
    torch.testing.assert_close(found.double(), expected, rtol=0.1, atol=0.1)
    layer = layer.to("meta")  # the mask moves with the layer
    assert layer(torch.ones(TOKENS, D_IN, dtype=dtype, device="meta")).is_meta
