"""A mixture of experts on several ranks, each with tokens of its own.

Start it with 1, 2, 4 or 8 ranks:

    torchrun --nproc-per-node=4 -m attention.distributed.experts
"""

from typing import Any, cast

import torch
import torch._dynamo  # an autograd.Function would, in each rank anew
import torch.distributed as dist
from jaxtyping import Float
from torch import Tensor

from attention.distributed.data_parallel import average_gradients
from attention.distributed.expert_parallel import ExpertsOnRanks
from attention.distributed.ranks import start
from attention.distributed.traffic import Traffic
from attention.frontier.experts import MixtureOfExperts, Router
from attention.frontier.swiglu import SwiGLU

D_MODEL, EXPERTS, TOP_K, TOKENS = 8, 8, 2, 24


def mixture() -> MixtureOfExperts:
    """Return the same eight experts on every rank, in float64."""
    torch.manual_seed(2171)  # with this one, all experts are chosen, unevenly
    router = Router(D_MODEL, EXPERTS, TOP_K)
    experts = [SwiGLU(D_MODEL, 12) for _ in range(EXPERTS)]
    return MixtureOfExperts(router, experts).double()


def tokens() -> Float[Tensor, "num_tokens d_model"]:
    """Return the same tokens on every rank. They resemble each other."""
    generator = torch.Generator().manual_seed(5)
    x = torch.randn(TOKENS, D_MODEL, generator=generator, device="cpu") + 0.7
    return x.to(torch.get_default_device(), torch.float64)


def main() -> str:
    """Compute the outputs and gradients of all tokens whole, and on several ranks.

    Raises:
        ValueError: If the ranks do not divide the experts.
    """
    rank, size = dist.get_rank(), dist.get_world_size()
    whole, x = mixture(), tokens().requires_grad_()
    expected = whole(x)
    expected.square().mean().backward()

    layer = ExpertsOnRanks(mixture())
    mine = tokens().chunk(size)[rank].clone().requires_grad_()
    with Traffic() as forward:
        found = layer(mine)
    with Traffic() as backward:
        found.square().mean().backward()
    average_gradients(layer.router)
    for parameter in layer.experts.parameters():  # of the sum of all ranks' losses
        cast(Tensor, parameter.grad).div_(size)

    first = rank * len(layer.experts)
    their = [whole.router, *whole.experts[first : first + len(layer.experts)]]
    pairs = zip(
        layer.parameters(), (p for e in their for p in e.parameters()), strict=True
    )
    outputs = _near(found, expected.chunk(size)[rank])
    gradients = [_near(p.grad, q.grad) for p, q in pairs]
    every: list[Any] = [None] * size
    dist.all_gather_object(every, (sum(layer.rows), outputs, sum(gradients)))
    numbers = sum(p.numel() for p in layer.parameters())
    return "\n".join(
        [
            f"{size} ranks with {len(layer.experts)} of {EXPERTS} experts, "
            f"{len(mine)} of {TOKENS} tokens and {numbers:,} weights each",
            *(
                f"rank {number}: {rows:2} rows, {near} outputs and {same} gradients "
                "as in one process"
                for number, (rows, near, same) in enumerate(every)
            ),
            f"forward {dict(forward.calls)}, backward {dict(backward.calls)}",
        ]
    )


def _near(found: Tensor | None, expected: Tensor | None) -> int:
    difference = cast(Tensor, found) - cast(Tensor, expected)
    return int((difference.abs() < 1e-12).sum())


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
