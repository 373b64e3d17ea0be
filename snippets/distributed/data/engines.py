# runs on the CPU of Linux: ranks are forks of this process
import torch.distributed as dist
from attention.distributed import Traffic, on_ranks
from attention.distributed.data import batch, losses_of, tiny_gpt
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel


def ddp():
    return DistributedDataParallel(tiny_gpt())


def fsdp2():
    model, mesh = (
        tiny_gpt(),
        init_device_mesh("cpu", (dist.get_world_size(),)),
    )
    for block in model.blocks:
        fully_shard(block, mesh=mesh)  # gathered and freed on its own
    fully_shard(model, mesh=mesh)
    return model


def step(model, mine, pieces):
    *first, last = mine.chunk(pieces)
    for ids in first:
        with model.no_sync():  # gradients add up, and stay on this rank
            (losses_of(model, ids).mean() / pieces).backward()
    (losses_of(model, last).mean() / pieces).backward()


def compare():
    alone = tiny_gpt()
    losses_of(alone, batch()).mean().backward()
    whole = alone.tok_emb.weight.grad
    lines = []
    for wrap, pieces in ((ddp, 1), (ddp, 2), (fsdp2, 1)):
        model = wrap()
        with Traffic() as traffic:
            step(model, batch().chunk(2)[dist.get_rank()], pieces)
        gradient = getattr(model, "module", model).tok_emb.weight.grad
        if wrap is fsdp2:  # a rank has its own rows alone
            gradient = gradient.full_tensor()
        near = int(((gradient - whole).abs() < 1e-12).sum())
        line = (
            f"{wrap.__name__:5} {pieces}: {near} of {whole.numel()} equal"
        )
        lines.append(f"{line}, {dict(traffic.calls)}")
    return "\n".join(lines)


print(on_ranks(2, compare)[0])
