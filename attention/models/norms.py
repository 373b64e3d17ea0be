"""Layer normalisation: each token's features brought to mean 0, variance 1.

For the features x_1, ..., x_d of one token, a scale g and a shift b:

    mean = (x_1 + ... + x_d) / d
    variance = ((x_1 - mean)^2 + ... + (x_d - mean)^2) / d
    y_i = g_i (x_i - mean) / sqrt(variance + eps) + b_i

This is Ba, Kiros and Hinton (2016), sections 3 and 3.1, for each token. The variance is
divided by d, not by d - 1 as torch.var does by default. The small eps, which their
formula does not have, keeps a token whose features are all equal from being 0 / 0.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_floating, check_shape


def layer_norm(
    x: Float[Tensor, "... d_model"],
    scale: Float[Tensor, " d_model"],
    shift: Float[Tensor, " d_model"],
    eps: float = 1e-5,
) -> Float[Tensor, "... d_model"]:
    """Return each token with mean 0 and variance 1, then scaled and shifted.

    float16 and bfloat16 are computed in float32, as in torch: the square of 300 would
    overflow in float16. A token whose variance overflows even so is nan, where
    `F.layer_norm` may give 0.

    Args:
        x: Features of tokens, each token normalised alone.
        scale: What each feature is multiplied by in the end.
        shift: What is added to each feature in the end.
        eps: What is added to the variance.

    Raises:
        ValueError: If x is not floating point, or scale or shift has another width.
    """
    check_floating("x", x)
    for name, vector in {"scale": scale, "shift": shift}.items():
        check_shape(name, vector, "d_model", d_model=x.shape[-1])
    wide = x.to(torch.promote_types(x.dtype, torch.float32))
    centred = wide - wide.mean(dim=-1, keepdim=True)
    variance = centred.square().mean(dim=-1, keepdim=True)
    variance = variance.where(variance.isfinite(), torch.nan)  # x / inf would be 0
    normalised = centred / torch.sqrt(variance + eps)
    return (normalised * scale + shift).to(x.dtype)


class LayerNorm(nn.Module):
    """Bring each token to mean 0 and variance 1, then scale and shift its features.

    Args:
        d_model: Features of a token.
        eps: What is added to the variance.

    Attributes:
        scale: nn.Parameter, all 1 at first; `weight` in torch's nn.LayerNorm.
        shift: nn.Parameter, all 0 at first; `bias` in torch's nn.LayerNorm.
    """

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.eps = eps
        self.scale = nn.Parameter(torch.ones(d_model))
        self.shift = nn.Parameter(torch.zeros(d_model))

    def forward(self, x: Float[Tensor, "... d_model"]) -> Float[Tensor, "... d_model"]:
        """Normalise each token.

        Args:
            x: Features of tokens, with any axes in front.

        Raises:
            ValueError: If x has another width than d_model.
        """
        check_shape("x", x, "... d_model", d_model=len(self.scale))
        return layer_norm(x, self.scale, self.shift, self.eps)
