"""One step of training, its batch divided among ranks, and its weights, too.

Start it with 1, 2, 4 or 8 ranks:

    torchrun --nproc-per-node=4 -m attention.distributed.data
"""

import torch
import torch._dynamo  # an optimizer would, in each rank anew
import torch.distributed as dist
import torch.nn.functional as F
from jaxtyping import Int
from torch import Tensor

from attention.distributed.data_parallel import (
    average_gradients,
    gather_weights,
    scatter_gradients,
    shard_of,
)
from attention.distributed.ranks import start
from attention.models.gpt import GPT

BATCH = 8  # sequences


def tiny_gpt(seed: int = 0) -> GPT:
    """Return the same small model on every rank, in float64."""
    torch.manual_seed(seed)
    return GPT(11, 8, d_model=16, num_layers=2, num_heads=4).double()


def batch() -> Int[Tensor, "sequences num_tokens"]:
    """Return the same eight sequences of nine token ids on every rank."""
    generator = torch.Generator().manual_seed(1)
    ids = torch.randint(11, (BATCH, 9), generator=generator, device="cpu")
    return ids.to(torch.get_default_device())


def losses_of(model: torch.nn.Module, ids: Int[Tensor, "..."]) -> Tensor:
    """Return the loss of each next token."""
    logits = model(ids[:, :-1])
    return F.cross_entropy(logits.mT, ids[:, 1:], reduction="none")


def main() -> str:
    """Take a step in one process, with averaged gradients, and with sharded weights.

    Raises:
        ValueError: If the ranks do not divide the batch.
    """
    rank, size = dist.get_rank(), dist.get_world_size()
    if BATCH % size:
        raise ValueError(f"the ranks must divide {BATCH} sequences. Got {size}.")
    mine = batch().chunk(size)[rank]

    alone = tiny_gpt()
    losses_of(alone, batch()).mean().backward()
    torch.optim.AdamW(alone.parameters(), lr=0.01).step()

    averaged = tiny_gpt()
    losses_of(averaged, mine).mean().backward()
    average_gradients(averaged)
    torch.optim.AdamW(averaged.parameters(), lr=0.01).step()

    sharded = tiny_gpt()
    shard = shard_of(sharded).requires_grad_()
    losses_of(sharded, mine).mean().backward()
    shard.grad = scatter_gradients(sharded)
    optimizer = torch.optim.AdamW([shard], lr=0.01)  # with the state of a shard
    optimizer.step()
    gather_weights(sharded, shard)

    def of_one_process(model: GPT) -> str:
        pairs = zip(model.parameters(), alone.parameters(), strict=True)
        near = sum(int(((p - q).abs() < 1e-9).sum()) for p, q in pairs)
        return f"{near:,} weights as in one process"

    total = sum(p.numel() for p in alone.parameters())
    return (
        f"{size} ranks with {len(mine)} of {BATCH} sequences, {total:,} weights\n"
        f"averaged gradients:  {of_one_process(averaged)}\n"
        f"weights in shards:   {of_one_process(sharded)}, {len(shard):,} a rank"
    )


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
