"""Attention in PyTorch, written to be read: one concept a file.

The only dependency is torch. What draws (`arrows`, `curves`, `cuts`, `heatmap`) needs
matplotlib, which is an extra: `pip install "attention-verified[plot]"`; it is imported
when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from attention.self_attention.additive import AdditiveAttention, additive_scores
from attention.causal.causal_attention import CausalAttention
from attention.multi_head.cross_attention import CrossAttention
from attention.self_attention.dot_product import attention_scores, attention_weights, context_vectors
from attention.causal.dropout import apply_dropout, dropout_mask
from attention.text.embeddings import embedding_table, look_up
from attention.examples.sentence import inputs, sentence, tokens
from attention.examples.example_head import W_K, W_Q, W_V
from attention.order.learned import LearnedPositions, add_positions
from attention.causal.masked import masked_attention_weights
from attention.causal.masks import (
    causal_mask,
    combine_masks,
    mask_from_lengths,
    padding_mask,
    to_additive,
    to_multihead,
    to_sdpa,
)
from attention.multi_head.multi_head_attention import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    merge_heads,
    split_heads,
)
from attention.text.nearest import nearest
from attention.examples.positions import position_table
from attention.examples.recall import (
    AttentionRecall,
    RecurrentRecall,
    recall_batch,
    train_recall,
)
from attention.self_attention.recurrent import RecurrentEncoder
from attention.self_attention.scaled_dot_product import (
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from attention.examples.seeded import seeded_projections, seeded_scores
from attention.self_attention.classes import SelfAttentionV1, SelfAttentionV2
from attention.order.sinusoidal import (
    SinusoidalPositions,
    shift_matrix,
    sinusoidal_positions,
)
from attention.text.skip_gram import (
    SkipGram,
    draw_words,
    noise_distribution,
    skip_gram_loss,
    skip_gram_pairs,
    train_skip_gram,
)
from attention.self_attention.softmax import naive_softmax, stable_softmax
from attention.self_attention.jacobian import softmax_jacobian
from attention.examples.story import story, story_ids, story_vocabulary
from attention.text.subwords import merge_steps
from attention.examples.toy_head import toy_keys, toy_queries, toy_tokens, toy_values
from attention.examples.translation import target_inputs, target_tokens
from attention.text.windows import SlidingWindows, window_loader
from attention.text.words import (
    SPECIAL_TOKENS,
    build_vocabulary,
    decode_words,
    encode_words,
    split_words,
)

if TYPE_CHECKING:
    from attention.plotting import COLOURS, arrows, curves, cuts, heatmap

__all__ = [
    "COLOURS",
    "SPECIAL_TOKENS",
    "W_K",
    "W_Q",
    "W_V",
    "AdditiveAttention",
    "AttentionRecall",
    "CausalAttention",
    "CrossAttention",
    "LearnedPositions",
    "MultiHeadAttention",
    "MultiHeadAttentionWrapper",
    "RecurrentEncoder",
    "RecurrentRecall",
    "SelfAttentionV1",
    "SelfAttentionV2",
    "SinusoidalPositions",
    "SkipGram",
    "SlidingWindows",
    "add_positions",
    "additive_scores",
    "apply_dropout",
    "arrows",
    "attention_scores",
    "attention_weights",
    "build_vocabulary",
    "causal_mask",
    "combine_masks",
    "context_vectors",
    "curves",
    "cuts",
    "decode_words",
    "draw_words",
    "dropout_mask",
    "embedding_table",
    "encode_words",
    "heatmap",
    "inputs",
    "look_up",
    "mask_from_lengths",
    "masked_attention_weights",
    "merge_heads",
    "merge_steps",
    "naive_softmax",
    "nearest",
    "noise_distribution",
    "padding_mask",
    "position_table",
    "recall_batch",
    "scaled_attention_scores",
    "scaled_dot_product_attention",
    "seeded_projections",
    "seeded_scores",
    "sentence",
    "shift_matrix",
    "sinusoidal_positions",
    "skip_gram_loss",
    "skip_gram_pairs",
    "softmax_jacobian",
    "split_heads",
    "split_words",
    "stable_softmax",
    "story",
    "story_ids",
    "story_vocabulary",
    "target_inputs",
    "target_tokens",
    "to_additive",
    "to_multihead",
    "to_sdpa",
    "tokens",
    "toy_keys",
    "toy_queries",
    "toy_tokens",
    "toy_values",
    "train_recall",
    "train_skip_gram",
    "window_loader",
]

_made_on_demand = {
    "COLOURS": "attention.plotting",
    "arrows": "attention.plotting",
    "curves": "attention.plotting",
    "cuts": "attention.plotting",
    "heatmap": "attention.plotting",
}


def __getattr__(name: str) -> object:
    """Look up the names that are made on demand (PEP 562)."""
    if name in _made_on_demand:
        return getattr(import_module(_made_on_demand[name]), name)
    raise AttributeError(f"module 'attention' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
