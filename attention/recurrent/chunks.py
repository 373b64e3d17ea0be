"""The delta rule in chunks: one triangular solve in each, and the state between them.

Within a chunk, let S be the state before its first token, u_i what token i writes, D
the decay mask, whose entry D_ij is the product of the decays of tokens j + 1 to i, and
d_i that of the tokens up to i. Without the step of each token in between,

    u_i = beta_i (v_i - (d_i k_i) S - sum over j < i of ((D_ij k_i) . k_j) u_j)

Only earlier rows of U are on the right. So U solves a triangular system, and where it
depends on S, it does so linearly:

    (I + L) U = V' - K' S,   L_ij = beta_i ((D_ij k_i) . k_j) for j < i, otherwise 0
    v'_i = beta_i v_i,       k'_i = beta_i d_i k_i

(I + L)^-1 V' and (I + L)^-1 K' need no S, so all chunks are solved at the same time.
What remains to be done one chunk after the other are products of matrices:

    U = (I + L)^-1 V' - (I + L)^-1 K' S
    z_i = (d_i q_i) S + sum over j <= i of ((D_ij q_i) . k_j) u_j
    S = diag(d_last) S + sum over j of (D_last,j k_j)^T u_j

This is the WY form of Yang, Wang, Zhang, Shen and Kim (2024), section 3. With decays
it is that of Yang, Kautz and Hatamizadeh (2024), section 3.3, and with one for each
channel that of the Kimi Team (2025), section 3.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from attention.checks import check_sizes, full_precision
from attention.recurrent.decay import decay_mask
from attention.recurrent.delta import prepared


def delta_rule_in_chunks(
    queries: Float[Tensor, "... num_tokens d_k"],
    keys: Float[Tensor, "... num_tokens d_k"],
    values: Float[Tensor, "... num_tokens d_v"],
    betas: Float[Tensor, "... num_tokens"],
    log_decays: Float[Tensor, " ..."] | None = None,
    state: Float[Tensor, "... d_k d_v"] | None = None,
    chunk_size: int = 64,
) -> tuple[Float[Tensor, "... num_tokens d_v"], Float[Tensor, "... d_k d_v"]]:
    """Return what `delta_rule` returns, with one step for each chunk.

    Args:
        queries: One vector for each token, with any axes in front; not scaled.
        keys: One vector for each token; not normalised.
        values: One vector for each token.
        betas: For each token, the share of the error that is corrected.
        log_decays: The logarithms of the decays, at most 0, for each token
            (..., num_tokens) or for each token and channel of the keys
            (..., num_tokens, d_k). By default nothing decays.
        state: What an earlier call returned; by default there are no earlier tokens.
        chunk_size: Tokens in a chunk. The last chunk may have fewer.

    Returns:
        contexts: One vector for each token, of the values' dtype.
        state: The memory after the last token.

    Raises:
        ValueError: If chunk_size is less than 1, or as `delta_rule` does.
    """
    check_sizes(chunk_size=chunk_size)
    dtype = values.dtype
    queries, keys, values, betas, logs, state = prepared(
        queries, keys, values, betas, log_decays, state
    )
    num_tokens = keys.shape[-2]
    size = max(1, min(chunk_size, num_tokens))
    num_chunks = (num_tokens + size - 1) // size

    def chunked(x: Tensor) -> Tensor:
        # Added tokens neither decay nor write, because all of theirs is 0.
        x = F.pad(x, (0, 0, 0, num_chunks * size - num_tokens))
        return x.unflatten(-2, (num_chunks, size))  # (..., num_chunks, size, width)

    queries, keys, values = chunked(queries), chunked(keys), chunked(values)
    betas, logs = chunked(betas[..., None]), chunked(logs)
    starts = logs.cumsum(dim=-2).exp()  # d_i
    ends = _sums_after(logs).exp()  # D_last,j

    with full_precision(values):
        # The solve reads what is below the diagonal, and takes the diagonal as ones.
        both = _decayed_products(torch.stack([keys, queries]), keys, logs)
        system, scores = betas * both[0], both[1]
        known = betas * torch.cat([values, starts * keys], dim=-1)
        solved = torch.linalg.solve_triangular(
            system, known, upper=False, unitriangular=True
        )
        of_values, of_keys = solved.split([values.shape[-1], keys.shape[-1]], dim=-1)
        queries, keys = starts * queries, ends * keys
        contexts = [queries[..., :0, 0, :] @ state]  # of no token
        for c in range(num_chunks):
            writes = of_values[..., c, :, :] - of_keys[..., c, :, :] @ state
            read = queries[..., c, :, :] @ state
            contexts.append(read + scores[..., c, :, :] @ writes)
            state = starts[..., c, -1, :, None] * state
            state = state + keys[..., c, :, :].mT @ writes
    return torch.cat(contexts, dim=-2)[..., :num_tokens, :].to(dtype), state


def _sums_after(logs: Tensor) -> Tensor:
    """Return for each row the sum of those after it, without a difference of sums."""
    after = F.pad(logs, (0, 0, 0, 1))[..., 1:, :]
    return after.flip(-2).cumsum(dim=-2).flip(-2)


def _decayed_products(left: Tensor, right: Tensor, logs: Tensor) -> Tensor:
    """Return the products of row i of left, decayed since j, with row j of right.

    With one decay a token that is a product of matrices times a mask. With one for each
    channel the mask would have a matrix for each of them. So rows are taken in blocks
    of a few: within a block the masks are small, and between blocks the decay is a
    product of three, of the rest of j's block, of the blocks between, and of i's.

    Args:
        left: One row for each token of a chunk, with any axes in front.
        right: The same.
        logs: The logarithms of the decays, with as many columns, or one.
    """
    size, block = right.shape[-2], 8
    if logs.shape[-1] == 1:
        return left @ right.mT * decay_mask(logs[..., 0])
    rows, kept = [], right[..., :0, :]  # kept: earlier keys, decayed up to this block
    for top in range(0, size, block):
        i = slice(top, top + block)
        heads = left[..., i, :] * logs[..., i, :].cumsum(dim=-2).exp()
        within = torch.einsum(
            "...ic,...jc,...cij->...ij",
            left[..., i, :],
            right[..., i, :],
            decay_mask(logs[..., i, :].mT),
        )
        later = within.new_zeros(*within.shape[:-1], max(0, size - top - block))
        rows.append(torch.cat([heads @ kept.mT, within, later], dim=-1))
        whole = logs[..., i, :].sum(dim=-2, keepdim=True).exp()
        ended = right[..., i, :] * _sums_after(logs[..., i, :]).exp()
        kept = torch.cat([kept * whole, ended], dim=-2)
    return torch.cat(rows, dim=-2)
