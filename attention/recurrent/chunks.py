"""The delta rule in chunks: one triangular solve in each, and the state between them.

Within a chunk of C tokens that begins with the memory S, with u_i for what token i
writes, b_i for the sum of the log decays of the tokens up to i, and rows for tokens:

    u_i = beta_i (v_i - (exp(b_i) k_i) S - sum_{j < i} ((exp(b_i - b_j) k_i) · k_j) u_j)

So the rows u_i solve a triangular system, U = (I + B A)^-1 B (V - K' S), where
A_ij = (exp(b_i - b_j) k_i) · k_j for j < i and 0 elsewhere, B = diag(beta) and the rows
of K' are exp(b_i) k_i. The system is solved once for V and once for K', which needs no
S, so that all chunks can be solved at the same time. Then, one chunk after another:

    U     = (I + B A)^-1 B V - ((I + B A)^-1 B K') S
    out_i = (exp(b_i) q_i) S + sum_{j <= i} ((exp(b_i - b_j) q_i) · k_j) u_j
    S     = diag(exp(b_C)) S + sum_j (exp(b_C - b_j) k_j)^T u_j

This is the WY form of Yang, Wang, Zhang, Shen and Kim (2024), section 3, and with
decays that of Yang, Kautz and Hatamizadeh (2024), section 3.3, and of Kimi Team (2025),
section 3.

Only differences b_i - b_j with j <= i are exponentiated, and these are at most 0. The
product exp(b_i) exp(-b_j) is the same on paper and overflows.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from attention.causal.masks import causal_mask
from attention.checks import check_sizes
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
        queries: One vector for each token, with any axes in front.
        keys: One vector for each token.
        values: One vector for each token.
        betas: For each token, the share of the error that is corrected.
        log_decays: The logarithms of the decays, finite and at most 0, for each token
            or for each token and channel; by default nothing decays.
        state: What an earlier call returned; by default the memory is empty.
        chunk_size: Tokens in a chunk. The last chunk may have fewer.

    Returns:
        contexts: One vector for each token, of the values' dtype.
        state: The memory after the last token.

    Raises:
        ValueError: If the shapes do not agree, or chunk_size is less than 1.
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
    strengths = chunked(betas[..., None])
    logs = chunked(logs).cumsum(dim=-2)  # since the chunk began
    ratios = (logs[..., :, None, :] - logs[..., None, :, :]).masked_fill(
        ~causal_mask(size, device=logs.device)[..., None], -torch.inf
    )  # the mask before exp: after it, a gradient would be inf * 0
    ratios = ratios.exp()  # (..., num_chunks, size, size, 1 or d_k)

    # The solve takes the diagonal as ones, and reads what is below it.
    system = strengths * _products(keys, keys, ratios)
    known = strengths * torch.cat([values, logs.exp() * keys], dim=-1)
    solved = torch.linalg.solve_triangular(
        system, known, upper=False, unitriangular=True
    )
    of_values, of_keys = solved.split([values.shape[-1], keys.shape[-1]], dim=-1)

    weights = _products(queries, keys, ratios)
    queries = logs.exp() * queries
    to_end = (logs[..., -1:, :] - logs).exp() * keys
    decays = logs[..., -1, :, None].exp()  # of a whole chunk
    contexts = []
    for c in range(num_chunks):
        writes = of_values[..., c, :, :] - of_keys[..., c, :, :] @ state
        read = queries[..., c, :, :] @ state
        contexts.append(read + weights[..., c, :, :] @ writes)
        state = decays[..., c, :, :] * state + to_end[..., c, :, :].mT @ writes
    return torch.cat(contexts, dim=-2)[..., :num_tokens, :].to(dtype), state


def _products(left: Tensor, right: Tensor, ratios: Tensor) -> Tensor:
    """Return the dot products of rows i and j whose channels decay by ratios[i, j]."""
    if ratios.shape[-1] == 1:
        return left @ right.mT * ratios[..., 0]
    return torch.einsum("...ic,...jc,...ijc->...ij", left, right, ratios)
