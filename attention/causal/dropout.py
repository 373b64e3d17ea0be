"""Dropout, with a mask drawn on the CPU by torch.rand.

For numbers x and a rate p, with r_i = 1 with probability 1 - p, and else r_i = 0:

    dropped_i = r_i x_i / (1 - p)

The division keeps the mean: (1 - p) * x_i / (1 - p) = x_i. This is dropout with the
scale applied in training, Srivastava et al. (2014), section 10; so nothing is left
to do afterwards. The p of that paper is the share that is kept; here, as in
torch.nn.Dropout, it is the share that is dropped.

nn.Dropout draws its mask by bernoulli_, so after the same seed its mask is another one.
"""

from collections.abc import Sequence

import torch


def dropout_mask(
    shape: Sequence[int],
    p: float,
    *,
    device: torch.device | str | None = None,
) -> torch.Tensor:
    """What is kept when each element is dropped with probability p.

    shape:   that of the mask, any number of axes
    p:       the share that is dropped, in [0, 1)
    device:  where the mask is needed; by default torch's default device
    returns: shape, boolean, True = kept; drawn on the CPU, by torch's generator

    Raises ValueError if p is not in [0, 1).
    """
    if not 0 <= p < 1:
        raise ValueError(f"p must be in [0, 1). Got {p}.")
    draws = torch.rand(tuple(shape), dtype=torch.float32, device="cpu")
    kept = draws >= p  # draws lie in [0, 1), so p = 0 keeps everything
    # A new tensor knows more than torch.get_default_device(), which in torch 2.6
    # overlooks `with torch.device(...)` and fails after set_default_device(None).
    return kept.to(torch.empty(0).device if device is None else device)


def apply_dropout(x: torch.Tensor, p: float) -> torch.Tensor:
    """Drop elements of x with probability p, and divide the others by 1 - p.

    x:       any shape, floating point
    p:       the share that is dropped, in [0, 1)
    returns: shape, dtype and device of x

    Raises ValueError if p is not in [0, 1), or x not floating point.
    """
    if not x.is_floating_point():
        raise ValueError(f"x must be floating point. Got {x.dtype}.")
    kept = dropout_mask(x.shape, p, device=x.device)
    return kept * x / (1 - p)
