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

    vectors: (num_rows, d), finite numbers, d at least 1
    query:   (..., d), finite numbers of the same dtype
    k:       how many rows; 3 by default
    exclude: rows that may not be the answer; none by default
    returns: (..., k), int64: row numbers

    Raises ValueError if vectors is not a matrix, the query has another width, one of
    them is not of finite floating-point numbers, a row to exclude does not exist, or k
    rows cannot be had.
    """
    if vectors.dim() != 2:
        raise ValueError(
            f"vectors must have shape (num_rows, d). Got {tuple(vectors.shape)}."
        )
    _require_finite("vectors", vectors)
    _require_finite("query", query)
    num_rows, d = vectors.shape
    if d == 0:
        raise ValueError(
            f"vectors must have at least one feature. Got {tuple(vectors.shape)}."
        )
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

    cosines = _directions(query) @ _directions(vectors).T
    if exclude:
        cosines[..., list(exclude)] = -torch.inf  # (..., num_rows)
    return cosines.topk(k, dim=-1).indices  # (..., k)


def _directions(vectors: torch.Tensor) -> torch.Tensor:
    """The vectors at length 1, or 0; as long as they are, no square overflows."""
    longest = vectors.abs().amax(dim=-1, keepdim=True)
    return F.normalize(vectors / longest.masked_fill(longest == 0, 1.0), dim=-1)


def _require_finite(name: str, tensor: torch.Tensor) -> None:
    if not tensor.is_floating_point():
        raise ValueError(f"{name} must be floating point. Got {tensor.dtype}.")
    if not tensor.isfinite().all():
        raise ValueError(f"{name} must be finite. Got nan or infinity.")
