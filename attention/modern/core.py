"""The core of attention with what models add to it: a factor, a cap, a bias, sinks.

For query i and key j of a head, with the sink s if it has one:

    e_ij = factor q_i . k_j / sqrt(d_k),   then c tanh(e_ij / c) with a soft cap c
    e_ij = e_ij + b_ij with a bias b, such as that of `alibi_bias`
    alpha_ij = exp(e_ij) / (exp(s) + sum over k of exp(e_ik))

Gemma 2 (2024, section 2) has the cap, the class GptOssAttention in transformers has
sinks, and the factor stands for another scale than 1/sqrt(d_k), as in Gemma and
Granite. A factor, and not a scale, because the absorbed form of latent attention has
wider queries.

A sink is one more logit in the softmax, without a value. With a finite s, the weights
of a query sum to less than 1, because the rest goes to the sink. With lse_i, the
log-sum-exp of the scores e_ij of a query, and Z_i, the context vector without a sink,
the context vector is

    sigmoid(lse_i - s) Z_i
"""

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attention.checks import check_mask, check_shape
from attention.self_attention.dot_product import context_vectors
from attention.self_attention.masked import masked_attention_weights
from attention.self_attention.scaled_dot_product import scaled_attention_scores


def core_attention(
    queries: Float[Tensor, "... num_heads num_queries d_k"],
    keys: Float[Tensor, "... num_keys d_k"],
    values: Float[Tensor, "... num_keys d_v"],
    mask: Bool[Tensor, " ..."] | None = None,
    dropout: float = 0.0,
    *,
    factor: float = 1.0,
    cap: float | None = None,
    bias: Float[Tensor, "... num_queries num_keys"] | None = None,
    sinks: Float[Tensor, " num_heads"] | None = None,
) -> tuple[
    Float[Tensor, "... num_heads num_queries d_v"],
    Float[Tensor, "... num_heads num_queries num_keys"],
]:
    """Return the context vectors and the attention weights, without those of sinks.

    Args:
        queries: One vector for each head and query position.
        keys: One vector for each head and key position; or of one head for all.
        values: The same.
        mask: True = may attend, of a shape that broadcasts to that of the scores. By
            default every query may attend to every key. It does not hide the sinks.
        dropout: The share of the weights to drop; 0 in evaluation.
        factor: What scaled scores are multiplied by.
        cap: The bound of scores that are capped; by default they are not.
        bias: What is added to the scores, such as that of `alibi_bias`. Axes in front
            of the last two broadcast.
        sinks: One logit for each head, not divided by sqrt(d_k). With -inf, a head has
            no sink; by default none has.

    Returns:
        contexts: One context vector for each head and query position.
        weights: The weights of the keys before dropout.

    Raises:
        ValueError: If there is not one sink for each head, if the last two axes of bias
            are not those of the scores, or as `scaled_dot_product_attention` does.
    """
    check_shape("queries", queries, "... num_heads num_queries d_k")
    scores = scaled_attention_scores(queries, keys)
    if factor != 1:
        scores = scores * factor
    if cap is not None:
        scores = cap * torch.tanh(scores / cap)
    if bias is not None:
        must = "broadcast to scores, whose last axes are"
        sizes = {"num_queries": scores.shape[-2], "num_keys": scores.shape[-1]}
        check_shape("bias", bias, "... num_queries num_keys", must=must, **sizes)
        scores = scores + bias.to(scores.dtype)
    if sinks is None:
        weights = masked_attention_weights(scores, mask)
    else:
        check_shape("sinks", sinks, "num_heads", num_heads=scores.shape[-3])
        column = sinks.to(scores.dtype)[:, None, None].expand(*scores.shape[:-1], 1)
        if mask is not None:
            check_mask(mask, scores.shape, "that of scores, ")
            allowed = column != -torch.inf  # a nan is a sink, and makes its head nan
            mask = torch.cat([mask.expand(scores.shape), allowed], dim=-1)
        longer = torch.cat([scores, column], dim=-1)
        weights = masked_attention_weights(longer, mask)[..., :-1]  # it has no value
    return context_vectors(F.dropout(weights, dropout), values), weights


class AttentionCore(nn.Module):
    """What a layer calls to attend: `Attention(…, attend=AttentionCore(cap=50.0))`.

    A module, so that its sinks are trained, moved, saved and copied with the layer.

    Args:
        factor: What scaled scores are multiplied by.
        cap: The bound of scores that are capped; by default they are not.
        num_sinks: The number of heads, if each has a sink; by default none has.

    Attributes:
        sinks: nn.Parameter with a logit for each head, all 0 at first, or None.
    """

    sinks: Tensor | None

    def __init__(
        self,
        factor: float = 1.0,
        cap: float | None = None,
        num_sinks: int | None = None,
    ) -> None:
        super().__init__()
        self.factor = factor
        self.cap = cap
        sinks = None if num_sinks is None else nn.Parameter(torch.zeros(num_sinks))
        self.register_parameter("sinks", sinks)

    def forward(
        self,
        queries: Float[Tensor, "... num_heads num_queries d_k"],
        keys: Float[Tensor, "... num_keys d_k"],
        values: Float[Tensor, "... num_keys d_v"],
        mask: Bool[Tensor, " ..."] | None = None,
        dropout: float = 0.0,
    ) -> tuple[Tensor, Tensor]:
        """Return what `core_attention` returns, and raise what it raises."""
        own = {"factor": self.factor, "cap": self.cap, "sinks": self.sinks}
        return core_attention(queries, keys, values, mask, dropout, **own)
