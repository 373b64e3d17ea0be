"""Softmax's Jacobian: how each weight responds to each score.

For the weights alpha = softmax(omega) of one query, with delta_ij = 1 on the
diagonal and 0 off it:

    d alpha_i / d omega_j = alpha_i (delta_ij - alpha_j)

Off the diagonal this is -alpha_i alpha_j. On it, alpha_i (1 - alpha_i) is computed
as the sum of alpha_i alpha_j over the others: the same number, since the weights
sum to one, and right even where alpha_i is so near to 1 that 1 - alpha_i would be
rounded to 0.
"""

import torch


def softmax_jacobian(scores: torch.Tensor) -> torch.Tensor:
    """The slopes of softmax at these scores, one matrix for each row of scores.

    scores:  (..., num_keys), floating point
    returns: (..., num_keys, num_keys), dtype of the scores; row i, column j is the
             slope of weight i in score j, and each row sums to zero

    Raises ValueError if scores has no axis, or is not floating point.
    """
    if scores.dim() < 1:
        raise ValueError(
            f"scores must have shape (..., num_keys). Got {tuple(scores.shape)}."
        )
    if not scores.is_floating_point():
        raise ValueError(f"scores must be floating point. Got {scores.dtype}.")
    weights = torch.softmax(scores, dim=-1)
    products = weights[..., :, None] * weights[..., None, :]  # alpha_i alpha_j
    on_diagonal = torch.eye(scores.shape[-1], dtype=torch.bool, device=scores.device)
    products = products * ~on_diagonal  # 0 there, but nan stays nan
    return torch.diag_embed(products.sum(dim=-1)) - products
