# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import all_reduce, on_ranks, reduce_scatter


def in_halves(strip):
    part = reduce_scatter(strip)  # one number of the sum
    parts = [torch.empty(1) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, part)  # and those of the others
    return torch.cat(parts)


def both():
    strip = 10.0 * (dist.get_rank() + 1) + torch.arange(1, 5)
    return in_halves(strip).tolist(), all_reduce(strip).tolist()


for rank, (halves, at_once) in enumerate(on_ranks(4, both)):
    print(f"rank {rank}: {halves} {at_once}")
