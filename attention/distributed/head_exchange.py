"""Tokens are exchanged for heads, and back: a sequence on several ranks.

Each rank has some of the tokens, with all heads. An all-to-all gives it all tokens of
some heads, so that a function that treats each head by itself computes their attention,
and another all-to-all goes back (DeepSpeed-Ulysses: Jacobs et al., 2023).
"""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor

from attention.checks import check_shape
from attention.distributed.calls import all_to_all
from attention.distributed.checks import check_ranks
from attention.distributed.with_gradient import with_gradient


def exchange(x: Float[Tensor, "..."], cut: int, join: int) -> Float[Tensor, "..."]:
    """Cut along one axis, send a part to each rank, and join what comes along another.

    The gradient goes back: cut and join exchanged.

    Args:
        x: A tensor of the same shape on all ranks.
        cut: The axis along which each rank gets a part, rank 0 the first.
        join: The axis along which the parts of all ranks are joined, rank 0's first.

    Raises:
        ValueError: If the ranks do not divide the axis that is cut.
    """
    _, ranks = check_ranks(f"numbers of axis {cut}", x.shape[cut])
    parts = torch.stack(x.chunk(ranks, dim=cut))
    received = with_gradient(parts, all_to_all, all_to_all)
    return torch.cat(received.unbind(), dim=join)


def ulysses_attention(
    queries: Float[Tensor, "... num_heads part d_k"],
    keys: Float[Tensor, "... num_groups part d_k"],
    values: Float[Tensor, "... num_groups part d_v"],
    attend: Callable[[Tensor, Tensor, Tensor], Tensor],
) -> Float[Tensor, "... num_heads part d_v"]:
    """Return attention of this rank's tokens to those of all ranks.

    Args:
        queries: Those of this rank's tokens; ranks have as many tokens each, in order.
        keys: Those of this rank's tokens. Heads may share them in groups.
        values: Those of this rank's tokens.
        attend: Computes the contexts of some heads from their queries, keys and values
            of the whole sequence.

    Raises:
        ValueError: If the ranks do not divide the heads, or the groups.
    """
    for name, tensor in (("queries", queries), ("keys", keys), ("values", values)):
        check_shape(name, tensor, "... heads part width")
        check_ranks(f"heads of {name}", tensor.shape[-3])
    in_heads = (exchange(t, cut=-3, join=-2) for t in (queries, keys, values))
    return exchange(attend(*in_heads), cut=-2, join=-3)
