"""Expert parallelism: each rank has some of the experts, and tokens travel to them.

Each rank has tokens of its own, as in data parallelism. An all-to-all takes a copy of
each token to the ranks of the experts that were chosen for it, and a second one takes
the results back (GShard; Lepikhin et al., 2020). Ranks send and get different numbers
of rows, since tokens choose experts.
"""

import copy
from functools import partial

import torch
import torch.distributed as dist
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_chosen, check_update
from attention.distributed.calls import all_to_all
from attention.distributed.checks import check_ranks
from attention.distributed.with_gradient import with_gradient
from attention.frontier.experts import MixtureOfExperts


def travel(
    x: Float[Tensor, "rows features"], sent: list[int], taken: list[int]
) -> Float[Tensor, "others features"]:
    """Send rows to each rank, and return those that each rank sent here.

    Args:
        x: The rows for rank 0, then those for rank 1, ….
        sent: How many rows go to each rank.
        taken: How many come from each rank.
    """
    there = partial(all_to_all, sent=sent, taken=taken)
    back = partial(all_to_all, sent=taken, taken=sent)
    return with_gradient(x, there, back)


class ExpertsOnRanks(nn.Module):
    """A mixture of experts of which each rank has some.

    An expert that no token chose runs on no rows, so its gradients are zeros.

    Args:
        mixture: The whole mixture. It is not changed.

    Attributes:
        router: A copy of the router, on every rank.
        experts: This rank's experts: rank 0 has the first of them.
        shared: A copy of the shared expert, on every rank, or None.
        rows: Of the last forward pass, how many rows came from each rank.

    Raises:
        ValueError: If the ranks do not divide the experts.
    """

    def __init__(self, mixture: MixtureOfExperts) -> None:
        super().__init__()
        self.num_experts = len(mixture.experts)
        rank, size = check_ranks("experts", self.num_experts)
        each = self.num_experts // size
        self.router = copy.deepcopy(mixture.router)
        self.experts = copy.deepcopy(mixture.experts[rank * each : (rank + 1) * each])
        self.shared = copy.deepcopy(mixture.shared)
        self.rows: list[int] = []

    def forward(self, x: Float[Tensor, "... d_model"]) -> Float[Tensor, "... d_model"]:
        """Return what the whole mixture returns for this rank's tokens.

        Args:
            x: This rank's tokens, with any axes in front. Ranks may have different
                numbers of them, and none at all.

        Raises:
            ValueError: If an expert or the shared one returns another shape than it was
                given, or the router names an expert that there is not.
        """
        size, each = dist.get_world_size(), len(self.experts)
        tokens = x.reshape(-1, x.shape[-1])
        chosen, weights = self.router(tokens)
        check_chosen(chosen, self.num_experts)
        order = chosen.flatten().argsort(stable=True)  # by expert, and so by rank
        token_of = order // chosen.shape[-1]
        of_expert = chosen.flatten().bincount(minlength=self.num_experts)
        arriving = all_to_all(of_expert)  # from each rank, for each expert here
        sent = of_expert.view(size, each).sum(dim=1).tolist()
        self.rows = arriving.view(size, each).sum(dim=1).tolist()

        arrived = travel(tokens[token_of], sent, self.rows)
        expert_of = torch.arange(each).repeat(size).repeat_interleave(arriving)
        by_expert = expert_of.argsort(stable=True)
        given = arrived[by_expert].split(expert_of.bincount(minlength=each).tolist())
        said = [expert(rows) for expert, rows in zip(self.experts, given, strict=True)]
        for rows, asked in zip(said, given, strict=True):
            check_update(rows, asked)
        back = travel(torch.cat(said)[by_expert.argsort()], self.rows, sent)
        weighed = (weights.flatten()[order, None] * back).to(x.dtype)
        out = torch.zeros_like(tokens).index_add(0, token_of, weighed).view(x.shape)
        return out if self.shared is None else out + self.shared(x)
