# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention.distributed import Traffic, all_reduce, on_ranks


def pass_on(part):
    """Send a part to the next rank, and return that of the one before."""
    rank, size = dist.get_rank(), dist.get_world_size()
    received = torch.empty_like(part)
    sending = dist.P2POp(dist.isend, part, (rank + 1) % size)
    receiving = dist.P2POp(dist.irecv, received, (rank - 1) % size)
    for work in dist.batch_isend_irecv([sending, receiving]):
        work.wait()
    return received


def ring_all_reduce(strip):
    rank, size = dist.get_rank(), dist.get_world_size()
    parts = list(strip.clone().chunk(size))
    for step in range(size - 1):  # add: a sum grows on its way round
        received = pass_on(parts[(rank - step) % size])
        parts[(rank - step - 1) % size] += received
    for step in range(size - 1):  # hand round what is complete
        parts[(rank - step) % size] = pass_on(
            parts[(rank + 1 - step) % size]
        )
    return torch.cat(parts)


def compare():
    strip = torch.arange(840.0) * (dist.get_rank() + 1)
    with Traffic() as traffic:
        result = ring_all_reduce(strip)
    return torch.equal(result, all_reduce(strip)), traffic.bytes["send"]


strip = torch.arange(840.0)
print(f"a strip: {strip.nbytes:,} bytes")
for size in (2, 4, 8):
    equal, sent = on_ranks(size, compare)[0]
    print(
        f"{size} ranks: sent {sent:,} bytes, equal to all_reduce: {equal}"
    )
