"""Write the router.

Then: python -m attention.practice router my_router.py
"""

import torch
from torch import Tensor


def route(scores: Tensor, top_k: int) -> tuple[Tensor, Tensor]:
    """Return which experts each token uses, and with which weights.

    A token uses the top_k experts with the largest scores. Its weights are the
    softmax of these scores, so they sum to one.

    Args:
        scores: (num_tokens, num_experts)
        top_k: The number of experts that a token uses.

    Returns:
        The numbers of the experts, and their weights, both (num_tokens, top_k).
    """
    raise NotImplementedError  # your lines go here
