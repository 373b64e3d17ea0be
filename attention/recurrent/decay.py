"""Decay: a state that forgets, and the mask that this is.

With a decay a_t from 0 to 1 for each token, or one for each of its channels, and its
logarithm g_t:

    S_t = diag(a_t) S_(t-1) + k_t^T v_t
    z_t = q_t S_t

This is linear attention whose scores are multiplied by a mask (with one decay a token):

    z_i = sum over j <= i of D_ij (q_i . k_j) v_j
    D_ij = a_(j+1) ... a_i = exp(g_(j+1) + ... + g_i)

If all a_t are one number, it is RetNet's retention without its rotation of queries and
keys (Sun et al., 2023, section 2.1; section 2.2 gives each head its own number). With
q = C, k = B, v = delta x and g = delta A it is the state space duality of Mamba-2 (Dao
and Gu, 2024, section 5), and with a decay for each channel gated linear attention (Yang
et al., 2023, section 4.1).

D is the exponential of sums between two tokens, which are never positive. A quotient of
products, (a_1 ... a_i) / (a_1 ... a_j), is the same on paper, but such products
underflow in a long sequence; a difference of sums from the first token loses digits.
"""

import torch
from jaxtyping import Float
from torch import Tensor

from attention.checks import (
    check_decays,
    check_sequences,
    check_sizes,
    full_precision,
)


def decay_mask(
    log_decays: Float[Tensor, "... num_tokens"],
) -> Float[Tensor, "... num_tokens num_tokens"]:
    """Return what is left, at each token, of each token before it.

    Args:
        log_decays: The logarithm of each token's decay, at most 0; -inf forgets all
            that was before.

    Returns:
        mask: In row i and column j the product of the decays of tokens j + 1 to i. It
            is 1 on the diagonal and 0 above it.
    """
    num_tokens = log_decays.shape[-1]
    ones = torch.ones(
        num_tokens, num_tokens, dtype=torch.bool, device=log_decays.device
    )
    steps = log_decays[..., :, None].expand(*log_decays.shape, num_tokens)
    sums = steps.masked_fill(~ones.tril(-1), 0).cumsum(dim=-2)  # of tokens j+1 to i
    return sums.masked_fill(~ones.tril(), -torch.inf).exp()


def decayed_attention(
    queries: Float[Tensor, "... num_tokens d_k"],
    keys: Float[Tensor, "... num_tokens d_k"],
    values: Float[Tensor, "... num_tokens d_v"],
    log_decays: Float[Tensor, "... num_tokens"] | Float[Tensor, "... num_tokens d_k"],
    state: Float[Tensor, "... d_k d_v"] | None = None,
) -> tuple[Float[Tensor, "... num_tokens d_v"], Float[Tensor, "... d_k d_v"]]:
    """Return the context vectors of linear attention with decay, and the state.

    Args:
        queries: One vector for each token; not scaled.
        keys: One vector for each token.
        values: One vector for each token.
        log_decays: The logarithm of each token's decay, (..., num_tokens), or of each
            of its channels' decays, (..., num_tokens, d_k). At most 0.
        state: What an earlier call returned; by default there are no earlier tokens.

    Returns:
        contexts: One context vector for each token.
        state: What is left of the sum of k^T v over all tokens so far.

    Raises:
        ValueError: If log_decays has neither of its two shapes, or as
            `linear_attention` does.
    """
    check_sequences(queries, keys, values, state)
    check_decays(log_decays, keys)
    if log_decays.dim() < keys.dim():
        log_decays = log_decays[..., None]  # one channel, which broadcasts to all
    masks = decay_mask(log_decays.mT)  # (..., channels, num_tokens, num_tokens)
    scores = torch.einsum("...ic,...jc,...cij->...ij", queries, keys, masks)
    contexts = scores @ values
    added = (keys * masks[..., -1:, :].sum(dim=-2).mT).mT @ values  # of no token, 0
    if state is None:
        return contexts, added
    read = (queries * log_decays.cumsum(dim=-2).exp()) @ state
    left = log_decays.sum(dim=-2).exp()[..., None] * state
    return contexts + read, left + added


def decayed_attention_in_chunks(
    queries: Float[Tensor, "... num_tokens d_k"],
    keys: Float[Tensor, "... num_tokens d_k"],
    values: Float[Tensor, "... num_tokens d_v"],
    log_decays: Float[Tensor, "... num_tokens"],
    state: Float[Tensor, "... d_k d_v"] | None = None,
    chunk_size: int = 64,
) -> tuple[Float[Tensor, "... num_tokens d_v"], Float[Tensor, "... d_k d_v"]]:
    """Return what `decayed_attention` returns, with a mask for each chunk alone.

    So memory grows with the number of tokens and not with its square. Half precision is
    computed in float32, under autocast too, and so is its state.

    Args:
        queries: One vector for each token; not scaled.
        keys: One vector for each token.
        values: One vector for each token.
        log_decays: The logarithm of each token's decay, at most 0.
        state: What an earlier call returned; by default there are no earlier tokens.
        chunk_size: Tokens in a chunk; the last chunk may have fewer.

    Returns:
        contexts: One context vector for each token, of the values' dtype.
        state: What is left of the sum of k^T v over all tokens so far.

    Raises:
        ValueError: If chunk_size is less than 1, or as `decayed_attention` does.
    """
    check_sizes(chunk_size=chunk_size)
    check_sequences(queries, keys, values, state)
    check_decays(log_decays, keys[..., :1])
    dtype = torch.promote_types(values.dtype, torch.float32)
    if state is None:
        state = keys.new_zeros(*keys.shape[:-2], keys.shape[-1], values.shape[-1])
    state, contexts = state.to(dtype), []
    rows = [x.to(dtype).split(chunk_size, dim=-2) for x in (queries, keys, values)]
    decays = log_decays.to(dtype).split(chunk_size, dim=-1)
    with full_precision(values):
        for q, k, v, logs in zip(*rows, decays, strict=True):
            context, state = decayed_attention(q, k, v, logs, state)
            contexts.append(context)
    return torch.cat(contexts, dim=-2).to(values.dtype), state
