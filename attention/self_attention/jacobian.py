"""Softmax's Jacobian: how each weight responds to each score.

For the weights alpha = softmax(s) of one query, with delta_ij = 1 on the diagonal
and 0 off it:

    d alpha_i / d s_j = alpha_i (delta_ij - alpha_j)

Off the diagonal this is -alpha_i alpha_j. The diagonal, alpha_i (1 - alpha_i), is
computed as the sum of alpha_i alpha_j over the other keys. Because the weights sum to
one, that is the same number, and it stays accurate where alpha_i is so close to 1 that
1 - alpha_i would be rounded to 0.
"""

import torch
from jaxtyping import Float
from torch import Tensor


def softmax_jacobian(
    scores: Float[Tensor, "... num_keys"],
) -> Float[Tensor, "... num_keys num_keys"]:
    """Return the Jacobian of softmax for each row of scores.

    Args:
        scores: One row for each query.

    Returns:
        One matrix for each row. Entry i, j is the derivative of weight i with respect
        to score j. Each of its rows sums to zero.
    """
    weights = torch.softmax(scores, dim=-1)
    products = weights[..., :, None] * weights[..., None, :]  # alpha_i alpha_j
    on_diagonal = torch.eye(scores.shape[-1], dtype=torch.bool, device=scores.device)
    products = products * ~on_diagonal  # 0 there, but nan stays nan
    return torch.diag_embed(products.sum(dim=-1)) - products
