"""A sequence whose tokens are on different ranks, and blocks of keys that go round.

Start it with 1, 2, 4, 8 or 16 ranks:

    torchrun --nproc-per-node=4 -m attention.distributed.ring
"""

from collections.abc import Callable
from functools import partial

import torch
import torch._dynamo  # an autograd.Function would, in each rank anew
import torch.distributed as dist
import torch.nn.functional as F
from jaxtyping import Int
from torch import Tensor

from attention.distributed.calls import all_reduce
from attention.distributed.compare import both_ways, count_near
from attention.distributed.context_parallel import positions_of_ranks, ring_attention
from attention.distributed.ranks import start

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
    expected, found = both_ways(causal, *whole), both_ways(attend, *mine)
    slopes = [slope[:, here] for slope in expected.gradients]
    equal = all_reduce(  # on all ranks
        torch.tensor(
            [
                count_near([found.out], [expected.out[:, here]]),
                count_near(found.gradients, slopes),
            ]
        )
    )
    return (
        f"{equal[0]} of {expected.out.numel()} outputs and {equal[1]} of "
        f"{sum(t.numel() for t in whole)} gradients as in one process\n"
        f"  a rank passes {found.forward.bytes.total()} bytes forward, "
        f"{found.backward.bytes.total()} backward"
    )


def main() -> str:
    """Compute attention and its gradients whole, and around the ring, in two orders.

    Raises:
        ValueError: If twice the number of ranks does not divide the tokens.
    """
    ranks = dist.get_world_size()
    lines = [f"{ranks} ranks"]
    for way, zigzag in (("plain", False), ("zig-zag", True)):
        positions = positions_of_ranks(NUM_TOKENS, ranks, zigzag=zigzag)
        text = compare(partial(ring_attention, positions=positions), positions)
        lines.append(f"{way}: {text}")
    return "\n".join(lines)


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
