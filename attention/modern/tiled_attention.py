"""Attention in tiles: equal to the plain one, and the matrix of weights never exists.

For a block of queries, the keys and values come block by block. Of each tile of scores
S = Q_i K_j^T / sqrt(d_k) only a maximum, a sum and a sum of values are kept, and
rescaled when the maximum grows (see `online_softmax`). The backward pass computes each
tile again, from the log-sum-exp L of each row. With the gradient G of the contexts Z:

    A = exp(S - L)                     the weights
    dV_j += A^T G
    dS = A * (G V_j^T - rowsum(G * Z))
    dQ_i += dS K_j / sqrt(d_k),   dK_j += dS^T Q_i / sqrt(d_k)

These are algorithms 1 and 2 of FlashAttention (Dao, 2023, "FlashAttention-2"), whose
kernel keeps each tile in the fast memory of a GPU. In PyTorch, as here, the same steps
save memory, but each of them is a call of its own.
"""

from collections.abc import Iterator

import torch
from jaxtyping import Float
from torch import Tensor

from attention.checks import (
    check_floating,
    check_shape,
    check_sizes,
    full_precision,
)


def tiled_attention(
    queries: Float[Tensor, "... num_queries d_k"],
    keys: Float[Tensor, "... num_keys d_k"],
    values: Float[Tensor, "... num_keys d_v"],
    *,
    causal: bool = False,
    block_size: int = 64,
) -> Float[Tensor, "... num_queries d_v"]:
    """Return the context vectors of scaled dot-product attention, computed in tiles.

    Scores and sums are float32, under autocast too, or float64 if the arguments are. A
    query gets nan if one of its scores is +inf or all are -inf. Values are summed
    before the division, so a sum may overflow where their mean does not. What is kept
    for the backward pass is the arguments, the result and one log-sum-exp for each
    query, which loses digits where scores are very large; gradients do, too.

    Args:
        queries: One vector for each query position.
        keys: One vector for each key position.
        values: One vector for each key position.
        causal: Whether a query may attend only to the key of its own position and to
            earlier ones. The last query belongs to the last key, as in `causal_mask`.
        block_size: The number of queries, and of keys, of a tile.

    Raises:
        ValueError: If an argument has fewer than two axes, queries and keys differ in
            width or keys and values in number, the dtypes differ or are not floating
            point, there is no key for a query, block_size is less than 1, or causal is
            set and there are more queries than keys.
        NotImplementedError: If gradients are asked for with create_graph=True: a second
            derivative is refused.
    """
    check_shape("queries", queries, "... num_queries d_k")
    must = "have as many features as queries, shape"
    check_shape("keys", keys, "... num_keys d_k", must=must, d_k=queries.shape[-1])
    num_queries, num_keys = queries.shape[-2], keys.shape[-2]
    must = "have one row for each key, shape"
    check_shape("values", values, "... num_keys d_v", must=must, num_keys=num_keys)
    check_floating("queries", queries)
    for name, other in (("keys", keys), ("values", values)):
        if other.dtype != queries.dtype:
            must = f"must have the dtype of queries, {queries.dtype}"
            raise ValueError(f"{name} {must}. Got {other.dtype}.")
    check_sizes(block_size=block_size)
    if num_queries:
        check_sizes(num_keys=num_keys)
    if causal and num_keys < num_queries:
        raise ValueError(
            f"num_keys must be at least num_queries={num_queries} if causal is set. "
            f"Got {num_keys}."
        )
    arguments = (queries, keys, values)
    batch = torch.broadcast_shapes(*(a.shape[:-2] for a in arguments))
    alike = (a.expand(*batch, *a.shape[-2:]) for a in arguments)
    with full_precision(queries):
        return TiledAttention.apply(*alike, causal, block_size)


class TiledAttention(torch.autograd.Function):
    """The two passes of `tiled_attention`, for arguments of the same batch axes."""

    @staticmethod
    def forward(ctx, queries, keys, values, causal, block_size):
        """Return the context vectors, and keep the log-sum-exp of each query."""
        exact = torch.promote_types(queries.dtype, torch.float32)
        Q, K, V = (t.to(exact) for t in (queries, keys, values))
        Z = torch.zeros(*Q.shape[:-1], V.shape[-1], dtype=exact, device=Q.device)
        total = torch.zeros_like(Z[..., :1])
        maximum = torch.full_like(total, torch.finfo(exact).min)
        for i, j, scores in tiles(Q, K, causal, block_size):
            before = maximum[..., i, :]
            higher = torch.maximum(before, scores.amax(dim=-1, keepdim=True))
            shares, shrink = torch.exp(scores - higher), torch.exp(before - higher)
            Z[..., i, :] = Z[..., i, :] * shrink + shares @ V[..., j, :]
            total[..., i, :] = total[..., i, :] * shrink + shares.sum(-1, keepdim=True)
            maximum[..., i, :] = higher
        contexts = (Z / total).to(values.dtype)
        log_sums = maximum + total.log()
        ctx.save_for_backward(queries, keys, values, contexts, log_sums)
        ctx.causal, ctx.block_size = causal, block_size
        return contexts

    @staticmethod
    def backward(ctx, *grad_outputs):  # pyrefly: ignore[bad-override]
        """Return the gradients of queries, keys and values from tiles made again."""
        if torch.is_grad_enabled():  # create_graph would take ours for constants
            raise NotImplementedError(
                "tiled_attention has no second derivative. Without create_graph=True, "
                "it has a first one."
            )
        *given, log_sums = ctx.saved_tensors
        Q, K, V, Z, dZ = (t.to(log_sums.dtype) for t in (*given, *grad_outputs))
        dQ, dK, dV = (torch.zeros_like(t) for t in (Q, K, V))
        inner = (dZ * Z).sum(dim=-1, keepdim=True)
        with full_precision(Q):
            for i, j, scores in tiles(Q, K, ctx.causal, ctx.block_size):
                weights = torch.exp(scores - log_sums[..., i, :])
                dV[..., j, :] += weights.mT @ dZ[..., i, :]
                slopes = weights * (dZ[..., i, :] @ V[..., j, :].mT - inner[..., i, :])
                dQ[..., i, :] += slopes @ K[..., j, :] / Q.shape[-1] ** 0.5
                dK[..., j, :] += slopes.mT @ Q[..., i, :] / Q.shape[-1] ** 0.5
        found = zip((dQ, dK, dV), given, strict=False)
        return *(slope.to(t.dtype) for slope, t in found), None, None


def tiles(
    queries: Tensor, keys: Tensor, causal: bool, block_size: int
) -> Iterator[tuple[slice, slice, Tensor]]:
    """Yield rows, columns and scores of each tile, without those that are hidden."""
    num_queries, num_keys = queries.shape[-2], keys.shape[-2]
    earlier = num_keys - num_queries  # keys before that of the first query
    for top in range(0, num_queries, block_size):
        i = slice(top, min(top + block_size, num_queries))
        visible = i.stop + earlier if causal else num_keys
        for left in range(0, visible, block_size):
            j = slice(left, min(left + block_size, visible))
            scores = queries[..., i, :] @ keys[..., j, :].mT / queries.shape[-1] ** 0.5
            if causal:
                ones = torch.ones(scores.shape[-2:], device=scores.device)
                hidden = ones.triu(diagonal=top + earlier - left + 1).bool()
                scores = scores.masked_fill(hidden, -torch.inf)
            yield i, j, scores
