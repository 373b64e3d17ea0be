# runs on the CPU of Linux: ranks are forks of this process
import time

import torch
import torch.distributed as dist
from attention.distributed import on_ranks


def meet():
    if dist.get_rank() == 1:
        time.sleep(1)  # busy with something else
        return
    dist.all_reduce(torch.ones(2))


try:
    on_ranks(2, meet, timeout=0.5)
except RuntimeError as error:
    who, _, message = str(error).partition(": RuntimeError: ")
    print(who, "says:", message.rpartition("] ")[2])
