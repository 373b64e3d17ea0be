# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import Stage, on_ranks
from attention.distributed.data import batch
from attention.distributed.pipeline import four_blocks, mean_loss, run
from torch.distributed.pipelining import PipelineStage, Schedule1F1B

alone = four_blocks(tied=False)
mean_loss(alone(batch()[:, :-1]), batch()[:, 1:]).backward()
whole = alone.out_head.weight.grad


def twice(scale_grads):
    pieces = 2 if scale_grads else 2 * 4  # that the loss is divided by
    stage = Stage(four_blocks(tied=False))
    schedule = Schedule1F1B(
        PipelineStage(stage, dist.get_rank(), 2, torch.device("cpu")),
        n_microbatches=4,
        loss_fn=lambda *given: mean_loss(*given) / pieces,
        scale_grads=scale_grads,
    )
    for half in batch().chunk(2):
        run(schedule, stage, half)
    return stage.part.out_head.weight.grad if stage.is_last else None


for scale_grads in (True, False):
    off = (on_ranks(2, twice, scale_grads)[1] - whole).abs().max()
    print(f"scale_grads={scale_grads}: off by {off:.3f}", end="")
    print(f" of {whole.abs().max():.3f}")
