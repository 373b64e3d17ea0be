"""Blocks that differ in where their norms stand, and in what is added to what.

With the norms n and the parts A, attention, and F, the feed-forward network:

    TransformerBlock   x = x + A(n_1 x),          x = x + F(n_2 x)
    SandwichBlock      x = x + f m_1 A(n_1 x),    x = x + f m_2 F(n_2 x)
    ParallelBlock      x = x + A(n x) + F(n x)
    OnePartBlock       x = x + A(n x)   or   x = x + F(n x)

Gemma 2 has norms before and after each part (Gemma Team, 2024, section 2). OLMo 2 has
those after alone, within the sum (OLMo Team, 2024, section 2.1): then `before` is
nn.Identity. Granite has none after, but a factor f. The parallel block is that of
GPT-J and of the class Cohere2DecoderLayer in transformers, and blocks of one part are
those of NemotronHBlock.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_update
from attention.models.block import TransformerBlock

Norm = Callable[[int], nn.Module]


class SandwichBlock(TransformerBlock):
    """A block with norms before and after each part, and a factor.

    Args:
        d_model: Features of a token, before and after.
        attention: A layer from (..., num_tokens, d_model) to the same shape.
        feed_forward: A layer of the same shapes.
        before: What makes the norm before a part, of a given width; or nn.Identity.
        after: What makes the norm of what a part returns; by default there is none.
        factor: What a part adds is multiplied by this.

    Attributes:
        norm_1: The norm before attention.
        after_1: The norm after it.
        norm_2: The norm before the feed-forward network.
        after_2: The norm after it.
    """

    def __init__(
        self,
        d_model: int,
        attention: nn.Module,
        feed_forward: nn.Module,
        *,
        before: Norm,
        after: Norm = nn.Identity,
        factor: float = 1.0,
    ) -> None:
        super().__init__(d_model, attention, feed_forward, norm=before)
        self.after_1 = after(d_model)
        self.after_2 = after(d_model)
        self.factor = factor

    def forward(
        self, x: Float[Tensor, "... num_tokens d_model"], **to_attention: object
    ) -> Float[Tensor, "... num_tokens d_model"]:
        """Return the tokens with what both parts add, as `TransformerBlock` does."""
        return self._add(x, self.attention(self.norm_1(x), **to_attention))

    def forward_with_cache(
        self, x: Float[Tensor, "... num_new d_model"], cache: Any = None
    ) -> tuple[Float[Tensor, "... num_new d_model"], Any]:
        """Return the same for new tokens, with what attention keeps of earlier ones."""
        attention = cast("Any", self.attention)
        attended, cache = attention.forward_with_cache(self.norm_1(x), cache)
        return self._add(x, attended), cache

    def _add(self, x: Tensor, attended: Tensor) -> Tensor:
        x = x + self.factor * self._checked(self.after_1(attended), x)
        said = self.after_2(self.feed_forward(self.norm_2(x)))
        return x + self.factor * self._checked(said, x)


class ParallelBlock(nn.Module):
    """A block whose two parts are given the same tokens, once normalised.

    Args:
        d_model: Features of a token, before and after.
        attention: A layer from (..., num_tokens, d_model) to the same shape.
        feed_forward: A layer of the same shapes.
        norm: What makes the norm, of a given width.

    Attributes:
        norm_1: The norm.
        attention: The attention layer.
        feed_forward: The feed-forward network.
    """

    def __init__(
        self, d_model: int, attention: nn.Module, feed_forward: nn.Module, norm: Norm
    ) -> None:
        super().__init__()
        self.norm_1 = norm(d_model)
        self.attention = attention
        self.feed_forward = feed_forward

    def forward(
        self, x: Float[Tensor, "... num_tokens d_model"]
    ) -> Float[Tensor, "... num_tokens d_model"]:
        """Return the tokens with what both parts add to them.

        Raises:
            ValueError: If a part returns another shape than it was given.
        """
        normed = self.norm_1(x)
        return self._add(x, normed, self.attention(normed))

    def forward_with_cache(
        self, x: Float[Tensor, "... num_new d_model"], cache: Any = None
    ) -> tuple[Float[Tensor, "... num_new d_model"], Any]:
        """Return the same for new tokens, with what attention keeps of earlier ones."""
        normed, attention = self.norm_1(x), cast("Any", self.attention)
        attended, cache = attention.forward_with_cache(normed, cache)
        return self._add(x, normed, attended), cache

    def _add(self, x: Tensor, normed: Tensor, attended: Tensor) -> Tensor:
        said = self.feed_forward(normed)
        check_update(attended, x)
        check_update(said, x)
        return x + attended + said


class NothingKept(NamedTuple):
    """The cache of a part that looks at no other token.

    Attributes:
        num_tokens: The number of tokens processed so far.
    """

    num_tokens: int


class OnePartBlock(nn.Module):
    """A block of one part: attention, or a feed-forward network.

    Args:
        d_model: Features of a token, before and after.
        part: A layer from (..., num_tokens, d_model) to the same shape. If it has no
            method forward_with_cache, it looks at no other token.
        norm: What makes the norm, of a given width.

    Attributes:
        norm_1: The norm.
        part: The part.
    """

    def __init__(self, d_model: int, part: nn.Module, norm: Norm) -> None:
        super().__init__()
        self.norm_1 = norm(d_model)
        self.part = part

    def forward(
        self, x: Float[Tensor, "... num_tokens d_model"]
    ) -> Float[Tensor, "... num_tokens d_model"]:
        """Return the tokens with what the part adds to them.

        Raises:
            ValueError: If the part returns another shape than it was given.
        """
        said = self.part(self.norm_1(x))
        check_update(said, x)
        return x + said

    def forward_with_cache(
        self, x: Float[Tensor, "... num_new d_model"], cache: Any = None
    ) -> tuple[Float[Tensor, "... num_new d_model"], Any]:
        """Return the same for new tokens, with what the part keeps of earlier ones.

        Raises:
            ValueError: If the part has no method forward_with_cache, and looks at
                other tokens. This is asked at the first call in evaluation mode.
        """
        if not hasattr(self.part, "forward_with_cache"):
            earlier = 0 if cache is None else cache.num_tokens
            if not earlier and not self.training:
                _check_alone(self.part, self.norm_1(x))
            return self(x), NothingKept(earlier + x.shape[-2])
        part = cast("Any", self.part)
        said, cache = part.forward_with_cache(self.norm_1(x), cache)
        check_update(said, x)
        return x + said, cache


@torch.no_grad()
def _check_alone(part: Callable[[Tensor], Tensor], x: Tensor) -> None:
    """Check that what a part gives for a token does not depend on the one before.

    Args:
        part: A part of a block, without dropout. It is called with two tokens.
        x: Tokens (..., num_tokens, d_model). With fewer than two, and on the meta
            device, nothing can be asked.
    """
    two = x[..., -2:, :]
    if two.shape[-2] < 2 or two.is_meta:
        return
    other = torch.cat([-two[..., :1, :], two[..., 1:, :]], dim=-2)
    said, again = (part(t)[..., -1, :] for t in (two, other))
    if not torch.allclose(said, again, rtol=0.05, atol=0.05 * float(said.abs().max())):
        raise ValueError(
            "a part without forward_with_cache must look at no other token, or earlier "
            f"ones are lost. Got {type(part).__name__}, which looks at them."
        )
