"""ALiBi: attention with linear biases, a penalty on scores in proportion to distance.

For query i, key j and a head with the slope m:

    alpha_ij = softmax over j of (q_i . k_j / sqrt(d_k) - m |i - j|)

The slopes are fixed, one for each head. For n heads, n a power of two, they are

    m_h = 2^(-8 h / n),   h = 1, ..., n

This is Press, Smith and Lewis (2021), section 3. For other numbers of heads the formula
and the authors' code differ; `alibi_slopes` follows the code.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor

from attention.checks import check_shape, check_sizes
from attention.self_attention.dot_product import context_vectors
from attention.self_attention.masked import masked_attention_weights
from attention.self_attention.scaled_dot_product import scaled_attention_scores


def alibi_slopes(
    num_heads: int, *, device: torch.device | str | None = None
) -> Float[Tensor, " num_heads"]:
    """Return the slope of each head, as the authors' code does.

    If num_heads is not a power of two, the slopes for the largest power of two below it
    come first, then every other slope for twice that power, starting with the first.

    Args:
        num_heads: The number of heads.
        device: Where the slopes are made; by default torch's default device.

    Raises:
        ValueError: If num_heads is less than 1.
    """
    check_sizes(num_heads=num_heads)
    power = 2 ** (num_heads.bit_length() - 1)
    slopes = [2 ** (-8 * h / power) for h in range(1, power + 1)]
    more = range(1, 2 * (num_heads - power), 2)
    slopes += [2 ** (-4 * h / power) for h in more]
    return torch.tensor(slopes, device=device)


def alibi_bias(
    slopes: Float[Tensor, " num_heads"], num_queries: int, num_keys: int | None = None
) -> Float[Tensor, "num_heads num_queries num_keys"]:
    """Return the bias that is added to the scores of each head: -slope * distance.

    With fewer queries than keys the two are aligned at their ends, as those of
    `causal_mask` are.

    Args:
        slopes: One number for each head.
        num_queries: The number of query positions, the last ones of the sequence.
        num_keys: The number of key positions; by default as many as queries.

    Raises:
        ValueError: If there are more queries than keys.
    """
    if num_keys is None:
        num_keys = num_queries
    if num_keys < num_queries:
        raise ValueError(
            f"num_keys must be at least num_queries={num_queries}. Got {num_keys}."
        )
    positions = torch.arange(num_keys, device=slopes.device)
    distance = (positions[num_keys - num_queries :, None] - positions).abs()
    return -slopes[:, None, None] * distance


def alibi_attention(
    queries: Float[Tensor, "... num_heads num_queries d_k"],
    keys: Float[Tensor, "... num_heads num_keys d_k"],
    values: Float[Tensor, "... num_heads num_keys d_v"],
    slopes: Float[Tensor, " num_heads"],
    mask: Bool[Tensor, " ..."] | None = None,
    dropout: float = 0.0,
) -> tuple[
    Float[Tensor, "... num_heads num_queries d_v"],
    Float[Tensor, "... num_heads num_queries num_keys"],
]:
    """Return the context vectors and the attention weights of biased scores.

    Args:
        queries: One vector for each head and query position.
        keys: One vector for each head and key position.
        values: One vector for each head and key position.
        slopes: One number for each head, such as those of `alibi_slopes`.
        mask: True = may attend, of a shape that broadcasts to that of the scores. By
            default every query may attend to every key.
        dropout: The share of the weights to drop; 0 in evaluation.

    Returns:
        contexts: One context vector for each head and query position.
        weights: The weights before dropout.

    Raises:
        ValueError: If there is not one slope for each head, if there are more queries
            than keys, or as `scaled_dot_product_attention` does.
    """
    check_shape("queries", queries, "... num_heads num_queries d_k")
    check_shape("slopes", slopes, "num_heads", num_heads=queries.shape[-3])
    scores = scaled_attention_scores(queries, keys)
    bias = alibi_bias(slopes, *scores.shape[-2:])
    weights = masked_attention_weights(scores + bias.to(scores.dtype), mask)
    return context_vectors(F.dropout(weights, dropout), values), weights
