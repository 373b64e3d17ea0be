"""Sequence parallelism: between layers whose heads are divided, each rank has tokens.

An all-reduce is a reduce-scatter and an all-gather. If a layer ends with the first,
each rank has the sum for some of the tokens, and adds and normalises these alone; the
next layer begins with the second (Korthikanti et al., 2022, section 4.2.2):

    OnRanks(layer, enter=gather_tokens, leave=scatter_tokens)

What all ranks have, such as the scale of a norm, then sees some of the tokens only: its
gradients have to be added.
"""

from typing import Any

import torch
import torch.distributed as dist
from jaxtyping import Float
from torch import Tensor

from attention.distributed.checks import check_ranks


class _Gather(torch.autograd.Function):
    """Forwards, the tokens of all ranks; backwards, the sum for one's own."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        return _all_gather(x)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Tensor:
        return _reduce_scatter(gradients[0])


class _Scatter(torch.autograd.Function):
    """Forwards, the sum for one's own tokens; backwards, the tokens of all ranks."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        return _reduce_scatter(x)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Tensor:
        return _all_gather(gradients[0])


def gather_tokens(
    x: Float[Tensor, "... own d_model"],
) -> Float[Tensor, "... num_tokens d_model"]:
    """Return the tokens of all ranks, rank 0's first; gradients are added up."""
    return _Gather.apply(x)


def scatter_tokens(
    x: Float[Tensor, "... num_tokens d_model"],
) -> Float[Tensor, "... own d_model"]:
    """Return the sum over ranks of x for this rank's tokens.

    Raises:
        ValueError: If the ranks do not divide the tokens.
    """
    check_ranks(num_tokens=x.shape[-2])
    return _Scatter.apply(x)


def _all_gather(x: Tensor) -> Tensor:
    parts = [torch.empty_like(x) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, x.contiguous())
    return torch.cat(parts, dim=-2)


def _reduce_scatter(x: Tensor) -> Tensor:
    parts = [part.contiguous() for part in x.chunk(dist.get_world_size(), dim=-2)]
    total = torch.empty_like(parts[0])
    dist.reduce_scatter(total, parts)
    return total
