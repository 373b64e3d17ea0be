"""Part 9, past one machine: one computation on many ranks.

The modules that torchrun starts are not imported here, or Python would warn that they
run twice: `attention.distributed.collectives`, `data` and `tensor`, with a `main` each.
"""

from attention.distributed.batching import continuous_batches, static_batches
from attention.distributed.data_parallel import (
    average_gradients,
    gather_weights,
    mean_over_ranks,
    scatter_gradients,
    shard_of,
)
from attention.distributed.paged import BlockPool, PagedCache
from attention.distributed.ranks import as_rank, on_ranks, start
from attention.distributed.speculative import (
    accept_drafts,
    draft_outcomes,
    greedy_probabilities,
    speculate,
)
from attention.distributed.tensor_parallel import (
    OnRanks,
    RowParallel,
    enter,
    leave,
    rows_of,
    vocabulary_loss,
)
from attention.distributed.traffic import Traffic

__all__ = [
    "on_ranks",
    "as_rank",
    "start",
    "Traffic",
    "average_gradients",
    "mean_over_ranks",
    "shard_of",
    "gather_weights",
    "scatter_gradients",
    "enter",
    "leave",
    "rows_of",
    "RowParallel",
    "OnRanks",
    "vocabulary_loss",
    "BlockPool",
    "PagedCache",
    "static_batches",
    "continuous_batches",
    "draft_outcomes",
    "accept_drafts",
    "greedy_probabilities",
    "speculate",
]
