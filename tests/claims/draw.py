"""Random tensors for the tests of claims."""

import torch
from torch import Tensor


def draw(seed: int, *shape: int) -> Tensor:
    """Normal numbers in float64, the same for the same seed."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)
