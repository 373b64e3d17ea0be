"""A block whose heads and hidden numbers are divided among ranks.

Start it with 1, 2 or 4 ranks:

    torchrun --nproc-per-node=4 -m attention.distributed.tensor
"""

import torch
import torch._dynamo  # an autograd.Function would, in each rank anew
import torch.distributed as dist
from torch import Tensor, nn

from attention.distributed.compare import both_ways, count_near
from attention.distributed.ranks import start
from attention.distributed.tensor_parallel import OnRanks
from attention.models.attention import Attention
from attention.models.feed_forward import FeedForward

D_MODEL, NUM_TOKENS, NUM_HEADS = 16, 6, 4


def layers() -> tuple[Attention, FeedForward]:
    """Return the same attention and feed-forward layer on every rank, in float64."""
    torch.manual_seed(0)
    attention = Attention(D_MODEL, D_MODEL, NUM_TOKENS, 0.0, NUM_HEADS, qkv_bias=True)
    return attention.double(), FeedForward(D_MODEL, 4 * D_MODEL).double()


def tokens() -> Tensor:
    """Return the same features of two sequences on every rank."""
    torch.manual_seed(1)
    return torch.randn(2, NUM_TOKENS, D_MODEL, dtype=torch.float64)


def main() -> str:
    """Compute both layers and their gradients whole, and divided among the ranks.

    Raises:
        ValueError: If the ranks do not divide the heads.
    """
    lines = [f"{dist.get_world_size()} ranks"]
    for layer in layers():
        on_ranks, x = OnRanks(layer), tokens().requires_grad_()
        whole, divided = both_ways(layer, x), both_ways(on_ranks, x)
        outputs = count_near([divided.out], [whole.out])
        gradients = count_near(divided.gradients, whole.gradients)
        lines += [
            f"{type(layer).__name__}: {_count(on_ranks)} of {_count(layer)} weights, "
            f"{outputs} of {whole.out.numel()} outputs and {gradients} of {x.numel()} "
            "gradients as in one process",
            f"  {divided.calls}",
        ]
    return "\n".join(lines)


def _count(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
