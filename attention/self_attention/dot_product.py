"""Dot-product attention in three steps: scores, weights, context vectors.

For query i and key j:

    score    omega_ij = q_i . k_j
    weight   alpha_ij = exp(omega_ij) / sum_k exp(omega_ik)
    context  z_i      = sum_j alpha_ij v_j

This is the attention of Vaswani et al. (2017), section 3.2.1, without its scaling by
1/sqrt(d_k). In self-attention without trained weights, q, k and v are all the inputs
themselves.

Axes, here and in the rest of the package: num_queries and num_keys count positions, d_k
and d_v count features. Any batch axes may be in front ("..."); those of two arguments
must broadcast.
"""

import torch
from jaxtyping import Float
from torch import Tensor

from attention.checks import check_floating, check_shape


def attention_scores(
    queries: Float[Tensor, "... num_queries d_k"],
    keys: Float[Tensor, "... num_keys d_k"],
) -> Float[Tensor, "... num_queries num_keys"]:
    """Return the dot product of each query with each key.

    Args:
        queries: One vector for each query position.
        keys: One vector for each key position, of the queries' dtype.

    Returns:
        The scores, not scaled.

    Raises:
        ValueError: If an argument has fewer than two axes, or if queries and keys
            differ in width.
    """
    check_shape("queries", queries, "... num_queries d_k")
    must = "have as many features as queries, shape"
    check_shape("keys", keys, "... num_keys d_k", must=must, d_k=queries.shape[-1])
    return queries @ keys.transpose(-2, -1)  # (..., num_queries, num_keys)


def attention_weights(
    scores: Float[Tensor, "... num_queries num_keys"],
) -> Float[Tensor, "... num_queries num_keys"]:
    """Return the softmax of each row of scores.

    Args:
        scores: How well each query matches each key.

    Returns:
        Weights that sum to 1 over the keys, none of them negative. A row that holds nan
        or +inf, or nothing but -inf, is nan.

    Raises:
        ValueError: If the scores have fewer than two axes or are not floating point.
    """
    check_shape("scores", scores, "... num_queries num_keys")
    check_floating("scores", scores)
    return torch.softmax(scores, dim=-1)  # over the keys


def context_vectors(
    weights: Float[Tensor, "... num_queries num_keys"],
    values: Float[Tensor, "... num_keys d_v"],
) -> Float[Tensor, "... num_queries d_v"]:
    """Return the weighted sum of the values for each query.

    Args:
        weights: The weight of each key for each query.
        values: One vector for each key position. A value that is nan or infinite
            makes the result of every query nan or infinite, even at weight 0, since
            0 * nan and 0 * inf are nan.

    Returns:
        One context vector for each query position.

    Raises:
        ValueError: If an argument has fewer than two axes, or if there is not one value
            for each key.
    """
    check_shape("weights", weights, "... num_queries num_keys")
    num_keys, must = weights.shape[-1], "have one row for each key, shape"
    check_shape("values", values, "... num_keys d_v", must=must, num_keys=num_keys)
    return weights @ values  # (..., num_queries, d_v)
