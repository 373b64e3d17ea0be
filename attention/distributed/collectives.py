"""What ranks can tell each other: five collectives, on a strip of numbers each.

Start it with as many ranks as you like, up to nine:

    torchrun --nproc-per-node=4 -m attention.distributed.collectives
"""

import torch
import torch.distributed as dist

from attention.distributed.calls import (
    all_gather,
    all_reduce,
    all_to_all,
    broadcast,
    reduce_scatter,
)
from attention.distributed.compare import gather_results
from attention.distributed.ranks import start
from attention.distributed.traffic import Traffic


def main() -> str:
    """Return a line for each collective: what all ranks have, and the bytes of one."""
    rank, size = dist.get_rank(), dist.get_world_size()
    strip = 10.0 * (rank + 1) + torch.arange(1, size + 1)
    lines = []
    for collective in (broadcast, all_reduce, all_gather, reduce_scatter, all_to_all):
        own = strip[rank : rank + 1]  # of which all_gather makes a strip
        with Traffic() as traffic:
            result = collective(own if collective is all_gather else strip)
        every = gather_results(result.tolist())
        shown = " | ".join(" ".join(f"{n:3.0f}" for n in each) for each in every)
        name, passed = collective.__name__, traffic.bytes.total()
        lines.append(f"{name:14} {shown} | {passed} bytes")
    return "\n".join(lines)


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
