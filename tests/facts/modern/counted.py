"""How many multiply-adds a computation takes."""

from collections.abc import Callable

from torch.utils.flop_counter import FlopCounterMode


def multiply_adds(compute: Callable[..., object], *given: object) -> int:
    """How many multiply-adds torch counts in matrix products."""
    with FlopCounterMode(display=False) as counter:
        compute(*given)
    return counter.get_total_flops() // 2
