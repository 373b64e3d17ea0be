"""Split the features of each token into heads, and merge the heads again.

    (..., num_tokens, num_heads * head_dim)  <->  (..., num_heads, num_tokens, head_dim)

The heads become a batch axis, so that attention runs in all of them at once.
"""

from jaxtyping import Float
from torch import Tensor

from attention.checks import check_shape


def split_heads(
    x: Float[Tensor, "... num_tokens width"],
    num_heads: int | None = None,
    *,
    head_dim: int | None = None,
) -> Float[Tensor, "... num_heads num_tokens head_dim"]:
    """Split each token's row into one piece for each head, heads first.

    Args:
        x: One row for each token.
        num_heads: The number of pieces of each row.
        head_dim: Features of each piece, which may be given instead: a rank that holds
            some of the heads then gets as many pieces as it has.

    Returns:
        A view of x, without a copy.

    Raises:
        ValueError: If x has fewer than two axes, or its width is not divisible by
            num_heads, or by head_dim if that is given.
    """
    check_shape("x", x, "... num_tokens width")
    name, part = "head_dim", head_dim
    if part is None:
        name, part = "num_heads", num_heads
    if not part or part < 1 or x.shape[-1] % part:
        raise ValueError(
            f"{name} must divide the width of x, {x.shape[-1]}. Got {part}."
        )
    pieces = x.unflatten(-1, (part, -1) if head_dim is None else (-1, part))
    return pieces.transpose(-3, -2)  # (..., num_heads, num_tokens, head_dim)


def merge_heads(
    x: Float[Tensor, "... num_heads num_tokens head_dim"],
) -> Float[Tensor, "... num_tokens width"]:
    """Put the pieces of each token side by side again: undo `split_heads`.

    Args:
        x: One piece for each head and token.

    Raises:
        ValueError: If x has fewer than three axes.
    """
    check_shape("x", x, "... num_heads num_tokens head_dim")
    return x.transpose(-3, -2).flatten(-2)  # a copy, if there are several heads
