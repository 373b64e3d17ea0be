"""A gated convolution in the place of attention: no memory but the last few tokens.

For tokens x,

    b, c, v = x W_in
    out = (c * conv(b * v)) W_O

with `short_convolution`, so a token responds to itself and kernel_size - 1 before it.
Most layers of LFM2 (Liquid AI, 2025; the class Lfm2ShortConv in transformers) are such.
"""

from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape, check_sizes
from attention.recurrent.short_convolution import short_convolution
from attention.recurrent.state_cache import StateCache, state_of


class GatedConvolution(nn.Module):
    """A short causal convolution between two gates.

    Args:
        d_in: Features of each token, before and after.
        kernel_size: Tokens that the convolution mixes, that of the result counted.

    Attributes:
        W_in: nn.Linear without a bias, from d_in to b, c and v, one after the other.
        conv: nn.Conv1d, which holds the kernels.
        out_proj: nn.Linear without a bias, from d_in to d_in features.

    Raises:
        ValueError: If kernel_size is less than 1.
    """

    attend = None

    def __init__(self, d_in: int, kernel_size: int = 3) -> None:
        super().__init__()
        check_sizes(kernel_size=kernel_size)
        self.d_in = d_in
        self.W_in = nn.Linear(d_in, 3 * d_in, bias=False)
        self.conv = nn.Conv1d(d_in, d_in, kernel_size, groups=d_in, bias=False)
        self.out_proj = nn.Linear(d_in, d_in, bias=False)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_in"]:
        """Return one vector for each token.

        Args:
            x: One vector for each token, of the parameters' dtype.

        Raises:
            ValueError: If x has fewer than two axes, or another width than d_in.
        """
        return self.forward_with_cache(x)[0]

    def forward_with_cache(
        self, x: Float[Tensor, "... num_new d_in"], cache: StateCache | None = None
    ) -> tuple[Float[Tensor, "... num_new d_in"], StateCache]:
        """Return the same for new tokens, with the last inputs of the convolution.

        Args:
            x: One vector for each new token.
            cache: What an earlier call returned; by default there are no earlier
                tokens.

        Returns:
            out: What the layer returns for the whole sequence, at the new tokens.
            cache: As its state the last kernel_size - 1 inputs of the convolution:
                (..., kernel_size - 1, d_in).

        Raises:
            ValueError: As `forward` does, or if the cache is of another kind, shape,
                dtype or device.
        """
        check_shape("x", x, "... num_tokens d_in", d_in=self.d_in)
        before, after, values = self.W_in(x).chunk(3, dim=-1)  # b, c, v
        shape = (*x.shape[:-2], self.conv.kernel_size[0] - 1, self.d_in)
        past, num_cached = state_of(cache, shape, values)
        mixed, past = short_convolution(before * values, self.conv.weight, past=past)
        out = self.out_proj(after * mixed)
        return out, StateCache(past, num_cached + x.shape[-2])
