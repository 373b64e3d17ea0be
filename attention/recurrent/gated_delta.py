"""A layer whose heads write their memory by the gated delta rule.

For a token x, in each head:

    q = unit(x W_Q) / sqrt(head_dim)
    k = unit(x W_K)
    v = x W_V
    beta = sigmoid(x w_beta)
    log(a) = -exp(r) softplus(x w_decay + b)

where unit(z) = z / sqrt(‖z‖² + 1e-6), and w_beta, w_decay, r and b are learned for each
head. `delta_rule` gives the head's contexts, and W_O mixes the heads. This is the core
of Gated DeltaNet (Yang, Kautz and Hatamizadeh, 2024, section 3.4), as transformers'
Qwen3NextGatedDeltaNet computes it. Both also have short convolutions before the rule,
and a norm and a gate after it, which are mechanisms of their own; `GatedDeltaNet` is
the whole layer.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_divides, check_shape, check_sizes
from attention.multi_head.heads import merge_heads, split_heads
from attention.recurrent.chunks import delta_rule_in_chunks
from attention.recurrent.state_cache import StateCache, state_of


class GatedDelta(nn.Module):
    """Causal heads that read a memory of one size, which the gated delta rule writes.

    There is no longest sequence, and there are no attention weights to record.

    Args:
        d_in: Features of each token.
        d_out: Features of the result, those of all heads together.
        num_heads: The number of heads; it divides d_out.
        chunk_size: Tokens that are computed at once.

    Attributes:
        W_query: nn.Linear without a bias, from d_in to d_out.
        W_key: The same.
        W_value: The same.
        W_beta: nn.Linear without a bias, from d_in to num_heads.
        W_decay: nn.Linear with a bias, from d_in to num_heads.
        log_rate: One number for each head, r in the formula. It is drawn so that
            exp(r) is uniform in [1, 16), and W_decay's bias so that a token of zeros
            has softplus(b) log-uniform in [0.001, 0.1), as in Mamba-2.
        out_proj: nn.Linear with a bias, from d_out to d_out features.

    Raises:
        ValueError: If num_heads does not divide d_out, or chunk_size is less than 1.
    """

    attend = None

    def __init__(
        self, d_in: int, d_out: int, num_heads: int, chunk_size: int = 64
    ) -> None:
        super().__init__()
        check_divides(num_heads, d_out=d_out)
        check_sizes(chunk_size=chunk_size)
        self.d_in = d_in
        self.num_heads = num_heads
        self.chunk_size = chunk_size
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.W_beta = nn.Linear(d_in, num_heads, bias=False)
        self.W_decay = nn.Linear(d_in, num_heads)
        self.log_rate, self.W_decay.bias = draw_decays(num_heads)
        self.out_proj = nn.Linear(d_out, d_out)

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
            cache: The memory after them, of the size that it had.

        Raises:
            ValueError: As `forward` does, or if the cache is of another kind, shape,
                dtype or device.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.d_in)
        queries, keys, values = (
            split_heads(linear(x), self.num_heads)
            for linear in (self.W_query, self.W_key, self.W_value)
        )
        queries = unit(queries) / queries.shape[-1] ** 0.5
        betas = torch.sigmoid(self.W_beta(x)).mT  # (..., num_heads, num_tokens)
        rates = self.log_rate.exp()[:, None]
        log_decays = -rates * F.softplus(self.W_decay(x)).mT
        shape = (*keys.shape[:-2], keys.shape[-1], keys.shape[-1])
        state, num_cached = state_of(cache, shape, values, torch.float32)
        contexts, state = delta_rule_in_chunks(
            queries, unit(keys), values, betas, log_decays, state, self.chunk_size
        )
        new = StateCache(state, num_cached + x.shape[-2])
        return self.out_proj(merge_heads(contexts)), new


def draw_decays(num_heads: int, channels: int = 1) -> tuple[nn.Parameter, nn.Parameter]:
    """Return a log_rate for each head, and a bias for each head and channel, as drawn.

    Args:
        num_heads: The number of heads.
        channels: Channels of a head that decay each at a speed of their own.
    """
    log_rate = torch.empty(num_heads).uniform_(1, 16).log()
    step = 10 ** torch.empty(num_heads * channels).uniform_(-3, -1)
    bias = step.expm1().log()  # the inverse of softplus
    return nn.Parameter(log_rate), nn.Parameter(bias)


def unit(x: Float[Tensor, "... width"]) -> Float[Tensor, "... width"]:
    """Return vectors of length one; those near zero stay near zero."""
    return x * (x.square().sum(dim=-1, keepdim=True) + 1e-6).rsqrt()
