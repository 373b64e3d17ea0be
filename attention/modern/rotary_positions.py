"""Rotary positions as a module: a table of cosines and sines, computed once.

`rotate` computes the cosine and the sine of each angle at each call. The angles of a
position are the same for all layers and texts, so a model can keep them:

    cosine[p, i] = cos(p omega_i),   sine[p, i] = sin(p omega_i)
"""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_length, check_shape, check_sizes
from attention.modern.rotary import cosines_and_sines, rotary_frequencies, turn


class RotaryPositions(nn.Module):
    """Turn queries or keys by their positions, from a table computed once.

    One module can serve all layers of a model. It has nothing to train or to save. With
    the same base, and without the arguments after it, the module gives what `rotate`
    gives, bit for bit. The table is computed in float64 on the CPU, and again whenever
    the module is moved or gets another dtype, so that it loses no digits when a model
    is converted twice.

    Args:
        context_length: The number of tokens of the longest sequence.
        head_dim: Features of a query and of a key, an even number.
        base: The base of the frequencies: 10,000 in the paper.
        frequencies: Other frequencies, such as `llama3_frequencies` returns. If they
            are given, base is not used.
        width: Features of a query and of a key of which the first head_dim are turned,
            as in GPT-NeoX; by default all are.
        length: What turned vectors are multiplied by, as in YaRN.

    Attributes:
        cosine: A non-persistent buffer of shape (context_length, head_dim / 2).
        sine: The same.

    Raises:
        ValueError: If context_length is less than 1, head_dim is odd or more than
            width, base is not positive, or there is not one frequency for each pair of
            features.
    """

    cosine: Tensor
    sine: Tensor

    def __init__(
        self,
        context_length: int,
        head_dim: int,
        base: float = 10000.0,
        frequencies: Float[Tensor, " num_pairs"] | None = None,
        *,
        width: int | None = None,
        length: float = 1.0,
    ) -> None:
        super().__init__()
        check_sizes(context_length=context_length)
        self.width = head_dim if width is None else width
        if self.width < head_dim:
            raise ValueError(f"width must be at least {head_dim=}. Got {width}.")
        of_base = rotary_frequencies(head_dim, base)
        frequencies = of_base if frequencies is None else frequencies
        check_shape("frequencies", frequencies, "num_pairs", num_pairs=head_dim // 2)
        self.context_length = context_length
        self.length = length
        self.frequencies = frequencies.tolist()  # plain numbers: no device, no dtype
        for name in ("cosine", "sine"):
            self.register_buffer(name, torch.empty(0), persistent=False)
        self._fill(self.cosine)

    def forward(
        self, x: Float[Tensor, "... num_tokens head_dim"], start: int = 0
    ) -> Float[Tensor, "... num_tokens head_dim"]:
        """Turn each vector by the angles of its position.

        Args:
            x: Queries or keys, one for each token, of the dtype of the module.
            start: The position of the first token.

        Raises:
            ValueError: If x has another width, if there are more tokens than
                context_length, those before start counted, or if start is negative.
        """
        check_shape("x", x, "... num_tokens head_dim", head_dim=self.width)
        check_length("x", x.shape[-2], self.context_length, start)
        if self.cosine.is_meta and not x.is_meta:  # weights were assigned, not copied
            self._fill(x)
        rows, turned = slice(start, start + x.shape[-2]), 2 * len(self.frequencies)
        found = turn(x[..., :turned], self.cosine[rows], self.sine[rows])
        if turned == self.width:
            return found
        return torch.cat([found, x[..., turned:]], dim=-1)

    def _apply(
        self, fn: Callable[[Tensor], Tensor], recurse: bool = True
    ) -> "RotaryPositions":
        """Move or convert the module, as `to` and its kin do: fill a new table."""
        now = self.cosine
        try:
            like = fn(now[:0])
        except NotImplementedError:  # there is nothing to copy from the meta device
            like = fn(torch.empty_like(now[:0], device="cpu"))
        if (like.dtype, like.device) != (now.dtype, now.device):
            self._fill(like)
        return self

    def _fill(self, like: Tensor) -> None:
        """Compute the table in float64, and give it the dtype and device of another."""
        positions = torch.arange(self.context_length, device="cpu")
        frequencies = torch.tensor(self.frequencies, dtype=torch.float64, device="cpu")
        cosine, sine = cosines_and_sines(positions, frequencies)
        self.cosine = (self.length * cosine).to(like.dtype).to(like.device)
        self.sine = (self.length * sine).to(like.dtype).to(like.device)
