"""Every layer, and every function from tokens to tokens, made small in float64."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from attention import (
    AdditiveAttention,
    CausalAttention,
    CrossAttention,
    DecoderBlock,
    FeedForward,
    FusedMultiHeadAttention,
    GroupedQueryAttention,
    LatentAttention,
    LayerNorm,
    LearnedPositions,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    RecurrentEncoder,
    RotaryPositions,
    SelfAttentionV1,
    SelfAttentionV2,
    SinusoidalPositions,
    TransformerBlock,
    alibi_attention,
    alibi_slopes,
    causal_mask,
    online_softmax,
    scaled_dot_product_attention,
    sink_attention,
    tiled_attention,
)

# Distinct primes, so that a swapped axis is noticed.
BATCH, TOKENS, D_IN, HEADS, HEAD_DIM, LONGEST = 2, 5, 7, 3, 11, 13
D_OUT = HEADS * HEAD_DIM


class Repeated(nn.Module):
    """A layer of several arguments, or a function, each time of the same tokens."""

    def __init__(self, layer: Callable[..., Tensor], times: int = 1):
        super().__init__()
        self.layer, self.times = layer, times

    def forward(self, x: Tensor) -> Tensor:
        return self.layer(*[x] * self.times)


def attention() -> nn.Module:
    return MultiHeadAttention(D_IN, D_IN, LONGEST, 0.0, 1)


def decoder_block(rate: float) -> nn.Module:
    cross = CrossAttention(D_IN, D_IN, 0.0, 1)
    return DecoderBlock(D_IN, attention(), cross, FeedForward(D_IN, 11), rate)


def sinks(x: Tensor) -> Tensor:
    x, mask = x.unsqueeze(-3), causal_mask(x.shape[-2], device=x.device)
    return sink_attention(x, x, x, torch.ones(1).to(x), mask)[0].squeeze(-3)


def alibi(x: Tensor) -> Tensor:
    x, slopes = x.unsqueeze(-3), alibi_slopes(1, device=x.device)
    return alibi_attention(x, x, x, slopes)[0].squeeze(-3)


LAYERS: dict[str, Callable[[bool, float], nn.Module]] = {  # of a bias and dropout
    "V1": lambda bias, rate: SelfAttentionV1(D_IN, HEAD_DIM),
    "V2": lambda bias, rate: SelfAttentionV2(D_IN, HEAD_DIM, bias),
    "causal": lambda bias, rate: CausalAttention(D_IN, HEAD_DIM, LONGEST, rate, bias),
    "wrapper": lambda bias, rate: MultiHeadAttentionWrapper(
        D_IN, HEAD_DIM, LONGEST, rate, HEADS, bias
    ),
    "split": lambda bias, rate: MultiHeadAttention(
        D_IN, D_OUT, LONGEST, rate, HEADS, bias
    ),
    "grouped": lambda bias, rate: GroupedQueryAttention(
        D_IN, D_OUT, LONGEST, rate, HEADS, 1, bias
    ),
    "cross": lambda bias, rate: Repeated(
        CrossAttention(D_IN, D_OUT, rate, HEADS, bias), 2
    ),
    "fused": lambda bias, rate: FusedMultiHeadAttention(
        D_IN, D_OUT, LONGEST, rate, HEADS, bias
    ),
    "latent": lambda bias, rate: LatentAttention(
        D_IN, 19, LONGEST, rate, HEADS, HEAD_DIM, 17, 4
    ),
    "block": lambda bias, rate: TransformerBlock(
        D_IN, attention(), FeedForward(D_IN, 11), rate
    ),
    "decoder block": lambda bias, rate: Repeated(decoder_block(rate), 2),
}
OTHERS: dict[str, Callable[[], nn.Module]] = {
    "recurrent": lambda: RecurrentEncoder(D_IN, 5),
    "sinks": lambda: Repeated(sinks),
    "tiles, causal": lambda: Repeated(
        lambda *qkv: tiled_attention(*qkv, causal=True, block_size=2), 3
    ),
    "additive": lambda: Repeated(AdditiveAttention(D_IN, D_IN, 11), 3),
    "core": lambda: Repeated(lambda *qkv: scaled_dot_product_attention(*qkv)[0], 3),
    "tiles": lambda: Repeated(tiled_attention, 3),
    "alibi": lambda: Repeated(alibi),
    "softmax of columns": lambda: Repeated(lambda x: online_softmax(x, -2)),
    "feed-forward": lambda: FeedForward(D_IN, 11),
    "norm": lambda: LayerNorm(D_IN),
    "learned": lambda: LearnedPositions(LONGEST, D_IN),
    "sinusoidal": lambda: SinusoidalPositions(D_IN),
    "rotary": lambda: Repeated(lambda x: RotaryPositions(9, 6).to(x)(x[..., :6])),
}


def made(name: str, bias: bool = False, dropout: float = 0.0) -> nn.Module:
    torch.manual_seed(3)
    make = OTHERS.get(name) or (lambda: LAYERS[name](bias, dropout))
    return make().double()
