# runs on the CPU of Linux: ranks are forks of this process
from tempfile import TemporaryDirectory

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn.functional as F


def ring_attention(q, k, v, positions):
    """Causal attention of this rank's tokens to those of all ranks.

    q: (..., heads, part, d); k, v: (..., groups, part, d), of this rank.
    positions: (ranks, part), which tokens each rank has, in whole pieces
    or in zig-zag; the same on all ranks.
    """
    q = q.unflatten(-3, (k.shape[-3], -1))  # each group for its heads
    k, v = k.unsqueeze(-3), v.unsqueeze(-3)
    return Ring.apply(q, k, v, positions).flatten(-4, -3)


def masks(positions):
    rank, size = dist.get_rank(), dist.get_world_size()
    for step in range(size):
        block = positions[(rank - step) % size]
        yield step, positions[rank][:, None] >= block


def pass_on(*tensors):
    rank, size = dist.get_rank(), dist.get_world_size()
    if size == 1:
        return tensors
    received = [torch.empty_like(t) for t in tensors]
    after, before = (rank + 1) % size, (rank - 1) % size
    calls = [dist.P2POp(dist.isend, t.contiguous(), after) for t in tensors]
    calls += [dist.P2POp(dist.irecv, t, before) for t in received]
    for work in dist.batch_isend_irecv(calls):
        work.wait()
    return received


def masked_scores(q, k, mask):
    scores = q @ k.mT / q.shape[-1] ** 0.5
    return scores.masked_fill(~mask, -torch.inf)


class Ring(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q, k, v, positions):
        block, z = (k, v), torch.zeros_like(q[..., :1]) * v[..., :1, :]
        log_sums = torch.full_like(q[..., :1], -torch.inf)
        for step, mask in masks(positions):
            if step:
                block = pass_on(*block)
            scores = masked_scores(q, block[0], mask)
            new = scores.logsumexp(-1, keepdim=True).logaddexp(log_sums)
            z = z * (log_sums - new).exp() + (scores - new).exp() @ block[1]
            log_sums = new
        ctx.save_for_backward(q, k, v, z, log_sums, positions)
        return z

    @staticmethod
    def backward(ctx, g):
        q, k, v, z, log_sums, positions = ctx.saved_tensors
        inner, dq = (g * z).sum(-1, keepdim=True), torch.zeros_like(q)
        block = k, v, torch.zeros_like(k), torch.zeros_like(v)
        for step, mask in masks(positions):
            if step:
                block = pass_on(*block)
            k, v, dk, dv = block
            weights = (masked_scores(q, k, mask) - log_sums).exp()
            slopes = weights * (g @ v.mT - inner) / q.shape[-1] ** 0.5
            dq += slopes @ k
            dk += (slopes.mT @ q).sum(-3, keepdim=True)
            dv += (weights.mT @ g).sum(-3, keepdim=True)
        dk, dv = pass_on(*block[2:])  # a whole round: home
        return dq, dk, dv, None


def example(rank, size, store, q, k, v, contexts):
    method = f"file://{store}/store"
    dist.init_process_group("gloo", method, rank=rank, world_size=size)
    positions = torch.arange(q.shape[-2]).view(2 * size, -1)  # zig-zag
    front, back = positions[:size], positions[size:].flip(0)
    positions = torch.cat([front, back], dim=1)
    mine = positions[rank]
    q, k, v = (t[:, mine] for t in (q, k, v))
    contexts[:, mine] = ring_attention(q, k, v, positions)
    dist.destroy_process_group()


if __name__ == "__main__":  # 32 tokens on four ranks, four heads
    torch.manual_seed(123)
    q, k, v = (
        torch.randn(4, 32, 8),
        torch.randn(2, 32, 8),
        torch.randn(2, 32, 8),
    )
    contexts = torch.empty_like(q).share_memory_()
    with TemporaryDirectory() as store:
        given = 4, store, q, k, v, contexts
        mp.start_processes(example, given, nprocs=4, start_method="fork")
    print("four ranks: ", contexts[0, -1, :4])
    whole = F.scaled_dot_product_attention(
        q, k, v, is_causal=True, enable_gqa=True
    )
    print("one process:", whole[0, -1, :4])
