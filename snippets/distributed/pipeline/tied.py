# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import Stage, on_ranks
from attention.distributed.data import batch
from attention.distributed.pipeline import four_blocks, mean_loss

ids, targets = batch()[:, :-1], batch()[:, 1:]


def ends():
    stage, x = Stage(four_blocks()), torch.empty(8, 8, 16).double()
    if stage.is_first:
        x = stage(ids)
        gradient = torch.empty_like(x)
        dist.send(x.detach(), 1)
        dist.recv(gradient, 1)
        x.backward(gradient)
        table = stage.part.tok_emb.weight
    else:
        dist.recv(x, 0)
        mean_loss(stage(x.requires_grad_()), targets).backward()
        dist.send(x.grad, 0)
        table = stage.part.out_head.weight
    own = table.grad.clone()
    stage.add_tied()
    return own, table.grad


alone = four_blocks()
mean_loss(alone(ids), targets).backward()
whole = alone.tok_emb.weight.grad
for rank, (own, added) in enumerate(on_ranks(2, ends)):
    print(f"rank {rank}: off by {(own - whole).abs().max():.3f}", end=", ")
    print(f"added up {(added - whole).abs().max():.3f}", end="")
    print(f" of {whole.abs().max():.3f}")
