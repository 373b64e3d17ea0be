"""Write the causal mask.

Then: python -m attention.practice mask my_mask.py
"""

import torch
from torch import Tensor


def causal_mask(num_queries: int, num_keys: int) -> Tensor:
    """Return a boolean mask (num_queries, num_keys), where True = may attend.

    Each token may attend to itself and to all tokens before it. The queries are
    the last tokens of the sequence: the last query belongs to the last key.
    """
    raise NotImplementedError  # your lines go here
