"""Learned positions: a table with one vector for each position, added to the words.

For the word x_p at position p, counted from zero, and row e_p of the table:

    X_p = x_p + e_p

The table is a parameter: it starts at random and is trained. This is the position
embedding of Gehring et al. (2017), section 3.1. Vaswani et al. (2017), section 6.2,
compare it with a computed one (sinusoidal.py).
"""

from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape, check_start


def add_positions(
    embeddings: Float[Tensor, "... num_tokens d_model"],
    table: Float[Tensor, "num_positions d_model"],
) -> Float[Tensor, "... num_tokens d_model"]:
    """Add row p of the table to the word at position p, in each sequence of a batch.

    Args:
        embeddings: One vector for each word.
        table: One vector for each position, at least as many as there are words.

    Raises:
        ValueError: If widths differ, or if there are more words than positions.
    """
    check_shape("table", table, "num_positions d_model")
    num_positions, d_model = table.shape
    axes, must = "... num_tokens d_model", "have as many features as positions, shape"
    check_shape("embeddings", embeddings, axes, must=must, d_model=d_model)
    num_tokens = embeddings.shape[-2]
    if num_tokens > num_positions:
        raise ValueError(
            f"num_tokens must be at most {num_positions}, the number of positions "
            f"in the table. Got {num_tokens}."
        )
    return embeddings + table[:num_tokens]


class LearnedPositions(nn.Module):
    """Add a trained vector to each word, according to its position.

    Args:
        context_length: The number of positions.
        d_model: Features of a word.

    Attributes:
        pos_emb: nn.Embedding, its weights drawn with mean 0 and standard deviation 1.
    """

    def __init__(self, context_length: int, d_model: int) -> None:
        super().__init__()
        self.pos_emb = nn.Embedding(context_length, d_model)

    def forward(
        self, embeddings: Float[Tensor, "... num_tokens d_model"], start: int = 0
    ) -> Float[Tensor, "... num_tokens d_model"]:
        """Add row p of the table to the word at position p.

        Args:
            embeddings: One vector for each word.
            start: The position of the first word.

        Raises:
            ValueError: As `add_positions` does, with the rows from start on, and if
                start is negative.
        """
        check_start(start)
        return add_positions(embeddings, self.pos_emb.weight[start:])
