"""A sequence whose tokens are on different ranks, and exchanged for heads.

Start it with 1, 2 or 4 ranks:

    torchrun --nproc-per-node=4 -m attention.distributed.ulysses
"""

import torch.distributed as dist
from torch import Tensor

from attention.distributed.context_parallel import positions_of_ranks
from attention.distributed.head_exchange import ulysses_attention
from attention.distributed.ranks import start
from attention.distributed.ring import NUM_GROUPS, NUM_TOKENS, causal, compare


def main() -> str:
    """Compute attention and its gradients whole, and with tokens exchanged for heads.

    Groups that are fewer than the ranks are copied, so that each rank has one.

    Raises:
        ValueError: If the ranks do not divide the heads.
    """
    ranks = dist.get_world_size()
    copies = max(1, ranks // NUM_GROUPS)

    def attend(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
        copied = (t.repeat_interleave(copies, dim=-3) for t in (keys, values))
        return ulysses_attention(queries, *copied, attend=causal)

    text = compare(attend, positions_of_ranks(NUM_TOKENS, ranks))
    return f"{ranks} ranks, {copies} of each group: {text}"


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
