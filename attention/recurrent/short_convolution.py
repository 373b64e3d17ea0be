"""A short causal convolution: each channel mixed with its own last few values.

For channel c of token t, with a kernel of K weights,

    y_t,c = b_c + sum over j < K of w_c,j x_(t - K + 1 + j),c

and 0 in the place of what would be before the first token. The last weight is that of
the token itself. No channel reads another, so it costs K products a channel. A layer
that writes token by token keeps the last K - 1 inputs.

Recurrent layers have one before their memory: with K = 4, Mamba (Gu and Dao, 2023,
section 3.4) and Gated DeltaNet (Yang, Kautz and Hatamizadeh, 2024, section 3.4).
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from attention.checks import check_shape
from attention.multi_head.kv_cache import cached_tokens, check_kept


def short_convolution(
    x: Float[Tensor, "... num_tokens channels"],
    weight: Float[Tensor, "channels 1 kernel_size"],
    bias: Float[Tensor, " channels"] | None = None,
    past: Float[Tensor, "... num_past channels"] | None = None,
) -> tuple[
    Float[Tensor, "... num_tokens channels"], Float[Tensor, "... num_past channels"]
]:
    """Return the mixed tokens, and the inputs that a later call needs.

    Args:
        x: One vector for each token.
        weight: The kernel of each channel, oldest token first, as nn.Conv1d with as
            many groups as channels stores it.
        bias: What is added to each channel; by default nothing is.
        past: The last kernel_size - 1 inputs before x, as an earlier call returned
            them; zeros by default.

    Returns:
        out: One vector for each token.
        past: The last kernel_size - 1 inputs so far.

    Raises:
        ValueError: If x, weight and past do not have as many channels, or past not
            kernel_size - 1 tokens.
    """
    channels, _, size = weight.shape
    check_shape("x", x, "... num_tokens channels", channels=channels)
    if past is None:
        past = x.new_zeros(*x.shape[:-2], size - 1, channels)
    sizes = {"num_past": size - 1, "channels": channels}
    check_shape("past", past, "... num_past channels", **sizes)
    longer, num_tokens = torch.cat([past, x], dim=-2), x.shape[-2]
    out = x.new_zeros(channels) if bias is None else bias
    for j in range(size):
        out = out + weight[:, 0, j] * longer[..., j : j + num_tokens, :]
    return out, longer[..., num_tokens:, :].clone()  # a view would keep them all


class ConvolutionCache(NamedTuple):
    """What a recurrent layer with a short convolution keeps, of one size for all texts.

    Attributes:
        inputs: The last inputs of the convolution: (..., kernel_size - 1, channels).
        state: One matrix for each head: (..., num_heads, d_k, d_v).
        num_tokens: The number of tokens processed so far.
    """

    inputs: Tensor
    state: Tensor
    num_tokens: int


def convolution_state_of(
    cache: ConvolutionCache | None, x: Tensor, size: int, shape: Sequence[int]
) -> tuple[Tensor | None, Tensor | None, int]:
    """Return the inputs and the state that a layer was given, and their tokens.

    Without earlier tokens the first two are None.

    Args:
        cache: What an earlier call of the layer returned, or None.
        x: The new inputs of the convolution, whose dtype and device the cache has; its
            state has float32 at least.
        size: The kernel's size.
        shape: The shape that the state must have.

    Raises:
        ValueError: If the cache is of another kind, or does not fit.
    """
    num_tokens = cached_tokens(cache, ConvolutionCache)
    if cache is None:
        return None, None, num_tokens
    before = (*x.shape[:-2], size - 1, x.shape[-1])
    check_kept("inputs", cache.inputs, before, x.dtype, x.device)
    wide = torch.promote_types(x.dtype, torch.float32)
    check_kept("state", cache.state, shape, wide, x.device)
    return cache
