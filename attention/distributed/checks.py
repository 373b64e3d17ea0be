"""Whether the ranks divide what is given to them."""

import torch.distributed as dist


def check_ranks(what: str, size: int, ranks: int | None = None) -> tuple[int, int]:
    """Check that the ranks divide a size; return this rank and their number.

    Args:
        what: What there are so many of, in words.
        size: How many.
        ranks: The number of ranks; by default all of them.
    """
    ranks = dist.get_world_size() if ranks is None else ranks
    if size % ranks:
        raise ValueError(f"the ranks must divide {size} {what}. Got {ranks} ranks.")
    return dist.get_rank(), ranks
