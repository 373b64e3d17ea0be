"""Tensor parallelism: each rank has some of the heads, and some of the hidden numbers.

A layer has two linear maps, and something between them that treats heads, or numbers,
one by one. The first map is cut by the rows of its weight, so that each rank has some
of its outputs; the second by its columns, so that each rank reads what it has:

    Y = sum over ranks r of f(X A_r) B_r,   A = [A_0 A_1 …],   B = [B_0; B_1; …]

One all-reduce adds the parts in the forward pass, and one adds the gradients of X in
the backward pass (Shoeybi et al., 2019, section 3). The same cut of the embedding's
rows leaves each rank with the logits of some words, from which `vocabulary_loss` makes
the loss.
"""

import copy
from collections.abc import Callable
from typing import cast

import torch
import torch.distributed as dist
from jaxtyping import Float, Int
from torch import Tensor, nn

from attention.distributed.calls import all_reduce
from attention.distributed.checks import check_ranks
from attention.distributed.with_gradient import unchanged, with_gradient
from attention.models.attention import Attention
from attention.models.feed_forward import FeedForward


def enter(x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """Return x, which all ranks have; its gradient is the sum of theirs."""
    return with_gradient(x, unchanged, all_reduce)


def leave(x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """Return the sum over ranks of x; the gradient of each is that of the sum."""
    return with_gradient(x, all_reduce, unchanged)


class OnRanks(nn.Module):
    """A layer of which each rank computes a part: the same output on all of them.

    Args:
        layer: `Attention`, of which a rank gets heads with their groups, or
            `FeedForward`, of which it gets hidden numbers. It is not changed.
        enter: What the layer does first with x.
        leave: How the parts are added at its end.

    Attributes:
        part: This rank's part of the layer, whose outputs are to be added.
        bias: The bias of the layer's end, added once, after the sum; None if there is
            none.

    Raises:
        ValueError: If the ranks do not divide the groups, or the hidden numbers.
    """

    def __init__(
        self,
        layer: Attention | FeedForward,
        enter: Callable[[Tensor], Tensor] = enter,
        leave: Callable[[Tensor], Tensor] = leave,
    ) -> None:
        super().__init__()
        self.enter, self.leave = enter, leave
        self.part = copy.deepcopy(layer)
        if isinstance(self.part, Attention):
            check_ranks("groups", self.part.num_kv_groups)
            first, last = ["W_query", "W_key", "W_value"], "out_proj"
        else:
            first, last = ["layers.0"], "layers.2"
        for name in first:
            _cut(cast(nn.Linear, self.part.get_submodule(name)), dim=0)
        end = cast(nn.Linear, self.part.get_submodule(last))
        self.bias: nn.Parameter | None = end.bias
        end.register_parameter("bias", None)
        _cut(end, dim=1)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return what the whole layer returns.

        Args:
            x: The same on all ranks, if `enter` and `leave` are the default.
        """
        total = self.leave(self.part(self.enter(x)))
        return total if self.bias is None else total + self.bias


def vocabulary_loss(
    logits: Float[Tensor, "*tokens words"], targets: Int[Tensor, "*tokens"]
) -> Float[Tensor, "*tokens"]:
    """Return the cross-entropy of logits that are divided among the ranks.

    Each rank passes three numbers for each token, not all its logits.

    Args:
        logits: Those of this rank's words; rank 0 has the first ids, and all ranks have
            as many.
        targets: Ids among the words of all ranks.
    """
    most = logits.detach().amax(dim=-1)
    dist.all_reduce(most, op=dist.ReduceOp.MAX)
    total = leave((logits - most[..., None]).exp().sum(dim=-1))
    words = logits.shape[-1]
    place = targets - dist.get_rank() * words
    here = (place >= 0) & (place < words)
    picked = logits.gather(-1, place.clamp(0, words - 1)[..., None])[..., 0]
    return most + total.log() - leave(torch.where(here, picked, 0.0))


def _cut(linear: nn.Linear, dim: int) -> None:
    """Leave this rank's rows of a linear layer's weight, or its columns."""
    for name, weight in list(linear.named_parameters()):
        rank, size = check_ranks("hidden numbers", weight.shape[dim])
        own = weight.chunk(size, dim)[rank].clone()
        linear.register_parameter(name, nn.Parameter(own))
    linear.out_features, linear.in_features = linear.weight.shape
