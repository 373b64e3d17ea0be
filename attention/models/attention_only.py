"""A model of attention layers alone: no feed-forward networks.

For ids i_1, ..., i_n of one text:

    x_p = E[i_p] + P[p]
    x = x + attention_l(norm_l(x)) for each layer l
    logits = norm(x) U^T

E, P and U are tables of embeddings, positions and output vectors. Elhage et al. (2021)
study models like this one, without norms and biases.
"""

from jaxtyping import Float, Int64
from torch import Tensor, nn

from attention.checks import check_sizes
from attention.models.attention import Attention
from attention.models.gpt import initialise
from attention.models.norms import LayerNorm
from attention.order.learned import LearnedPositions


class AttentionOnly(nn.Module):
    """A decoder-only model without feed-forward networks.

    Args:
        vocab_size: Words of the vocabulary; ids are below it.
        context_length: The number of tokens of the longest text that it takes.
        d_model: Features of a token.
        num_layers: The number of attention layers.
        num_heads: Heads in each layer; they divide d_model.

    Attributes:
        tok_emb: nn.Embedding, one row for each word.
        positions: LearnedPositions.
        norms: nn.ModuleList of LayerNorm, one before each layer.
        layers: nn.ModuleList of Attention, causal.
        final_norm: LayerNorm after the last layer.
        out_head: nn.Linear without a bias.

    Raises:
        ValueError: If vocab_size or num_layers is less than 1, or the heads do not
            divide d_model.
    """

    def __init__(
        self,
        vocab_size: int,
        context_length: int,
        d_model: int,
        num_layers: int,
        num_heads: int,
    ) -> None:
        super().__init__()
        check_sizes(vocab_size=vocab_size, num_layers=num_layers)
        self.tok_emb = nn.Embedding(vocab_size, d_model)
        self.positions = LearnedPositions(context_length, d_model)
        self.norms = nn.ModuleList(LayerNorm(d_model) for _ in range(num_layers))
        self.layers = nn.ModuleList(
            Attention(d_model, d_model, context_length, 0.0, num_heads)
            for _ in range(num_layers)
        )
        self.final_norm = LayerNorm(d_model)
        self.out_head = nn.Linear(d_model, vocab_size, bias=False)
        self.apply(initialise)

    def forward(
        self, ids: Int64[Tensor, "... num_tokens"]
    ) -> Float[Tensor, "... num_tokens vocab_size"]:
        """Return at each position the logits of the next word.

        Args:
            ids: Texts as ids, all of one length.

        Raises:
            ValueError: If there are more tokens than context_length.
        """
        x = self.positions(self.tok_emb(ids))
        for norm, layer in zip(self.norms, self.layers, strict=True):
            x = x + layer(norm(x))
        return self.out_head(self.final_norm(x))
