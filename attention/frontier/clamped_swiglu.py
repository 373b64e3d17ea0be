"""gpt-oss's gated network: bounds before the gate, a sharper one, biases, and up + 1.

For the features x of one token, with c = limit and a = alpha:

    gate = min(x W_gate + b_gate, c)
    up = max(-c, min(x W_up + b_up, c))
    out = (gate sigmoid(a gate) * (up + 1)) W_down + b_down

as the class GptOssExperts in transformers computes it. With a = 1 and no bounds
gate sigmoid(a gate) is silu(gate), and with a = 1.702 nearly GELU(gate) (Hendrycks and
Gimpel, 2016, section 2). The three matrices are the transposes of what nn.Linear
stores.
"""

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape


class ClampedSwiGLU(nn.Module):
    """Three linear layers with biases, whose products are bounded before they meet.

    Args:
        d_model: Features of a token, before and after.
        d_hidden: Numbers in between.
        alpha: What the gate is multiplied by within the sigmoid.
        limit: The upper bound of the gate, and the bound of up on both sides.

    Attributes:
        W_gate: nn.Linear with a bias, like all three, from d_model to d_hidden.
        W_up: The same.
        W_down: From d_hidden to d_model.

    Raises:
        ValueError: If limit is not above 0.
    """

    def __init__(
        self, d_model: int, d_hidden: int, alpha: float = 1.702, limit: float = 7.0
    ) -> None:
        super().__init__()
        if not limit > 0:
            raise ValueError(f"limit must be above 0. Got {limit}.")
        self.d_model = d_model
        self.alpha = alpha
        self.limit = limit
        self.W_gate = nn.Linear(d_model, d_hidden)
        self.W_up = nn.Linear(d_model, d_hidden)
        self.W_down = nn.Linear(d_hidden, d_model)

    def forward(self, x: Float[Tensor, "... d_model"]) -> Float[Tensor, "... d_model"]:
        """Return what each token computes of its own features.

        Args:
            x: Features of tokens, of the parameters' dtype.

        Raises:
            ValueError: If x has another width than d_model.
        """
        check_shape("x", x, "... d_model", d_model=self.d_model)
        gate = self.W_gate(x).clamp(max=self.limit)
        up = self.W_up(x).clamp(-self.limit, self.limit)
        return self.W_down(gate * torch.sigmoid(self.alpha * gate) * (up + 1))
