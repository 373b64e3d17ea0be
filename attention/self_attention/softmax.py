"""Softmax: any numbers become positive weights that sum to one.

For the scores along one dimension:

    weight_i = exp(score_i) / sum_k exp(score_k)

Taken literally, exp overflows: in float32 from a score of 89 on. The same number can be
subtracted from all scores without changing a weight, because it cancels,

    exp(score_i - m) / sum_k exp(score_k - m) = weight_i,

and with m = max_k score_k no exponent is above zero (Goodfellow et al., *Deep
Learning*, section 4.1). `torch.softmax` does this too.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def naive_softmax(scores: Float[Tensor, "*shape"], dim: int) -> Float[Tensor, "*shape"]:
    """Return softmax as its formula is written: nan where exp overflows.

    Args:
        scores: Any numbers.
        dim: The axis along which the weights sum to one.
    """
    exponentials = torch.exp(scores)
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def stable_softmax(
    scores: Float[Tensor, "*shape"], dim: int
) -> Float[Tensor, "*shape"]:
    """Return softmax with the maximum subtracted first, which cannot overflow.

    Args:
        scores: Any numbers; not empty along dim.
        dim: The axis along which the weights sum to one.
    """
    maximum = scores.amax(dim=dim, keepdim=True)
    exponentials = torch.exp(scores - maximum)  # at most 1
    return exponentials / exponentials.sum(dim=dim, keepdim=True)
