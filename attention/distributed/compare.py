"""How what ranks compute compares with one process, for the modules torchrun starts."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import torch
import torch.distributed as dist
from torch import Tensor

from attention.distributed.traffic import Traffic


class BothWays(NamedTuple):
    """A forward and a backward pass, and what a rank passed to collectives in each."""

    out: Tensor
    gradients: tuple[Tensor, ...]
    forward: Traffic
    backward: Traffic

    @property
    def calls(self) -> str:
        """The collectives that were called, in words."""
        forward, backward = dict(self.forward.calls), dict(self.backward.calls)
        return f"forward {forward}, backward {backward}"


def both_ways(
    function: Callable[..., Tensor], *inputs: Tensor, of: Iterable[Tensor] = ()
) -> BothWays:
    """Call a function, and compute the gradients of the sum of its squared outputs.

    Args:
        function: What is called.
        inputs: What it is given.
        of: The tensors whose gradients are computed; the inputs by default.
    """
    with Traffic() as forward:
        out = function(*inputs)
    with Traffic() as backward:
        gradients = torch.autograd.grad(out.square().sum(), [*of] or inputs)
    return BothWays(out, gradients, forward, backward)


def count_near(found: Iterable[Tensor], expected: Iterable[Tensor]) -> int:
    """Count the numbers that are equal, but for rounding."""
    pairs = zip(found, expected, strict=True)
    return sum(int(((a - b).abs() < 1e-12).sum()) for a, b in pairs)


def gather_results(result: Any) -> list[Any]:
    """Return the results of all ranks, rank 0's first."""
    results: list[Any] = [None] * dist.get_world_size()
    dist.all_gather_object(results, result)
    return results
