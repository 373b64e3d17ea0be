"""Multi-head attention by torch's fused call, which can do without a matrix of weights.

For a sequence x, one row for each token:

    MultiHead(x) = Concat(Z_1, …, Z_num_heads) W_O,   Z_h = SDPA(Q_h, K_h, V_h)

SDPA is `torch.nn.functional.scaled_dot_product_attention` with is_causal=True. On a CPU
and without dropout, torch computes it in tiles, as FlashAttention does (Dao et al.,
2022), and never stores all weights at once.
"""

import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from attention.causal.causal_attention import ignore_saved_mask
from attention.checks import check_divides, check_length, check_rate, check_shape
from attention.multi_head.heads import merge_heads, split_heads


class FusedMultiHeadAttention(nn.Module):
    """MultiHeadAttention, computed by F.scaled_dot_product_attention.

    Its parameters are those of `MultiHeadAttention`, drawn in the same order, and each
    loads the other's state dict. Without dropout, and where nothing overflows, the
    results are the same up to rounding. There are no weights to record.

    Where something overflows, torch's function decides. On a CPU, a query whose scores
    are all -inf gets a context vector of zeros, and nan from MultiHeadAttention. Values
    are summed before the division, so a sum may overflow where their mean does not.

    Args:
        d_in: Features of each token.
        d_out: Features of the result, those of *all* heads together.
        context_length: The number of tokens of the longest sequence that it takes.
        dropout: The probability of each attention weight to be dropped in training,
            in [0, 1). With dropout on a CPU, torch stores the weights.
        num_heads: The number of heads; it divides d_out.
        qkv_bias: Whether W_query, W_key and W_value have a bias.

    Attributes:
        W_query: nn.Linear, made first. Rows h * head_dim to (h + 1) * head_dim of its
            weight are those of head h, counted from 0.
        W_key: The same, made second.
        W_value: The same, made third.
        out_proj: nn.Linear with a bias, from d_out to d_out features.

    Raises:
        ValueError: If num_heads does not divide d_out, or dropout is not in [0, 1).
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
    ) -> None:
        super().__init__()
        check_divides(num_heads, d_out=d_out)
        check_rate(dropout=dropout)
        self.num_heads = num_heads
        self.context_length = context_length
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_load_state_dict_pre_hook(ignore_saved_mask)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return the context vectors of all heads, mixed by out_proj.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If x has fewer than two axes, another width than d_in, or more
                than context_length tokens.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.W_query.in_features)
        check_length(x, self.context_length)
        *batch, num_tokens, d_in = x.shape
        x = x.reshape(x.shape[:-2].numel(), num_tokens, d_in)  # torch fuses four axes
        queries = split_heads(self.W_query(x), self.num_heads)
        keys = split_heads(self.W_key(x), self.num_heads)
        values = split_heads(self.W_value(x), self.num_heads)
        # each (sequences, num_heads, num_tokens, head_dim)

        contexts = F.scaled_dot_product_attention(
            queries,
            keys,
            values,
            dropout_p=self.dropout.p if self.training else 0.0,
            is_causal=True,
        )
        out = self.out_proj(merge_heads(contexts))
        return out.view(*batch, num_tokens, out.shape[-1])
