"""A batch that goes through four blocks on several ranks, in PyTorch's schedules.

Start it with 1, 2, 3 or 4 ranks:

    torchrun --nproc-per-node=4 -m attention.distributed.pipeline
"""

from typing import cast

import torch
import torch._dynamo  # a stage would, in each rank anew
import torch.distributed as dist
import torch.nn.functional as F
from jaxtyping import Float, Int64
from torch import Tensor
from torch.distributed.pipelining import PipelineStage, Schedule1F1B, ScheduleGPipe

from attention.distributed.compare import count_near, gather_results
from attention.distributed.data import batch
from attention.distributed.pipeline_parallel import Held, Stage
from attention.distributed.ranks import start
from attention.models.gpt import GPT

MICRO_BATCHES = 8


def four_blocks(tied: bool = True) -> GPT:
    """Return the same small model on every rank, in float64."""
    torch.manual_seed(0)
    model = GPT(11, 8, d_model=16, num_layers=4, num_heads=4, tied=tied)
    return model.double()


def mean_loss(
    logits: Float[Tensor, "sequences num_tokens words"],
    targets: Int64[Tensor, "sequences num_tokens"],
) -> Float[Tensor, ""]:
    """Return the mean loss of all tokens."""
    return F.cross_entropy(logits.mT, targets)


def run(
    schedule: ScheduleGPipe | Schedule1F1B,
    stage: Stage,
    ids: Int64[Tensor, "sequences longer"],
) -> None:
    """Run the forward and backward passes of a batch through all stages.

    Args:
        schedule: One that has this stage. It cuts the batch itself.
        stage: This rank's stage.
        ids: The batch, on every rank; each token's target is the next one.
    """
    given = [ids[:, :-1]] if stage.is_first else []
    schedule.step(*given, target=ids[:, 1:] if stage.is_last else None)


def main() -> str:
    """Run a batch through a whole model, and through stages in two schedules.

    Raises:
        ValueError: If there are more ranks than blocks.
    """
    rank, size = dist.get_rank(), dist.get_world_size()
    alone = four_blocks()
    mean_loss(alone(batch()[:, :-1]), batch()[:, 1:]).backward()
    lines = [f"{size} ranks, {MICRO_BATCHES} micro-batches"]
    for schedule in (ScheduleGPipe, Schedule1F1B):
        stage = Stage(four_blocks())
        on_rank = PipelineStage(stage, rank, size, torch.get_default_device())
        engine = schedule(on_rank, MICRO_BATCHES, loss_fn=mean_loss)
        run(engine, stage, batch())  # the first time, it tries what shapes there are
        stage.zero_grad()
        held = Held()
        with held:
            run(engine, stage, batch())
        stage.add_tied()
        names, own = zip(*stage.part.named_parameters(), strict=True)
        gradients = [
            [cast(Tensor, weight.grad) for weight in weights]
            for weights in (own, map(alone.get_parameter, names))
        ]
        total = sum(gradient.numel() for gradient in gradients[0])
        most = MICRO_BATCHES * held.most / held.total
        near, totals, shares = zip(
            *gather_results((count_near(*gradients), total, most)), strict=True
        )
        lines += [
            f"{schedule.__name__}: {sum(near):,} of {sum(totals):,} gradients as in "
            "one process",
            f"  micro-batches held at most: {', '.join(f'{s:.1f}' for s in shares)}",
        ]
    return "\n".join(lines)


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
