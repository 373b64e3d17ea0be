"""Lightning attention: linear attention that forgets, at a fixed speed for each head.

For tokens x, with the heads h = 1 … H and a rate for the layer:

    q, k, v = silu(x W_Q), silu(x W_K), silu(x W_V)
    S_h = exp(-rate 2^(-8 h / H)) S_h + k_h^T v_h
    out = (RMSNorm(Concat over h of q_h S_h) * sigmoid(x W_gate)) W_O

This is the layer of MiniMax-01 (MiniMax, 2025, section 2.2), as transformers'
MiniMaxLightningAttention computes it: layer i of L, counted from 0, has the rate
1 - i / (L - 1 + 1e-5) + 1e-5. With rate 1 and H a power of two, the speeds are
`alibi_slopes`. Unlike with ALiBi, weights fall by a factor and not before a softmax.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape, check_sizes
from attention.frontier.rms_norm import RMSNorm
from attention.multi_head.heads import merge_heads, split_heads
from attention.recurrent.decay import decayed_attention_in_chunks
from attention.recurrent.state_cache import StateCache, state_of


class LightningAttention(nn.Module):
    """Causal heads whose memory fades at a speed that no token changes.

    Args:
        d_in: Features of each token.
        d_out: Features of the result.
        num_heads: The number of heads.
        head_dim: Features of a query, a key and a value.
        rate: What the speeds of all heads are multiplied by; at least 0.
        eps: What the norm adds to the mean square.

    Attributes:
        W_query: nn.Linear without a bias, like all of them, from d_in to all heads.
        W_key: The same.
        W_value: The same.
        norm: RMSNorm of the features of all heads together.
        W_gate: From d_in to the features of all heads.
        out_proj: From all heads to d_out.
        speeds: What each head's logarithm loses at each token, as plain numbers.

    Raises:
        ValueError: If num_heads or head_dim is less than 1, or rate less than 0.
    """

    attend = None

    def __init__(
        self,
        d_in: int,
        d_out: int,
        num_heads: int,
        head_dim: int,
        rate: float = 1.0,
        eps: float = 1e-6,
    ) -> None:
        super().__init__()
        check_sizes(num_heads=num_heads, head_dim=head_dim)
        if not rate >= 0:
            raise ValueError(f"rate must be at least 0. Got {rate}.")
        self.d_in = d_in
        self.num_heads = num_heads
        width = num_heads * head_dim
        self.speeds = [rate * 2 ** (-8 * (h + 1) / num_heads) for h in range(num_heads)]
        self.W_query = nn.Linear(d_in, width, bias=False)
        self.W_key = nn.Linear(d_in, width, bias=False)
        self.W_value = nn.Linear(d_in, width, bias=False)
        self.norm = RMSNorm(width, eps)
        self.W_gate = nn.Linear(d_in, width, bias=False)
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
        cache: StateCache | None = None,
    ) -> tuple[Float[Tensor, "... num_new d_out"], StateCache]:
        """Return the same for new tokens, with the memory that earlier ones left.

        Args:
            x: One vector for each new token.
            cache: What an earlier call returned; by default there are no earlier
                tokens.

        Returns:
            out: What the layer returns for the whole sequence, at the new tokens.
            cache: The memory after them.

        Raises:
            ValueError: As `forward` does, or if the cache is of another kind, shape,
                dtype or device.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.d_in)
        queries, keys, values = (
            split_heads(F.silu(linear(x)), self.num_heads)
            for linear in (self.W_query, self.W_key, self.W_value)
        )
        shape = (*keys.shape[:-2], keys.shape[-1], keys.shape[-1])
        state, num_cached = state_of(cache, shape, values, torch.float32)
        speeds = torch.tensor(self.speeds, dtype=torch.float64, device="cpu")
        speeds = speeds.to(torch.promote_types(x.dtype, torch.float32)).to(x.device)
        log_decays = -speeds[:, None].expand(queries.shape[:-1])
        contexts, state = decayed_attention_in_chunks(
            queries, keys, values, log_decays, state
        )
        gate = torch.sigmoid(self.W_gate(x))
        out = self.out_proj(self.norm(merge_heads(contexts)) * gate)
        return out, StateCache(state, num_cached + x.shape[-2])
