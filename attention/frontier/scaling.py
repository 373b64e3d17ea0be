"""Scales and caps: what models multiply by a constant, and what they keep bounded.

    Times(f):     x f
    SoftCap(c):   c tanh(x / c), which is near x where |x| is much less than c, and
                  never beyond c

Gemma multiplies embeddings by sqrt(d_model), and Gemma 2 caps its logits at 30 (Gemma
Team, 2024, Gemma 2, section 2). The classes GraniteModel and GraniteForCausalLM in
transformers multiply embeddings, what each part of a block adds, and scores, and divide
logits. Both are modules, to stand behind another in an nn.Sequential.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn


class Times(nn.Module):
    """Multiply by a constant.

    Args:
        factor: The constant.
    """

    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor = factor

    def forward(self, x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
        """Return x times the factor."""
        return x * self.factor


class SoftCap(nn.Module):
    """Bound numbers smoothly.

    Args:
        cap: The bound, a positive number.

    Raises:
        ValueError: If it is not positive.
    """

    def __init__(self, cap: float) -> None:
        super().__init__()
        if not cap > 0:
            raise ValueError(f"cap must be positive. Got {cap}.")
        self.cap = cap

    def forward(self, x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
        """Return cap * tanh(x / cap)."""
        return self.cap * torch.tanh(x / self.cap)
