"""The two families of processors on which `bernoulli_`, so dropout, draws differently.

On Intel processors torch fills the mask with MKL's generator (MCG31), elsewhere with
its own; after one seed the masks differ. Both are simple enough to be had anywhere,
so that either family's output can be computed, and checked, on any machine: the draws
alone are substituted, the module and its arithmetic run as they are.
"""

import platform
from collections.abc import Callable
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

FAMILIES = ("intel", "other")

# L'Ecuyer's multiplicative congruential generator, as MKL's notes have it:
# x[n+1] = a x[n] mod m, u[n] = x[n] / m, and x[0] the seed.
MCG31_FACTOR, MCG31_MODULUS = 1132489760, 2**31 - 1


def processor_family() -> str:
    """The family of this machine: which generator `bernoulli_` uses here."""
    drawn = torch.Generator().manual_seed(123)
    here = torch.empty(36).bernoulli_(0.5, generator=drawn)
    for family in FAMILIES:
        again = torch.Generator().manual_seed(123)
        if torch.equal(here, draw(family, torch.empty(36), 0.5, again)):
            return family
    raise RuntimeError(f"bernoulli_ draws as no known family on {platform.machine()}")


def draw(
    family: str, like: torch.Tensor, p: float, generator: torch.Generator
) -> torch.Tensor:
    """Ones with probability ``p``, shaped and strided like ``like``, as drawn there."""
    if family == "intel":
        return _intel(like, p, generator)
    uniform = torch.empty_strided(like.shape, like.stride(), dtype=torch.float64)
    return (uniform.uniform_(generator=generator) < p).to(like.dtype)


def _intel(like: torch.Tensor, p: float, generator: torch.Generator) -> torch.Tensor:
    state = _next_32_bits(generator) % MCG31_MODULUS or 1
    drawn = []
    for _ in range(like.numel()):
        drawn.append(state < p * MCG31_MODULUS)
        state = state * MCG31_FACTOR % MCG31_MODULUS
    return torch.tensor(drawn, dtype=like.dtype).reshape(like.shape)


def _next_32_bits(generator: torch.Generator) -> int:
    """One step of torch's generator: the seed of MKL's stream."""
    state = generator.get_state()
    low = torch.iinfo(torch.int64).min
    two_steps = torch.empty((), dtype=torch.int64)
    both = int(two_steps.random_(low, None, generator=generator).item())
    generator.set_state(state)
    torch.rand((), generator=generator)  # one step and no more
    return both >> 32 & 0xFFFFFFFF


class DrawnAs(TorchDispatchMode):
    """While active, `bernoulli_` draws as it does on the processors of a family."""

    def __init__(self, family: str) -> None:
        super().__init__()
        self.family = family

    def __torch_dispatch__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        if func is not torch.ops.aten.bernoulli_.float:
            return func(*args, **kwargs)
        tensor, p = args[0], args[1] if len(args) > 1 else 0.5
        generator = kwargs.get("generator") or torch.default_generator
        return tensor.copy_(draw(self.family, tensor, p, generator))
