"""Rotary positions: turn queries and keys, so that scores depend on distances.

For a vector x at position p, pair i of its features turns by the angle p omega_i:

    x'_i       = x_i cos(p omega_i) - x_(i+d/2) sin(p omega_i)
    x'_(i+d/2) = x_i sin(p omega_i) + x_(i+d/2) cos(p omega_i)

with omega_i = base^(-2i/d), where d is head_dim and i = 0, ..., d/2 - 1. The dot
product of a query turned at position m and a key turned at position n depends on m - n,
not on m and n themselves (Su et al., 2021, section 3.2.2).

A pair here is one feature of each half, as in the Llama of transformers. Su et al. and
Meta's code pair neighbours, 2i and 2i + 1: see `to_halves`.
"""

import torch
from jaxtyping import Float, Real
from torch import Tensor

from attention.checks import check_floating, check_shape, check_sizes


def rotary_frequencies(
    head_dim: int, base: float = 10000.0
) -> Float[Tensor, " num_pairs"]:
    """Return by how many radians each pair of features turns from token to token.

    Args:
        head_dim: Features of a query and of a key, an even number.
        base: The base of the frequencies: 10,000 in the paper.

    Returns:
        omega_i in float64, which not every device has, so on the CPU.

    Raises:
        ValueError: If head_dim is odd or less than 1, or base is not positive.
    """
    check_sizes(head_dim=head_dim)
    if head_dim % 2:
        raise ValueError(f"head_dim must be even. Got {head_dim}.")
    if not base > 0:
        raise ValueError(f"base must be positive. Got {base}.")
    two_i = torch.arange(0, head_dim, 2, dtype=torch.float64, device="cpu")
    return base ** (-two_i / head_dim)


def rotate(
    x: Float[Tensor, "... num_tokens head_dim"],
    positions: Real[Tensor, " num_tokens"],
    base: float = 10000.0,
) -> Float[Tensor, "... num_tokens head_dim"]:
    """Turn each pair of features by an angle proportional to the token's position.

    Args:
        x: Queries or keys, one for each token. Values are not turned.
        positions: The position of each token, the same for all sequences and heads.
            With a cache, new tokens count on from the number of tokens before them.
        base: The base of the frequencies: 10,000 in the paper.

    Returns:
        Vectors of the same lengths, up to rounding, in the dtype of x.

    Raises:
        ValueError: If head_dim is odd, base is not positive, there is not one position
            for each token, or x is not floating point or has fewer than two axes.
    """
    check_floating("x", x)
    check_shape("x", x, "... num_tokens head_dim")
    check_shape("positions", positions, "num_tokens", num_tokens=x.shape[-2])
    tables = cosines_and_sines(positions, rotary_frequencies(x.shape[-1], base))
    return turn(x, *(table.to(x.dtype).to(x.device) for table in tables))


def cosines_and_sines(
    positions: Real[Tensor, " num_tokens"], frequencies: Float[Tensor, " num_pairs"]
) -> tuple[
    Float[Tensor, "num_tokens num_pairs"], Float[Tensor, "num_tokens num_pairs"]
]:
    """Return the cosine and the sine of each angle, in float64 on the CPU."""
    positions = positions.cpu().to(torch.float64)
    angles = positions[:, None] * frequencies.cpu().to(torch.float64)
    return angles.cos(), angles.sin()


def turn(
    x: Float[Tensor, "... num_tokens head_dim"],
    cosine: Float[Tensor, "num_tokens num_pairs"],
    sine: Float[Tensor, "num_tokens num_pairs"],
) -> Float[Tensor, "... num_tokens head_dim"]:
    """Turn each pair of features by the angle with this cosine and sine."""
    first, second = x.chunk(2, dim=-1)  # pair i: first[..., i] and second[..., i]
    turned = [first * cosine - second * sine, first * sine + second * cosine]
    return torch.cat(turned, dim=-1)


def to_halves(
    weight: Real[Tensor, "d_out *d_in"], num_heads: int
) -> Real[Tensor, "d_out *d_in"]:
    """Reorder weights whose pairs are neighbours, for `rotate` to turn the same pairs.

    Within each head, rows 0, 2, 4, ... come first, then rows 1, 3, 5, ... Reorder
    W_query and W_key, their weights and their biases, and nothing else.

    Args:
        weight: The weight or bias of W_query or W_key, one row for each feature.
        num_heads: The number of heads whose rows it has.

    Raises:
        ValueError: If the rows are not an even number for each head.
    """
    rows = len(weight)
    if num_heads < 1 or rows % (2 * num_heads):
        raise ValueError(
            f"weight must have an even number of rows for each of num_heads="
            f"{num_heads}. Got {rows} rows."
        )
    pairs = weight.unflatten(0, (num_heads, rows // (2 * num_heads), 2))
    return pairs.transpose(1, 2).reshape(weight.shape)
