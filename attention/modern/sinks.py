"""Attention with a sink: one more logit in the softmax, without a value.

For query i, key j and a head with the sink s, a trained number:

    alpha_ij = exp(e_ij) / (exp(s) + sum over k of exp(e_ik))
    e_ij = q_i . k_j / sqrt(d_k)

With a finite s, the weights of a query sum to less than 1, because the rest goes to the
sink. With lse_i, the log-sum-exp of the scaled scores e_ij of a query, and Z_i, the
context vector without a sink, the context vector is

    sigmoid(lse_i - s) Z_i

The class GptOssAttention in transformers has such a sink for each head.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor

from attention.checks import check_mask, check_shape
from attention.self_attention.dot_product import context_vectors
from attention.self_attention.masked import masked_attention_weights
from attention.self_attention.scaled_dot_product import scaled_attention_scores


def sink_attention(
    queries: Float[Tensor, "... num_heads num_queries d_k"],
    keys: Float[Tensor, "... num_heads num_keys d_k"],
    values: Float[Tensor, "... num_heads num_keys d_v"],
    sinks: Float[Tensor, " num_heads"],
    mask: Bool[Tensor, " ..."] | None = None,
    dropout: float = 0.0,
) -> tuple[
    Float[Tensor, "... num_heads num_queries d_v"],
    Float[Tensor, "... num_heads num_queries num_keys"],
]:
    """Return the context vectors and the attention weights of heads with a sink.

    Args:
        queries: One vector for each head and query position.
        keys: One vector for each head and key position.
        values: One vector for each head and key position.
        sinks: One logit for each head, not divided by sqrt(d_k). With -inf, a head has
            no sink.
        mask: True = may attend, of a shape that broadcasts to that of the scores. By
            default every query may attend to every key. It does not hide the sinks.
        dropout: The share of the weights to drop; 0 in evaluation.

    Returns:
        contexts: One context vector for each head and query position.
        weights: The weights of the keys before dropout, without the sink's.

    Raises:
        ValueError: If there is not one sink for each head, or as
            `scaled_dot_product_attention` does.
    """
    check_shape("queries", queries, "... num_heads num_queries d_k")
    weights = sink_weights(scaled_attention_scores(queries, keys), sinks, mask)
    return context_vectors(F.dropout(weights, dropout), values), weights


def sink_weights(
    scores: Float[Tensor, "... num_heads num_queries num_keys"],
    sinks: Float[Tensor, " num_heads"] | None,
    mask: Bool[Tensor, " ..."] | None = None,
) -> Float[Tensor, "... num_heads num_queries num_keys"]:
    """Return the weights of the keys, without that of the sink.

    Args:
        scores: How well each query matches each key.
        sinks: One logit for each head, or None if no head has one.
        mask: True = may attend, of a shape that broadcasts to that of the scores.

    Raises:
        ValueError: If there is not one sink for each head, or the mask does not fit.
    """
    if sinks is None:
        return masked_attention_weights(scores, mask)
    check_shape("scores", scores, "... num_heads num_queries num_keys")
    check_shape("sinks", sinks, "num_heads", num_heads=scores.shape[-3])
    sink = sinks.to(scores.dtype)[:, None, None].expand(*scores.shape[:-1], 1)
    if mask is not None:
        check_mask(mask, scores.shape, "that of scores, ")
        allowed = sink != -torch.inf  # a nan is a sink, and makes its head nan
        mask = torch.cat([mask.expand(scores.shape), allowed], dim=-1)
    weights = masked_attention_weights(torch.cat([scores, sink], dim=-1), mask)
    return weights[..., :-1]  # the sink has no value
