"""Tensors of every kind that a reader may hand over: shapes, types, layouts, values."""

import math
from collections.abc import Sequence

import torch
from hypothesis import strategies as st

FLOATS = (torch.float32, torch.float64, torch.bfloat16, torch.float16)
INTEGERS = (torch.int64, torch.int32, torch.int8, torch.uint8)
TYPES = (*FLOATS, *INTEGERS, torch.bool, torch.complex64)

EXTREMES = (math.nan, math.inf, -math.inf, 1e30, -1e30, 1e300, 65504.0, 1e-40, -0.0)
LAYOUTS = ("plain", "transposed", "every second", "offset", "expanded")

floats = st.sampled_from(FLOATS)
integers = st.sampled_from(INTEGERS)
types = st.sampled_from(TYPES)
sizes = st.integers(0, 4)
shapes = st.lists(sizes, max_size=4).map(tuple)
batches = st.lists(st.integers(0, 3), max_size=2).map(tuple)


def mostly(usual: st.SearchStrategy, *others: st.SearchStrategy) -> st.SearchStrategy:
    """The usual three times of four, so that few examples end in a refusal."""
    return st.sampled_from([True] * 3 + [False]).flatmap(
        lambda as_usual: usual if as_usual else st.one_of(*others)
    )


@st.composite
def batch_pairs(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Batch axes of two arguments; as a rule they broadcast."""
    ours = draw(batches)
    if draw(st.integers(0, 7)) == 0:
        return ours, draw(batches)
    kept = [size if draw(st.booleans()) else 1 for size in ours]
    theirs = tuple(kept[draw(st.integers(0, len(kept))) :])
    return (ours, theirs) if draw(st.booleans()) else (theirs, ours)


@st.composite
def tensors(
    draw: st.DrawFn,
    shape: Sequence[int],
    dtype: torch.dtype,
    *,
    wild: bool = True,
    scale: float | None = None,
) -> torch.Tensor:
    """A tensor of that shape and type; if wild, some of it is extreme."""
    generator = torch.Generator().manual_seed(draw(st.integers(0, 2**20)))
    if scale is None:
        scale = draw(st.sampled_from([1.0, 0.01, 5.0]))
    numbers = scale * torch.randn(
        math.prod(shape), generator=generator, dtype=torch.float64
    )
    spoiled = st.tuples(st.integers(0, 255), st.sampled_from(EXTREMES), st.booleans())
    for place, extreme, whole_row in draw(st.lists(spoiled, max_size=3 * wild)):
        if len(numbers):
            width = shape[-1] if whole_row and shape else 1
            start = place % len(numbers) // width * width
            numbers[start : start + width] = extreme
    made = cast(numbers.reshape(tuple(shape)), dtype)
    return lay_out(made, draw(st.sampled_from(LAYOUTS)), draw(st.integers(0, 3)))


def cast(numbers: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The numbers in another type, whole and small where it has integers."""
    if dtype.is_floating_point or dtype.is_complex:
        return numbers.to(dtype)
    if dtype == torch.bool:
        return numbers > 0
    whole = (5 * numbers.nan_to_num(0, 25, -25)).round().clamp(-100, 100)
    return (whole.abs() if dtype == torch.uint8 else whole).to(dtype)


def lay_out(tensor: torch.Tensor, layout: str, number: int) -> torch.Tensor:
    """The same tensor, otherwise in memory; expanded, one axis repeats itself."""
    if layout == "transposed" and tensor.dim() > 1:
        return tensor.mT.contiguous().mT
    if layout == "every second" and tensor.dim():
        return tensor.repeat_interleave(2, dim=-1)[..., ::2]
    if layout == "offset" and tensor.dim():
        return torch.cat([tensor[:1], tensor])[min(len(tensor), 1) :]
    if layout == "expanded" and tensor.numel() and tensor.dim():
        axis = number % tensor.dim()
        return tensor.narrow(axis, 0, 1).expand(tensor.shape)
    return tensor


def same(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Equal in type, shape and numbers, where nan equals nan."""
    return (
        a.dtype == b.dtype
        and a.shape == b.shape
        and bool(((a == b) | ((a != a) & (b != b))).all())
    )


def fit(*shapes: Sequence[int]) -> bool:
    """Whether the shapes broadcast."""
    try:
        torch.broadcast_shapes(*(tuple(shape) for shape in shapes))
    except RuntimeError:
        return False
    return True
