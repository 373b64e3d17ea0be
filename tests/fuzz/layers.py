"""Layers of attention made at random, and what each must answer, in float64.

The oracle is the formula, in float64, on the layer's own weights. `largest` bounds the
finite numbers that it met on the way: while that is far below the range of the layer's
type, nothing may be nan or infinite that is not so in the oracle. (torch's attention is
no oracle of nan: it makes zeros of a query that is nan.)
"""

from dataclasses import dataclass
from typing import Any

import torch
from hypothesis import strategies as st
from torch import nn

from attention import (
    CausalAttention,
    CrossAttention,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    SelfAttentionV1,
    SelfAttentionV2,
)
from tests.fuzz.tensors import mostly, shapes, tensors

SELF = (SelfAttentionV1, SelfAttentionV2)
HEADS = (MultiHeadAttention, MultiHeadAttentionWrapper)


@dataclass
class Answer:
    numbers: torch.Tensor
    largest: float


def widths(layer: Any) -> tuple[int, int]:
    """Features of the layer's tokens, and how many tokens it takes at most."""
    if isinstance(layer, MultiHeadAttentionWrapper):
        return widths(layer.heads[0])
    if isinstance(layer, SelfAttentionV1):
        return layer.W_query.shape[0], 99
    longest = layer.mask.shape[-1] if hasattr(layer, "mask") else 99
    return layer.W_query.in_features, longest


@st.composite
def layers(draw: st.DrawFn, *kinds: type[nn.Module], dtype: torch.dtype) -> nn.Module:
    """A layer of one of these kinds, with weights of its own."""
    kind = draw(st.sampled_from(kinds))
    torch.manual_seed(draw(st.integers(0, 999)))
    d_in, head_dim = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    num_heads, longest = draw(st.integers(1, 3)), draw(st.integers(1, 5))
    bias = draw(st.booleans())
    if kind is SelfAttentionV1:
        layer = kind(d_in, head_dim)
    elif kind is SelfAttentionV2:
        layer = kind(d_in, head_dim, bias)
    elif kind is CausalAttention:
        layer = kind(d_in, head_dim, longest, 0.5, bias)
    elif kind is CrossAttention:
        d_source = draw(st.none() | st.integers(1, 4))
        layer = kind(
            d_in, num_heads * head_dim, 0.5, num_heads, bias, d_source=d_source
        )
    else:
        d_out = head_dim if kind is MultiHeadAttentionWrapper else num_heads * head_dim
        layer = kind(d_in, d_out, longest, 0.5, num_heads, bias)
    return layer.to(dtype).eval().requires_grad_(False)


@st.composite
def sequences(
    draw: st.DrawFn, layer: nn.Module, dtype: torch.dtype, *, wild: bool = True
) -> torch.Tensor:
    """What the layer may be given; if wild, some of it extreme, or of another shape."""
    d_in, longest = widths(layer)
    batch = draw(st.lists(st.integers(0, 3), max_size=2))
    fitting = (*batch, draw(st.integers(0, min(longest, 5))), d_in)
    shape = draw(mostly(st.just(fitting), shapes) if wild else st.just(fitting))
    return draw(tensors(shape, dtype, wild=wild))


def misfits(layer: nn.Module, x: torch.Tensor) -> bool:
    d_in, longest = widths(layer)
    return x.dim() < 2 or x.shape[-1] != d_in or x.shape[-2] > longest


def exactly(layer: nn.Module, x: torch.Tensor) -> Answer:
    """The answer of a layer that reads one sequence."""
    if isinstance(layer, MultiHeadAttentionWrapper):
        each = [exactly(head, x) for head in layer.heads]
        joined = torch.cat([answer.numbers for answer in each], dim=-1)
        return Answer(joined, max(answer.largest for answer in each))
    causal = None
    if hasattr(layer, "mask"):
        places = torch.arange(x.shape[-2])
        causal = places[:, None] >= places
    return between(layer, x, x, x, causal)


def between(
    layer: Any,
    x_query: torch.Tensor,
    x_key: torch.Tensor,
    x_value: torch.Tensor,
    mask: torch.Tensor | None,
) -> Answer:
    """The answer of a layer of one or more heads that reads another sequence."""
    num_heads = getattr(layer, "num_heads", 1)
    queries, keys, values = (
        project(getattr(layer, name), x).unflatten(-1, (num_heads, -1)).movedim(-2, -3)
        for name, x in (("W_query", x_query), ("W_key", x_key), ("W_value", x_value))
    )
    scores = torch.einsum("...qd,...kd->...qk", queries, keys)
    scores = scores / queries.shape[-1] ** 0.5
    if mask is not None:
        mask = mask.unsqueeze(-3) if mask.dim() > 1 else mask
        scores = torch.where(mask, scores, -torch.inf)
    mixed = torch.einsum("...qk,...kd->...qd", shared_out(scores), values)
    met = [largest(t) for t in (x_query, x_key, x_value, values, mixed)]
    met.append(queries.shape[-1] * largest(queries) * largest(keys))
    joined = mixed.movedim(-3, -2).flatten(-2)
    if hasattr(layer, "out_proj"):
        joined = project(layer.out_proj, joined)
        met.append(largest(joined))
    return Answer(joined, max(met))


def shared_out(scores: torch.Tensor) -> torch.Tensor:
    """Softmax of each row; zeros where nothing is left but -inf."""
    top = scores.nan_to_num(-torch.inf).amax(-1, keepdim=True) if scores.numel() else 0
    shares = torch.exp(scores - top)
    shares = shares / shares.sum(dim=-1, keepdim=True)
    return torch.where(scores.isneginf().all(-1, keepdim=True), 0.0, shares)


def project(matrix: nn.Linear | torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The layer in float64; V1 holds its matrices bare, one column an output."""
    if isinstance(matrix, nn.Linear):
        made = torch.einsum("...i,oi->...o", x.double(), matrix.weight.double())
        return made if matrix.bias is None else made + matrix.bias.double()
    return torch.einsum("...i,io->...o", x.double(), matrix.double())


def largest(tensor: torch.Tensor) -> float:
    finite = tensor[tensor.isfinite()]
    return finite.abs().max().item() if finite.numel() else 0.0
