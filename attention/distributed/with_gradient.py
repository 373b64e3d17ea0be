"""Collectives with a gradient: what goes one way forwards goes the other way backwards.

A collective adds, copies and moves numbers, and so does its gradient:

    forwards                           backwards
    leave: add the parts of all ranks  give each of them the gradient of the sum
    all_gather: put parts together     add what all ranks found for a part, scatter it
    all_to_all: to other ranks         back

Each of the pairs can be taken the other way, too.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor


class _WithGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, *ways: Callable[[Tensor], Tensor]) -> Tensor:
        ctx.ways = ways
        return ways[0](x)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:
        return _WithGradient.apply(gradients[0], *reversed(ctx.ways)), None, None


def with_gradient(
    x: Tensor,
    forwards: Callable[[Tensor], Tensor],
    backwards: Callable[[Tensor], Tensor],
) -> Tensor:
    """Return forwards(x), and give x the gradient backwards(gradient of the result)."""
    return _WithGradient.apply(x, forwards, backwards)


def unchanged(x: Tensor) -> Tensor:
    """Return x: nothing is sent in this direction."""
    return x.view_as(x)
