"""Choosing keys: a cheap score for each key, and a mask of the best ones.

For query t and key s, with num_index_heads index queries and weights for the query and
one index key for the key:

    I_ts = sum over j of w_tj ReLU(q_tj . k_s)

The query attends to the top_k keys with the largest scores, among those that it may
attend to. This is DeepSeek Sparse Attention (DeepSeek-AI, 2025, DeepSeek-V3.2-Exp,
section 1, equations 1 and 2).
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention.checks import check_mask, check_shape, check_sizes


def index_scores(
    queries: Float[Tensor, "... num_heads num_queries d_k"],
    keys: Float[Tensor, "... num_keys d_k"],
    weights: Float[Tensor, "... num_queries num_heads"],
) -> Float[Tensor, "... num_queries num_keys"]:
    """Return the index score of each key for each query.

    Nothing is divided by sqrt(d_k): a factor above 0 does not change which scores are
    largest.

    Args:
        queries: One index query for each index head and query position.
        keys: One index key for each key position, the same for all index heads.
        weights: One weight for each query position and index head; of either sign.

    Raises:
        ValueError: If d_k, num_heads or num_queries is not the same in all arguments
            that have it, or if one of them has too few axes.
    """
    check_shape("queries", queries, "... num_heads num_queries d_k")
    num_heads, num_queries, d_k = queries.shape[-3:]
    check_shape("keys", keys, "... num_keys d_k", d_k=d_k)
    sizes = {"num_queries": num_queries, "num_heads": num_heads}
    check_shape("weights", weights, "... num_queries num_heads", **sizes)
    matches = torch.relu(queries @ keys[..., None, :, :].mT)
    return torch.einsum("...hqk,...qh->...qk", matches, weights)


def select_keys(
    scores: Float[Tensor, "... num_queries num_keys"],
    top_k: int,
    mask: Bool[Tensor, " ..."] | None = None,
) -> Bool[Tensor, "... num_queries num_keys"]:
    """Return the mask that lets each query attend to its best keys.

    A query that may attend to fewer than top_k keys keeps all of them. Of keys with
    equal scores, and ReLU makes many 0, earlier ones are kept first, so that a cache
    changes nothing. Scores that are equal on paper alone may be rounded differently
    with a cache, and then another of those keys may be kept.

    Args:
        scores: A score for each query and key; their order is all that counts.
        top_k: The number of keys that a query keeps at most.
        mask: True = may attend, of a shape that broadcasts to that of the scores, such
            as `causal_mask` makes. By default every query may attend to every key.

    Raises:
        ValueError: If top_k is less than 1, or the mask does not fit.
    """
    check_sizes(top_k=top_k)
    if mask is None:
        mask = torch.ones_like(scores, dtype=torch.bool)
    check_mask(mask, scores.shape, "that of scores, ")
    allowed = scores.masked_fill(~mask, -torch.inf)  # before top-k: no place is wasted
    # Sorted and stable, since topk may choose otherwise where scores are equal.
    best = allowed.argsort(dim=-1, descending=True, stable=True)[..., :top_k]
    chosen = torch.zeros_like(scores, dtype=torch.bool).scatter(-1, best, True)
    return chosen & mask  # after it: rows with too few keys were filled up
