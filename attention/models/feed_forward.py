"""The feed-forward network of a block: what each token computes alone.

For the features x of one token, with d_hidden numbers in between:

    FFN(x) = f(x W_1 + b_1) W_2 + b_2

Vaswani et al. (2017), section 3.3, with f = ReLU and d_hidden = 4 d_model. GPT-2 has
GELU for f (Hendrycks and Gimpel, 2016, section 2), in the form with tanh:

    gelu(x) = x Phi(x) = x (1 + erf(x / sqrt(2))) / 2
    gelu_tanh(x) = x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2

Phi(x) is the probability that a draw from N(0, 1) is at most x.
"""

import math

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape


def gelu(x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """Return x times the probability that a standard normal draw is at most x.

    Equal to torch's `F.gelu(x)` up to rounding.

    Args:
        x: Any numbers; each is taken alone.
    """
    return x * ((1 + torch.erf(x / math.sqrt(2))) / 2)  # 2 x may overflow


def gelu_tanh(x: Float[Tensor, "*shape"]) -> Float[Tensor, "*shape"]:
    """Return the approximation of `gelu` by tanh, which GPT-2 was trained with.

    Equal to torch's `F.gelu(x, approximate="tanh")` up to rounding.

    Args:
        x: Any numbers; each is taken alone.
    """
    inside = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
    return x * ((1 + torch.tanh(inside)) / 2)


class FeedForward(nn.Module):
    """Two linear layers with an activation between them, for each token alone.

    Args:
        d_model: Features of a token, before and after.
        d_hidden: Numbers in between; 4 * d_model in GPT-2.
        activation: A module for what happens in between; by default
            `nn.GELU(approximate="tanh")`, torch's form of `gelu_tanh`.

    Attributes:
        layers: nn.Sequential of nn.Linear, the activation, and nn.Linear, both with a
            bias.
    """

    def __init__(
        self, d_model: int, d_hidden: int, activation: nn.Module | None = None
    ) -> None:
        super().__init__()
        self.d_model = d_model
        self.layers = nn.Sequential(
            nn.Linear(d_model, d_hidden),
            nn.GELU(approximate="tanh") if activation is None else activation,
            nn.Linear(d_hidden, d_model),
        )

    def forward(self, x: Float[Tensor, "... d_model"]) -> Float[Tensor, "... d_model"]:
        """Return what each token computes of its own features.

        Args:
            x: Features of tokens, of the parameters' dtype.

        Raises:
            ValueError: If x has another width than d_model.
        """
        check_shape("x", x, "... d_model", d_model=self.d_model)
        return self.layers(x)
