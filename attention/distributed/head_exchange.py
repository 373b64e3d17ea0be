"""Tokens are exchanged for heads, and back: a sequence on several ranks.

Each rank has some of the tokens, with all heads. An all-to-all gives it all tokens of
some heads, so that a function that treats each head by itself computes their attention,
and another all-to-all goes back (DeepSpeed-Ulysses: Jacobs et al., 2023).
"""

from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist
from jaxtyping import Float
from torch import Tensor

from attention.checks import check_shape


def to_heads(
    x: Float[Tensor, "... num_heads part width"],
) -> Float[Tensor, "... some_heads num_tokens width"]:
    """Give each rank all tokens of its heads, rank 0 those of the first heads.

    Args:
        x: All heads of this rank's tokens, of which rank 0 has the first.

    Raises:
        ValueError: If the ranks do not divide the heads.
    """
    check_shape("x", x, "... num_heads part width")
    _check_ranks("num_heads", x.shape[-3])
    return _Exchange.apply(x, -3, -2)


def to_tokens(
    x: Float[Tensor, "... some_heads num_tokens width"],
) -> Float[Tensor, "... num_heads part width"]:
    """Give each rank all heads of its tokens: the inverse of `to_heads`.

    Args:
        x: All tokens of this rank's heads.

    Raises:
        ValueError: If the ranks do not divide the tokens.
    """
    check_shape("x", x, "... some_heads num_tokens width")
    _check_ranks("num_tokens", x.shape[-2])
    return _Exchange.apply(x, -2, -3)


def ulysses_attention(
    queries: Float[Tensor, "... num_heads part d_k"],
    keys: Float[Tensor, "... num_groups part d_k"],
    values: Float[Tensor, "... num_groups part d_v"],
    attend: Callable[[Tensor, Tensor, Tensor], Tensor],
) -> Float[Tensor, "... num_heads part d_v"]:
    """Return attention of this rank's tokens to those of all ranks.

    Args:
        queries: Those of this rank's tokens; ranks have as many tokens each, in order.
        keys: Those of this rank's tokens. Heads may share them in groups.
        values: Those of this rank's tokens.
        attend: Computes the contexts of some heads from their queries, keys and values
            of the whole sequence.

    Raises:
        ValueError: If the ranks do not divide the heads, or the groups.
    """
    for name, tensor in (("queries", queries), ("keys", keys), ("values", values)):
        check_shape(name, tensor, "... heads part width")
        _check_ranks(f"the heads of {name}", tensor.shape[-3])
    return to_tokens(attend(*(to_heads(t) for t in (queries, keys, values))))


class _Exchange(torch.autograd.Function):
    """Cut along one axis, send a part to each rank, and join what comes along another.

    The way back of the gradient is the exchange with the axes swapped.
    """

    @staticmethod
    def forward(ctx: Any, x: Tensor, cut: int, join: int) -> Tensor:
        ctx.axes = join, cut
        parts = torch.stack(x.chunk(dist.get_world_size(), dim=cut))
        received = torch.empty_like(parts)
        dist.all_to_all_single(received, parts)
        return torch.cat(received.unbind(), dim=join)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:  # pyrefly: ignore[bad-override]
        return _Exchange.apply(gradients[0], *ctx.axes), None, None


def _check_ranks(name: str, size: int) -> None:
    """Check that the ranks divide a size, before any of them waits in an exchange."""
    ranks = dist.get_world_size()
    if size % ranks:
        raise ValueError(f"the ranks must divide {name}. Got {size} for {ranks} ranks.")
