"""What a computation takes: multiply-adds, and memory until the backward pass."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode


def multiply_adds(compute: Callable[..., object], *given: object) -> int:
    """How many multiply-adds torch counts in matrix products."""
    with FlopCounterMode(display=False) as counter:
        compute(*given)
    return counter.get_total_flops() // 2


def kept(compute: Callable[..., Tensor], *given: Tensor) -> list[Tensor]:
    """What is stored for the gradients of what is given, each storage once."""
    found: dict[int, Tensor] = {}

    def keep(tensor: Tensor) -> Tensor:
        return found.setdefault(tensor.untyped_storage().data_ptr(), tensor)

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        out = compute(*(tensor.clone().requires_grad_() for tensor in given))
    assert out.grad_fn is not None
    return list(found.values())
