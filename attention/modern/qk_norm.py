"""Query-key normalisation: a norm for the queries and the keys of each head.

For token i, with RMS normalisation and the scales g of the queries and g' of the keys,

    q_i = g RMSNorm(x_i W_Q,h),   k_j = g' RMSNorm(x_j W_K,h)
    |q_i . k_j| / sqrt(d_k) <= sqrt(d_k) max |g| max |g'|

because a vector of mean square 1 has length sqrt(d_k). Henry et al. (2020) normalise
queries and keys; Wortsman et al. (2023), section 3.1.1, show that training then
works at higher learning rates. The class Qwen3Attention in transformers has such norms,
before rotary positions. A rotation changes no length, so the bound holds after it, too.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from jaxtyping import Float
from torch import Tensor, nn

from attention.checks import check_divides

Layer = TypeVar("Layer", bound=nn.Module)


class NormedHeads(nn.Module):
    """A projection whose result is normalised head by head.

    Args:
        projection: nn.Linear to the features of all heads.
        num_heads: The number of heads; it divides the features of the result.
        norm: What makes a norm of a given width, that of one head, such as RMSNorm.

    Attributes:
        projection: The projection.
        norm: The norm, the same for all heads.
        in_features: Features of a token.
        out_features: Features of all heads together.

    Raises:
        ValueError: If num_heads does not divide the features of the result.
    """

    def __init__(
        self, projection: nn.Linear, num_heads: int, norm: Callable[[int], nn.Module]
    ) -> None:
        super().__init__()
        self.in_features = projection.in_features
        self.out_features = projection.out_features
        check_divides(num_heads, out_features=self.out_features)
        self.num_heads = num_heads
        self.projection = projection
        self.head_dim = self.out_features // num_heads
        self.norm = norm(self.head_dim)

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Project each token, and normalise the features of each head.

        Args:
            x: One vector for each token.
        """
        heads = self.projection(x).unflatten(-1, (-1, self.head_dim))
        return self.norm(heads).flatten(-2)  # heads: (..., num_heads, head_dim)


def add_qk_norm(
    layer: Layer, norm: Callable[[int], nn.Module], *, over_all: bool = False
) -> Layer:
    """Give a layer norms for its queries and its keys, and return the layer.

    W_query and W_key are replaced by NormedHeads that hold them, so rotary positions,
    masks and the cache work as before: what is cached are normalised keys.

    Args:
        layer: Attention, also grouped or fused, MultiHeadAttention, or
            another layer with W_query, W_key and num_heads.
        norm: What makes a norm of a given width, such as RMSNorm; called twice.
        over_all: Whether a norm is over the features of all heads together, as in
            OLMo 2; by default each head is normalised alone.

    Raises:
        ValueError: If W_query or W_key is not nn.Linear, as when it has a norm already,
            or if the layer makes its keys from latent vectors. These are what it
            caches, and it attends to them without the keys, which a norm would need.
    """
    changed: Any = layer
    if hasattr(layer, "W_latent"):
        raise ValueError(
            "layer must cache its keys, since a norm needs them. "
            f"Got {type(layer).__name__}, which caches latent vectors."
        )
    keys_of = getattr(layer, "num_kv_groups", changed.num_heads)
    for name, heads in {"W_query": changed.num_heads, "W_key": keys_of}.items():
        projection = getattr(layer, name)
        if not isinstance(projection, nn.Linear):
            raise ValueError(
                f"{name} must be nn.Linear. Got {type(projection).__name__}."
            )
        setattr(layer, name, NormedHeads(projection, 1 if over_all else heads, norm))
    return layer
