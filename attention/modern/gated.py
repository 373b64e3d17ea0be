"""Gated attention: each feature of a context vector times a number between 0 and 1.

For a token x, with its context vectors Z_1 ... Z_num_heads:

    out = (Concat(Z_1, ..., Z_num_heads) * sigmoid(x W_gate)) W_O

This is the sigmoid gate after attention, one number for each feature of each head, of
Qiu et al. (2025), and of the class Qwen3NextAttention in transformers. It depends on
the token whose query it is.
"""

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn


class GatedAttention(nn.Module):
    """An attention layer whose context vectors pass through a gate.

    The layer is passed in: multi-head, grouped, fused or latent, with any mask and any
    positions. Its out_proj is applied after the gate, so it moves to this module, and
    nn.Identity takes its place.

    Args:
        d_in: Features of each token.
        attention: A layer with out_proj, which belongs to this module from now on.

    Attributes:
        attention: The layer, which returns the context vectors of its heads.
        W_gate: nn.Linear without a bias, from d_in to the features of all heads.
        out_proj: The layer's.

    Raises:
        ValueError: If the out_proj of the layer is not nn.Linear, as when another
            module has taken it.
    """

    def __init__(self, d_in: int, attention: nn.Module) -> None:
        super().__init__()
        layer: Any = attention
        if not isinstance(layer.out_proj, nn.Linear):
            raise ValueError(
                "attention must have an out_proj that is nn.Linear. "
                f"Got {type(layer.out_proj).__name__}."
            )
        self.out_proj = layer.out_proj
        layer.out_proj = nn.Identity()
        self.attention = layer
        self.W_gate = nn.Linear(d_in, self.out_proj.in_features, bias=False)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return the gated context vectors of all heads, mixed by out_proj.

        Args:
            x: One vector for each token.

        Raises:
            ValueError: As the layer does.
        """
        return self.out_proj(self.attention(x) * torch.sigmoid(self.W_gate(x)))

    def forward_with_cache(
        self, x: Float[Tensor, "... num_new d_in"], cache: Any = None
    ) -> tuple[Float[Tensor, "... num_new d_out"], Any]:
        """Return the same for new tokens, with what the layer keeps of earlier ones.

        Args:
            x: One vector for each new token.
            cache: What an earlier call returned; by default there are no earlier
                tokens. A gate needs no cache.

        Returns:
            out: What the layer returns for the whole sequence, at the new tokens.
            cache: The layer's.

        Raises:
            ValueError: As the layer does.
        """
        contexts, cache = self.attention.forward_with_cache(x, cache)
        return self.out_proj(contexts * torch.sigmoid(self.W_gate(x))), cache
