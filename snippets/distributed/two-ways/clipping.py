# runs on the CPU of Linux: ranks are forks of this process
import torch.distributed as dist
from attention.distributed import OnRanks, on_ranks
from attention.distributed.tensor import layers, tokens


def squares(parameters):
    return sum(p.grad.square().sum() for p in parameters)


def total(number):
    dist.all_reduce(number)
    return number


def norms():
    ours = OnRanks(layers()[0])
    ours(tokens()).square().sum().backward()
    copies = [ours.bias]  # the same on all ranks
    divided = ours.part.parameters()
    alone = squares(ours.parameters())
    found = {
        "a rank alone": alone.clone(),
        "added up": total(alone),
        "copies once": squares(copies) + total(squares(divided)),
    }
    return {name: number.sqrt().item() for name, number in found.items()}


attention, _ = layers()
attention(tokens()).square().sum().backward()
print(f"one process   {squares(attention.parameters()).sqrt():.4f}")
results = on_ranks(2, norms)
for name in results[0]:
    print(f"{name:13}", *(f"{result[name]:.4f}" for result in results))
