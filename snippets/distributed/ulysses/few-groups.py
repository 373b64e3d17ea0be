# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import on_ranks, ulysses_attention
from attention.distributed.ring import causal, sequence

queries, keys, values = sequence()  # four heads, two groups
whole = causal(queries, keys, values)


def bare(x, cut=-3, join=-2):  # as by hand, with nothing checked
    parts = torch.stack(x.chunk(dist.get_world_size(), dim=cut))
    received = torch.empty_like(parts)
    dist.all_to_all_single(received, parts)
    return torch.cat(received.unbind(), dim=join)


def compute(how):
    rank, size = dist.get_rank(), dist.get_world_size()
    q, k, v = (t.chunk(size, dim=1)[rank] for t in (queries, keys, values))
    if how == "bare":
        found = bare(causal(bare(q), bare(k), bare(v)), cut=-2, join=-3)
    else:
        if how == "copied":
            k, v = (t.repeat_interleave(2, dim=0) for t in (k, v))
        found = ulysses_attention(q, k, v, causal)
    off = (found - whole.chunk(size, dim=1)[rank]).abs().max()
    return f"off by {off:.2f} of {whole.abs().max():.2f}"


for how in ("bare", "copied", "checked"):
    try:
        print(f"{how}: {on_ranks(4, compute, how)[0]}")
    except RuntimeError as error:
        lines = str(error).splitlines()
        message = lines[0].partition(": ")[2]
        print(f"{how}, on {len(lines)} ranks: {message}")
