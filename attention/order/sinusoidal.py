"""Sinusoidal positions: a vector for any place, computed and not stored.

For place p and the pair of features 2i and 2i+1:

    PE(p, 2i)   = sin(p / 10000^(2i/d_model))
    PE(p, 2i+1) = cos(p / 10000^(2i/d_model))

from Vaswani et al. (2017), section 3.5. Pair i turns by omega_i =
10000^(-2i/d_model) radians from one place to the next, so that its wavelength
is 2 pi 10000^(2i/d_model) places. An odd d_model, of which the paper does not
speak, ends in a sine without its cosine.
"""

import torch
from torch import nn

from attention.order.learned import add_positions


def sinusoidal_positions(
    positions: torch.Tensor, d_model: int, *, dtype: torch.dtype | None = None
) -> torch.Tensor:
    """The vectors of the places asked for.

    positions: (...), which places: integers as a rule, any real number will do
    d_model:   width of the vectors, even or odd
    dtype:     of the result; by default that of positions, or torch's default
               floating-point type if they are integers
    returns:   (..., d_model), on the device of positions

    Angles are computed in float64, because places may be large. Raises
    ValueError if d_model is less than 1, positions are not real numbers, or dtype
    is not floating point.
    """
    if d_model < 1:
        raise ValueError(f"d_model must be at least 1. Got {d_model}.")
    _require_real("positions", positions)
    if dtype is None:
        floating = positions.is_floating_point()
        dtype = positions.dtype if floating else torch.get_default_dtype()
    if not dtype.is_floating_point:
        raise ValueError(f"dtype must be floating point. Got {dtype}.")

    device = positions.device
    two_i = torch.arange(0, d_model, 2, dtype=torch.float64, device=device)
    frequencies = 10000.0 ** (-two_i / d_model)  # omega_i: (num_pairs,)
    # One more axis: (...,) becomes (..., num_pairs), then (..., num_pairs, 2).
    angles = positions.to(torch.float64)[..., None] * frequencies
    pairs = torch.stack([angles.sin(), angles.cos()], dim=-1)
    return pairs.flatten(-2)[..., :d_model].to(dtype)  # odd: no last cosine


def shift_matrix(
    steps: torch.Tensor, d_model: int, *, dtype: torch.dtype | None = None
) -> torch.Tensor:
    """The matrix M_k that moves the vector of any place on by k places.

    For all p, PE(p + k) = M_k PE(p). On the diagonal it has a rotation for each
    pair i, and zeros elsewhere:

        [ cos(omega_i k)  sin(omega_i k)]
        [-sin(omega_i k)  cos(omega_i k)]

    steps:   (...), k: positive, zero or negative
    d_model: even, since a sine without its cosine cannot be moved on
    dtype:   of the result, as for sinusoidal_positions
    returns: (..., d_model, d_model), on the device of steps

    Raises ValueError if d_model is odd or less than 2, steps are not real, or dtype
    is not floating point.
    """
    if d_model < 2 or d_model % 2:
        raise ValueError(f"d_model must be even and at least 2. Got {d_model}.")
    _require_real("steps", steps)
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
    """Adds to each word the vector of its place, 0 for the first.

    d_model: width of the words' vectors

    Nothing is trained, nothing is stored, and no sequence is too long.
    """

    def __init__(self, d_model: int) -> None:
        super().__init__()
        if d_model < 1:
            raise ValueError(f"d_model must be at least 1. Got {d_model}.")
        self.d_model = d_model

    def forward(self, embeddings: torch.Tensor) -> torch.Tensor:
        """Add row p of the table to the word at place p.

        embeddings: (..., num_tokens, d_model), floating point
        returns:    shape and dtype of embeddings

        Raises ValueError as add_positions does, and if embeddings are not floating
        point: sines would be rounded to zeros.
        """
        if not embeddings.is_floating_point():
            raise ValueError(
                f"embeddings must be floating point. Got {embeddings.dtype}."
            )
        num_tokens = embeddings.shape[-2] if embeddings.dim() > 1 else 0
        places = torch.arange(num_tokens, device=embeddings.device)
        table = sinusoidal_positions(places, self.d_model, dtype=embeddings.dtype)
        return add_positions(embeddings, table)


def _require_real(name: str, tensor: torch.Tensor) -> None:
    if tensor.is_complex() or tensor.dtype == torch.bool:
        raise ValueError(f"{name} must be real numbers. Got {tensor.dtype}.")
