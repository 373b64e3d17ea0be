"""A mixture of experts on several ranks, each with tokens of its own.

Start it with 1, 2, 4 or 8 ranks:

    torchrun --nproc-per-node=4 -m attention.distributed.experts
"""

import torch
import torch._dynamo  # an autograd.Function would, in each rank anew
import torch.distributed as dist
from jaxtyping import Float
from torch import Tensor

from attention.distributed.calls import all_reduce
from attention.distributed.checks import check_ranks
from attention.distributed.compare import both_ways, count_near, gather_results
from attention.distributed.expert_parallel import ExpertsOnRanks
from attention.distributed.ranks import start
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
    rank, size = check_ranks("experts", EXPERTS)
    whole, layer = mixture(), ExpertsOnRanks(mixture())
    mine = tokens().chunk(size)[rank].requires_grad_()
    first = rank * len(layer.experts)
    parts = [whole.router, *whole.experts[first : first + len(layer.experts)]]
    weights = [p for part in parts for p in part.parameters()]
    expected = both_ways(whole, tokens(), of=weights)
    found = both_ways(layer, mine, of=[mine, *layer.parameters()])
    # The gradients of an expert are sums over the tokens of all ranks.
    _, router, *experts = found.gradients
    near = count_near([all_reduce(router), *experts], expected.gradients)
    outputs = count_near([found.out], [expected.out.chunk(size)[rank]])
    every = gather_results((sum(layer.rows), outputs, near))
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
            found.calls,
        ]
    )


if __name__ == "__main__" and dist.is_torchelastic_launched():
    start(main)
