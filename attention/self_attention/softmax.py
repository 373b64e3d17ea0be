"""Softmax: finite scores become positive weights that sum to one.

For the scores along one dimension:

    weight_i = exp(score_i) / sum_k exp(score_k)

Computed as written, exp overflows in float32 above a score of 88.7. But subtracting the
same number from all scores changes no weight, because it cancels,

    exp(score_i - m) / sum_k exp(score_k - m) = weight_i,

and with m = max_k score_k no exponent is above zero (Goodfellow et al., *Deep
Learning*, section 4.1).
"""

import torch
from jaxtyping import Float
from torch import Tensor


def naive_softmax(scores: Float[Tensor, "*shape"], dim: int) -> Float[Tensor, "*shape"]:
    """Return softmax exactly as its formula is written, for comparison.

    Where the sum of the exponentials overflows, weights are 0 or nan; where it is
    rounded to 0, they are nan.

    Args:
        scores: The scores.
        dim: The axis along which the weights sum to one.
    """
    exponentials = torch.exp(scores)
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def stable_softmax(
    scores: Float[Tensor, "*shape"], dim: int
) -> Float[Tensor, "*shape"]:
    """Return softmax with the maximum subtracted first, so that exp cannot overflow.

    Args:
        scores: The scores, not empty along dim. Weights are nan where one of them is
            nan or +inf, or where all are -inf.
        dim: The axis along which the weights sum to one.
    """
    maximum = scores.amax(dim=dim, keepdim=True)
    exponentials = torch.exp(scores - maximum)  # at most 1
    return exponentials / exponentials.sum(dim=dim, keepdim=True)
