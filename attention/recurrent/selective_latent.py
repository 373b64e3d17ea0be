"""Latent attention whose queries choose their keys: DeepSeek-V3.2's layer.

The indexer makes its index queries from the compressed queries of the layer, turns the
first features of index queries and keys, and normalises the keys (the class
DeepseekV32Indexer in transformers). All heads attend to the latent vectors of the
chosen keys, the absorbed way (DeepSeek-AI, 2025, DeepSeek-V3.2-Exp, section 1).
"""

from typing import NamedTuple, cast

from jaxtyping import Float
from torch import Tensor, nn

from attention.causal.masks import mask_for
from attention.checks import check_sizes
from attention.modern.latent import LatentAttention
from attention.multi_head.kv_cache import cached_tokens, extend, keep_visible
from attention.recurrent.choosing import select_keys
from attention.recurrent.indexer import Indexer


class IndexedLatentCache(NamedTuple):
    """What latent attention keeps of its tokens, and the index keys in addition.

    Attributes:
        compressed: For each token its latent vector and then its rotary key:
            (..., num_kept, latent_dim + rotary_dim).
        index_keys: One index key for each token: (..., num_kept, index_head_dim).
        num_tokens: The number of tokens processed so far.
    """

    compressed: Tensor
    index_keys: Tensor
    num_tokens: int


class SelectiveLatentAttention(nn.Module):
    """A latent layer whose queries attend to the keys that an indexer chooses.

    As in `SelectiveAttention`, the weights of all other keys are 0, and no gradient
    passes through the choice.

    Args:
        attention: The layer. Its W_query is an nn.Sequential whose last part makes the
            queries from compressed ones.
        indexer: What scores the keys, with index queries from the compressed queries.
        top_k: The number of keys that a query keeps at most.

    Raises:
        ValueError: If top_k is less than 1, or W_query is no nn.Sequential.
    """

    def __init__(
        self, attention: LatentAttention, indexer: Indexer, top_k: int
    ) -> None:
        super().__init__()
        check_sizes(top_k=top_k)
        projection = attention.W_query
        if not isinstance(projection, nn.Sequential):
            raise ValueError(
                "attention must have a W_query that is nn.Sequential. "
                f"Got {type(projection).__name__}."
            )
        self.attention = attention
        self.indexer = indexer
        self.top_k = top_k

    def forward(
        self, x: Float[Tensor, "... num_tokens d_in"]
    ) -> Float[Tensor, "... num_tokens d_out"]:
        """Return the context vectors of all heads from the chosen keys, mixed.

        Args:
            x: One vector for each token.

        Raises:
            ValueError: As the layer does.
        """
        return self.forward_with_cache(x)[0]

    def forward_with_cache(
        self,
        x: Float[Tensor, "... num_new d_in"],
        cache: IndexedLatentCache | None = None,
    ) -> tuple[Float[Tensor, "... num_new d_out"], IndexedLatentCache]:
        """Return the same for new tokens, with all that may be chosen later.

        Args:
            x: One vector for each new token.
            cache: What an earlier call returned; by default there are no earlier
                tokens.

        Returns:
            out: What the layer returns for the whole sequence, at the new tokens.
            cache: Latent vectors, rotary keys and index keys of the tokens so far.

        Raises:
            ValueError: As the layer does.
        """
        layer, indexer = self.attention, self.indexer
        start = cached_tokens(cache, IndexedLatentCache)
        queries, compressed = layer.project(x, start)
        new = IndexedLatentCache(compressed, indexer.keys(x, start), x.shape[-2])
        cache = extend(cache, new)
        *before, _ = cast("nn.Sequential", layer.W_query)
        narrow = nn.Sequential(*before)(x)  # the compressed queries
        scores = indexer(x, cache.index_keys, start, sources=narrow)
        allowed = mask_for(layer.mask, queries, cache.compressed)
        mask = select_keys(scores, self.top_k, allowed).unsqueeze(-3)  # for all heads
        out = layer.mix_absorbed(queries, cache.compressed, mask)
        return out, keep_visible(cache, layer.mask)
