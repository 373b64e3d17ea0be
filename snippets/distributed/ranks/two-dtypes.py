# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import on_ranks


def add():
    dtype = [torch.float32, torch.int32][dist.get_rank()]
    x = torch.ones(4, dtype=dtype)
    dist.all_reduce(x)
    return x.tolist()


for result in on_ranks(2, add):
    print(result)
print(torch.tensor(1.0).view(torch.int32).item(), "has the bits of 1.0")

dist.set_debug_level(dist.DebugLevel.DETAIL)  # from here on, compare first
try:
    on_ranks(2, add)
except RuntimeError as error:
    print(str(error).partition("RuntimeError: ")[2][:37])
