"""A block whose heads and hidden numbers are divided among ranks.

Start it with 1, 2 or 4 ranks:

    torchrun --nproc-per-node=4 -m attention.distributed.tensor
"""

import torch
import torch._dynamo  # an autograd.Function would, in each rank anew
import torch.distributed as dist
from torch import Tensor, nn

from attention.distributed.ranks import start
from attention.distributed.tensor_parallel import OnRanks
from attention.distributed.traffic import Traffic
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
        whole, divided = tokens().requires_grad_(), tokens().requires_grad_()
        expected = layer(whole)
        expected.square().sum().backward()
        on_ranks = OnRanks(layer)
        with Traffic() as forward:
            found = on_ranks(divided)
        with Traffic() as backward:
            found.square().sum().backward()
        lines += [
            f"{type(layer).__name__}: {_count(on_ranks)} of {_count(layer)} weights, "
            f"{_near(found, expected)} outputs and "
            f"{_near(divided.grad, whole.grad)} gradients as in one process",
            f"  forward {dict(forward.calls)}, backward {dict(backward.calls)}",
        ]
    return "\n".join(lines)


def _count(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


def _near(found: Tensor | None, expected: Tensor | None) -> str:
    assert found is not None
    assert expected is not None
    near = int(((found - expected).abs() < 1e-9).sum())
    return f"{near} of {expected.numel()}"


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
