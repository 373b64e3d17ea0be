"""A transformer block: attention and a feed-forward network, each added to its input.

For a sequence x, one row for each token:

    x = x + dropout(attention(norm_1(x)))
    x = x + dropout(feed_forward(norm_2(x)))

The two parts are those of Vaswani et al. (2017), section 3.1, who normalise each sum.
Here the input of each part is normalised, as in GPT-2 (Radford et al., 2019, section
2.3). The attention layer is passed in, as in torchtune's TransformerSelfAttentionLayer,
so another one can take its place, and so can the feed-forward network and the norms.
"""

from collections.abc import Callable
from typing import Any, cast

from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_rate, check_update
from attention.models.norms import LayerNorm


class TransformerBlock(nn.Module):
    """Attention between tokens, then a feed-forward network for each.

    Args:
        d_model: Features of a token, before and after.
        attention: A layer from (..., num_tokens, d_model) to the same shape, for
            example MultiHeadAttention. It belongs to this block alone: two blocks that
            are given one layer share its weights.
        feed_forward: A layer of the same shapes, for example FeedForward.
        dropout: The probability of each number that a part adds to be dropped in
            training, in [0, 1).
        norm: What makes a norm of a given width; called twice.

    Attributes:
        norm_1: The norm before attention.
        attention: The attention layer.
        norm_2: The norm before the feed-forward network.
        feed_forward: The feed-forward network.

    Raises:
        ValueError: If dropout is not in [0, 1).
    """

    def __init__(
        self,
        d_model: int,
        attention: nn.Module,
        feed_forward: nn.Module,
        dropout: float = 0.0,
        norm: Callable[[int], nn.Module] = LayerNorm,
    ) -> None:
        super().__init__()
        check_rate(dropout=dropout)
        self.norm_1 = norm(d_model)
        self.attention = attention
        self.norm_2 = norm(d_model)
        self.feed_forward = feed_forward
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_model"], **to_attention: object
    ) -> Float[Tensor, "... num_tokens d_model"]:
        """Return the tokens with what both parts add to them.

        Args:
            x: One vector for each token, of the parameters' dtype.
            to_attention: What the attention layer takes besides, by name, such as a
                mask.

        Raises:
            ValueError: If a part returns another shape than it was given, which could
                broadcast in the sum, or as the parts do.
        """
        x = x + self._checked(self.attention(self.norm_1(x), **to_attention), x)
        return x + self._checked(self.feed_forward(self.norm_2(x)), x)

    def forward_with_cache(
        self, x: Float[Tensor, "... num_new d_model"], cache: Any = None
    ) -> tuple[Float[Tensor, "... num_new d_model"], Any]:
        """Return the same for new tokens, with what attention keeps of earlier ones.

        Args:
            x: One vector for each new token.
            cache: What an earlier call returned; by default there are no earlier
                tokens.

        Returns:
            out: What the block returns for the whole sequence, at the new tokens.
            cache: What the method of this name of the attention layer returned.

        Raises:
            ValueError: As `forward` does.
        """
        attention = cast("Any", self.attention)
        attended, cache = attention.forward_with_cache(self.norm_1(x), cache)
        x = x + self._checked(attended, x)
        return x + self._checked(self.feed_forward(self.norm_2(x)), x), cache

    def _checked(self, update: Tensor, x: Tensor) -> Tensor:
        check_update(update, x)
        return self.dropout(update)
