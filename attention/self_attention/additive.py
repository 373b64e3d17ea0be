"""Additive attention: a small network scores how well a query matches a key.

For query i and key j:

    score    e_ij     = v . tanh(W_query q_i + W_key k_j)
    weight   alpha_ij = exp(e_ij) / sum_k exp(e_ik)
    context  c_i      = sum_j alpha_ij v_j

This is the attention of Bahdanau et al. (2015), section 3.1, with the alignment model
of their appendix A.1.2, where W_query is called W_a and W_key U_a. There the query is
the state of a decoder, and the keys are also the values: the states of a recurrent
encoder. Here values are an argument of their own.

d_hidden is the width of the small network.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape
from attention.self_attention.dot_product import attention_weights, context_vectors


def additive_scores(
    queries: Float[Tensor, "... num_queries d_query"],
    keys: Float[Tensor, "... num_keys d_key"],
    W_query: Float[Tensor, "d_query d_hidden"],
    W_key: Float[Tensor, "d_key d_hidden"],
    v: Float[Tensor, " d_hidden"],
) -> Float[Tensor, "... num_queries num_keys"]:
    """Return the scores of a network with one hidden layer.

    Args:
        queries: One vector for each query position.
        keys: One vector for each key position.
        W_query: Maps queries to the hidden layer.
        W_key: Maps keys to the hidden layer.
        v: Maps the hidden layer to a score.

    Raises:
        ValueError: If an argument has the wrong number of axes, or if widths differ.
    """
    check_shape("queries", queries, "... num_queries d_query")
    check_shape("keys", keys, "... num_keys d_key")
    check_shape("v", v, "d_hidden")
    d_hidden, d_query, d_key = v.shape[0], queries.shape[-1], keys.shape[-1]
    axes = "d_query d_hidden", "d_key d_hidden"
    check_shape("W_query", W_query, axes[0], d_query=d_query, d_hidden=d_hidden)
    check_shape("W_key", W_key, axes[1], d_key=d_key, d_hidden=d_hidden)
    from_queries = (queries @ W_query).unsqueeze(-2)  # (..., num_queries, 1, d_hidden)
    from_keys = (keys @ W_key).unsqueeze(-3)  # (..., 1, num_keys, d_hidden)
    hidden = torch.tanh(from_queries + from_keys)  # (..., queries, keys, d_hidden)
    return hidden @ v  # (..., num_queries, num_keys)


class AdditiveAttention(nn.Module):
    """Additive attention with trained W_query, W_key and v, without biases.

    Args:
        d_query: Features of a query.
        d_key: Features of a key.
        d_hidden: Features of the hidden layer.
    """

    def __init__(self, d_query: int, d_key: int, d_hidden: int) -> None:
        super().__init__()
        self.W_query = nn.Linear(d_query, d_hidden, bias=False)
        self.W_key = nn.Linear(d_key, d_hidden, bias=False)
        self.v = nn.Linear(d_hidden, 1, bias=False)

    def attend(
        self,
        queries: Float[Tensor, "... num_queries d_query"],
        keys: Float[Tensor, "... num_keys d_key"],
        values: Float[Tensor, "... num_keys d_value"],
    ) -> tuple[
        Float[Tensor, "... num_queries d_value"],
        Float[Tensor, "... num_queries num_keys"],
    ]:
        """Return the context vectors and the attention weights.

        Args:
            queries: One vector for each query position.
            keys: One vector for each key position.
            values: One vector for each key position.

        Returns:
            contexts: One context vector for each query position.
            weights: The share of each key for each query.

        Raises:
            ValueError: As `additive_scores` and `context_vectors` do.
        """
        W_query, W_key = self.W_query.weight.T, self.W_key.weight.T
        v = self.v.weight.squeeze(0)  # nn.Linear stores (d_out, d_in)
        weights = attention_weights(additive_scores(queries, keys, W_query, W_key, v))
        return context_vectors(weights, values), weights

    def forward(
        self,
        queries: Float[Tensor, "... num_queries d_query"],
        keys: Float[Tensor, "... num_keys d_key"],
        values: Float[Tensor, "... num_keys d_value"],
    ) -> Float[Tensor, "... num_queries d_value"]:
        """Return a context vector for each query; arguments and errors as `attend`."""
        contexts, _ = self.attend(queries, keys, values)
        return contexts
