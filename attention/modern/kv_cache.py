"""A cache of keys and values, so that each token is projected once.

In causal attention, the key and the value of a token depend on this token and those
before it, and no later token changes them. So a model that writes token by token can
keep them. For new tokens x, with the cached keys K_c and values V_c:

    K = Concat(K_c, x W_K)
    V = Concat(V_c, x W_V)
    out = softmax((x W_Q) K^T / sqrt(d_k) + M) V

M has a row for each new token and a column for each token so far. A cache is a value:
a function takes one and returns a longer one, and the first stays as it was. Each
function here gives what the whole sequence gives at the new positions, up to rounding.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

import torch
from jaxtyping import Float, Int64
from torch import Tensor

from attention.checks import check_shape
from attention.models.block import TransformerBlock
from attention.models.gpt import GPT
from attention.models.sampling import generate
from attention.multi_head.heads import merge_heads, split_heads
from attention.multi_head.multi_head_attention import MultiHeadAttention


class KVCache(NamedTuple):
    """The keys and values of the tokens that one attention layer has processed.

    Attributes:
        keys: One key for each head and token, (..., num_heads, num_tokens, head_dim).
        values: One value for each head and token, of the same shape.
    """

    keys: Tensor
    values: Tensor

    @property
    def num_tokens(self) -> int:
        """The number of tokens in the cache."""
        return self.keys.shape[-2]


def attend_with_cache(
    layer: MultiHeadAttention,
    x: Float[Tensor, "... num_new d_in"],
    cache: KVCache | None = None,
) -> tuple[Float[Tensor, "... num_new d_out"], KVCache]:
    """Run an attention layer on new tokens, with the keys and values of earlier ones.

    Args:
        layer: The layer, whose own weights are used.
        x: One vector for each new token.
        cache: What an earlier call of this layer returned; by default the new tokens
            are the first.

    Returns:
        out: What the layer returns for the whole sequence, at the new tokens.
        cache: The keys and values of the tokens in the cache and of the new ones.

    Raises:
        ValueError: If the layer is no MultiHeadAttention, if x has fewer than two axes
            or another width than d_in, or if the tokens in the cache and the new ones
            are more than the layer's context_length.
    """
    if not isinstance(layer, MultiHeadAttention):
        raise ValueError(
            f"layer must be a MultiHeadAttention. Got {type(layer).__name__}."
        )
    check_shape("x", x, "... num_new d_in", d_in=layer.W_query.in_features)
    start = 0 if cache is None else cache.num_tokens
    end = start + x.shape[-2]
    _check_room(start, x.shape[-2], len(layer.mask))

    queries = split_heads(layer.W_query(x), layer.num_heads)
    keys = split_heads(layer.W_key(x), layer.num_heads)
    values = split_heads(layer.W_value(x), layer.num_heads)
    # each (..., num_heads, num_new, head_dim)
    if cache is not None:
        keys = torch.cat([cache.keys, keys], dim=-2)
        values = torch.cat([cache.values, values], dim=-2)
    # (..., num_heads, end, head_dim)

    mask = layer.mask[start:end, :end]  # the rows of the new tokens
    dropout = layer.dropout.p if layer.training else 0.0
    contexts, _ = layer.attend(queries, keys, values, mask, dropout)
    # (..., num_heads, num_new, head_dim)
    return layer.out_proj(merge_heads(contexts)), KVCache(keys, values)


def forward_with_cache(
    model: GPT,
    ids: Int64[Tensor, "... num_new"],
    caches: Sequence[KVCache] | None = None,
) -> tuple[Float[Tensor, "... num_new vocab_size"], list[KVCache]]:
    """Run a GPT on new tokens, with the keys and values of earlier ones.

    Args:
        model: The model, whose own weights are used.
        ids: The new tokens. The first one's position is the number of tokens in the
            caches.
        caches: What an earlier call returned, a cache for each block; by default the
            new tokens are the first.

    Returns:
        logits: What the model returns for the whole text, at the new tokens.
        caches: A cache for each block, with the new tokens.

    Raises:
        ValueError: If there is not one cache for each block, if an attention layer is
            no MultiHeadAttention, or if the tokens in the caches and the new ones are
            more than context_length.
    """
    if caches is not None and len(caches) != len(model.blocks):
        raise ValueError(
            f"caches must be one for each of {len(model.blocks)} blocks. "
            f"Got {len(caches)}."
        )
    positions = model.positions.pos_emb.weight
    start = 0 if caches is None else caches[0].num_tokens
    end = start + ids.shape[-1]
    _check_room(start, ids.shape[-1], len(positions))

    x = model.dropout(model.tok_emb(ids) + positions[start:end])
    longer = []
    for i, block in enumerate(cast("list[TransformerBlock]", list(model.blocks))):
        layer = cast("MultiHeadAttention", block.attention)  # which is checked
        cache = None if caches is None else caches[i]
        attended, cache = attend_with_cache(layer, block.norm_1(x), cache)
        x = x + block.dropout(attended)
        x = x + block.dropout(block.feed_forward(block.norm_2(x)))
        longer.append(cache)
    return model.out_head(model.final_norm(x)), longer


def generate_with_cache(
    model: GPT,
    ids: Int64[Tensor, "batch num_tokens"],
    num_new: int,
    choose: Callable[[Tensor], Tensor] | None = None,
    end: int | None = None,
) -> Int64[Tensor, "batch longer"]:
    """Write on as `GPT.generate` does, running the model on each token once.

    Args:
        model: The model; it runs in evaluation mode.
        ids: The beginnings, all of one length.
        num_new: How many words to append at most.
        choose: From logits (batch, vocab_size) to ids (batch,); by default the largest
            logit's.
        end: The id that ends a text.

    Returns:
        The ids that `GPT.generate` returns. Logits may differ by rounding, so another
        word may be chosen where two are equally probable up to that.

    Raises:
        ValueError: If the text would be longer than context_length, or as `generate`
            does.
    """
    longest = len(model.positions.pos_emb.weight)
    if ids.shape[-1] + num_new - 1 > longest:  # the last word is not read
        raise ValueError(
            f"ids and new words must fit context_length={longest}, the last word "
            f"not counted. Got {ids.shape[-1]} + {num_new}."
        )
    caches: list[KVCache] | None = None

    def next_logits(ids: Tensor) -> Tensor:
        nonlocal caches
        cached = 0 if caches is None else caches[0].num_tokens
        logits, caches = forward_with_cache(model, ids[:, cached:], caches)
        return logits

    training = model.training
    model.eval()
    try:
        return generate(next_logits, ids, num_new, choose, end)
    finally:
        model.train(training)


def _check_room(num_cached: int, num_new: int, context_length: int) -> None:
    """Check that the tokens in a cache and new ones are not too many."""
    if num_cached + num_new > context_length:
        raise ValueError(
            f"cached and new tokens must fit context_length={context_length}. "
            f"Got {num_cached} + {num_new}."
        )
