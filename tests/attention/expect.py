"""What several tests of the package ask, and oracles of attention."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
import torch
import torch.nn.functional as F
from jaxtyping import config
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

Module = TypeVar("Module", bound=nn.Module)
NARROW = [torch.float16, torch.bfloat16]


@contextmanager
def unchecked() -> Iterator[None]:
    """Leave the shapes in signatures unchecked, as readers have them."""
    before = config.jaxtyping_disable
    config.update("jaxtyping_disable", True)
    try:
        yield
    finally:
        config.update("jaxtyping_disable", before)


@contextmanager
def refusal(message: str, error: type[Exception] = ValueError) -> Iterator[None]:
    """Expect our own error, word for word, with the shapes in signatures unchecked."""
    with unchecked(), pytest.raises(error, match=f"^{re.escape(message)}$"):
        yield


def seeded(seed: int = 0) -> torch.Generator:
    """A generator of its own, the same in each run."""
    return torch.Generator().manual_seed(seed)


def random(*shape: int, seed: int = 0, dtype: torch.dtype = torch.float64) -> Tensor:
    """Random numbers, the same in each run."""
    return torch.randn(shape, generator=seeded(seed), dtype=torch.float64).to(dtype)


def numbered(module: Module) -> Module:
    """A module in float64, whose norms and biases are not 1 and 0 either."""
    for n, parameter in enumerate(module.double().parameters()):
        parameter.data = random(*parameter.shape, seed=n)
    return module


def refuses(
    message: str, function: Callable[..., object], *given: Any, **named: Any
) -> None:
    """Expect our own error of a call, where both fit on a line."""
    with refusal(message):
        function(*given, **named)


def assert_close(found: object, expected: object, close: float = 1e-12) -> None:
    """Compare in float64: equal up to rounding."""
    torch.testing.assert_close(found, expected, rtol=close, atol=close)


def with_slopes(out: Tensor, given: Iterator[Tensor] | list[Tensor]) -> list[Tensor]:
    """A result, and the gradients of what it was computed from."""
    towards = random(*out.shape, seed=9, dtype=out.dtype)
    return [out, *torch.autograd.grad((out * towards).sum(), list(given))]


def saved(
    function: Callable[..., object], *given: Tensor, **settings: Any
) -> list[torch.UntypedStorage]:
    """What is kept in memory for the backward pass."""
    kept: list[torch.UntypedStorage] = []

    def keep(tensor: Tensor) -> Tensor:
        kept.append(tensor.untyped_storage())
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        function(*given, **settings)
    return kept


def attention_by_torch(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: Tensor | None = None,
    grouped: bool = False,
) -> tuple[Tensor, Tensor]:
    """Contexts and weights of torch's fused call; unit vectors give the latter."""
    units = torch.eye(keys.shape[-2], dtype=keys.dtype).expand(*keys.shape[:-1], -1)
    contexts, weights = (
        F.scaled_dot_product_attention(queries, keys, mixed, mask, enable_gqa=grouped)
        for mixed in (values, units)
    )
    return contexts, weights


def torchs_attention(layer: Any) -> nn.MultiheadAttention:
    """torch's module with the weights of a layer of as many features in as out."""
    linears = [layer.W_query, layer.W_key, layer.W_value]
    bias = linears[0].bias is not None
    width = linears[0].in_features
    theirs = nn.MultiheadAttention(width, layer.num_heads, batch_first=True).double()
    theirs.in_proj_weight.data = torch.cat([linear.weight for linear in linears])
    if bias:
        theirs.in_proj_bias.data = torch.cat([linear.bias for linear in linears])
    theirs.out_proj = layer.out_proj
    return theirs


def torchs_block(block: Any) -> nn.Module:
    """torch's layer of an encoder, or decoder, with the weights of a block of ours."""
    first, last = block.feed_forward.layers[0], block.feed_forward.layers[2]
    cross = getattr(block, "cross_attention", None)
    make = nn.TransformerDecoderLayer if cross else nn.TransformerEncoderLayer
    theirs = make(
        first.in_features,
        block.attention.num_heads,
        first.out_features,
        0.0,
        lambda x: F.gelu(x, approximate="tanh"),
        norm_first=True,
        batch_first=True,
        dtype=torch.float64,
    )
    theirs.self_attn = torchs_attention(block.attention)
    if cross:
        theirs.multihead_attn = torchs_attention(cross)
    theirs.linear1, theirs.linear2 = first, last
    for name in ("norm1", "norm2", "norm3")[: 3 if cross else 2]:
        ours = getattr(block, name.replace("norm", "norm_"))
        state = {"weight": ours.scale, "bias": ours.shift}
        getattr(theirs, name).load_state_dict(state)
    return theirs


def blocked(num_tokens: int) -> Tensor:
    """torch's causal mask: True = blocked."""
    return torch.ones(num_tokens, num_tokens).triu(diagonal=1).bool()


class WithoutFloat64(TorchDispatchMode):
    """A device that has no float64, as Apple's GPUs: the meta device plays it."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        for tensor in tree_leaves(out):
            if isinstance(tensor, Tensor) and tensor.is_meta:
                assert tensor.dtype != torch.float64, func
        return out
