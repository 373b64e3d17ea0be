"""A block whose residual stream passes through its norms: MiniMax-01's.

With the norms n, the parts A, attention, and F, the feed-forward network, and four
constants:

    x = n_1 x,   x = alpha x + beta A(x)
    x = n_2 x,   x = gamma x + delta F(x)

So what is added to is the normalised token, where `TransformerBlock` adds to the token
before its norm (the class MiniMaxDecoderLayer in transformers).
"""

from collections.abc import Callable
from typing import Any, cast

from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_update


class NormedResidualBlock(nn.Module):
    """Attention, then a feed-forward network, each added to its normalised input.

    Args:
        d_model: Features of a token, before and after.
        attention: A layer from (..., num_tokens, d_model) to the same shape.
        feed_forward: A layer of the same shapes.
        norm: What makes a norm of a given width; called twice.
        factors: The four constants alpha, beta, gamma and delta.

    Attributes:
        norm_1: The norm before attention.
        attention: The attention layer.
        norm_2: The norm before the feed-forward network.
        feed_forward: The feed-forward network.
    """

    def __init__(
        self,
        d_model: int,
        attention: nn.Module,
        feed_forward: nn.Module,
        norm: Callable[[int], nn.Module],
        factors: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0),
    ) -> None:
        super().__init__()
        self.norm_1 = norm(d_model)
        self.attention = attention
        self.norm_2 = norm(d_model)
        self.feed_forward = feed_forward
        self.factors = factors

    def forward(
        self, x: Float[Tensor, "... num_tokens d_model"]
    ) -> Float[Tensor, "... num_tokens d_model"]:
        """Return the tokens after both parts.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If a part returns another shape than it was given.
        """
        x = self.norm_1(x)
        return self._add(x, self.attention(x))

    def forward_with_cache(
        self, x: Float[Tensor, "... num_new d_model"], cache: Any = None
    ) -> tuple[Float[Tensor, "... num_new d_model"], Any]:
        """Return the same for new tokens, with what attention keeps of earlier ones.

        Args:
            x: One vector for each new token.
            cache: What an earlier call returned; by default there are no earlier
                tokens.

        Raises:
            ValueError: As `forward` does.
        """
        x, attention = self.norm_1(x), cast("Any", self.attention)
        attended, cache = attention.forward_with_cache(x, cache)
        return self._add(x, attended), cache

    def _add(self, x: Tensor, attended: Tensor) -> Tensor:
        alpha, beta, gamma, delta = self.factors
        check_update(attended, x)
        x = self.norm_2(alpha * x + beta * attended)
        said = self.feed_forward(x)
        check_update(said, x)
        return gamma * x + delta * said
