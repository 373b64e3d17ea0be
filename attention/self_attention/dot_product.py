"""Dot-product attention in three steps: scores, weights, context vectors.

For query i and key j:

    score    omega_ij = q_i . k_j
    weight   alpha_ij = exp(omega_ij) / sum_j exp(omega_ij)
    context  z_i      = sum_j alpha_ij v_j

This is the attention of Vaswani et al. (2017), section 3.2.1, before its
scaling factor 1/sqrt(d_k). In self-attention without trained weights, q, k
and v are all the inputs themselves.

Axes: num_queries and num_keys count tokens, d_k and d_v count features. Any
batch axes may stand in front ("..."); those of two arguments must broadcast.
"""

import torch


def attention_scores(queries: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
    """How well each query matches each key: their dot products.

    queries: (..., num_queries, d_k)
    keys:    (..., num_keys, d_k)
    returns: (..., num_queries, num_keys), not scaled, dtype of the arguments

    Raises ValueError if either has fewer than two axes or is boolean, if their last
    axes differ, or if their batch axes do not broadcast.
    """
    _require_matrix("queries", "num_queries, d_k", queries)
    _require_matrix("keys", "num_keys, d_k", keys)
    d_k = queries.shape[-1]
    if keys.shape[-1] != d_k:
        raise ValueError(
            f"keys must have as many features as queries, shape "
            f"(..., num_keys, d_k={d_k}). Got {tuple(keys.shape)}."
        )
    _require_batches("keys", keys, "queries", queries)
    return queries @ keys.transpose(-2, -1)  # (..., num_queries, num_keys)


def attention_weights(scores: torch.Tensor) -> torch.Tensor:
    """Softmax of each row of scores: positive shares, sum 1 over the keys.

    scores:  (..., num_queries, num_keys), floating point
    returns: the same shape and dtype

    A row that holds nan or inf, or nothing but -inf, has no shares: it is nan.

    Raises ValueError if scores has fewer than two axes, or is not floating
    point.
    """
    _require_matrix("scores", "num_queries, num_keys", scores)
    if not scores.is_floating_point():
        raise ValueError(f"scores must be floating point. Got {scores.dtype}.")
    return torch.softmax(scores, dim=-1)  # over the keys


def context_vectors(weights: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Mix the values: for each query, their sum in the shares of its row.

    weights: (..., num_queries, num_keys)
    values:  (..., num_keys, d_v)
    returns: (..., num_queries, d_v), dtype of the arguments

    Raises ValueError if either has fewer than two axes or is boolean, if there is
    not one value for each key, or if their batch axes do not broadcast. A value that
    is nan or infinite is felt at weight zero, too: 0 * nan is nan.
    """
    _require_matrix("weights", "num_queries, num_keys", weights)
    _require_matrix("values", "num_keys, d_v", values)
    num_keys = weights.shape[-1]
    if values.shape[-2] != num_keys:
        raise ValueError(
            f"values must have one row for each key, shape "
            f"(..., num_keys={num_keys}, d_v). Got {tuple(values.shape)}."
        )
    _require_batches("values", values, "weights", weights)
    return weights @ values  # (..., num_queries, d_v)


def _require_matrix(name: str, axes: str, tensor: torch.Tensor) -> None:
    if tensor.dim() < 2:
        raise ValueError(
            f"{name} must have shape (..., {axes}). Got {tuple(tensor.shape)}."
        )


def _require_batches(
    name: str, tensor: torch.Tensor, other_name: str, other: torch.Tensor
) -> None:
    """Numbers, and batch axes that broadcast: from the end, sizes are equal or 1."""
    for each, given in ((other_name, other), (name, tensor)):
        if given.dtype == torch.bool:
            raise ValueError(f"{each} must be numbers. Got {given.dtype}.")
    batch, expected = tensor.shape[:-2], other.shape[:-2]
    pairs = zip(reversed(batch), reversed(expected))
    if not all(a == b or a == 1 or b == 1 for a, b in pairs):
        raise ValueError(
            f"{name} must have batch axes that broadcast with those of {other_name}, "
            f"{tuple(expected)}. Got {tuple(batch)}."
        )
