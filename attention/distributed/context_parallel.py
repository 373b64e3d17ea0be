"""Context parallelism: each rank has some of the tokens, and blocks of keys travel.

A rank keeps the queries of its tokens. The keys and values of all ranks come to it one
block after another, around a ring. What a query gets from each block is merged by the
log-sum-exps of its scores, as in `merge_parts` (Liu et al., 2023, section 3).

In the backward pass the blocks travel once more. By then the log-sum-exp L of all the
scores of a query is known, so the weights of a block need no other block. With the
gradient G of the contexts Z:

    A = exp(S - L)                     the weights
    dV_j += A^T G
    dS = A * (G V_j^T - rowsum(G * Z))
    dQ_i += dS K_j / sqrt(d_k),   dK_j += dS^T Q_i / sqrt(d_k)

as in `tiled_attention`. The sums dK_j and dV_j travel with their block: each rank adds
its part, and after a whole round they are back on the rank that has the block.
"""

from collections.abc import Iterator
from typing import Any

import torch
import torch.distributed as dist
from jaxtyping import Float, Int
from torch import Tensor

from attention.checks import check_shape, check_sizes
from attention.modern.online_softmax import merge_parts
from attention.self_attention.masked import masked_attention_weights


def positions_of_ranks(
    num_tokens: int, ranks: int, *, zigzag: bool = False
) -> Int[Tensor, "ranks part"]:
    """Return which positions of a sequence each rank has.

    Args:
        num_tokens: The length of the sequence.
        ranks: The number of ranks.
        zigzag: Whether the sequence is cut into twice as many pieces as there are
            ranks, of which a rank gets one from the front and the one as far from the
            end. Under a causal mask, all ranks then have as many pairs of tokens. By
            default each rank has one piece.

    Raises:
        ValueError: If the sequence cannot be cut into as many equal pieces.
    """
    check_sizes(num_tokens=num_tokens, ranks=ranks)
    pieces = 2 * ranks if zigzag else ranks
    if num_tokens % pieces:
        raise ValueError(
            f"num_tokens must be divisible by {pieces}, the number of pieces of "
            f"{ranks} ranks. Got {num_tokens}."
        )
    cut = torch.arange(num_tokens).view(pieces, -1)
    return torch.cat([cut[:ranks], cut[ranks:].flip(0)], dim=1) if zigzag else cut


def ring_attention(
    queries: Float[Tensor, "... num_heads part d_k"],
    keys: Float[Tensor, "... num_groups part d_k"],
    values: Float[Tensor, "... num_groups part d_v"],
    positions: Int[Tensor, "ranks part"],
) -> Float[Tensor, "... num_heads part d_v"]:
    """Return causal attention of this rank's tokens to those of all ranks.

    Scores, sums and the gradients that travel are float32, or float64 if the arguments
    are.

    Args:
        queries: Those of this rank's tokens.
        keys: Those of this rank's tokens. Heads may share them in groups.
        values: Those of this rank's tokens.
        positions: Which tokens each rank has, as `positions_of_ranks` returns them; the
            same on all ranks.

    Raises:
        ValueError: If the groups do not divide the heads, if queries, keys and values
            do not have the same batch axes and tokens, or if positions do not have a
            row for each rank and a column for each of its tokens.
        NotImplementedError: If gradients are asked for with create_graph=True: a second
            derivative is refused.
    """
    check_shape("queries", queries, "... num_heads part d_k")
    part, d_k = queries.shape[-2:]
    check_shape("keys", keys, "... num_groups part d_k", part=part, d_k=d_k)
    groups = keys.shape[-3]
    if groups < 1 or queries.shape[-3] % groups:
        raise ValueError(
            f"num_heads must be divisible by num_groups={groups}. "
            f"Got {queries.shape[-3]}."
        )
    named = "... num_groups part d_v"
    check_shape("values", values, named, num_groups=groups, part=part)
    if not queries.shape[:-3] == keys.shape[:-3] == values.shape[:-3]:
        raise ValueError(
            "queries, keys and values must have the same batch axes. Got "
            f"{[tuple(t.shape[:-3]) for t in (queries, keys, values)]}."
        )
    ranks = dist.get_world_size()
    check_shape("positions", positions, "ranks part", ranks=ranks, part=part)
    in_groups = queries.unflatten(-3, (groups, -1))  # each group for its heads
    shared = keys.unsqueeze(-3), values.unsqueeze(-3)
    return _Ring.apply(in_groups, *shared, positions.to(queries.device)).flatten(-4, -3)


def pass_on(*tensors: Tensor) -> list[Tensor]:
    """Send tensors to the next rank, and return those of the one before.

    Args:
        tensors: The same shapes and dtypes on all ranks.
    """
    rank, size = dist.get_rank(), dist.get_world_size()
    if size == 1:
        return list(tensors)
    received = [torch.empty_like(tensor) for tensor in tensors]
    sending = [
        dist.P2POp(dist.isend, tensor.contiguous(), (rank + 1) % size)
        for tensor in tensors
    ]
    receiving = [
        dist.P2POp(dist.irecv, tensor, (rank - 1) % size) for tensor in received
    ]
    for work in dist.batch_isend_irecv(sending + receiving):
        work.wait()
    return received


class _Ring(torch.autograd.Function):
    """The two rounds of `ring_attention`; heads have an axis of groups before them."""

    @staticmethod
    def forward(
        ctx: Any, queries: Tensor, keys: Tensor, values: Tensor, positions: Tensor
    ) -> Tensor:
        exact = torch.promote_types(queries.dtype, torch.float32)
        Q, block = queries.to(exact), [keys, values]
        Z = torch.zeros(*Q.shape[:-1], values.shape[-1], dtype=exact, device=Q.device)
        log_sums = torch.full_like(Q[..., 0], -torch.inf)
        for step, mask in enumerate(_masks(positions)):
            if step:
                block = pass_on(*block)
            if mask.any():  # else every key comes later than every query
                K, V = (t.to(exact) for t in block)
                scores = Q @ K.mT / Q.shape[-1] ** 0.5
                found = masked_attention_weights(scores, mask) @ V
                sums = scores.masked_fill(~mask, -torch.inf).logsumexp(dim=-1)
                Z, log_sums = merge_parts(Z, log_sums, found, sums)
        contexts = Z.to(values.dtype)
        ctx.save_for_backward(queries, keys, values, contexts, log_sums, positions)
        return contexts

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> Any:  # pyrefly: ignore[bad-override]
        if torch.is_grad_enabled():  # create_graph would take ours for constants
            raise NotImplementedError(
                "ring_attention has no second derivative. Without create_graph=True, "
                "it has a first one."
            )
        *given, log_sums, positions = ctx.saved_tensors
        exact = log_sums.dtype
        Q, Z, G = (t.to(exact) for t in (given[0], given[3], gradients[0]))
        inner, dQ = (G * Z).sum(dim=-1, keepdim=True), torch.zeros_like(Q)
        block = [*given[1:3], *(torch.zeros_like(t, dtype=exact) for t in given[1:3])]
        for step, mask in enumerate(_masks(positions)):
            if step:
                block = pass_on(*block)
            if mask.any():
                K, V, dK, dV = (t.to(exact) for t in block)
                scores = Q @ K.mT / Q.shape[-1] ** 0.5
                weights = torch.exp(scores - log_sums[..., None]).where(mask, 0.0)
                dV += (weights.mT @ G).sum(dim=-3, keepdim=True)  # over a group's heads
                slopes = weights * (G @ V.mT - inner) / Q.shape[-1] ** 0.5
                dQ += slopes @ K
                dK += (slopes.mT @ Q).sum(dim=-3, keepdim=True)
        home = pass_on(*block[2:])  # a whole round
        slopes_of = zip((dQ, *home), given, strict=False)
        return *(slope.to(t.dtype) for slope, t in slopes_of), None


def _masks(positions: Tensor) -> Iterator[Tensor]:
    """Yield, for each block that comes by, which of its keys a query may attend to."""
    rank, size = dist.get_rank(), dist.get_world_size()
    for step in range(size):
        of_block = positions[(rank - step) % size]
        yield positions[rank][:, None] >= of_block
