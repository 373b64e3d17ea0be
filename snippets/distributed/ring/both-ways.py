# runs on the CPU of Linux: ranks are forks of this process
from attention.distributed import on_ranks
from attention.distributed.ring import main

for ranks in (2, 4):
    print(on_ranks(ranks, main)[0])
