"""GPT-2's model: tokens and positions in, blocks, one logit for each word out.

For ids i_1, ..., i_n of one text:

    x_p = E[i_p] + P[p]
    x = block_L(... block_1(x))
    logits = norm(x) E^T

E is the table of embeddings and P that of positions. The model is the decoder of
Vaswani et al. (2017) without its attention to a second sequence, with learned positions
and pre-norm, as in GPT-2 (Radford et al., 2019, section 2.3). The rows of E are used
twice, to read words and to score them: the weights are tied (Press and Wolf, 2017).
"""

from collections.abc import Callable

from jaxtyping import Float, Int64
from torch import Tensor, nn

from attention.checks import check_rate, check_sizes
from attention.models.block import TransformerBlock
from attention.models.feed_forward import FeedForward
from attention.models.norms import LayerNorm
from attention.models.sampling import generate
from attention.multi_head.multi_head_attention import MultiHeadAttention
from attention.order.learned import LearnedPositions


class GPT(nn.Module):
    """A decoder-only language model.

    Args:
        vocab_size: Words of the vocabulary; ids are below it.
        context_length: The number of tokens of the longest text that it takes.
        d_model: Features of a token.
        num_layers: The number of blocks.
        num_heads: Attention heads in each block; they divide d_model.
        dropout: The rate of dropout in training: of the embeddings, of attention
            weights and of what each part of a block adds, in [0, 1).
        tied: Whether the logits are products with the embeddings; otherwise `out_head`
            is a table of its own.
        attention: What makes the attention layer of a block, called with no arguments
            once for each; by default MultiHeadAttention with biases.

    Attributes:
        tok_emb: nn.Embedding, one row for each word.
        positions: LearnedPositions.
        blocks: nn.ModuleList of TransformerBlock.
        final_norm: LayerNorm after the last block.
        out_head: nn.Linear without a bias; its weight is tok_emb's if tied.

    Raises:
        ValueError: If vocab_size or num_layers is less than 1, the heads do not divide
            d_model, or dropout is not in [0, 1).
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
        super().__init__()
        check_sizes(vocab_size=vocab_size, num_layers=num_layers)
        check_rate(dropout=dropout)

        def multi_head() -> nn.Module:
            return MultiHeadAttention(
                d_model, d_model, context_length, dropout, num_heads, qkv_bias=True
            )

        make = multi_head if attention is None else attention
        self.tok_emb = nn.Embedding(vocab_size, d_model)
        self.positions = LearnedPositions(context_length, d_model)
        self.dropout = nn.Dropout(dropout)
        self.blocks = nn.ModuleList(
            TransformerBlock(
                d_model, make(), FeedForward(d_model, 4 * d_model), dropout
            )
            for _ in range(num_layers)
        )
        self.final_norm = LayerNorm(d_model)
        self.out_head = nn.Linear(d_model, vocab_size, bias=False)
        self.apply(initialise)
        if tied:
            self.out_head.weight = self.tok_emb.weight

    def forward(
        self, ids: Int64[Tensor, "... num_tokens"], **to_attention: object
    ) -> Float[Tensor, "... num_tokens vocab_size"]:
        """Return at each position the logits of the next word.

        Args:
            ids: Texts as ids, all of one length.
            to_attention: What the attention layers take besides, by name.

        Raises:
            ValueError: If there are more tokens than context_length.
        """
        x = self.dropout(self.positions(self.tok_emb(ids)))
        for block in self.blocks:
            x = block(x, **to_attention)
        return self.out_head(self.final_norm(x))

    def generate(
        self,
        ids: Int64[Tensor, "batch num_tokens"],
        num_new: int,
        choose: Callable[[Tensor], Tensor] | None = None,
        end: int | None = None,
    ) -> Int64[Tensor, "batch longer"]:
        """Write on, in evaluation mode, as the function `generate` does.

        Args:
            ids: The beginnings, all of one length.
            num_new: How many words to append at most.
            choose: From logits (batch, vocab_size) to ids (batch,); by default the
                largest logit's.
            end: The id that ends a text.

        Raises:
            ValueError: If the text would be longer than context_length, or as
                `generate` does.
        """
        longest = len(self.positions.pos_emb.weight)
        if ids.shape[-1] + num_new - 1 > longest:  # the last word is not read
            raise ValueError(
                f"ids and new words must fit context_length={longest}, the last word "
                f"not counted. Got {ids.shape[-1]} + {num_new}."
            )
        training = self.training
        self.eval()
        try:
            return generate(self, ids, num_new, choose, end)
        finally:
            self.train(training)


def initialise(module: nn.Module) -> None:
    """Draw weights from N(0, 0.02²) and set biases to 0, a norm's scale left at 1."""
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)
