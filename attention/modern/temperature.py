"""A temperature for each position: later queries sharpen their weights.

The more keys a softmax has, the flatter its weights are. So the query of position p,
counted from 0, is multiplied by

    1 + scale ln(1 + floor((p + 1) / steps))

which is 1 for the first steps - 1 tokens. Llama 4 does so in its layers without rotary
positions (`attn_temperature_tuning` in transformers), with steps 8,192 and scale 0.1,
after Nakanishi (2025), Scalable-Softmax.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attention.checks import check_sizes
from attention.self_attention.scaled_dot_product import scaled_dot_product_attention


class PositionTemperature(nn.Module):
    """What a layer calls to attend: `Attention(…, attend=PositionTemperature(8192))`.

    The last query's position is that of the last key, and the first key's is 0, so the
    layer's mask must let its cache keep all tokens.

    Args:
        steps: Positions from one factor to the next.
        scale: What the logarithm is multiplied by.

    Raises:
        ValueError: If steps is less than 1.
    """

    def __init__(self, steps: int, scale: float = 0.1) -> None:
        super().__init__()
        check_sizes(steps=steps)
        self.steps = steps
        self.scale = scale

    def forward(
        self,
        queries: Float[Tensor, "... num_queries d_k"],
        keys: Float[Tensor, "... num_keys d_k"],
        values: Float[Tensor, "... num_keys d_v"],
        mask: Bool[Tensor, " ..."] | None = None,
        dropout: float = 0.0,
    ) -> tuple[Tensor, Tensor]:
        """Return contexts and weights of `scaled_dot_product_attention`, so sharpened.

        Args:
            queries: One vector for each head and query position, the last ones.
            keys: One vector for each head and key position, from position 0 on.
            values: One vector for each of them.
            mask: True = may attend; by default every query may attend to every key.
            dropout: The share of the weights to drop; 0 in evaluation.

        Raises:
            ValueError: As `scaled_dot_product_attention` does.
        """
        num_keys = keys.shape[-2]
        positions = torch.arange(
            num_keys - queries.shape[-2], num_keys, device=queries.device
        )
        wide = torch.promote_types(queries.dtype, torch.float32)
        passed = ((positions + 1) // self.steps).to(wide)
        factors = 1 + self.scale * torch.log1p(passed)
        queries = queries * factors[:, None].to(queries.dtype)
        return scaled_dot_product_attention(queries, keys, values, mask, dropout)
