# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import on_ranks
from attention.distributed.ring import causal

torch.manual_seed(0)
q, k, v = torch.randn(3, 4, 32, 8)  # four heads


def exchange(x, cut, join):
    parts = torch.stack(x.chunk(dist.get_world_size(), dim=cut))
    received = torch.empty_like(parts)
    dist.all_to_all_single(received, parts)  # one part to each rank
    return torch.cat(received.unbind(), dim=join)


def with_one_head():
    rank, size = dist.get_rank(), dist.get_world_size()
    mine = [t.chunk(size, dim=1)[rank] for t in (q, k, v)]
    of_a_head = [exchange(t, cut=0, join=1) for t in mine]
    contexts = exchange(causal(*of_a_head), cut=1, join=0)
    return mine[0].shape, of_a_head[0].shape, contexts


results = on_ranks(4, with_one_head)
before, between, _ = results[0]
print("queries of a rank:", tuple(before), "then", tuple(between))
contexts = torch.cat([each for *_, each in results], dim=1)
whole = causal(q, k, v)
for name, each in (("four ranks", contexts), ("one process", whole)):
    print(f"{name:12}", *(f"{n:7.4f}" for n in each[3, -1, :5].tolist()))
print("equal:", int((contexts == whole).sum()), "of", whole.numel())
