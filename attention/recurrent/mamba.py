"""Mamba-2: a memory that forgets at a speed that each token chooses.

For tokens x, with the heads h = 1 … num_heads, group g of head h:

    (z, u, dt) = x W_in
    (v, b, c) = silu(conv(u))                         the short convolution
    delta_h = softplus(dt_h + b_h),   a_h = exp(-exp(r_h) delta_h)
    S_h = a_h S_h + b_g^T (delta_h v_h)
    y_h = c_g S_h + D_h v_h
    out = RMSNorm(Concat(y_1, …) * silu(z)) W_O

This is the block of Mamba-2 (Dao and Gu, 2024, section 7.1): `decayed_attention` with c
as queries, b as keys and delta v as values. r, D and the bias of dt are learned for
each head. The norm may be over groups of features, each alone.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape, check_sizes
from attention.frontier.rms_norm import rms_norm
from attention.multi_head.heads import merge_heads, split_heads
from attention.recurrent.decay import decayed_attention_in_chunks
from attention.recurrent.gated_delta import draw_decays
from attention.recurrent.short_convolution import (
    ConvolutionCache,
    convolution_state_of,
    short_convolution,
)


class Mamba2(nn.Module):
    """Causal heads with a memory of one size, as in Mamba-2.

    Args:
        d_in: Features of each token.
        d_out: Features of the result.
        num_heads: The number of heads.
        head_dim: Features of a value.
        d_state: Features of b and c, rows of a head's memory.
        num_groups: Pairs of b and c, which divide num_heads. Heads that follow each
            other share one.
        kernel_size: Tokens that the convolution mixes, that of the result counted.
        eps: What the norm adds to the mean square.
        norm_groups: Groups of features that are normalised each alone; 1 by default.
        conv_bias: Whether the convolution has a bias.

    Attributes:
        W_in: nn.Linear without a bias: the gate z, then u = (v, b, c), then dt.
        conv: nn.Conv1d, which holds the kernels of v, b and c.
        dt_bias: One number for each head, drawn as the bias of `GatedDelta`'s decay.
        log_rate: One number for each head, r in the formula, drawn as there.
        skip: One number for each head, D in the formula, 1 at first.
        scale: The scale of the norm.
        out_proj: nn.Linear without a bias, from all heads to d_out.

    Raises:
        ValueError: If num_groups does not divide num_heads, norm_groups not the
            features of all heads, or head_dim, d_state or kernel_size is less than 1.
    """

    attend = None

    def __init__(
        self,
        d_in: int,
        d_out: int,
        num_heads: int,
        head_dim: int,
        d_state: int,
        num_groups: int = 1,
        *,
        kernel_size: int = 4,
        eps: float = 1e-5,
        norm_groups: int = 1,
        conv_bias: bool = True,
    ) -> None:
        super().__init__()
        check_sizes(head_dim=head_dim, d_state=d_state, kernel_size=kernel_size)
        check_sizes(num_groups=num_groups, norm_groups=norm_groups)
        width, of_state = num_heads * head_dim, num_groups * d_state
        if num_heads % num_groups:
            raise ValueError(
                f"num_groups must divide num_heads={num_heads}. Got {num_groups}."
            )
        if width % norm_groups:
            raise ValueError(
                f"norm_groups must divide the features of all heads, {width}. "
                f"Got {norm_groups}."
            )
        self.d_in = d_in
        self.num_heads = num_heads
        self.num_groups = num_groups
        self.eps = eps
        self.norm_groups = norm_groups
        self.widths = [width, of_state, of_state]
        channels = sum(self.widths)
        self.W_in = nn.Linear(d_in, width + channels + num_heads, bias=False)
        self.conv = nn.Conv1d(
            channels, channels, kernel_size, groups=channels, bias=conv_bias
        )
        self.log_rate, self.dt_bias = draw_decays(num_heads)
        self.skip = nn.Parameter(torch.ones(num_heads))
        self.scale = nn.Parameter(torch.ones(width))
        self.out_proj = nn.Linear(width, d_out, bias=False)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return one vector for each token, computed in chunks.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If x has fewer than two axes, or another width than d_in.
        """
        return self.forward_with_cache(x)[0]

    def forward_with_cache(
        self,
        x: Float[Tensor, "... num_new d_in"],
        cache: ConvolutionCache | None = None,
    ) -> tuple[Float[Tensor, "... num_new d_out"], ConvolutionCache]:
        """Return the same for new tokens, with what earlier ones left.

        Args:
            x: One vector for each new token.
            cache: What an earlier call returned; by default there are no earlier
                tokens.

        Returns:
            out: What the layer returns for the whole sequence, at the new tokens.
            cache: The last inputs of the convolution, and the memory, of d_state rows.

        Raises:
            ValueError: As `forward` does, or if the cache is of another kind, shape,
                dtype or device.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.d_in)
        heads, (width, of_state, _) = self.num_heads, self.widths
        gate, mixed, steps = self.W_in(x).split([width, sum(self.widths), heads], -1)
        shape = (*x.shape[:-2], heads, of_state // self.num_groups, width // heads)
        size = self.conv.kernel_size[0]
        past, state, num_cached = convolution_state_of(cache, mixed, size, shape)
        mixed, past = short_convolution(mixed, self.conv.weight, self.conv.bias, past)
        values, writes, reads = F.silu(mixed).split(self.widths, dim=-1)
        values = split_heads(values, heads)
        writes, reads = (  # b and c
            split_heads(t, self.num_groups).repeat_interleave(
                heads // self.num_groups, dim=-3
            )
            for t in (writes, reads)
        )
        steps = F.softplus(steps + self.dt_bias).mT  # (..., num_heads, num_new)
        log_decays = -self.log_rate.exp()[:, None] * steps
        contexts, state = decayed_attention_in_chunks(
            reads, writes, steps[..., None] * values, log_decays, state
        )
        contexts = contexts + self.skip[:, None, None] * values
        gated = merge_heads(contexts) * F.silu(gate)
        groups = gated.unflatten(-1, (self.norm_groups, -1))
        ones = self.scale.new_ones(groups.shape[-1])
        normed = rms_norm(groups, ones, self.eps).flatten(-2)
        out = self.out_proj(normed * self.scale)
        return out, ConvolutionCache(past, state, num_cached + x.shape[-2])
