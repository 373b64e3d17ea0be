"""Attention weights under a mask: a hidden key gets weight zero.

For query i and key j, with the boolean mask m_ij = True where i may attend to j:

    alpha_ij = exp(s_ij) / sum over k with m_ik of exp(s_ik)   where m_ij
    alpha_ij = 0                                               elsewhere

This is the softmax of scores in which what is hidden was set to -inf, since
exp(-inf) = 0: the masking of Vaswani et al. (2017), section 3.2.3.

Where the mask allows nothing, the softmax would be 0/0. Such a row has all its weights
at 0, and a gradient of 0. Where the mask allows something, a row is what
`torch.softmax` gives for the scores that are allowed: nan if one of them overflowed to
+inf, or all of them to -inf. One score of -inf among finite ones has weight 0.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention.checks import check_floating, check_mask, check_shape, is_true


def masked_attention_weights(
    scores: Float[Tensor, "... num_queries num_keys"],
    mask: Bool[Tensor, " ..."] | None = None,
) -> Float[Tensor, "... num_queries num_keys"]:
    """Return the softmax of each row of scores over the keys that the mask allows.

    Args:
        scores: How well each query matches each key.
        mask: True = may attend, of a shape that broadcasts to that of the scores. By
            default every query may attend to every key.

    Returns:
        Weights that sum to 1 over the keys, or to 0 where the mask allows nothing.

    Raises:
        ValueError: If the mask is not boolean or does not fit the scores, or the scores
            have fewer than two axes or are not floating point.
    """
    check_shape("scores", scores, "... num_queries num_keys")
    check_floating("scores", scores)
    return masked_softmax(scores, mask)


def masked_softmax(
    scores: Float[Tensor, "... num_queries num_keys"],
    mask: Bool[Tensor, " ..."] | None,
    *,
    overwrite: bool = False,
) -> Float[Tensor, "... num_queries num_keys"]:
    """Return the weights of `masked_attention_weights`, without a check of the scores.

    Args:
        scores: How well each query matches each key.
        mask: True = may attend; None if there is none.
        overwrite: Whether hidden scores may be set to -inf in place, which spares a
            copy of them all.

    Raises:
        ValueError: If the mask is not boolean or does not fit the scores.
    """
    if mask is None:
        return torch.softmax(scores, dim=-1)  # over the keys
    check_mask(mask, scores.shape, "that of scores, ")
    fill = scores.masked_fill_ if overwrite else scores.masked_fill
    hidden = fill(~mask, -torch.inf)
    if mask.is_cpu and is_true(mask.any(dim=-1).all(), unknown=False):
        return torch.softmax(hidden, dim=-1)
    empty = ~mask.any(dim=-1, keepdim=True)  # rows in which nothing is allowed
    hidden = hidden.masked_fill(empty, 0.0)  # softmax of -inf alone would be nan
    return torch.softmax(hidden, dim=-1).masked_fill(empty, 0.0)
