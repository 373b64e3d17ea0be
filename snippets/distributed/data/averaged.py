# runs on the CPU of Linux: ranks are forks of this process
import torch.distributed as dist
from attention.distributed import on_ranks
from attention.distributed.data import batch, losses_of, tiny_gpt


def gradients_of(model):
    return model.blocks[0].feed_forward.layers[0].bias.grad[:4].tolist()


def step():
    rank, size = dist.get_rank(), dist.get_world_size()
    model = tiny_gpt()  # the same on every rank
    mine = batch().chunk(size)[rank]
    losses_of(model, mine).mean().backward()
    own = gradients_of(model)
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)
        parameter.grad.div_(size)
    return own, gradients_of(model)


alone = tiny_gpt()
losses_of(alone, batch()).mean().backward()
results = on_ranks(4, step)
for rank, (own, _) in enumerate(results):
    print(f"rank {rank}:     ", *(f"{n:8.5f}" for n in own))
print("averaged:   ", *(f"{n:8.5f}" for n in results[0][1]))
print("whole batch:", *(f"{n:8.5f}" for n in gradients_of(alone)))
