"""Part 9, past one machine: one computation on many ranks.

The modules that torchrun starts are not imported here, or Python would warn that they
run twice: `attention.distributed.collectives`, `data`, `tensor`, `two_ways`, `ring`,
`ulysses`, `pipeline` and `experts`, with a `main` each.
"""

from attention.distributed.batching import continuous_batches, static_batches
from attention.distributed.calls import (
    all_gather,
    all_reduce,
    all_to_all,
    broadcast,
    reduce_scatter,
)
from attention.distributed.context_parallel import (
    pass_on,
    positions_of_ranks,
    ring_attention,
)
from attention.distributed.data_parallel import (
    average_gradients,
    gather_weights,
    mean_over_ranks,
    scatter_gradients,
    shard_of,
)
from attention.distributed.expert_parallel import ExpertsOnRanks, travel
from attention.distributed.head_exchange import (
    exchange,
    ulysses_attention,
)
from attention.distributed.paged import BlockPool, PagedCache
from attention.distributed.pipeline_parallel import (
    Held,
    Pass,
    Stage,
    timetable,
)
from attention.distributed.ranks import as_rank, on_ranks, start
from attention.distributed.sequence_parallel import gather_tokens, scatter_tokens
from attention.distributed.speculative import (
    accept_drafts,
    draft_outcomes,
    greedy_probabilities,
    speculate,
)
from attention.distributed.tensor_parallel import (
    OnRanks,
    enter,
    leave,
    vocabulary_loss,
)
from attention.distributed.traffic import Traffic
from attention.distributed.volumes import (
    SHAPES,
    WAYS,
    Memory,
    Shape,
    bytes_kept,
    bytes_sent,
    cache_bytes,
    step_operations,
)

__all__ = [
    "on_ranks", "as_rank", "start",
    "broadcast", "all_reduce", "all_gather", "reduce_scatter", "all_to_all",
    "Traffic",
    "average_gradients", "mean_over_ranks",
    "shard_of", "gather_weights", "scatter_gradients",
    "enter", "leave", "OnRanks", "vocabulary_loss",
    "gather_tokens", "scatter_tokens",
    "positions_of_ranks", "pass_on", "ring_attention",
    "exchange", "ulysses_attention",
    "Stage", "Held", "Pass", "timetable",
    "ExpertsOnRanks", "travel",
    "BlockPool", "PagedCache",
    "static_batches", "continuous_batches",
    "draft_outcomes", "accept_drafts", "greedy_probabilities", "speculate",
    "Shape", "SHAPES", "WAYS", "Memory",
    "bytes_kept", "bytes_sent", "step_operations", "cache_bytes",
]  # fmt: skip
