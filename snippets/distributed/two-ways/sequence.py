# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention import RMSNorm
from attention.distributed import (
    OnRanks,
    Traffic,
    gather_tokens,
    on_ranks,
    scatter_tokens,
)
from attention.distributed.tensor import layers, tokens


def parts():
    norm = RMSNorm(16).double()
    norm.scale.data = torch.linspace(0.5, 1.5, 16, dtype=torch.float64)
    return norm, layers()[0]


def with_three_tokens():
    rank, size = dist.get_rank(), dist.get_world_size()
    norm, attention = parts()
    ours = OnRanks(attention, enter=gather_tokens, leave=scatter_tokens)
    x = tokens().chunk(size, dim=-2)[rank]
    with Traffic() as traffic:
        out = x + ours(norm(x))
    out.square().sum().backward()
    own = norm.scale.grad
    added = own.clone()
    dist.all_reduce(added)
    return out.detach(), own, added, dict(traffic.bytes)


norm, attention = parts()
whole = tokens() + attention(norm(tokens()))
whole.square().sum().backward()
results = on_ranks(2, with_three_tokens)
out = torch.cat([out for out, *_ in results], dim=-2)
_, own, added, traffic = results[0]
true = norm.scale.grad


def off(found, expected):
    largest = expected.abs().max()
    return f"off by {(found - expected).abs().max():.3f} of {largest:.3f}"


print("forward, bytes: ", traffic)
print("outputs:        ", off(out, whole))
print("norm's gradient:", off(own, true), "on rank 0")
print("added up:       ", off(added, true))
