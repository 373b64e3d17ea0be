# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import Stage, on_ranks
from attention.distributed.data import batch
from attention.distributed.pipeline import four_blocks, mean_loss


def step():
    rank, last = dist.get_rank(), dist.get_world_size() - 1
    stage, kept = Stage(four_blocks(tied=False)), []
    for ids in batch().chunk(4):  # micro-batches
        x, targets = ids[:, :-1], ids[:, 1:]
        if rank > 0:
            x = torch.empty(*x.shape, 16, dtype=torch.float64)
            dist.recv(x, rank - 1)
            x.requires_grad_()
        out = stage(x)
        if rank < last:
            dist.send(out.detach(), rank + 1)
        else:
            out = mean_loss(out, targets) / 4
        kept.append((x, out))  # until its backward pass
    for x, out in kept:
        gradient = None  # of the loss, on the last rank
        if rank < last:
            gradient = torch.empty_like(out)
            dist.recv(gradient, rank + 1)
        out.backward(gradient)
        if rank > 0:
            dist.send(x.grad, rank - 1)
    block = 2 * rank  # its first one
    bias = stage.part.blocks[block].feed_forward.layers[0].bias
    return bias.grad[:4].tolist()


alone = four_blocks(tied=False)
mean_loss(alone(batch()[:, :-1]), batch()[:, 1:]).backward()
for rank, gradients in enumerate(on_ranks(2, step)):
    bias = alone.blocks[2 * rank].feed_forward.layers[0].bias
    print(f"rank {rank}:     ", *(f"{n:8.5f}" for n in gradients))
    print("one process:", *(f"{n:8.5f}" for n in bias.grad[:4]))
