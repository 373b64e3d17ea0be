"""Sequence parallelism: between layers whose heads are divided, each rank has tokens.

An all-reduce is a reduce-scatter and an all-gather. If a layer ends with the first,
each rank has the sum for some of the tokens, and adds and normalises these alone; the
next layer begins with the second (Korthikanti et al., 2022, section 4.2.2):

    OnRanks(layer, enter=gather_tokens, leave=scatter_tokens)

What all ranks have, such as the scale of a norm, then sees some of the tokens only: its
gradients have to be added.
"""

from functools import partial

from jaxtyping import Float
from torch import Tensor

from attention.distributed.calls import all_gather, reduce_scatter
from attention.distributed.checks import check_ranks
from attention.distributed.with_gradient import with_gradient

_gather, _scatter = partial(all_gather, dim=-2), partial(reduce_scatter, dim=-2)


def gather_tokens(
    x: Float[Tensor, "... own d_model"],
) -> Float[Tensor, "... num_tokens d_model"]:
    """Return the tokens of all ranks, rank 0's first; gradients are added up."""
    return with_gradient(x, _gather, _scatter)


def scatter_tokens(
    x: Float[Tensor, "... num_tokens d_model"],
) -> Float[Tensor, "... own d_model"]:
    """Return the sum over ranks of x for this rank's tokens.

    Raises:
        ValueError: If the ranks do not divide the tokens.
    """
    check_ranks("tokens", x.shape[-2])
    return with_gradient(x, _scatter, _gather)
