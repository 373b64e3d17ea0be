"""The core of attention with what models add to it: a factor, a cap, a sink a head.

For query i and key j of a head, with the sink s if it has one:

    e_ij = factor q_i . k_j / sqrt(d_k),   then c tanh(e_ij / c) with a soft cap c
    alpha_ij = exp(e_ij) / (exp(s) + sum over k of exp(e_ik))

Gemma 2 (2024, section 2) has the cap, gpt-oss the sinks (see `sink_attention`), and the
factor stands for another scale than 1/sqrt(d_k), as in Gemma and Granite. A factor, and
not a scale, because the absorbed form of latent attention has wider queries.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attention.modern.sinks import sink_weights
from attention.self_attention.dot_product import context_vectors
from attention.self_attention.scaled_dot_product import scaled_attention_scores


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
    ) -> tuple[
        Float[Tensor, "... num_heads num_queries d_v"],
        Float[Tensor, "... num_heads num_queries num_keys"],
    ]:
        """Return the context vectors and the attention weights, without the sinks'.

        Args:
            queries: One vector for each head and query position.
            keys: One vector for each head and key position; or of one head for all.
            values: The same.
            mask: True = may attend; it does not hide the sinks.
            dropout: The share of the weights to drop; 0 in evaluation.

        Raises:
            ValueError: As `scaled_dot_product_attention` and `sink_attention` do.
        """
        scores = scaled_attention_scores(queries, keys) * self.factor
        if self.cap is not None:
            scores = self.cap * torch.tanh(scores / self.cap)
        weights = sink_weights(scores, self.sinks, mask)
        return context_vectors(F.dropout(weights, dropout), values), weights
