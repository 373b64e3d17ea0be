"""What attention is, written to be read: one concept a file.

What a text is made of comes from `attention.text`, published weights from
`attention.loaders`, data and trained models from `attention.examples`, figures from
`attention.plotting`. The package needs torch and
jaxtyping; the figures need matplotlib, which is an extra,
`pip install "attention-verified[plot]"`.
"""

from attention.causal.causal_attention import CausalAttention
from attention.causal.dropout import apply_dropout, dropout_mask
from attention.causal.masks import (
    causal_mask,
    combine_masks,
    mask_from_lengths,
    padding_mask,
    to_additive,
    to_multihead,
    to_sdpa,
)
from attention.diagnosis.examine import diagnose
from attention.frontier.balance import (
    balance_loss,
    balanced_bias,
    expert_load,
    within_capacity,
)
from attention.frontier.blocks import OnePartBlock, ParallelBlock, SandwichBlock
from attention.frontier.clamped_swiglu import ClampedSwiGLU
from attention.frontier.deepseek import DeepSeek
from attention.frontier.deepseek_router import DeepSeekRouter
from attention.frontier.experts import (
    GatedExpert,
    MixtureOfExperts,
    Router,
    SigmoidRouter,
)
from attention.frontier.float8 import decode_float8, dequantise, quantise
from attention.frontier.geglu import GeGLU
from attention.frontier.llama import Llama
from attention.frontier.multi_token import MultiToken, multi_token_loss
from attention.frontier.rms_norm import RMSNorm, rms_norm
from attention.frontier.scaling import SoftCap, Times
from attention.frontier.swiglu import SwiGLU
from attention.models.attention import Attention
from attention.models.attention_only import AttentionOnly
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.models.encoder_decoder import DecoderBlock, Transformer
from attention.models.feed_forward import FeedForward, gelu, gelu_tanh
from attention.models.gpt import GPT
from attention.models.norms import LayerNorm, layer_norm
from attention.models.sampling import (
    generate,
    keep_top_k,
    keep_top_p,
    sample,
    scale_logits,
)
from attention.modern.alibi import alibi_bias, alibi_slopes
from attention.modern.chunked import ChunkedMask
from attention.modern.core import AttentionCore, core_attention
from attention.modern.costs import grouped_costs, latent_costs
from attention.modern.gated import GatedAttention
from attention.modern.grouped import to_grouped
from attention.modern.latent import LatentAttention, LatentCache
from attention.modern.online_softmax import merge_parts, online_softmax
from attention.modern.qk_norm import add_qk_norm
from attention.modern.rotary import rotary_frequencies, rotate, to_halves
from attention.modern.rotary_positions import RotaryPositions
from attention.modern.rotary_scaling import llama3_frequencies
from attention.modern.temperature import PositionTemperature
from attention.modern.tiled_attention import tiled_attention
from attention.modern.window import SlidingWindow, window_mask
from attention.modern.yarn import yarn_frequencies, yarn_length
from attention.multi_head.cross_attention import CrossAttention
from attention.multi_head.heads import merge_heads, split_heads
from attention.multi_head.kv_cache import KVCache
from attention.multi_head.multi_head_attention import MultiHeadAttention
from attention.multi_head.wrapper import MultiHeadAttentionWrapper
from attention.order.learned import LearnedPositions, add_positions
from attention.order.sinusoidal import (
    SinusoidalPositions,
    shift_matrix,
    sinusoidal_positions,
)
from attention.recurrent.choosing import index_scores, select_keys
from attention.recurrent.chunks import delta_rule_in_chunks
from attention.recurrent.decay import decay_mask, decayed_attention
from attention.recurrent.delta import delta_rule
from attention.recurrent.gated_convolution import GatedConvolution
from attention.recurrent.gated_delta import GatedDelta
from attention.recurrent.gated_delta_net import GatedDeltaNet
from attention.recurrent.indexer import Indexer, SelectiveAttention
from attention.recurrent.lightning import LightningAttention
from attention.recurrent.linear import (
    LinearAttention,
    elu_plus_one,
    linear_attention,
    normalised_linear_attention,
)
from attention.recurrent.mamba import Mamba2
from attention.recurrent.selective_latent import SelectiveLatentAttention
from attention.recurrent.short_convolution import short_convolution
from attention.recurrent.state_cache import StateCache
from attention.self_attention.additive import AdditiveAttention, additive_scores
from attention.self_attention.classes import SelfAttentionV1, SelfAttentionV2
from attention.self_attention.dot_product import (
    attention_scores,
    attention_weights,
    context_vectors,
)
from attention.self_attention.jacobian import softmax_jacobian
from attention.self_attention.masked import masked_attention_weights
from attention.self_attention.recording import record_weights
from attention.self_attention.recurrent import RecurrentEncoder
from attention.self_attention.scaled_dot_product import (
    scaled_attention_scores,
    scaled_dot_product_attention,
)
from attention.self_attention.softmax import naive_softmax, stable_softmax

__all__ = [
    # Part 2, self-attention
    "attention_scores", "attention_weights", "context_vectors", "naive_softmax",
    "stable_softmax", "softmax_jacobian", "masked_attention_weights",
    "scaled_attention_scores", "scaled_dot_product_attention", "record_weights",
    "SelfAttentionV1", "SelfAttentionV2", "additive_scores", "AdditiveAttention",
    "RecurrentEncoder",
    # Part 3, order
    "add_positions", "LearnedPositions", "sinusoidal_positions", "shift_matrix",
    "SinusoidalPositions",
    # Part 4, causal attention
    "causal_mask", "padding_mask", "mask_from_lengths", "combine_masks", "to_sdpa",
    "to_multihead", "to_additive", "dropout_mask", "apply_dropout", "CausalAttention",
    # Part 5, many heads
    "split_heads", "merge_heads", "MultiHeadAttentionWrapper", "KVCache",
    "MultiHeadAttention", "CrossAttention",
    # Part 6, whole models
    "layer_norm", "LayerNorm", "gelu", "gelu_tanh", "FeedForward", "Attention",
    "TransformerBlock", "DecoderBlock", "Transformer", "scale_logits", "keep_top_k",
    "keep_top_p", "sample", "generate", "Decoder", "GPT", "AttentionOnly",
    # Part 7, modern attention
    "online_softmax", "merge_parts", "tiled_attention", "rotary_frequencies", "rotate",
    "to_halves", "RotaryPositions", "llama3_frequencies", "yarn_frequencies",
    "yarn_length", "to_grouped", "window_mask", "SlidingWindow", "ChunkedMask",
    "PositionTemperature", "alibi_slopes", "alibi_bias", "AttentionCore",
    "core_attention", "LatentCache", "LatentAttention", "grouped_costs", "latent_costs",
    # Part 8, from GPT-2 to DeepSeek
    "rms_norm", "RMSNorm", "SwiGLU", "ClampedSwiGLU", "Llama", "Router",
    "SigmoidRouter", "MixtureOfExperts", "GatedExpert", "expert_load", "balanced_bias",
    "balance_loss", "within_capacity", "DeepSeekRouter", "DeepSeek", "decode_float8",
    "quantise", "dequantise", "MultiToken", "multi_token_loss",
    # Part 10, past the square
    "add_qk_norm", "GatedAttention", "StateCache", "linear_attention",
    "elu_plus_one", "normalised_linear_attention", "LinearAttention", "decay_mask",
    "decayed_attention", "delta_rule", "delta_rule_in_chunks", "GatedDelta",
    "index_scores", "select_keys", "Indexer", "SelectiveAttention",
    # The gallery: what its models need besides
    "GeGLU", "SoftCap", "Times", "SandwichBlock", "ParallelBlock", "OnePartBlock",
    "SelectiveLatentAttention", "short_convolution", "GatedConvolution",
    "GatedDeltaNet", "Mamba2", "LightningAttention",
    # Your own code
    "diagnose",
]  # fmt: skip
