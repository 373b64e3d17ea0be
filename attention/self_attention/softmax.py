"""Softmax: any numbers become positive shares that sum to one.

For the scores along one dimension:

    share_i = exp(score_i) / sum_k exp(score_k)

Taken literally, exp overflows: in float32 from a score of 89 on. The same number
can be subtracted from all scores without changing a share, since it cancels,

    exp(score_i - m) / sum_k exp(score_k - m) = share_i,

and with m = max_k score_k no exponent is above zero (Goodfellow et al., *Deep
Learning*, section 4.1). `torch.softmax` does this too.
"""

import torch


def naive_softmax(scores: torch.Tensor, dim: int) -> torch.Tensor:
    """Softmax as its formula has it: right for small scores, nan for large ones.

    scores:  any shape of one axis or more, floating point
    dim:     the axis along which shares sum to one
    returns: the same shape and dtype

    Raises ValueError if scores has no axis or is not floating point, or if it has
    no axis dim.
    """
    _check(scores, dim)
    exponentials = torch.exp(scores)
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def stable_softmax(scores: torch.Tensor, dim: int) -> torch.Tensor:
    """Softmax that does not overflow: the maximum is subtracted first.

    scores:  any shape of one axis or more, floating point, not empty along dim
    dim:     the axis along which shares sum to one
    returns: the same shape and dtype

    Raises ValueError as `naive_softmax` does, and if there is no maximum.
    """
    _check(scores, dim)
    if scores.shape[dim] == 0:
        raise ValueError(
            f"scores must not be empty along dim={dim}. Got {tuple(scores.shape)}."
        )
    maximum = scores.amax(dim=dim, keepdim=True)
    exponentials = torch.exp(scores - maximum)  # at most 1
    return exponentials / exponentials.sum(dim=dim, keepdim=True)


def _check(scores: torch.Tensor, dim: int) -> None:
    axes = scores.dim()
    if axes == 0:
        raise ValueError("scores must have at least one axis. Got shape ().")
    if not scores.is_floating_point():
        raise ValueError(f"scores must be floating point. Got {scores.dtype}.")
    if not -axes <= dim < axes:
        raise ValueError(
            f"dim must be from {-axes} to {axes - 1} for scores of {axes} axes. "
            f"Got {dim}."
        )
