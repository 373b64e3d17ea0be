"""Root mean square normalisation: each token's features brought to mean square 1.

For the features x_1, ..., x_d of one token and a scale g:

    y_i = g_i x_i / sqrt((x_1^2 + ... + x_d^2) / d + eps)

This is Zhang and Sennrich (2019), section 4, with the eps of Llama (Touvron et al.,
2023, section 2.2). Unlike layer normalisation it subtracts no mean and adds no shift.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_floating, check_shape


def rms_norm(
    x: Float[Tensor, "... d_model"],
    scale: Float[Tensor, " d_model"],
    eps: float = 1e-5,
) -> Float[Tensor, "... d_model"]:
    """Return each token divided by its root mean square, then scaled.

    float16 and bfloat16 are divided in float32 and rounded before the scale is applied,
    as in Llama's code. Scaling first and rounding once, as `F.rms_norm` does, can
    differ in the last digit. A token with a feature beyond 1e15 is made smaller first,
    so that no square overflows; next to such a feature, eps is nothing.

    Args:
        x: Features of tokens, each token normalised alone.
        scale: What each feature is multiplied by in the end.
        eps: What is added to the mean square.

    Raises:
        ValueError: If x is not floating point, or scale has another width.
    """
    check_floating("x", x)
    check_shape("scale", scale, "d_model", d_model=x.shape[-1])
    wide = x.to(torch.promote_types(x.dtype, torch.float32))
    largest = wide.detach().abs().amax(dim=-1, keepdim=True)
    wide = wide * (1e15 / largest).clamp(max=1.0)  # or squares of 1e20 would overflow
    mean_square = wide.square().mean(dim=-1, keepdim=True)
    return (wide * torch.rsqrt(mean_square + eps)).to(x.dtype) * scale


class RMSNorm(nn.Module):
    """Divide each token by its root mean square, then scale its features.

    Args:
        d_model: Features of a token.
        eps: What is added to the mean square.

    Attributes:
        scale: nn.Parameter, all 1 at first; `weight` in torch's nn.RMSNorm.
    """

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.eps = eps
        self.scale = nn.Parameter(torch.ones(d_model))

    def forward(self, x: Float[Tensor, "... d_model"]) -> Float[Tensor, "... d_model"]:
        """Normalise each token.

        Args:
            x: Features of tokens, with any axes in front.

        Raises:
            ValueError: If x has another width than d_model.
        """
        check_shape("x", x, "... d_model", d_model=len(self.scale))
        return rms_norm(x, self.scale, self.eps)
