"""Learned positions: a table with one vector for each place, added to words.

For the word x_p at place p, counted from zero, and row e_p of the table:

    X_p = x_p + e_p

The table is a weight like any other: it starts at random and is trained. This
is the position embedding of Gehring et al. (2017), section 3.1; Vaswani et al.
(2017), section 6.2, compare it with a computed one (sinusoidal_positions.py).
"""

import torch
from torch import nn


def add_positions(embeddings: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """Add row p of the table to the word at place p.

    embeddings: (..., num_tokens, d_model), the same rows for each batch entry
    table:      (num_positions, d_model), at least num_tokens rows
    returns:    (..., num_tokens, d_model)

    Raises ValueError if embeddings has fewer than two axes or the table not
    two, if their widths differ, or if a word stands beyond the table.
    """
    if embeddings.dim() < 2:
        raise ValueError(
            f"embeddings must have shape (..., num_tokens, d_model). "
            f"Got {tuple(embeddings.shape)}."
        )
    if table.dim() != 2:
        raise ValueError(
            f"table must have two axes, one row for each position, shape "
            f"(num_positions, d_model). Got {tuple(table.shape)}."
        )
    num_positions, d_model = table.shape
    if embeddings.shape[-1] != d_model:
        raise ValueError(
            f"embeddings must have as many features as positions have, shape "
            f"(..., num_tokens, d_model={d_model}). Got {tuple(embeddings.shape)}."
        )
    num_tokens = embeddings.shape[-2]
    if num_tokens > num_positions:
        raise ValueError(
            f"num_tokens must be at most {num_positions}, the number of positions "
            f"in the table. Got {num_tokens}."
        )
    return embeddings + table[:num_tokens]  # the same rows for the whole batch


class LearnedPositions(nn.Module):
    """Adds a trained vector to each word, for the place at which it stands.

    context_length: how many places there are; more words are a ValueError
    d_model:        width of the words' vectors

    Its one weight, `pos_emb.weight` of shape (context_length, d_model), starts
    as nn.Embedding starts: at random, mean 0 and standard deviation 1.
    """

    def __init__(self, context_length: int, d_model: int) -> None:
        super().__init__()
        for name, size in (("context_length", context_length), ("d_model", d_model)):
            if size < 1:
                raise ValueError(f"{name} must be at least 1. Got {size}.")
        self.pos_emb = nn.Embedding(context_length, d_model)

    def forward(self, embeddings: torch.Tensor) -> torch.Tensor:
        """embeddings: (..., num_tokens, d_model); returns the same shape."""
        return add_positions(embeddings, self.pos_emb.weight)
