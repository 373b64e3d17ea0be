"""Multi-head attention by torch's fused call, which can do without a matrix of weights.

For a sequence x, one row for each token:

    MultiHead(x) = Concat(Z_1, …, Z_num_heads) W_O,   Z_h = SDPA(Q_h, K_h, V_h)

SDPA is `torch.nn.functional.scaled_dot_product_attention`, with is_causal=True for a
whole sequence under the causal rule. On a CPU and without dropout, torch then computes
it in tiles, as FlashAttention does (Dao et al., 2022), and never stores all weights at
once. `Attention` makes the call; here it only gets a name.
"""

from typing import Any

from attention.models.attention import Attention


class FusedMultiHeadAttention(Attention):
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
        parts: What else `Attention` takes by name, such as mask and rotary.

    Raises:
        ValueError: As `Attention` does.
    """

    def __init__(
        self,
        d_in: int,
        d_out: int,
        context_length: int,
        dropout: float,
        num_heads: int,
        qkv_bias: bool = False,
        **parts: Any,
    ) -> None:
        super().__init__(
            *(d_in, d_out, context_length, dropout, num_heads, qkv_bias),
            attend=None,
            **parts,
        )
