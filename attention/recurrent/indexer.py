"""A layer whose queries choose their keys, by the scores of an indexer.

The indexer makes index queries, index keys and weights from the tokens, with
projections of its own; `index_scores` and `select_keys` do the rest. It is what
DeepSeek-V3.2-Exp calls the lightning indexer (DeepSeek-AI, 2025, section 1). In the
paper, the keys are chosen once for all heads.
"""

from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor, nn

from attention.causal.masks import mask_for
from attention.checks import check_sizes
from attention.models.attention import Attention
from attention.multi_head.heads import split_heads
from attention.multi_head.kv_cache import cached_tokens, extend, keep_visible
from attention.recurrent.choosing import index_scores, select_keys


class Indexer(nn.Module):
    """Index scores of tokens, from small projections of their own.

    DeepSeek-V3.2 also rotates a part of index queries and keys, makes the queries from
    compressed vectors, and normalises its index keys: for that, replace W_key by an
    nn.Sequential.

    Args:
        d_in: Features of each token.
        num_heads: The number of index heads.
        head_dim: Features of an index query and of an index key.
        query_dim: Features of what the index queries are made from; by default d_in.
        rotary: What turns index queries and keys by their positions; by default nothing
            does.

    Attributes:
        W_query: nn.Linear without a bias, like all of them, from query_dim to the index
            queries of all index heads.
        W_key: To the head_dim features of an index key, one for all index heads.
        W_weight: To one weight for each index head.

    Raises:
        ValueError: If num_heads or head_dim is less than 1.
    """

    W_key: nn.Module

    def __init__(
        self,
        d_in: int,
        num_heads: int,
        head_dim: int,
        *,
        query_dim: int | None = None,
        rotary: nn.Module | None = None,
    ) -> None:
        super().__init__()
        check_sizes(num_heads=num_heads, head_dim=head_dim)
        self.num_heads = num_heads
        query_dim = d_in if query_dim is None else query_dim
        self.W_query = nn.Linear(query_dim, num_heads * head_dim, bias=False)
        self.W_key = nn.Linear(d_in, head_dim, bias=False)
        self.W_weight = nn.Linear(d_in, num_heads, bias=False)
        self.rotary = rotary

    def keys(
        self, x: Float[Tensor, "... num_tokens d_in"], start: int = 0
    ) -> Float[Tensor, "... num_tokens head_dim"]:
        """Return the index keys of tokens, the first at position start.

        Args:
            x: One vector for each token.
            start: The number of tokens before these.

        Raises:
            ValueError: As the rotary module does.
        """
        keys = self.W_key(x)
        return keys if self.rotary is None else self.rotary(keys, start)

    def forward(
        self,
        x: Float[Tensor, "... num_queries d_in"],
        keys: Float[Tensor, "... num_keys head_dim"] | None = None,
        start: int = 0,
        *,
        sources: Float[Tensor, "... num_queries query_dim"] | None = None,
    ) -> Float[Tensor, "... num_queries num_keys"]:
        """Return the index score of each key for each token, the future included.

        Args:
            x: One vector for each token that asks.
            keys: Index keys, as the method of this name makes them; by default those of
                the same tokens.
            start: The number of tokens before x.
            sources: What the index queries are made from; by default x.

        Raises:
            ValueError: As `index_scores` and the rotary module do.
        """
        keys = self.keys(x, start) if keys is None else keys
        queries = self.W_query(x if sources is None else sources)
        queries = split_heads(queries, self.num_heads)
        if self.rotary is not None:
            queries = self.rotary(queries, start)
        return index_scores(queries, keys, self.W_weight(x))


class IndexedCache(NamedTuple):
    """The keys and values of a layer's tokens, and the index keys in addition.

    Attributes:
        keys: One key for each head, or group of heads, and token:
            (..., num_heads, num_kept, head_dim).
        values: One value for each, of the same shape.
        index_keys: One index key for each token: (..., num_kept, index_head_dim).
        num_tokens: The number of tokens processed so far. With a sliding window, fewer
            are kept.
    """

    keys: Tensor
    values: Tensor
    index_keys: Tensor
    num_tokens: int


class SelectiveAttention(nn.Module):
    """An attention layer whose queries attend to the keys that an indexer chooses.

    Here the weights of all other keys are 0, which shows what is computed and saves no
    time. No gradient passes through the choice, so the indexer learns nothing from this
    layer's results; it is trained to give scores like the weights of a layer that
    attends to all keys.

    Args:
        attention: The layer, with its mask, positions and groups.
        indexer: What scores the keys, from the tokens that the layer is given.
        top_k: The number of keys that a query keeps at most.

    Raises:
        ValueError: If top_k is less than 1, or attention is no Attention.
    """

    def __init__(self, attention: Attention, indexer: Indexer, top_k: int) -> None:
        super().__init__()
        check_sizes(top_k=top_k)
        if not isinstance(attention, Attention):
            raise ValueError(
                f"attention must be Attention. Got {type(attention).__name__}."
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
        cache: IndexedCache | None = None,
    ) -> tuple[Float[Tensor, "... num_new d_out"], IndexedCache]:
        """Return the same for new tokens, with all that may be chosen later.

        Args:
            x: One vector for each new token.
            cache: What an earlier call returned; by default there are no earlier
                tokens.

        Returns:
            out: What the layer returns for the whole sequence, at the new tokens.
            cache: Keys, values and index keys of the tokens so far.

        Raises:
            ValueError: As the layer does.
        """
        layer, indexer = self.attention, self.indexer
        start = cached_tokens(cache, IndexedCache)
        queries, keys, values = layer.project(x, start)
        new = IndexedCache(keys, values, indexer.keys(x, start), x.shape[-2])
        cache = extend(cache, new)

        allowed = mask_for(layer.mask, queries, cache.keys)
        scores = indexer(x, cache.index_keys, start)  # (..., num_new, num_tokens)
        mask = select_keys(scores, self.top_k, allowed).unsqueeze(-3)  # for all heads
        out = layer.mix(queries, cache.keys, cache.values, mask)
        return out, keep_visible(cache, layer.mask)
