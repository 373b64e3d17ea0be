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

from attention.distributed.checks import check_ranks
from attention.distributed.compare import count_near
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
    rank, size = check_ranks("sequences", BATCH)
    mine = batch().chunk(size)[rank]
    alone, averaged, sharded = (_with_gradients(ids) for ids in (batch(), mine, mine))
    average_gradients(averaged)
    shard = shard_of(sharded).requires_grad_()
    shard.grad = scatter_gradients(sharded)
    for weights in (alone.parameters(), averaged.parameters(), [shard]):
        torch.optim.AdamW(weights, lr=0.01).step()  # the last has a shard's state
    gather_weights(sharded, shard)
    near, same = (
        f"{count_near(model.parameters(), alone.parameters()):,} weights as in one"
        for model in (averaged, sharded)
    )
    total = sum(p.numel() for p in alone.parameters())
    return (
        f"{size} ranks with {len(mine)} of {BATCH} sequences, {total:,} weights\n"
        f"averaged gradients:  {near} process\n"
        f"weights in shards:   {same} process, {len(shard):,} a rank"
    )


def _with_gradients(ids: Tensor) -> GPT:
    model = tiny_gpt()
    losses_of(model, ids).mean().backward()
    return model


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
