"""Scaled dot-product attention: scores divided by the root of the head's width.

For queries Q, keys K and values V, one row a token:

    Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V

This is equation (1) of Vaswani et al. (2017), section 3.2.1. d_k is the number
of features of a query and of a key, that is the width of the head, and not of
the model. Of two random vectors whose features have mean 0 and variance 1, the
dot product has variance d_k; divided by sqrt(d_k), it has variance 1 at any
width.

Axes as in attention/self_attention/dot_product.py: num_queries and num_keys count tokens, d_k
and d_v count features, and any batch axes may stand in front ("...").
"""

import torch

from attention.self_attention.dot_product import attention_scores, attention_weights, context_vectors


def scaled_attention_scores(queries: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
    """The dot products of queries and keys, divided by sqrt(d_k).

    queries: (..., num_queries, d_k), floating point
    keys:    (..., num_keys, d_k), of the same dtype
    returns: (..., num_queries, num_keys), dtype of the arguments

    A dot product beyond the range of the dtype, 65504 in float16, is infinite before
    it is divided. Raises ValueError as attention_scores does, if there is no feature
    to multiply, and if the arguments are not floating point.
    """
    scores = attention_scores(queries, keys)  # (..., num_queries, num_keys)
    d_k = queries.shape[-1]
    if d_k == 0:
        raise ValueError(
            f"queries must have at least one feature, shape "
            f"(..., num_queries, d_k). Got {tuple(queries.shape)}."
        )
    if not scores.is_floating_point():
        raise ValueError(
            f"queries and keys must be floating point. Got {scores.dtype}."
        )
    return scores / d_k**0.5


def scaled_dot_product_attention(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor
) -> torch.Tensor:
    """For each query the mixture of the values: Attention(Q, K, V).

    queries: (..., num_queries, d_k), floating point
    keys:    (..., num_keys, d_k), of the same dtype
    values:  (..., num_keys, d_v), of the same dtype
    returns: (..., num_queries, d_v), dtype of the arguments

    Raises ValueError as scaled_attention_scores and context_vectors do.
    """
    scores = scaled_attention_scores(queries, keys)  # (..., num_queries, num_keys)
    weights = attention_weights(scores)  # each row sums to 1
    return context_vectors(weights, values)  # (..., num_queries, d_v)
