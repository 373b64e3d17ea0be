"""What ranks can tell each other: five collectives, on a strip of numbers each.

Start it with as many ranks as you like, up to nine:

    torchrun --nproc-per-node=4 -m attention.distributed.collectives
"""

import torch
import torch.distributed as dist
from torch import Tensor

from attention.distributed.ranks import start
from attention.distributed.traffic import Traffic


def broadcast(strip: Tensor) -> Tensor:
    """Return rank 0's strip."""
    result = strip.clone()
    dist.broadcast(result, src=0)  # in place
    return result


def all_reduce(strip: Tensor) -> Tensor:
    """Return the sum of all strips."""
    result = strip.clone()
    dist.all_reduce(result)  # in place
    return result


def all_gather(strip: Tensor) -> Tensor:
    """Return one number of each rank: the first of rank 0, the second of rank 1, …."""
    rank, size = dist.get_rank(), dist.get_world_size()
    parts = [torch.empty(1) for _ in range(size)]
    dist.all_gather(parts, strip[rank : rank + 1])
    return torch.cat(parts)


def reduce_scatter(strip: Tensor) -> Tensor:
    """Return one number of the sum: the first to rank 0, the second to rank 1, …."""
    result = torch.empty(1)
    dist.reduce_scatter(result, list(strip.split(1)))
    return result


def all_to_all(strip: Tensor) -> Tensor:
    """Return, from each rank, the number that is meant for this one."""
    result = torch.empty_like(strip)
    dist.all_to_all_single(result, strip)
    return result


def main() -> str:
    """Return a line for each collective: what all ranks have, and the bytes of one."""
    rank, size = dist.get_rank(), dist.get_world_size()
    strip = 10.0 * (rank + 1) + torch.arange(1, size + 1)
    lines = []
    for collective in (broadcast, all_reduce, all_gather, reduce_scatter, all_to_all):
        with Traffic() as traffic:
            result = collective(strip)
        every: list[list[float]] = [[] for _ in range(size)]
        dist.all_gather_object(every, result.tolist())
        shown = " | ".join(" ".join(f"{n:3.0f}" for n in each) for each in every)
        lines.append(
            f"{collective.__name__:14} {shown} | {traffic.bytes.total()} bytes"
        )
    return "\n".join(lines)


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
