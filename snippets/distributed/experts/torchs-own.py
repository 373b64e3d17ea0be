# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import on_ranks, travel
from torch.distributed._functional_collectives import (
    all_to_all_single_autograd,
)


def both():
    rank = dist.get_rank()
    sent, taken = [[1, 2], [3, 0]][rank], [[1, 3], [2, 0]][rank]
    x = torch.arange(3.0)[:, None] + 10 * (rank + 1)
    found = []
    for call in (
        lambda x: travel(x, sent, taken),
        lambda x: all_to_all_single_autograd(
            x, taken, sent, dist.group.WORLD
        ),
    ):
        leaf = x.clone().requires_grad_()
        out = call(leaf)
        out.square().sum().backward()
        found.append((out[:, 0].tolist(), leaf.grad[:, 0].tolist()))
    return found


for rank, found in enumerate(on_ranks(2, both)):
    for name, (rows, gradients) in zip(
        ("ours", "torch"), found, strict=True
    ):
        print(f"rank {rank}, {name:5}: rows {rows}, gradients {gradients}")
