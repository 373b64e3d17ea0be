"""A gated feed-forward network whose gate is GELU, as in Gemma.

    GeGLU(x) = (gelu_tanh(x W_gate) * (x W_up)) W_down

This is Shazeer (2020), section 2, FFN_GEGLU, with the approximation of GELU by tanh,
which `hidden_activation` in Gemma's config asks for.
"""

import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from attention.checks import check_shape
from attention.frontier.swiglu import SwiGLU


class GeGLU(SwiGLU):
    """`SwiGLU` with `gelu_tanh` for silu: the same arguments, attributes and errors."""

    def forward(self, x: Float[Tensor, "... d_model"]) -> Float[Tensor, "... d_model"]:
        """Return what each token computes of its own features."""
        check_shape("x", x, "... d_model", d_model=self.d_model)
        gate = F.gelu(self.W_gate(x), approximate="tanh")
        return self.W_down(gate * self.W_up(x))
