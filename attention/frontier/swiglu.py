"""A gated feed-forward network: one product decides how much of another passes.

For the features x of one token, with d_hidden numbers in between:

    SwiGLU(x) = (silu(x W_gate) * (x W_up)) W_down,   silu(z) = z / (1 + exp(-z))

This is Shazeer (2020), section 2, FFN_SwiGLU with beta = 1 and no biases. The names are
those of Llama's checkpoints; W_gate, W_up and W_down are W, V and W_2 in the paper. The
three matrices W_gate, W_up and W_down are the transposes of what nn.Linear stores.
"""

import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_shape


class SwiGLU(nn.Module):
    """Three linear layers, one of which gates another, for each token alone.

    Args:
        d_model: Features of a token, before and after.
        d_hidden: Numbers in between. With 8/3 d_model it has as many weights as two
            layers of 4 d_model.

    Attributes:
        W_gate: nn.Linear without a bias, like all three, from d_model to d_hidden.
        W_up: The same.
        W_down: From d_hidden to d_model.
    """

    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.d_model = d_model
        self.W_gate = nn.Linear(d_model, d_hidden, bias=False)
        self.W_up = nn.Linear(d_model, d_hidden, bias=False)
        self.W_down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x: Float[Tensor, "... d_model"]) -> Float[Tensor, "... d_model"]:
        """Return what each token computes of its own features.

        Args:
            x: Features of tokens, of the parameters' dtype.

        Raises:
            ValueError: If x has another width than d_model.
        """
        check_shape("x", x, "... d_model", d_model=self.d_model)
        return self.W_down(F.silu(self.W_gate(x)) * self.W_up(x))
