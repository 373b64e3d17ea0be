"""Whether the ranks divide what is given to them."""

import torch.distributed as dist


def check_ranks(**sizes: int) -> tuple[int, int]:
    """Check that the ranks divide a size; return this rank and their number."""
    rank, ranks = dist.get_rank(), dist.get_world_size()
    for name, size in sizes.items():
        if size % ranks:
            raise ValueError(f"the ranks must divide {name}={size}. Got {ranks} ranks.")
    return rank, ranks
