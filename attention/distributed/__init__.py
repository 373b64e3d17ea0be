"""Part 9, past one machine: one computation on many ranks.

Modules that torchrun starts have a main of their own, and are imported by their names.
"""

from attention.distributed.ranks import as_rank, on_ranks
from attention.distributed.traffic import Traffic

__all__ = ["on_ranks", "as_rank", "Traffic"]
