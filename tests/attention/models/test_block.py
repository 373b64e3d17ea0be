"""The transformer block, against torch's encoder layer and by its parts."""

import pytest
import torch
from torch import Tensor, nn

from attention import (
    CausalAttention,
    FeedForward,
    LayerNorm,
    MultiHeadAttention,
    TransformerBlock,
    record_weights,
)
from tests.attention.expect import random, refusal

D, HEADS, TOKENS, HIDDEN = 6, 3, 5, 11


def made(dropout: float = 0.0, attention: nn.Module | None = None) -> TransformerBlock:
    torch.manual_seed(4)
    layer = attention or MultiHeadAttention(D, D, 7, 0.0, HEADS, qkv_bias=True)
    block = TransformerBlock(D, layer, FeedForward(D, HIDDEN, nn.GELU()), dropout)
    for n, parameter in enumerate(block.parameters()):  # norms and biases, too
        parameter.data = random(*parameter.shape, seed=n)
    return block.double()


def torchs(block: TransformerBlock) -> nn.TransformerEncoderLayer:
    theirs = nn.TransformerEncoderLayer(
        D, HEADS, HIDDEN, 0.0, "gelu", norm_first=True, batch_first=True
    ).double()
    projections = [
        getattr(block.attention, f"W_{n}") for n in ("query", "key", "value")
    ]
    state = {
        "self_attn.in_proj_weight": torch.cat([p.weight for p in projections]),
        "self_attn.in_proj_bias": torch.cat([p.bias for p in projections]),
    }
    pairs = {
        "self_attn.out_proj": block.attention.out_proj,
        "linear1": block.feed_forward.layers[0],
        "linear2": block.feed_forward.layers[2],
    }
    for name, linear in pairs.items():
        state |= {f"{name}.weight": linear.weight, f"{name}.bias": linear.bias}
    for name, norm in {"norm1": block.norm_1, "norm2": block.norm_2}.items():
        state |= {f"{name}.weight": norm.scale, f"{name}.bias": norm.shift}
    theirs.load_state_dict(state)
    return theirs


def test_it_is_torchs_encoder_layer_with_the_same_parameters_and_gradients():
    block, x = made(), random(2, TOKENS, D).requires_grad_()
    theirs = torchs(block)
    blocked = torch.ones(TOKENS, TOKENS).triu(diagonal=1).bool()
    found, expected = block(x), theirs(x, src_mask=blocked)
    torch.testing.assert_close(found, expected, rtol=0, atol=1e-11)
    towards = random(2, TOKENS, D, seed=9)
    slopes = [torch.autograd.grad((y * towards).sum(), x) for y in (found, expected)]
    torch.testing.assert_close(*slopes)


@pytest.mark.parametrize("front", [(), (2,), (2, 3)], ids=str)
def test_each_sequence_of_a_batch_is_as_alone(front: tuple[int, ...]):
    block, x = made(), random(*front, TOKENS, D)
    out = block(x)
    assert out.shape == x.shape
    for one, alone in zip(
        out.reshape(-1, TOKENS, D), x.reshape(-1, TOKENS, D), strict=True
    ):
        torch.testing.assert_close(block(alone), one)


def test_gradients_agree_with_finite_differences():
    block, x = made(), random(2, D).requires_grad_()
    names = [key for key, _ in block.named_parameters()]

    def forward(x: Tensor, *parameters: Tensor) -> Tensor:
        state = dict(zip(names, parameters, strict=True))
        return torch.func.functional_call(block, state, (x,))

    fast = torch.autograd.gradcheck(forward, (x, *block.parameters()), fast_mode=True)
    assert fast


def test_a_token_responds_to_itself_and_those_before_it():
    slopes = torch.autograd.functional.jacobian(made(), random(TOKENS, D))
    responds = slopes.abs().amax(dim=(1, 3)) > 0
    assert torch.equal(responds, torch.ones(TOKENS, TOKENS).tril().bool())


def test_parts_that_add_nothing_leave_the_input_as_it_is():
    block, x = made(), random(TOKENS, D)
    for part in (block.attention.out_proj, block.feed_forward.layers[2]):
        nn.init.zeros_(part.weight)
        nn.init.zeros_(part.bias)
    assert torch.equal(block(x), x)


def test_dropout_drops_what_parts_add_and_only_in_training():
    plain, block, x = made(), made(dropout=0.5), random(TOKENS, D)
    torch.testing.assert_close(block.eval()(x), plain(x))
    torch.manual_seed(5)
    dropped = block.train()(x)
    torch.manual_seed(5)
    y = x + nn.Dropout(0.5)(plain.attention(plain.norm_1(x)))
    y = y + nn.Dropout(0.5)(plain.feed_forward(plain.norm_2(y)))
    torch.testing.assert_close(dropped, y)


class Shifted(nn.Module):
    """An attention layer that takes more than x."""

    def forward(self, x: Tensor, by: float = 0.0, mask: Tensor | None = None) -> Tensor:
        return x + by if mask is None else mask * x


def test_what_is_passed_by_name_reaches_the_attention_layer():
    block, x = made(attention=Shifted()), random(TOKENS, D)
    for given in ({"by": 2.0}, {"mask": torch.ones(TOKENS, 1).double()}, {}):
        y = x + block.attention(block.norm_1(x), **given)
        expected = y + block.feed_forward(block.norm_2(y))
        torch.testing.assert_close(block(x, **given), expected)
    with pytest.raises(TypeError, match="unexpected keyword argument 'mask'"):
        made()(x, mask=None)


def test_other_layers_take_the_place_of_attention_and_of_the_norms():
    x = random(TOKENS, D)
    block = made(attention=CausalAttention(D, D, 7, 0.0))
    with record_weights(block) as weights:
        assert block(x).shape == x.shape
    assert list(weights) == ["attention.attend"]
    made_with = []

    def norm(width: int) -> nn.Module:
        made_with.append(width)
        return nn.RMSNorm(width)

    layers = MultiHeadAttention(D, D, 7, 0.0, HEADS), FeedForward(D, HIDDEN)
    block = TransformerBlock(D, *layers, norm=norm)
    assert made_with == [D, D]
    assert isinstance(block.norm_1, nn.RMSNorm)
    assert isinstance(TransformerBlock(D, *layers).norm_2, LayerNorm)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_the_dtype_is_that_of_the_parameters(dtype: torch.dtype):
    block = made().to(dtype)
    assert block(random(TOKENS, D, dtype=dtype)).dtype == dtype


def test_what_would_broadcast_in_the_sum_is_refused():
    block = made(attention=CausalAttention(D, 1, 7, 0.0))
    with refusal(
        "each part of a block must return the shape that it is given, (5, 6). "
        "Got (5, 1)."
    ):
        block(random(TOKENS, D))
    with refusal("dropout must be in [0, 1). Got 1.0."):
        made(dropout=1.0)
    with refusal("x must have shape (..., d_model=6). Got (5, 1)."):
        made()(random(TOKENS, 1))
