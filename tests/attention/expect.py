"""What several tests of the package ask, and an oracle of attention."""

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import torch
from jaxtyping import config
from torch import Tensor


@contextmanager
def refusal(message: str, error: type[Exception] = ValueError) -> Iterator[None]:
    """Expect our own error, word for word, with the shapes in signatures unchecked."""
    config.update("jaxtyping_disable", True)
    try:
        with pytest.raises(error, match=f"^{re.escape(message)}$"):
            yield
    finally:
        config.update("jaxtyping_disable", False)


def attention_by_loops(
    queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor
) -> tuple[Tensor, Tensor]:
    """Scaled dot-product attention of matrices, in Python's floats alone."""
    contexts, weights = [], []
    columns = list(zip(*values.tolist(), strict=True))
    for query, allowed in zip(queries.tolist(), mask.tolist(), strict=True):
        scores = [
            math.fsum(q * k for q, k in zip(query, key, strict=True))
            / math.sqrt(len(query))
            for key in keys.tolist()
        ]
        shares = [
            math.exp(s) if a else 0.0 for s, a in zip(scores, allowed, strict=True)
        ]
        total = math.fsum(shares) or 1.0
        row = [share / total for share in shares]
        weights.append(row)
        contexts.append(
            [math.fsum(w * v for w, v in zip(row, c, strict=True)) for c in columns]
        )
    return torch.tensor(contexts).double(), torch.tensor(weights).double()


def random(*shape: int, seed: int = 0, dtype: torch.dtype = torch.float64) -> Tensor:
    """Random numbers, the same in each run."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64).to(dtype)
