"""The delta rule: a memory of one size, in which an entry can be corrected.

The memory is a matrix S, from which a key k reads k S. For each token, with its query
q_t, key k_t, value v_t and the strength beta_t:

    S'_t = diag(a_t) S_{t-1}
    S_t = S'_t + beta_t k_t^T (v_t - k_t S'_t)
    out_t = q_t S_t

So what the key reads is corrected by a share of its error. With a key of length one
and beta_t = 1, k_t reads v_t afterwards. The step is one of gradient descent on
½ ‖k_t S - v_t‖², with the learning rate beta_t.

This is Schlag, Irie and Schmidhuber (2021), section 4.2. There, and without
`log_decays` here, nothing decays: a_t = 1. One a_t for each token is Gated
DeltaNet (Yang, Kautz and Hatamizadeh, 2024, section 3.1), and one for each token and
channel of the keys is Kimi Delta Attention (Kimi Team, 2025, section 3). Those papers
write S^T for our S. The decays are given as logarithms, log_decays = log(a).
"""

import torch
from jaxtyping import Float
from torch import Tensor

from attention.checks import check_decays, check_sequences, full_precision


def delta_rule(
    queries: Float[Tensor, "... num_tokens d_k"],
    keys: Float[Tensor, "... num_tokens d_k"],
    values: Float[Tensor, "... num_tokens d_v"],
    betas: Float[Tensor, "... num_tokens"],
    log_decays: Float[Tensor, " ..."] | None = None,
    state: Float[Tensor, "... d_k d_v"] | None = None,
) -> tuple[Float[Tensor, "... num_tokens d_v"], Float[Tensor, "... d_k d_v"]]:
    """Return what the queries read from a memory that the delta rule writes.

    One step for each token: the memory decays, is corrected, and is read. Nothing is
    scaled or normalised here. Layers give keys of length one, and divide the queries
    by √d_k. Half precision is computed in float32, under autocast too, and so is its
    memory.

    Args:
        queries: One vector for each token, with any axes in front.
        keys: One vector for each token. If beta ‖key‖² is more than 2, the step makes
            the error of this key larger.
        values: One vector for each token.
        betas: For each token, the share of the error that is corrected.
        log_decays: The logarithms of the decays, at most 0, for each token
            (..., num_tokens) or for each token and channel of the keys
            (..., num_tokens, d_k). By default nothing decays.
        state: What an earlier call returned; by default the memory is empty.

    Returns:
        contexts: One vector for each token, of the values' dtype.
        state: The memory after the last token.

    Raises:
        ValueError: If keys or values do not have one row for each query, betas and
            log_decays do not have their shapes, or the state is not one matrix of
            d_k rows and d_v columns for each sequence of keys.
    """
    dtype = values.dtype
    queries, keys, values, betas, logs, state = prepared(
        queries, keys, values, betas, log_decays, state
    )
    decays = logs.exp()
    with full_precision(values):
        contexts = [queries[..., :0, :] @ state]  # of no token
        for t in range(keys.shape[-2]):
            key = keys[..., t, None, :]  # (..., 1, d_k)
            state = decays[..., t, :, None] * state
            error = values[..., t, None, :] - key @ state  # (..., 1, d_v)
            state = state + betas[..., t, None, None] * key.mT @ error
            contexts.append(queries[..., t, None, :] @ state)
    return torch.cat(contexts, dim=-2).to(dtype), state


def prepared(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    betas: Tensor,
    log_decays: Tensor | None,
    state: Tensor | None,
) -> tuple[Tensor, ...]:
    """Return the six in float32 at least, none of them None, after a check of shapes.

    Args:
        queries: As the arguments of `delta_rule`, like all that follow.
        keys: One vector for each token.
        values: One vector for each token.
        betas: One number for each token.
        log_decays: None for zeros. What is returned has an axis of channels, of size 1
            or d_k.
        state: None for zeros.

    Raises:
        ValueError: If the shapes do not agree.
    """
    check_sequences(queries, keys, values, state)
    if betas.shape != keys.shape[:-1]:
        raise ValueError(
            f"betas must have a number for each token, {tuple(keys.shape[:-1])}. "
            f"Got {tuple(betas.shape)}."
        )
    if log_decays is None:
        log_decays = torch.zeros_like(betas)
    check_decays(log_decays, keys)
    if log_decays.dim() < keys.dim():
        log_decays = log_decays[..., None]
    if state is None:
        state = keys.new_zeros(*keys.shape[:-2], keys.shape[-1], values.shape[-1])
    dtype = torch.promote_types(values.dtype, torch.float32)
    given = queries, keys, values, betas, log_decays, state
    return tuple(x.to(dtype) for x in given)
