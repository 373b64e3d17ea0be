# runs on the CPU of Linux: ranks are forks of this process
import torch
import torch.distributed as dist
from attention import (
    merge_parts,
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from attention.distributed import on_ranks, pass_on, positions_of_ranks
from attention.distributed.ring import causal, sequence

positions = positions_of_ranks(32, ranks=4)


def around_the_ring():
    rank, size = dist.get_rank(), dist.get_world_size()
    mine = positions[rank]
    queries, *block = (t[:, mine] for t in sequence())
    block = [t.repeat_interleave(2, dim=0) for t in block]  # of groups
    contexts = torch.zeros_like(queries)
    log_sums = torch.full_like(queries[..., 0], -torch.inf)
    last = []
    for step in range(size):
        if step:
            block = pass_on(*block)  # new keys and values
        mask = mine[:, None] >= positions[(rank - step) % size]
        part, _ = scaled_dot_product_attention(queries, *block, mask=mask)
        scores = scaled_attention_scores(queries, block[0])
        scores = scores.masked_fill(~mask, -torch.inf)
        contexts, log_sums = merge_parts(
            contexts, log_sums, part, scores.logsumexp(dim=-1)
        )
        last.append(contexts[0, -1, :5].tolist())
    return last


for step, numbers in enumerate(on_ranks(4, around_the_ring)[3], 1):
    name = f"{step} block{'s' if step > 1 else ''}:"
    print(f"{name:16}", *(f"{n:7.4f}" for n in numbers))
whole = causal(*sequence())[0, -1, :5]
print("in one process: ", *(f"{n:7.4f}" for n in whole.tolist()))
