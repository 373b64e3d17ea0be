"""Five collectives: calls that all ranks make together, each with a tensor of its own.

Each returns a new tensor. All but `broadcast` and `all_reduce` work along an axis, with
one part for each rank, rank 0's first.
"""

from collections.abc import Sequence

import torch
import torch.distributed as dist
from jaxtyping import Shaped
from torch import Tensor


def broadcast(x: Shaped[Tensor, "*shape"]) -> Shaped[Tensor, "*shape"]:
    """Return rank 0's tensor."""
    result = x.clone()
    dist.broadcast(result, src=0)  # in place
    return result


def all_reduce(x: Shaped[Tensor, "*shape"]) -> Shaped[Tensor, "*shape"]:
    """Return the sum of all tensors."""
    result = x.clone()
    dist.all_reduce(result)  # in place
    return result


def all_gather(x: Shaped[Tensor, "..."], dim: int = 0) -> Shaped[Tensor, "..."]:
    """Return the tensors of all ranks, side by side along an axis."""
    parts = [torch.empty_like(x) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, x.contiguous())
    return torch.cat(parts, dim)


def reduce_scatter(x: Shaped[Tensor, "..."], dim: int = 0) -> Shaped[Tensor, "..."]:
    """Return one part of the sum: the first along an axis to rank 0, and so on."""
    parts = [part.contiguous() for part in x.chunk(dist.get_world_size(), dim)]
    result = torch.empty_like(parts[0])
    dist.reduce_scatter(result, parts)
    return result


def all_to_all(
    x: Shaped[Tensor, "rows *shape"],
    sent: Sequence[int] | None = None,
    taken: Sequence[int] | None = None,
) -> Shaped[Tensor, "others *shape"]:
    """Return, from each rank, the rows that are meant for this one.

    Args:
        x: The rows for rank 0, then those for rank 1, ….
        sent: How many rows go to each rank; equally many by default.
        taken: How many come from each rank; equally many by default.
    """
    result = x.new_empty(len(x) if taken is None else sum(taken), *x.shape[1:])
    dist.all_to_all_single(result, x.contiguous(), taken, sent)
    return result
