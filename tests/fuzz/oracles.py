"""What the answer must be: loops over Python's floats, with their rounding bounds.

An oracle returns the exact numbers, and the size of what was summed to get each: the
sum of the magnitudes. Rounding in a narrower type changes a sum by no more than a few
units in the last place of that size; a size beyond the type's range may make it
infinite or nan on the way, and nothing else may.
"""

import math

import torch


class Exact:
    """Exact numbers, and the sizes of their sums, in float64."""

    def __init__(self, numbers: torch.Tensor, sizes: torch.Tensor, steps: int) -> None:
        self.numbers = numbers
        self.sizes = sizes
        self.steps = steps  # roundings on the way


def add_up(terms: list[float]) -> tuple[float, float]:
    """The sum as IEEE 754 has it, and the sum of the finite magnitudes."""
    finite = [abs(term) for term in terms if math.isfinite(term)]
    size = sum(finite)
    infinite = {term for term in terms if math.isinf(term)}
    if any(math.isnan(term) for term in terms) or len(infinite) == 2:
        return math.nan, size
    if infinite:
        return infinite.pop(), size
    return (math.fsum(terms) if math.isfinite(size) else math.inf), size


def product(a: torch.Tensor, b: torch.Tensor) -> Exact:
    """The matrix product, one sum after the other; batch axes broadcast."""
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    rows, inner, columns = a.shape[-2], a.shape[-1], b.shape[-1]
    number = math.prod(batch)
    left = a.double().expand(*batch, rows, inner).reshape(number, rows, inner)
    right = b.double().expand(*batch, inner, columns).mT
    right = right.reshape(number, columns, inner)
    sums = [
        add_up([x * y for x, y in zip(row, column, strict=True)])
        for one, other in zip(left.tolist(), right.tolist(), strict=True)
        for row in one
        for column in other
    ]
    pairs = torch.tensor(sums, dtype=torch.float64).reshape(*batch, rows, columns, 2)
    return Exact(pairs[..., 0], pairs[..., 1], steps=inner + 2)


def shares(row: list[float], allowed: list[bool] | None = None) -> list[float]:
    """Softmax of a row, over what is allowed; zeros where nothing is left to share.

    Without `allowed`, a row of nothing but -inf is nan, as torch.softmax has it.
    """
    may = [True] * len(row) if allowed is None else allowed
    left = [score for score, m in zip(row, may, strict=True) if m]
    if any(math.isnan(score) or score == math.inf for score in left):
        return [math.nan] * len(row)
    top = max(left, default=-math.inf)
    if top == -math.inf:
        return [math.nan if allowed is None else 0.0] * len(row)
    exponentials = [
        math.exp(score - top) if m else 0.0 for score, m in zip(row, may, strict=True)
    ]
    whole = math.fsum(exponentials)
    return [exponential / whole for exponential in exponentials]


def softmax(scores: torch.Tensor, mask: torch.Tensor | None = None) -> Exact:
    """Softmax of each row of scores; the mask broadcasts to them."""
    width = scores.shape[-1]
    number = math.prod(scores.shape[:-1])
    rows = scores.double().reshape(number, width).tolist()
    if mask is None:
        found = [shares(row) for row in rows]
    else:
        allowed = mask.expand(scores.shape).reshape(number, width).tolist()
        found = [shares(row, may) for row, may in zip(rows, allowed, strict=True)]
    numbers = torch.tensor(found, dtype=torch.float64).reshape(scores.shape)
    return Exact(numbers, torch.ones_like(numbers), steps=width + 4)


def assert_answers(got: torch.Tensor, exact: Exact, dtype: torch.dtype) -> None:
    """`got` is what rounding in `dtype` makes of the exact numbers, nan for nan."""
    assert got.dtype == dtype
    assert got.shape == exact.numbers.shape
    if not dtype.is_floating_point:
        assert same_integers(got, exact.numbers)
        return
    info = torch.finfo(dtype)
    tolerance = exact.steps * (info.eps * exact.sizes + info.tiny)
    beyond = exact.sizes + tolerance > info.max
    numbers = got.double()
    near = (numbers - exact.numbers).abs() <= tolerance
    near |= numbers == exact.numbers  # infinities
    near |= numbers.isnan() & exact.numbers.isnan()
    wrong = ~near & ~(beyond & ~numbers.isfinite())
    assert not wrong.any(), (
        f"{numbers[wrong].tolist()}, exactly {exact.numbers[wrong].tolist()}"
    )


def same_integers(got: torch.Tensor, exact: torch.Tensor) -> bool:
    """Equal, but for what goes round when an integer type is too narrow."""
    turn = 2.0 ** torch.iinfo(got.dtype).bits
    return bool(((got.double() - exact) % turn == 0).all())
