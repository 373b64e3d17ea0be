"""Part 9, past one machine: one computation on many ranks.

The modules that torchrun starts are not imported here, or Python would warn that they
run twice: `attention.distributed.collectives`, `data` and `tensor`, with a `main` each.
"""

from attention.distributed.data_parallel import (
    average_gradients,
    gather_weights,
    mean_over_ranks,
    scatter_gradients,
    shard_of,
)
from attention.distributed.ranks import as_rank, on_ranks, start
from attention.distributed.tensor_parallel import (
    OnRanks,
    RowParallel,
    enter,
    leave,
    rows_of,
    vocabulary_loss,
)
from attention.distributed.traffic import Traffic
from attention.distributed.volumes import (
    SHAPES,
    WAYS,
    Kept,
    Shape,
    bytes_kept,
    bytes_sent,
    cache_bytes,
    step_operations,
)

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
    "Shape",
    "SHAPES",
    "WAYS",
    "Kept",
    "bytes_kept",
    "bytes_sent",
    "step_operations",
    "cache_bytes",
]
