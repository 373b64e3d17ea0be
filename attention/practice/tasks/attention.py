"""Write attention.

Then: python -m attention.practice attention my_attention.py
"""

import torch
from torch import Tensor


def attend(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: Tensor | None = None,
) -> Tensor:
    """Return the context vectors of scaled dot-product attention.

    Args:
        queries: (..., num_queries, d_k)
        keys: (..., num_keys, d_k)
        values: (..., num_keys, d_v)
        mask: Boolean, (..., num_queries, num_keys), where True = may attend.
            By default, every query may attend to every key.

    Returns:
        (..., num_queries, d_v)
    """
    raise NotImplementedError  # your lines go here
