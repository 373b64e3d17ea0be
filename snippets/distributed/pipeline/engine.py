# runs on the CPU of Linux: ranks are forks of this process
from attention.distributed import on_ranks
from attention.distributed.pipeline import main

print(on_ranks(4, main)[0])
