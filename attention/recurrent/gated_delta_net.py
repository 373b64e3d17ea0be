"""The whole layer of the gated delta rule: convolution, memory, norm and gate.

For tokens x, with the heads h = 1 … num_heads, key head g of head h, and all of
`GatedDelta`'s beta and decay a:

    (q, k, v) = silu(conv(x W_Q, x W_K, x W_V))       the short convolution
    z_h = delta_rule(unit(q_g) / sqrt(key_dim), unit(k_g), v_h, beta_h, a_h)
    out = Concat over h of (RMSNorm(z_h) * act(x W_gate,h)) W_O

This is Gated DeltaNet (Yang, Kautz and Hatamizadeh, 2024, section 3.4) as transformers'
Qwen3NextGatedDeltaNet computes it, where act is silu and two heads share a key head.
Kimi Delta Attention (Kimi Team, 2025, Kimi Linear, section 3) has a decay for each
channel of the keys, from a product of two narrow matrices, and so is its gate, with act
the sigmoid: pass these two as `decay`, `gate` and `activation`.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape, check_sizes
from attention.frontier.rms_norm import RMSNorm
from attention.multi_head.heads import merge_heads, split_heads
from attention.recurrent.chunks import delta_rule_in_chunks
from attention.recurrent.gated_delta import draw_decays, unit
from attention.recurrent.short_convolution import (
    ConvolutionCache,
    convolution_state_of,
    short_convolution,
)


class GatedDeltaNet(nn.Module):
    """Causal heads that read a memory of one size, with all that models put around it.

    Args:
        d_in: Features of each token.
        d_out: Features of the result.
        num_heads: The number of heads, each with values and a memory of its own.
        key_dim: Features of a query and of a key.
        value_dim: Features of a value.
        num_key_heads: The number of heads of queries and keys, which divides num_heads;
            by default as many. Heads that follow each other share one.
        kernel_size: Tokens that the convolution mixes, that of the result counted.
        eps: What the norm adds to the mean square.
        decay: What makes the decays before softplus, num_heads of them for each token,
            or num_heads * key_dim; by default nn.Linear with a bias, to num_heads.
        gate: What makes the gate before its activation, num_heads * value_dim features;
            by default nn.Linear without a bias.
        activation: The function of the gate; SiLU by default.

    Attributes:
        W_query: nn.Linear without a bias, from d_in to the queries of all key heads.
        W_key: The same.
        W_value: The same to the values of all heads.
        conv_query: nn.Conv1d, which holds the kernels of the queries' features.
        conv_key: The same for the keys.
        conv_value: The same for the values.
        W_beta: nn.Linear without a bias, from d_in to num_heads.
        W_decay: The argument decay.
        log_rate: One number for each head; see `GatedDelta`.
        norm: RMSNorm of the features of one head, the same for all.
        W_gate: The argument gate.
        out_proj: nn.Linear without a bias, from all heads to d_out.

    Raises:
        ValueError: If num_key_heads does not divide num_heads, or key_dim, value_dim or
            kernel_size is less than 1.
    """

    attend = None

    def __init__(
        self,
        d_in: int,
        d_out: int,
        num_heads: int,
        key_dim: int,
        value_dim: int,
        *,
        num_key_heads: int | None = None,
        kernel_size: int = 4,
        eps: float = 1e-6,
        decay: nn.Module | None = None,
        gate: nn.Module | None = None,
        activation: Callable[[Tensor], Tensor] = F.silu,
    ) -> None:
        super().__init__()
        key_heads = num_heads if num_key_heads is None else num_key_heads
        check_sizes(key_dim=key_dim, value_dim=value_dim, kernel_size=kernel_size)
        check_sizes(num_key_heads=key_heads)
        if num_heads % key_heads:
            raise ValueError(
                f"num_key_heads must divide num_heads={num_heads}. Got {key_heads}."
            )
        self.d_in = d_in
        self.num_heads = num_heads
        self.num_key_heads = key_heads
        self.key_dim = key_dim
        self.value_dim = value_dim
        self.widths = [key_heads * key_dim, key_heads * key_dim, num_heads * value_dim]
        self.W_query = nn.Linear(d_in, self.widths[0], bias=False)
        self.W_key = nn.Linear(d_in, self.widths[1], bias=False)
        self.W_value = nn.Linear(d_in, self.widths[2], bias=False)
        self.conv_query, self.conv_key, self.conv_value = (
            nn.Conv1d(width, width, kernel_size, groups=width, bias=False)
            for width in self.widths
        )
        self.W_beta = nn.Linear(d_in, num_heads, bias=False)
        self.log_rate, bias = draw_decays(num_heads)
        if decay is None:
            decay = nn.Linear(d_in, num_heads)
            decay.bias = bias
        self.W_decay = decay
        self.norm = RMSNorm(value_dim, eps)
        if gate is None:
            gate = nn.Linear(d_in, self.widths[2], bias=False)
        self.W_gate = gate
        self.activation = activation
        self.out_proj = nn.Linear(self.widths[2], d_out, bias=False)

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
            cache: The last inputs of the convolution, and the memory.

        Raises:
            ValueError: As `forward` does, or if the cache is of another kind, shape,
                dtype or device.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.d_in)
        mixed = torch.cat([self.W_query(x), self.W_key(x), self.W_value(x)], dim=-1)
        shape = (*x.shape[:-2], self.num_heads, self.key_dim, self.value_dim)
        convs = (self.conv_query, self.conv_key, self.conv_value)
        kernels = torch.cat([conv.weight for conv in convs])
        past, state, num_cached = convolution_state_of(
            cache, mixed, kernels.shape[-1], shape
        )
        mixed, past = short_convolution(mixed, kernels, past=past)
        queries, keys, values = F.silu(mixed).split(self.widths, dim=-1)
        each = self.num_heads // self.num_key_heads
        queries, keys = (
            unit(split_heads(t, self.num_key_heads)).repeat_interleave(each, dim=-3)
            for t in (queries, keys)
        )
        values = split_heads(values, self.num_heads)
        betas = torch.sigmoid(self.W_beta(x)).mT  # (..., num_heads, num_new)
        contexts, state = delta_rule_in_chunks(
            queries / self.key_dim**0.5, keys, values, betas, self._log_decays(x), state
        )
        gate = self.activation(split_heads(self.W_gate(x), self.num_heads))
        out = self.out_proj(merge_heads(self.norm(contexts) * gate))
        return out, ConvolutionCache(past, state, num_cached + x.shape[-2])

    def _log_decays(self, x: Tensor) -> Tensor:
        """Return (..., num_heads, num_new), or with an axis of channels in addition."""
        steps = split_heads(F.softplus(self.W_decay(x)), self.num_heads)
        decays = -self.log_rate.exp()[:, None, None] * steps
        return decays[..., 0] if decays.shape[-1] == 1 else decays
