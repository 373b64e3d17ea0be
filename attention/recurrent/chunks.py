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
        chunk_size: Tokens in a chunk; the last chunk may have fewer. With a decay for
            each channel, each of them has a mask, and chunks have at most 8 tokens.

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
    longest = chunk_size if logs.shape[-1] == 1 else min(chunk_size, 8)
    size = max(1, min(longest, num_tokens))
    num_chunks = (num_tokens + size - 1) // size

    def chunked(x: Tensor) -> Tensor:
        # Added tokens neither decay nor write, because all of theirs is 0.
        x = F.pad(x, (0, 0, 0, num_chunks * size - num_tokens))
        return x.unflatten(-2, (num_chunks, size))  # (..., num_chunks, size, width)

    queries, keys, values = chunked(queries), chunked(keys), chunked(values)
    betas, logs = chunked(betas[..., None]), chunked(logs)
    starts = logs.cumsum(dim=-2).exp()  # d_i
    masks = decay_mask(logs.mT)  # D: (..., num_chunks, 1 or d_k, size, size)
    ends = masks[..., -1, :].mT  # D_last,j

    with full_precision(values):
        # The solve reads what is below the diagonal, and takes the diagonal as ones.
        system = betas * _decayed_products(keys, keys, masks)
        scores = _decayed_products(queries, keys, masks)
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


def _decayed_products(left: Tensor, right: Tensor, masks: Tensor) -> Tensor:
    """Return the products of row i of left, decayed since j, with row j of right."""
    if masks.shape[-3] == 1:  # one decay for all channels
        return left @ right.mT * masks[..., 0, :, :]
    return torch.einsum("...ic,...jc,...cij->...ij", left, right, masks)
