"""What the tests of claims draw."""

import torch
from torch import Tensor


def draw(seed: int, *shape: int) -> Tensor:
    """Draw from a normal distribution in float64, the same for a seed in each run."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)
