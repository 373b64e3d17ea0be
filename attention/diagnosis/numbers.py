"""How numbers are compared."""

import torch
from torch import Tensor


def distance(a: Tensor | None, b: Tensor, least: float = 1e-30) -> float:
    """Return the largest difference in relation to the largest number of b.

    Infinite if shapes differ, or places of nan and of infinity.

    Args:
        a: Numbers.
        b: What they should be.
        least: The size that b is taken to have if it has a smaller one.
    """
    if a is None or a.shape != b.shape:
        return torch.inf
    ok = b.isfinite()
    same = (a == b) | (a.isnan() & b.isnan())
    if not torch.equal(ok, a.isfinite()) or not same[~ok].all():
        return torch.inf
    if not ok.any():
        return 0.0
    return float((a[ok] - b[ok]).abs().max() / b[ok].abs().max().clamp(min=least))


def close(a: Tensor, b: Tensor | float, by: float = 2e-5) -> bool:
    """Return whether numbers agree with others, or with one, for the size of these."""
    b = b if isinstance(b, Tensor) else torch.full_like(a, b)
    return distance(a, b, 1e-9) <= by


def even(t: Tensor, by: float = 2e-5) -> bool:
    """Return whether numbers agree with the first of them."""
    return close(t, float(t.flatten()[0]), by)


def shared(t: Tensor, dim: int = -1) -> Tensor:
    """Return what is the same along an axis, and -2 where it is not."""
    return torch.where((t == t.narrow(dim, 0, 1)).all(dim), t.select(dim, 0), -2)


def factor_of(a: Tensor, b: Tensor) -> float | None:
    """Return the number by which b is a multiple of a, or None."""
    some = a.abs() > 1e-9
    factor = float((b[some] / a[some]).median()) if some.any() else 0.0
    return factor if factor and close(b, factor * a) else None
