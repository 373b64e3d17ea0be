"""Attention weights under a mask: a hidden key gets no share at all.

For query i and key j, with the boolean mask m_ij = True where i may attend to j:

    alpha_ij = exp(omega_ij) / sum over k with m_ik of exp(omega_ik)   where m_ij
    alpha_ij = 0                                                       elsewhere

This is the softmax of scores in which what is hidden was set to -inf, since
exp(-inf) = 0: the masking of Vaswani et al. (2017), section 3.2.3. A query that may
attend to nothing, or to scores of -inf alone, has no such softmax, 0/0; here its
weights are all 0, as they are in F.scaled_dot_product_attention of torch 2.13.
"""

import torch

from attention.self_attention.dot_product import attention_weights


def masked_attention_weights(scores: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Softmax of each row of scores, over the keys that the mask allows.

    scores:  (..., num_queries, num_keys), floating point
    mask:    boolean, True = may attend, of a shape that broadcasts to that of scores
    returns: the shape and dtype of scores; a row sums to 1, or to 0 where the mask
             allows nothing but -inf, and the gradient is then 0, not nan

    Raises ValueError as attention_weights does, and if the mask is not boolean or
    does not fit the scores.
    """
    _require_fit(scores, mask)
    hidden = scores.masked_fill(~mask, -torch.inf)
    empty = hidden.isneginf().all(dim=-1, keepdim=True)  # nothing to attend to
    hidden = hidden.masked_fill(empty, 0.0)  # softmax of -inf alone would be nan
    weights = attention_weights(hidden)
    return weights.masked_fill(empty, 0.0)


def _require_fit(scores: torch.Tensor, mask: torch.Tensor) -> None:
    if not scores.is_floating_point():
        raise ValueError(f"scores must be floating point. Got {scores.dtype}.")
    if mask.dtype != torch.bool:
        raise ValueError(f"mask must be boolean, True = may attend. Got {mask.dtype}.")
    pairs = zip(reversed(scores.shape), reversed(mask.shape))
    fits = all(size == of_mask or of_mask == 1 for size, of_mask in pairs)
    if mask.dim() < 1 or mask.dim() > scores.dim() or not fits:
        raise ValueError(
            f"mask must have a shape that broadcasts to that of scores, "
            f"{tuple(scores.shape)}. Got {tuple(mask.shape)}."
        )
