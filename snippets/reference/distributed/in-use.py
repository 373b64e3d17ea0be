# pip install attention-verified
# runs on the CPU of Linux: ranks are forks of this process
import os

import torch
import torch.distributed as dist
from attention import GPT, Attention, MixtureOfExperts, Router, SwiGLU
from attention.distributed import (
    BlockPool,
    ExpertsOnRanks,
    Held,
    OnRanks,
    PagedCache,
    Pass,
    Stage,
    Traffic,
    accept_drafts,
    all_gather,
    all_reduce,
    all_to_all,
    as_rank,
    average_gradients,
    broadcast,
    continuous_batches,
    draft_outcomes,
    enter,
    exchange,
    gather_tokens,
    gather_weights,
    greedy_probabilities,
    leave,
    mean_over_ranks,
    on_ranks,
    pass_on,
    positions_of_ranks,
    reduce_scatter,
    ring_attention,
    scatter_gradients,
    scatter_tokens,
    shard_of,
    speculate,
    start,
    static_batches,
    timetable,
    travel,
    ulysses_attention,
    vocabulary_loss,
)


def use():
    layer = Attention(4, 4, 6, 0.0, num_heads=2)
    x = torch.rand(6, 4)
    with Traffic() as traffic:
        OnRanks(layer)(x)  # a head on each of two ranks
        leave(x) + leave(layer(enter(x)))
    vocabulary_loss(torch.rand(6, 5), torch.arange(6))  # of ten words

    some = torch.rand(2, 3, 4)  # two heads of this rank's three tokens
    ring_attention(some, some, some, positions_of_ranks(6, 2))
    scatter_tokens(gather_tokens(x))
    pass_on(exchange(some, cut=0, join=1))
    all_to_all(broadcast(all_gather(reduce_scatter(all_reduce(x)))))
    ulysses_attention(some, some, some, attend=lambda q, k, v: v)
    stage = Stage(GPT(10, 6, 4, num_layers=2, num_heads=2))
    ids = torch.arange(6)[None]
    held = Held()
    with held:
        stage(ids if stage.is_first else x[None])
    stage.zero_grad()
    assert held.most > 0
    first: Pass = timetable(2, 1, "1F1B")[1][0]
    assert first.start == 1  # after rank 0's

    experts = MixtureOfExperts(
        Router(4, 2, 1), [SwiGLU(4, 4), SwiGLU(4, 4)]
    )
    ExpertsOnRanks(experts)(x)
    travel(x, sent=[2, 4], taken=[[2, 2], [4, 4]][dist.get_rank()])

    mean_over_ranks(layer(x).square()).backward()
    average_gradients(layer)
    shard = shard_of(layer)
    gather_weights(layer, shard - 0.1 * scatter_gradients(layer))
    return (
        f"{traffic.calls['all_reduce']} all-reduces, {len(shard)} numbers"
    )


print(on_ranks(2, use))
if "RANK" in os.environ:  # torchrun started this process
    as_rank(use)
    start(use)  # prints, too

gpt, ids = (
    GPT(9, 16, 8, num_layers=1, num_heads=2).eval(),
    torch.tensor([[3]]),
)
cache = PagedCache(BlockPool(num_blocks=4, block_size=4))
p = greedy_probabilities(cache.step(gpt, ids)[0, -1:])
draft_outcomes(p, p[:0], ids[0, :0])
accept_drafts(p, p[:0], ids[0, :0])  # without drafts: one word of p
text, _ = speculate(gpt, gpt, ids, num_new=4)
steps = [
    len(rule([2, 5, 3], 2)) for rule in (static_batches, continuous_batches)
]
print(text.shape[1], "words;", *steps, "steps")
