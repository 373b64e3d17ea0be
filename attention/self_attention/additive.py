"""Additive attention: a small network says how well a query matches a key.

For query i and key j:

    score    e_ij     = v . tanh(W_query q_i + W_key k_j)
    weight   alpha_ij = exp(e_ij) / sum_j exp(e_ij)
    context  c_i      = sum_j alpha_ij v_j

This is the attention of Bahdanau et al. (2015), section 3.1, with the alignment
model of their appendix A.1.2, where W_query is called W_a and W_key U_a. There
the query is the state of a decoder, and keys and values are one and the same:
the states of a recurrent encoder. Here values are an argument of their own.

Axes: num_queries and num_keys count tokens; d_query, d_key and d_value count
features, d_hidden those of the small network. Any batch axes may stand in front
("..."); those of two arguments must broadcast.
"""

import torch
from torch import nn

from attention.self_attention.dot_product import attention_weights, context_vectors


def additive_scores(
    queries: torch.Tensor,
    keys: torch.Tensor,
    W_query: torch.Tensor,
    W_key: torch.Tensor,
    v: torch.Tensor,
) -> torch.Tensor:
    """How well each query matches each key, as a network of one hidden layer says.

    queries: (..., num_queries, d_query)
    keys:    (..., num_keys, d_key)
    W_query: (d_query, d_hidden)
    W_key:   (d_key, d_hidden)
    v:       (d_hidden,)
    returns: (..., num_queries, num_keys), dtype of the arguments

    Raises ValueError if an argument has the wrong number of axes, or if their
    widths or batch axes do not fit.
    """
    _require_matrix("queries", "num_queries, d_query", queries)
    _require_matrix("keys", "num_keys, d_key", keys)
    if v.dim() != 1:
        raise ValueError(f"v must have shape (d_hidden,). Got {tuple(v.shape)}.")
    _require_shape("W_query", "d_query", queries, W_query, v)
    _require_shape("W_key", "d_key", keys, W_key, v)
    _require_batches(queries, keys)
    asked = (queries @ W_query).unsqueeze(-2)  # (..., num_queries, 1, d_hidden)
    offered = (keys @ W_key).unsqueeze(-3)  # (..., 1, num_keys, d_hidden)
    hidden = torch.tanh(asked + offered)  # (..., num_queries, num_keys, d_hidden)
    return hidden @ v  # (..., num_queries, num_keys)


class AdditiveAttention(nn.Module):
    """Additive attention with trained W_query, W_key and v, without biases.

    d_query:  features of a query
    d_key:    features of a key
    d_hidden: features of the small network between them

    Raises ValueError if one of them is not positive.
    """

    def __init__(self, d_query: int, d_key: int, d_hidden: int) -> None:
        super().__init__()
        sizes = {"d_query": d_query, "d_key": d_key, "d_hidden": d_hidden}
        for name, size in sizes.items():
            if size < 1:
                raise ValueError(f"{name} must be at least 1. Got {size}.")
        self.W_query = nn.Linear(d_query, d_hidden, bias=False)
        self.W_key = nn.Linear(d_key, d_hidden, bias=False)
        self.v = nn.Linear(d_hidden, 1, bias=False)

    def weights(self, queries: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
        """The share of each key for each query, (..., num_queries, num_keys).

        Raises ValueError as `additive_scores` does.
        """
        W_query, W_key = self.W_query.weight.T, self.W_key.weight.T
        v = self.v.weight.squeeze(0)  # nn.Linear stores (d_out, d_in)
        return attention_weights(additive_scores(queries, keys, W_query, W_key, v))

    def forward(
        self, queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor
    ) -> torch.Tensor:
        """A context vector for each query.

        queries: (..., num_queries, d_query)
        keys:    (..., num_keys, d_key)
        values:  (..., num_keys, d_value)
        returns: (..., num_queries, d_value)

        Raises ValueError as `additive_scores` and `context_vectors` do.
        """
        return context_vectors(self.weights(queries, keys), values)


def _require_matrix(name: str, axes: str, tensor: torch.Tensor) -> None:
    if tensor.dim() < 2:
        raise ValueError(
            f"{name} must have shape (..., {axes}). Got {tuple(tensor.shape)}."
        )


def _require_shape(
    name: str, axis: str, words: torch.Tensor, matrix: torch.Tensor, v: torch.Tensor
) -> None:
    expected = (words.shape[-1], v.shape[0])
    if tuple(matrix.shape) != expected:
        raise ValueError(
            f"{name} must have shape ({axis}={expected[0]}, d_hidden={expected[1]}). "
            f"Got {tuple(matrix.shape)}."
        )


def _require_batches(queries: torch.Tensor, keys: torch.Tensor) -> None:
    ours, theirs = queries.shape[:-2], keys.shape[:-2]
    pairs = zip(reversed(ours), reversed(theirs), strict=False)
    if not all(a == b or a == 1 or b == 1 for a, b in pairs):
        raise ValueError(
            f"keys must have batch axes that broadcast with those of queries, "
            f"{tuple(ours)}. Got {tuple(theirs)}."
        )
