# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import on_ranks
from attention.distributed.experts import mixture, tokens


def exchange():
    layer, rank = mixture(), dist.get_rank()
    mine = tokens().chunk(4)[rank]  # six of 24
    chosen, weights = layer.router(mine)  # two of eight experts each

    order = chosen.flatten().argsort(stable=True)  # by expert, so by rank
    sent = chosen.flatten().bincount(minlength=8)  # rows for each expert
    arriving = torch.empty_like(sent)
    dist.all_to_all_single(arriving, sent)  # from each rank, two experts
    there = sent.view(4, 2).sum(dim=1).tolist()  # rows for each rank
    here = arriving.view(4, 2).sum(dim=1).tolist()  # rows from each rank

    arrived = torch.empty(sum(here), 8, dtype=torch.float64)
    dist.all_to_all_single(arrived, mine[order // 2], here, there)
    expert_of = torch.arange(2).repeat(4).repeat_interleave(arriving)
    for expert in (0, 1):  # the two of this rank
        rows = expert_of == expert
        arrived[rows] = layer.experts[2 * rank + expert](arrived[rows])
    back = torch.empty(12, 8, dtype=torch.float64)
    dist.all_to_all_single(back, arrived, there, here)

    weighed = weights.flatten()[order, None] * back
    out = torch.zeros_like(mine).index_add(0, order // 2, weighed)
    return here, out[0, :4].tolist()


with torch.no_grad():
    whole = mixture()(tokens())
    results = on_ranks(4, exchange)
for rank, (here, first) in enumerate(results):
    print(f"rank {rank} gets {sum(here):2} rows, {here} from ranks 0 to 3")
    print("  first token: ", *(f"{n:7.4f}" for n in first))
    print("  one process: ", *(f"{n:7.4f}" for n in whole[6 * rank, :4]))
