"""GPT-2's model: the parts of which it puts a decoder together.

The model is the decoder of Vaswani et al. (2017) without its attention to a second
sequence, with learned positions, pre-norm and GELU, as in GPT-2 (Radford et al., 2019,
section 2.3). The embeddings are used twice, to read words and to score them: the
weights are tied.
"""

from collections.abc import Callable

from torch import nn

from attention.models.attention import Attention
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.models.feed_forward import FeedForward
from attention.order.learned import LearnedPositions


class GPT(Decoder):
    """A decoder with learned positions and blocks of attention and feed-forward layers.

    Args:
        vocab_size: Words of the vocabulary; ids are below it.
        context_length: The number of tokens of the longest text that it takes.
        d_model: Features of a token.
        num_layers: The number of blocks.
        num_heads: Attention heads in each block; they divide d_model. Not used with
            `attention`.
        dropout: The rate of dropout in training: of the embeddings, of attention
            weights and of what each part of a block adds, in [0, 1).
        tied: Whether the logits are products with the embeddings; otherwise `out_head`
            is a table of its own.
        attention: What makes the attention layer of a block, called with no arguments
            once for each; by default Attention with biases.

    Attributes:
        tok_emb: nn.Embedding, one row for each word.
        positions: LearnedPositions.
        blocks: nn.ModuleList of TransformerBlock.
        final_norm: LayerNorm after the last block.
        out_head: nn.Linear without a bias; its weight is tok_emb's if tied.

    Raises:
        ValueError: If vocab_size or num_layers is less than 1, context_length is 0, the
            heads do not divide d_model, or dropout is not in [0, 1).
        RuntimeError: If context_length is negative.
    """

    def __init__(
        self,
        vocab_size: int,
        context_length: int,
        d_model: int,
        num_layers: int,
        num_heads: int,
        dropout: float = 0.0,
        tied: bool = True,
        attention: Callable[[], nn.Module] | None = None,
    ) -> None:
        def multi_head() -> nn.Module:
            return Attention(
                d_model, d_model, context_length, dropout, num_heads, qkv_bias=True
            )

        def block(number: int) -> nn.Module:
            return TransformerBlock(
                d_model,
                multi_head() if attention is None else attention(),
                FeedForward(d_model, 4 * d_model),
                dropout,
            )

        super().__init__(
            vocab_size,
            context_length,
            d_model,
            num_layers,
            block,
            LearnedPositions(context_length, d_model),
            dropout=dropout,
            tied=tied,
            initialise=initialise,
        )


def initialise(module: nn.Module) -> None:
    """Draw weights from N(0, 0.02²) and set biases to 0, a norm's scale left at 1."""
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)
