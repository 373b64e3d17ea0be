# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import on_ranks


def meet():
    if dist.get_rank() == 1:
        raise ValueError("the batch is empty")
    dist.all_reduce(torch.ones(2))


try:
    on_ranks(2, meet)
except RuntimeError as error:
    first, second = str(error).splitlines()
    print(first)
    print(second[:11], "was left alone:", "peer" in second)
