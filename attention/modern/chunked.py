"""Chunks: each query attends to the keys of its own block of positions alone.

With blocks of C positions, for query i and key j of one sequence, counted from 0,

    may_attend_ij = (j <= i) and floor(j / C) = floor(i / C)

Llama 4 has it in three of four layers, as `attention_chunk_size` (transformers,
models/llama4/modeling_llama4.py). A window of C keys moves with each query; here the
first query of a block sees itself alone, and the last one all C keys of it.
"""

from typing import NamedTuple

import torch
from jaxtyping import Bool
from torch import Tensor

from attention.causal.masks import causal_mask
from attention.checks import check_sizes


class ChunkedMask(NamedTuple):
    """The rule that lets each query attend to its own block.

    A layer with this rule keeps in its cache the tokens of the block that has begun,
    and none once it is full. So the first key that it has is the first of a block.

    Attributes:
        chunk: The number of positions of a block.
    """

    chunk: int

    def __call__(
        self,
        num_queries: int,
        num_keys: int | None = None,
        *,
        device: torch.device | str | None = None,
    ) -> Bool[Tensor, "num_queries num_keys"]:
        """Return the mask, for keys from the start of a block on.

        Args:
            num_queries: The number of query positions, the last ones of the sequence.
            num_keys: The number of key positions; by default as many as queries.
            device: Where the mask is made; by default torch's default device.

        Raises:
            ValueError: If chunk is less than 1, or there are more queries than keys.
        """
        check_sizes(chunk=self.chunk)
        causal = causal_mask(num_queries, num_keys, device=device)
        blocks = torch.arange(causal.shape[-1], device=device) // self.chunk
        of_queries = blocks[len(blocks) - num_queries :]
        return causal & (of_queries[:, None] == blocks)

    def num_kept(self, num_tokens: int) -> int:
        """Return how many of the last tokens a later query can attend to."""
        return num_tokens % self.chunk
