"""Scaled dot-product attention: the core of most layers of this package.

For queries Q, keys K and values V, one row for each position, and a mask M that is 0
where a query may attend to a key and -infinity elsewhere:

    A = softmax(Q K^T / sqrt(d_k) + M)
    Attention(Q, K, V) = dropout(A) V

Without mask and dropout this is equation (1) of Vaswani et al. (2017), section 3.2.1.
d_k is the width of a query and of a key, that is, of the head, not of the model. If all
features of two random vectors are independent, with mean 0 and variance 1, their dot
product has variance d_k; divided by sqrt(d_k), it has variance 1 at every width.

The layers that call it differ in how they make queries, keys and values, and in what
they do with the context vectors. Heads are one more batch axis. Where heads share keys
and values in groups, `Attention` repeats these for each head first.
"""

import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor

from attention.checks import check_fit, check_floating
from attention.self_attention.dot_product import attention_scores
from attention.self_attention.masked import masked_softmax


def scaled_attention_scores(
    queries: Float[Tensor, "... num_queries d_k"],
    keys: Float[Tensor, "... num_keys d_k"],
) -> Float[Tensor, "... num_queries num_keys"]:
    """Return the dot products of queries and keys, divided by sqrt(d_k).

    Args:
        queries: One vector for each query position.
        keys: One vector for each key position.

    Returns:
        The scaled scores. Those beyond the range of the dtype are infinite.

    Raises:
        ValueError: As `attention_scores` does, or if queries are not floating point.
    """
    check_floating("queries", queries)
    # Queries have fewer numbers to divide than the scores of a long sequence.
    return attention_scores(queries / queries.shape[-1] ** 0.5, keys)


def scaled_dot_product_attention(
    queries: Float[Tensor, "... num_queries d_k"],
    keys: Float[Tensor, "... num_keys d_k"],
    values: Float[Tensor, "... num_keys d_v"],
    mask: Bool[Tensor, " ..."] | None = None,
    dropout: float = 0.0,
) -> tuple[
    Float[Tensor, "... num_queries d_v"],
    Float[Tensor, "... num_queries num_keys"],
]:
    """Return the context vectors and the attention weights.

    Args:
        queries: One vector for each query position.
        keys: One vector for each key position.
        values: One vector for each key position.
        mask: True = may attend, of a shape that broadcasts to that of the scores. By
            default every query may attend to every key. A query that may attend to
            nothing gets a context vector of zeros.
        dropout: The share of the weights to drop; 0 in evaluation.

    Returns:
        contexts: One context vector for each query position.
        weights: The weights before dropout. Each row sums to 1, or to 0 where the mask
            allows nothing.

    Raises:
        ValueError: As `scaled_attention_scores`, `masked_attention_weights` and
            `context_vectors` do.
    """
    check_fit(queries, keys, values)
    check_floating("queries", queries)
    scaled = queries / queries.shape[-1] ** 0.5
    scores = scaled @ keys.mT  # (..., num_queries, num_keys)
    weights = masked_softmax(scores, mask, overwrite=True)  # each row sums to 1
    shares = F.dropout(weights, dropout) if dropout else weights
    return shares @ values, weights  # (..., num_queries, d_v), and the shape of scores
