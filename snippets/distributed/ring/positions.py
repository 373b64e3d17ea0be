# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention import rotate
from attention.distributed import (
    on_ranks,
    positions_of_ranks,
    ring_attention,
)
from attention.distributed.ring import causal, sequence

positions = positions_of_ranks(32, ranks=4, zigzag=True)
queries, keys, values = sequence()
everywhere = torch.arange(32)
whole = causal(
    rotate(queries, everywhere), rotate(keys, everywhere), values
)


def turned_by(of_mine):
    mine = positions[dist.get_rank()]
    q, k, v = (t[:, mine] for t in (queries, keys, values))
    found = ring_attention(
        rotate(q, of_mine(mine)), rotate(k, of_mine(mine)), v, positions
    )
    return (found - whole[:, mine]).abs().max().item()


for name, of_mine in (
    ("positions in the sequence", lambda mine: mine),
    ("from 0 on each rank", lambda mine: torch.arange(len(mine))),
):
    off = max(on_ranks(4, turned_by, of_mine))
    print(f"{name:26} off by {off:.2f} of {whole.abs().max():.2f}")
