"""Sinusoidal positions: a vector for any position, computed instead of stored.

For position p and the pair of features 2i and 2i+1:

    PE(p, 2i)   = sin(p / 10000^(2i/d_model))
    PE(p, 2i+1) = cos(p / 10000^(2i/d_model))

from Vaswani et al. (2017), section 3.5. Pair i turns by omega_i = 10000^(-2i/d_model)
radians from one position to the next, so that its wavelength is 2 pi 10000^(2i/d_model)
positions. An odd d_model, which the paper does not mention, ends in a sine without its
cosine.
"""

import torch
from jaxtyping import Float, Real
from torch import Tensor, nn

from attention.checks import check_start
from attention.order.learned import add_positions


def sinusoidal_positions(
    positions: Real[Tensor, "*shape"],
    d_model: int,
    *,
    dtype: torch.dtype | None = None,
) -> Float[Tensor, "*shape d_model"]:
    """Return the vectors of the positions.

    Angles are computed in float64, because positions may be large, and on the CPU,
    because not every device has float64.

    Args:
        positions: Any real numbers, usually integers.
        d_model: Features of a vector, even or odd.
        dtype: The dtype of the result; by default that of positions, or torch's default
            floating-point dtype if they are integers.

    Raises:
        ValueError: If dtype is not floating point.
    """
    if dtype is None:
        floating = positions.is_floating_point()
        dtype = positions.dtype if floating else torch.get_default_dtype()
    if not dtype.is_floating_point:
        raise ValueError(f"dtype must be floating point. Got {dtype}.")

    device = positions.device
    exact = positions if positions.is_meta else positions.cpu()  # meta: nothing to move
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64, device=exact.device)
    frequencies = 10000.0 ** (-two_i / d_model)  # omega_i: (num_pairs,)
    # One more axis: (...,) becomes (..., num_pairs), then (..., num_pairs, 2).
    angles = exact.to(torch.float64)[..., None] * frequencies
    pairs = torch.stack([angles.sin(), angles.cos()], dim=-1)
    vectors = pairs.flatten(-2)[..., :d_model]  # odd: no last cosine
    return vectors.to(dtype).to(device)


def shift_matrix(
    steps: Real[Tensor, "*shape"],
    d_model: int,
    *,
    dtype: torch.dtype | None = None,
) -> Float[Tensor, "*shape d_model d_model"]:
    """Return the matrix M_k that moves the vector of any position on by k positions.

    For all p, PE(p + k) = M_k PE(p). M_k has a rotation for each pair i on its diagonal
    and zeros elsewhere:

        [ cos(omega_i k)  sin(omega_i k)]
        [-sin(omega_i k)  cos(omega_i k)]

    Args:
        steps: k, positive, zero or negative.
        d_model: An even number, since a sine without its cosine cannot be moved on.
        dtype: The dtype of the result, as for `sinusoidal_positions`.

    Raises:
        ValueError: If d_model is odd, or dtype is not floating point.
    """
    if d_model % 2:
        raise ValueError(f"d_model must be even. Got {d_model}.")
    vectors = sinusoidal_positions(steps, d_model, dtype=dtype)  # PE(k)
    sine, cosine = vectors[..., 0::2], vectors[..., 1::2]
    first = torch.arange(0, d_model, 2, device=steps.device)  # of each pair
    second = first + 1
    matrix = vectors.new_zeros(*steps.shape, d_model, d_model)
    matrix[..., first, first] = cosine
    matrix[..., first, second] = sine
    matrix[..., second, first] = -sine
    matrix[..., second, second] = cosine
    return matrix


class SinusoidalPositions(nn.Module):
    """Add the vector of its position to each word; the first position is 0.

    There is nothing to train or to save, and no longest sequence.

    Args:
        d_model: Features of a word.
    """

    def __init__(self, d_model: int) -> None:
        super().__init__()
        self.d_model = d_model

    def forward(
        self, embeddings: Float[Tensor, "... num_tokens d_model"], start: int = 0
    ) -> Float[Tensor, "... num_tokens d_model"]:
        """Add PE(p) to the word at position p.

        Args:
            embeddings: One vector for each word.
            start: The position of the first word.

        Raises:
            ValueError: As `add_positions` does, if start is negative, and if embeddings
                are not floating point, since the sines would be rounded to zeros.
        """
        check_start(start)
        end = start + embeddings.shape[-2]
        positions = torch.arange(start, end, device="cpu")
        table = sinusoidal_positions(positions, self.d_model, dtype=embeddings.dtype)
        return add_positions(embeddings, table.to(embeddings.device))
