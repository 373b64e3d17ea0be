"""Llama: GPT's decoder with four parts exchanged.

    LayerNorm                         RMSNorm
    FeedForward, with GELU            SwiGLU
    learned positions, added once     rotary positions, in each layer
    as many keys as queries           grouped queries
    biases                            none

The first three are in Touvron et al. (2023), section 2.2; grouped queries came with
Llama 2 (Touvron et al., 2023b, section 2.2).
"""

from torch import nn

from attention.checks import check_divides
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.models.attention import Attention
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.rotary_positions import RotaryPositions


class Llama(Decoder):
    """A decoder with rotary positions, RMSNorm, SwiGLU and grouped queries.

    Args:
        vocab_size: Words of the vocabulary; ids are below it.
        context_length: The number of tokens of the longest text that it takes.
        d_model: Features of a token.
        num_layers: The number of blocks.
        num_heads: Attention heads in each block.
        num_kv_groups: Sets of keys and values in each block; it divides num_heads.
        d_hidden: Numbers between the layers of a SwiGLU network.
        head_dim: Features of a query; by default d_model / num_heads.
        eps: What each norm adds to the mean square.
        tied: Whether the logits are products with the embeddings.
        rotary: What turns queries and keys by their positions in all blocks; by default
            RotaryPositions of base 500,000, as in Llama 3.

    Attributes:
        tok_emb: nn.Embedding, one row for each word.
        positions: None: the attention layers know positions.
        blocks: nn.ModuleList of TransformerBlock, which share rotary.
        final_norm: RMSNorm after the last block.
        out_head: nn.Linear without a bias; its weight is tok_emb's if tied.

    Raises:
        ValueError: If vocab_size, context_length, num_layers, num_heads, num_kv_groups
            or head_dim is less than 1, head_dim is not given and num_heads does not
            divide d_model, head_dim is odd and rotary is not given, or num_kv_groups
            does not divide num_heads.
    """

    def __init__(
        self,
        vocab_size: int,
        context_length: int,
        d_model: int,
        num_layers: int,
        num_heads: int,
        num_kv_groups: int,
        d_hidden: int,
        head_dim: int | None = None,
        eps: float = 1e-5,
        tied: bool = False,
        *,
        rotary: nn.Module | None = None,
    ) -> None:
        if head_dim is None:
            check_divides(num_heads, d_model=d_model)
            head_dim = d_model // num_heads
        if rotary is None:
            rotary = RotaryPositions(context_length, head_dim, base=500_000.0)

        def norm(width: int) -> nn.Module:
            return RMSNorm(width, eps)

        def block(number: int) -> nn.Module:
            attention = Attention(
                *(d_model, d_model, context_length, 0.0, num_heads),
                num_kv_groups=num_kv_groups,
                head_dim=head_dim,
                out_bias=False,
                rotary=rotary,
            )
            feed_forward = SwiGLU(d_model, d_hidden)
            return TransformerBlock(d_model, attention, feed_forward, norm=norm)

        sizes = vocab_size, context_length, d_model, num_layers
        super().__init__(*sizes, block, norm=norm, tied=tied)
