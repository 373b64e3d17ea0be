# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import (
    average_gradients,
    mean_over_ranks,
    on_ranks,
)
from attention.distributed.data import batch, losses_of, tiny_gpt


def step(sizes, mean):
    model = tiny_gpt()
    mine = batch().split(sizes)[dist.get_rank()]
    mean(losses_of(model, mine)).backward()
    average_gradients(model)
    return model.tok_emb.weight.grad


alone = tiny_gpt()
losses_of(alone, batch()).mean().backward()
whole = alone.tok_emb.weight.grad
for sizes in ([4, 4], [6, 2]):
    for mean in (torch.mean, mean_over_ranks):
        off = (on_ranks(2, step, sizes, mean)[0] - whole).abs().max()
        print(f"{sizes} {mean.__name__:15} off by {off:.4f}", end="")
        print(f" of {whole.abs().max():.4f}")
