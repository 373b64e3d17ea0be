"""Nearest neighbours: which rows of a table point most nearly the same way.

    cosine(a, b) = a . b / (|a| |b|)

Word vectors are compared by their cosine and not by their dot product: training
makes a vector longer the more often and the more surely its word is predicted, and
that is no part of what the word means.
"""

from collections.abc import Sequence

import torch
import torch.nn.functional as F


def nearest(
    vectors: torch.Tensor,
    query: torch.Tensor,
    *,
    k: int = 3,
    exclude: Sequence[int] = (),
) -> torch.Tensor:
    """The rows with the largest cosine to the query, the nearest first.

    vectors: (num_rows, d), floating point
    query:   (..., d)
    k:       how many rows; 3 by default
    exclude: rows that may not be the answer; none by default
    returns: (..., k), int64: row numbers

    Raises ValueError if vectors is not a matrix, the query has another width, a row
    to exclude does not exist, or k rows cannot be had.
    """
    if vectors.dim() != 2:
        raise ValueError(
            f"vectors must have shape (num_rows, d). Got {tuple(vectors.shape)}."
        )
    num_rows, d = vectors.shape
    if query.dim() < 1 or query.shape[-1] != d:
        raise ValueError(
            f"query must be as wide as vectors, shape (..., d={d}). "
            f"Got {tuple(query.shape)}."
        )
    for row in exclude:
        if not 0 <= row < num_rows:
            raise ValueError(
                f"exclude must hold rows of vectors, 0 to {num_rows - 1}. Got {row}."
            )
    left = num_rows - len(set(exclude))
    if not 1 <= k <= left:
        raise ValueError(
            f"k must be from 1 to the {left} rows to choose from. Got {k}."
        )

    cosines = F.normalize(query, dim=-1) @ F.normalize(vectors, dim=-1).T
    if exclude:
        cosines[..., list(exclude)] = -torch.inf  # (..., num_rows)
    return cosines.topk(k, dim=-1).indices  # (..., k)
