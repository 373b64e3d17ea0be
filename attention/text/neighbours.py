"""Nearest neighbours: which rows of a table point most nearly in the same direction.

    cosine(a, b) = a . b / (|a| |b|)

The cosine compares directions only. A dot product would also compare lengths, and a
long vector could be nearest to many others because it is long.
"""

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int64
from torch import Tensor

from attention.checks import check_shape


def nearest(
    vectors: Float[Tensor, "num_rows d"],
    query: Float[Tensor, "... d"],
    *,
    k: int = 3,
    exclude: Sequence[int] = (),
) -> Int64[Tensor, "... k"]:
    """Return the rows with the largest cosine to the query, nearest first.

    Args:
        vectors: One finite vector in each row.
        query: One finite vector, or several.
        k: How many rows to return; 3 by default.
        exclude: Rows that may not be the answer; none by default.

    Returns:
        Numbers of rows.

    Raises:
        ValueError: If the query has another width than the rows, a number is nan or
            infinite, k is less than 1, or fewer than k rows are left.
        IndexError: If a row to exclude does not exist.
    """
    num_rows, d = vectors.shape
    check_shape("query", query, "... d", must="be as wide as vectors, shape", d=d)
    for name, tensor in {"vectors": vectors, "query": query}.items():
        if not tensor.isfinite().all():
            raise ValueError(f"{name} must be finite. Got nan or infinity.")
    left = num_rows - len(set(exclude))
    if not 1 <= k <= left:
        raise ValueError(
            f"k must be from 1 to the {left} rows to choose from. Got {k}."
        )

    cosines = _directions(query) @ _directions(vectors).T  # (..., num_rows)
    cosines[..., list(exclude)] = -torch.inf
    return cosines.topk(k, dim=-1).indices  # (..., k)


def _directions(vectors: Float[Tensor, "... d"]) -> Float[Tensor, "... d"]:
    """Scale the vectors to length 1, or 0, in such a way that no square overflows."""
    longest = vectors.abs().amax(dim=-1, keepdim=True)
    return F.normalize(vectors / longest.masked_fill(longest == 0, 1.0), dim=-1)
