"""Every layer, and every function from tokens to tokens, made small in float64."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

import attention as a

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
    return a.MultiHeadAttention(D_IN, D_IN, LONGEST, 0.0, 1)


def decoder_block(rate: float) -> nn.Module:
    cross = a.CrossAttention(D_IN, D_IN, 0.0, 1)
    return a.DecoderBlock(D_IN, attention(), cross, a.FeedForward(D_IN, 11), rate)


def sinks(x: Tensor) -> Tensor:
    x, mask = x.unsqueeze(-3), a.causal_mask(x.shape[-2], device=x.device)
    x, _ = a.core_attention(x, x, x, mask, sinks=torch.ones(1, device=x.device))
    return x.squeeze(-3)


def alibi(x: Tensor) -> Tensor:
    x, slopes = x.unsqueeze(-3), a.alibi_slopes(1, device=x.device)
    bias = a.alibi_bias(slopes, x.shape[-2])
    return a.core_attention(x, x, x, bias=bias)[0].squeeze(-3)


def decayed(x: Tensor) -> Tensor:
    return a.decayed_attention(x, x, x, -x.square())[0]


def delta(x: Tensor) -> Tensor:
    return a.delta_rule(x, x, x, x[..., 0].sigmoid(), -x.square())[0]


def chunks(x: Tensor) -> Tensor:
    betas, decays = x[..., 0].sigmoid(), -x.square()
    return a.delta_rule_in_chunks(x, x, x, betas, decays, chunk_size=3)[0]


# What is made with a context length, a rate of dropout, and what follows these two.
LONG: dict[str, tuple[Callable[..., nn.Module], int, tuple[int, ...]]] = {
    "causal": (a.CausalAttention, HEAD_DIM, ()),
    "wrapper": (a.MultiHeadAttentionWrapper, HEAD_DIM, (HEADS,)),
    "split": (a.MultiHeadAttention, D_OUT, (HEADS,)),
    "grouped": (partial(a.Attention, num_kv_groups=HEADS), 2 * D_OUT, (2 * HEADS,)),
    "fused": (partial(a.Attention, attend=None), D_OUT, (HEADS,)),
}


def long(name: str, bias: bool, rate: float) -> nn.Module:
    make, width, sizes = LONG[name]
    return make(D_IN, width, LONGEST, rate, *sizes, bias)


def cross(bias: bool, rate: float) -> nn.Module:
    return Repeated(a.CrossAttention(D_IN, D_OUT, rate, HEADS, bias), 2)


def latent(bias: bool, rate: float) -> nn.Module:
    return a.LatentAttention(D_IN, 19, LONGEST, rate, HEADS, HEAD_DIM, 17, 4)


def block(bias: bool, rate: float) -> nn.Module:
    return a.TransformerBlock(D_IN, attention(), a.FeedForward(D_IN, 11), rate)


LAYERS: dict[str, Callable[[bool, float], nn.Module]] = {  # of a bias and dropout
    "V1": lambda bias, rate: a.SelfAttentionV1(D_IN, HEAD_DIM),
    "V2": lambda bias, rate: a.SelfAttentionV2(D_IN, HEAD_DIM, bias),
    **{name: partial(long, name) for name in LONG},
    "cross": cross,
    "latent": latent,
    "block": block,
    "decoder block": lambda bias, rate: Repeated(decoder_block(rate), 2),
}


def working(**parts: Any) -> a.Attention:
    """The layer of models, with every part that it takes."""
    return a.Attention(
        *(D_IN, D_IN, LONGEST, 0.0, 4, True),
        num_kv_groups=2,
        head_dim=6,
        out_bias=False,
        rotary=a.RotaryPositions(LONGEST, 4, width=6),
        attend=a.AttentionCore(0.7, cap=5.0, num_sinks=4),
        **parts,
    )


def selective() -> nn.Module:
    return a.SelectiveAttention(working(), a.Indexer(D_IN, 2, 5), top_k=3)


def mixture(router: nn.Module) -> nn.Module:
    experts = (a.SwiGLU(D_IN, 5) for _ in range(4))
    return a.MixtureOfExperts(router, experts, a.SwiGLU(D_IN, 3))


def network() -> tuple[nn.Module, Callable[[int], nn.Module]]:
    return a.FeedForward(D_IN, 11), a.RMSNorm


def sandwich(
    before: Callable[[int], nn.Module], after: Callable[[int], nn.Module]
) -> nn.Module:
    sizes = D_IN, attention(), a.FeedForward(D_IN, 11)
    return a.SandwichBlock(*sizes, before=before, after=after, factor=0.3)


def kimi() -> nn.Module:
    """Kimi Delta Attention: decays of channels and a gate, from narrow products."""
    decay, gate = (
        nn.Sequential(nn.Linear(D_IN, 3, bias=False), nn.Linear(3, 10, bias=bias))
        for bias in (True, False)
    )
    parts = {"decay": decay, "gate": gate, "activation": torch.sigmoid}
    return a.GatedDeltaNet(D_IN, D_OUT, 2, 5, 5, **parts)


def selective_latent() -> nn.Module:
    layer = a.LatentAttention(D_IN, 19, LONGEST, 0.0, HEADS, HEAD_DIM, 17, 4)
    layer.W_query = nn.Sequential(nn.Linear(D_IN, 5), nn.Linear(5, HEADS * 15))
    rotary = a.RotaryPositions(LONGEST, 4, width=6)
    indexer = a.Indexer(D_IN, 2, 6, query_dim=5, rotary=rotary)
    return a.SelectiveLatentAttention(layer, indexer, top_k=3)


def weighed_inputs() -> nn.Module:
    experts = (a.ClampedSwiGLU(D_IN, 5) for _ in range(5))
    shared = a.GatedExpert(D_IN, a.SwiGLU(D_IN, 3))
    return a.MixtureOfExperts(a.SigmoidRouter(D_IN, 5, 2, True), experts, shared, True)


OTHERS: dict[str, Callable[[], nn.Module]] = {
    "working": lambda: a.add_qk_norm(working(), a.RMSNorm, over_all=True),
    "window": lambda: working(mask=a.SlidingWindow(3)),
    "chunked": lambda: working(mask=a.ChunkedMask(3)),
    "selective": selective,
    "selective latent": selective_latent,
    "temperature": lambda: a.Attention(
        D_IN, D_IN, LONGEST, 0.0, 1, attend=a.PositionTemperature(2)
    ),
    "mixture": lambda: mixture(a.Router(D_IN, 4, 2)),
    "groups of experts": lambda: mixture(a.DeepSeekRouter(D_IN, 4, 2, 2, 1, 2.5)),
    "weighed inputs": weighed_inputs,
    "recurrent": lambda: a.RecurrentEncoder(D_IN, 5),
    "normed": lambda: a.add_qk_norm(attention(), a.RMSNorm),
    "gated": lambda: a.GatedAttention(D_IN, attention()),
    "linear attention": lambda: a.LinearAttention(D_IN, D_OUT, HEADS),
    "decayed": lambda: Repeated(decayed),
    "delta rule": lambda: Repeated(delta),
    "chunks": lambda: Repeated(chunks),
    "gated delta": lambda: a.GatedDelta(D_IN, D_OUT, HEADS, chunk_size=2),
    "gated delta net": lambda: a.GatedDeltaNet(
        D_IN, D_OUT, 4, 5, 3, num_key_heads=2, kernel_size=3
    ),
    "Kimi delta": kimi,
    "Mamba-2": lambda: a.Mamba2(D_IN, D_OUT, 4, 3, 5, 2, norm_groups=2),
    "lightning": lambda: a.LightningAttention(D_IN, D_OUT, HEADS, 5),
    "gated convolution": lambda: a.GatedConvolution(D_IN),
    "sinks": lambda: Repeated(sinks),
    "tiles, causal": lambda: Repeated(
        lambda *qkv: a.tiled_attention(*qkv, causal=True, block_size=2), 3
    ),
    "additive": lambda: Repeated(a.AdditiveAttention(D_IN, D_IN, 11), 3),
    "core": lambda: Repeated(lambda *qkv: a.scaled_dot_product_attention(*qkv)[0], 3),
    "tiles": lambda: Repeated(a.tiled_attention, 3),
    "alibi": lambda: Repeated(alibi),
    "softmax of columns": lambda: Repeated(lambda x: a.online_softmax(x, -2)),
    "feed-forward": lambda: a.FeedForward(D_IN, 11),
    "SwiGLU": lambda: a.SwiGLU(D_IN, 11),
    "GeGLU": lambda: a.GeGLU(D_IN, 11),
    "sandwich": lambda: sandwich(a.RMSNorm, a.LayerNorm),
    "norms after": lambda: sandwich(nn.Identity, a.RMSNorm),
    "parallel": lambda: a.ParallelBlock(D_IN, attention(), *network()),
    "one part": lambda: a.OnePartBlock(
        D_IN, a.Attention(D_IN, D_IN, LONGEST, 0.0, 1), a.RMSNorm
    ),
    "one network": lambda: a.OnePartBlock(D_IN, *network()),
    "scaled and capped": lambda: nn.Sequential(a.Times(3.0), a.SoftCap(2.0)),
    "clamped SwiGLU": lambda: a.ClampedSwiGLU(D_IN, 11, limit=0.5),
    "norm": lambda: a.LayerNorm(D_IN),
    "RMS norm": lambda: a.RMSNorm(D_IN),
    "learned": lambda: a.LearnedPositions(LONGEST, D_IN),
    "sinusoidal": lambda: a.SinusoidalPositions(D_IN),
    "rotary": lambda: a.RotaryPositions(LONGEST, 6, width=D_IN),
}


# Every token of all others attends to itself and earlier ones alone.
WHOLE = ["V1", "V2", "cross", "decoder block", "additive", "core", "tiles", "alibi"]
WHOLE += ["softmax of columns"]


def made(name: str, bias: bool = False, dropout: float = 0.0) -> nn.Module:
    torch.manual_seed(3)
    make = OTHERS.get(name) or (lambda: LAYERS[name](bias, dropout))
    return make().double()
