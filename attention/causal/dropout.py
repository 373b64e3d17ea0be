"""Dropout, with a mask drawn on the CPU by torch.rand.

For numbers x and a rate p, where r_i is 1 with probability 1 - p and otherwise 0:

    dropped_i = r_i x_i / (1 - p)

The division keeps the mean: (1 - p) * x_i / (1 - p) = x_i. Because the scale is applied
in training (Srivastava et al., 2014, section 10), evaluation needs none. In that paper
p is the probability to be kept; here, as in torch.nn.Dropout, to be dropped.

The mask is drawn by torch.rand on the CPU and moved to the device of x. nn.Dropout
draws with bernoulli_, so the same seed gives it another mask.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention.checks import check_rate


def dropout_mask(
    shape: Sequence[int],
    p: float,
    *,
    device: torch.device | str | None = None,
) -> Bool[Tensor, " ..."]:
    """Draw the elements that are kept if each is dropped with probability p.

    Args:
        shape: The shape of the mask.
        p: The probability of each element to be dropped, in [0, 1).
        device: Where the mask is needed; by default torch's default device.

    Returns:
        True = kept; drawn on the CPU by torch's default generator.

    Raises:
        ValueError: If p is not in [0, 1).
    """
    check_rate(p=p)
    draws = torch.rand(tuple(shape), dtype=torch.float32, device="cpu")
    kept = draws >= p  # draws are in [0, 1), so p = 0 keeps everything
    return kept.to(torch.empty(0).device if device is None else device)


def apply_dropout(x: Float[Tensor, "*shape"], p: float) -> Float[Tensor, "*shape"]:
    """Set elements of x to zero with probability p, and divide the others by 1 - p.

    Args:
        x: Finite numbers. An infinite or nan element is nan if it is dropped, because
            0 * inf and 0 * nan are nan.
        p: The probability of each element to be dropped, in [0, 1).

    Raises:
        ValueError: If p is not in [0, 1).
    """
    kept = dropout_mask(x.shape, p, device=x.device)
    return kept * x / (1 - p)
