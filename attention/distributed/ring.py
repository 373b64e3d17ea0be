"""A sequence whose tokens are on different ranks, and blocks of keys that go round.

Start it with 1, 2, 4, 8 or 16 ranks:

    torchrun --nproc-per-node=4 -m attention.distributed.ring
"""

from collections.abc import Callable, Sequence

import torch
import torch._dynamo  # an autograd.Function would, in each rank anew
import torch.distributed as dist
import torch.nn.functional as F
from jaxtyping import Int
from torch import Tensor

from attention.distributed.context_parallel import positions_of_ranks, ring_attention
from attention.distributed.ranks import start
from attention.distributed.traffic import Traffic

NUM_TOKENS, NUM_HEADS, NUM_GROUPS, HEAD_DIM = 32, 4, 2, 8


def sequence() -> list[Tensor]:
    """Return the same queries, keys and values of 32 tokens on every rank."""
    torch.manual_seed(0)
    heads = NUM_HEADS, NUM_GROUPS, NUM_GROUPS
    shapes = [(num_heads, NUM_TOKENS, HEAD_DIM) for num_heads in heads]
    return [torch.randn(*shape, dtype=torch.float64) for shape in shapes]


def causal(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """Return causal attention in groups, in one process."""
    return F.scaled_dot_product_attention(
        queries, keys, values, is_causal=True, enable_gqa=True
    )


def compare(
    attend: Callable[[Tensor, Tensor, Tensor], Tensor],
    positions: Int[Tensor, "ranks part"],
) -> str:
    """Return how attention on ranks, and its gradients, compare with one process.

    Args:
        attend: Computes the contexts of this rank's tokens.
        positions: Which tokens each rank has.
    """
    here = positions[dist.get_rank()]
    whole = [tensor.requires_grad_() for tensor in sequence()]
    mine = [tensor.detach()[:, here].requires_grad_() for tensor in whole]
    expected = causal(*whole)
    slopes = torch.autograd.grad(expected.square().sum(), whole)
    with Traffic() as forward:
        found = attend(*mine)
    with Traffic() as backward:
        gradients = torch.autograd.grad(found.square().sum(), mine)
    sizes = [traffic.bytes.total() for traffic in (forward, backward)]
    return (
        f"{_near([found], [expected[:, here]])} outputs and "
        f"{_near(gradients, [slope[:, here] for slope in slopes])} gradients as in one "
        f"process\n  a rank passes {sizes[0]} bytes forward, {sizes[1]} backward"
    )


def main() -> str:
    """Compute attention and its gradients whole, and around the ring, in two orders.

    Raises:
        ValueError: If twice the number of ranks does not divide the tokens.
    """
    lines = [f"{dist.get_world_size()} ranks"]
    for way, zigzag in (("plain", False), ("zig-zag", True)):
        ranks = dist.get_world_size()
        positions = positions_of_ranks(NUM_TOKENS, ranks, zigzag=zigzag)
        text = compare(
            lambda *mine, at=positions: ring_attention(*mine, positions=at), positions
        )
        lines.append(f"{way}: {text}")
    return "\n".join(lines)


def _near(found: Sequence[Tensor], expected: Sequence[Tensor]) -> str:
    """Count on all ranks what is equal up to rounding, and everything."""
    pairs = list(zip(found, expected, strict=True))
    counts = torch.tensor(
        [
            sum(int(((a - b).abs() < 1e-9).sum()) for a, b in pairs),
            sum(b.numel() for _, b in pairs),
        ]
    )
    dist.all_reduce(counts)
    return f"{counts[0]} of {counts[1]}"


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
