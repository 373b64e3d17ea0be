"""Attention in PyTorch, written to be read: one concept a file.

Every public name is listed here, once. The package needs torch and jaxtyping. What
draws needs matplotlib, which is an extra, `pip install "attention-verified[plot]"`,
and is imported when a figure is first asked for.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from attention.causal.causal_attention import CausalAttention as CausalAttention
from attention.causal.dropout import apply_dropout as apply_dropout
from attention.causal.dropout import dropout_mask as dropout_mask
from attention.causal.masks import causal_mask as causal_mask
from attention.causal.masks import combine_masks as combine_masks
from attention.causal.masks import mask_from_lengths as mask_from_lengths
from attention.causal.masks import padding_mask as padding_mask
from attention.causal.masks import to_additive as to_additive
from attention.causal.masks import to_multihead as to_multihead
from attention.causal.masks import to_sdpa as to_sdpa
from attention.examples.agreement import agreement_halves as agreement_halves
from attention.examples.agreement import agreement_ids as agreement_ids
from attention.examples.agreement import agreement_words as agreement_words
from attention.examples.checkpoint import delta_reference as delta_reference
from attention.examples.checkpoint import tiny_deepseek as tiny_deepseek
from attention.examples.checkpoint import tiny_gpt2 as tiny_gpt2
from attention.examples.checkpoint import tiny_llama as tiny_llama
from attention.examples.example_head import W_key as W_key
from attention.examples.example_head import W_query as W_query
from attention.examples.example_head import W_value as W_value
from attention.examples.pair_memory import PairMemory as PairMemory
from attention.examples.pairs import draw_pairs as draw_pairs
from attention.examples.pairs import encode_pairs as encode_pairs
from attention.examples.pairs import pair_batches as pair_batches
from attention.examples.phrases import encode_phrases as encode_phrases
from attention.examples.phrases import english_vocabulary as english_vocabulary
from attention.examples.phrases import few_phrases as few_phrases
from attention.examples.phrases import held_out_phrases as held_out_phrases
from attention.examples.phrases import hindi_vocabulary as hindi_vocabulary
from attention.examples.phrases import phrase_parts as phrase_parts
from attention.examples.phrases import training_phrases as training_phrases
from attention.examples.phrases import translate as translate
from attention.examples.phrases import translate_all as translate_all
from attention.examples.phrases import transliterations as transliterations
from attention.examples.phrases import verb_forms as verb_forms
from attention.examples.plane_head import plane_keys as plane_keys
from attention.examples.plane_head import plane_queries as plane_queries
from attention.examples.plane_head import plane_tokens as plane_tokens
from attention.examples.plane_head import plane_values as plane_values
from attention.examples.positions import position_table as position_table
from attention.examples.recall import AttentionRecall as AttentionRecall
from attention.examples.recall import RecurrentRecall as RecurrentRecall
from attention.examples.recall import recall_batch as recall_batch
from attention.examples.recall import train_recall as train_recall
from attention.examples.recipes.high_rate import train_high_rate as train_high_rate
from attention.examples.recipes.indexer import train_indexer as train_indexer
from attention.examples.recipes.induction import train_induction as train_induction
from attention.examples.recipes.mixture import train_mixture as train_mixture
from attention.examples.recipes.pairs import train_pairs as train_pairs
from attention.examples.recipes.story import train_story as train_story
from attention.examples.recipes.translator import train_translator as train_translator
from attention.examples.repeated import said_twice as said_twice
from attention.examples.repeated import said_twice_batches as said_twice_batches
from attention.examples.seeded import seeded_projections as seeded_projections
from attention.examples.seeded import seeded_scores as seeded_scores
from attention.examples.sentence import inputs as inputs
from attention.examples.sentence import sentence as sentence
from attention.examples.sentence import tokens as tokens
from attention.examples.story import story as story
from attention.examples.story import story_ids as story_ids
from attention.examples.story import story_vocabulary as story_vocabulary
from attention.examples.toy_head import toy_keys as toy_keys
from attention.examples.toy_head import toy_queries as toy_queries
from attention.examples.toy_head import toy_tokens as toy_tokens
from attention.examples.toy_head import toy_values as toy_values
from attention.examples.trained import load_trained as load_trained
from attention.examples.translation import target_inputs as target_inputs
from attention.examples.translation import target_tokens as target_tokens
from attention.frontier.balance import balance_loss as balance_loss
from attention.frontier.balance import balanced_bias as balanced_bias
from attention.frontier.balance import expert_load as expert_load
from attention.frontier.balance import within_capacity as within_capacity
from attention.frontier.deepseek import DeepSeek as DeepSeek
from attention.frontier.deepseek import DeepSeekRouter as DeepSeekRouter
from attention.frontier.deepseek import load_deepseek as load_deepseek
from attention.frontier.experts import MixtureOfExperts as MixtureOfExperts
from attention.frontier.experts import Router as Router
from attention.frontier.float8 import decode_float8 as decode_float8
from attention.frontier.float8 import dequantise as dequantise
from attention.frontier.float8 import quantise as quantise
from attention.frontier.llama import Llama as Llama
from attention.frontier.llama import load_llama as load_llama
from attention.frontier.multi_token import MultiToken as MultiToken
from attention.frontier.multi_token import acceptance as acceptance
from attention.frontier.multi_token import multi_token_loss as multi_token_loss
from attention.frontier.rms_norm import RMSNorm as RMSNorm
from attention.frontier.rms_norm import rms_norm as rms_norm
from attention.frontier.swiglu import SwiGLU as SwiGLU
from attention.models.attention import Attention as Attention
from attention.models.attention_only import AttentionOnly as AttentionOnly
from attention.models.block import TransformerBlock as TransformerBlock
from attention.models.decoder import Decoder as Decoder
from attention.models.encoder_decoder import DecoderBlock as DecoderBlock
from attention.models.encoder_decoder import Transformer as Transformer
from attention.models.feed_forward import FeedForward as FeedForward
from attention.models.feed_forward import gelu as gelu
from attention.models.feed_forward import gelu_tanh as gelu_tanh
from attention.models.fit import fit as fit
from attention.models.fit import greedy as greedy
from attention.models.gpt import GPT as GPT
from attention.models.gpt2 import load_gpt2 as load_gpt2
from attention.models.norms import LayerNorm as LayerNorm
from attention.models.norms import layer_norm as layer_norm
from attention.models.safetensors_file import read_safetensors as read_safetensors
from attention.models.safetensors_file import write_safetensors as write_safetensors
from attention.models.sampling import draw as draw
from attention.models.sampling import generate as generate
from attention.models.sampling import keep_top_k as keep_top_k
from attention.models.sampling import keep_top_p as keep_top_p
from attention.models.sampling import sample as sample
from attention.models.sampling import scale_logits as scale_logits
from attention.models.shapes_only import shapes_only as shapes_only
from attention.modern.alibi import alibi_attention as alibi_attention
from attention.modern.alibi import alibi_bias as alibi_bias
from attention.modern.alibi import alibi_slopes as alibi_slopes
from attention.modern.core import AttentionCore as AttentionCore
from attention.modern.costs import Costs as Costs
from attention.modern.costs import Kept as Kept
from attention.modern.costs import grouped_costs as grouped_costs
from attention.modern.costs import latent_costs as latent_costs
from attention.modern.costs import recurrent_kept as recurrent_kept
from attention.modern.decoding import generate_with_cache as generate_with_cache
from attention.modern.fused import FusedMultiHeadAttention as FusedMultiHeadAttention
from attention.modern.gated import GatedAttention as GatedAttention
from attention.modern.gated import split_query_and_gate as split_query_and_gate
from attention.modern.grouped import GroupedQueryAttention as GroupedQueryAttention
from attention.modern.grouped import to_grouped as to_grouped
from attention.modern.latent import LatentAttention as LatentAttention
from attention.modern.latent import LatentCache as LatentCache
from attention.modern.online_softmax import merge_parts as merge_parts
from attention.modern.online_softmax import online_softmax as online_softmax
from attention.modern.qk_norm import NormedHeads as NormedHeads
from attention.modern.qk_norm import add_qk_norm as add_qk_norm
from attention.modern.rotary import rotary_frequencies as rotary_frequencies
from attention.modern.rotary import rotate as rotate
from attention.modern.rotary import rotate_at as rotate_at
from attention.modern.rotary import to_halves as to_halves
from attention.modern.rotary_positions import RotaryPositions as RotaryPositions
from attention.modern.rotary_scaling import llama3_frequencies as llama3_frequencies
from attention.modern.rotary_scaling import ntk_base as ntk_base
from attention.modern.sinks import sink_attention as sink_attention
from attention.modern.tiled_attention import tiled_attention as tiled_attention
from attention.modern.window import SlidingWindow as SlidingWindow
from attention.modern.window import window_mask as window_mask
from attention.multi_head.cross_attention import CrossAttention as CrossAttention
from attention.multi_head.heads import merge_heads as merge_heads
from attention.multi_head.heads import split_heads as split_heads
from attention.multi_head.kv_cache import KVCache as KVCache
from attention.multi_head.kv_cache import forward_with_cache as forward_with_cache
from attention.multi_head.multi_head_attention import (
    MultiHeadAttention as MultiHeadAttention,
)
from attention.multi_head.wrapper import (
    MultiHeadAttentionWrapper as MultiHeadAttentionWrapper,
)
from attention.order.learned import LearnedPositions as LearnedPositions
from attention.order.learned import add_positions as add_positions
from attention.order.sinusoidal import SinusoidalPositions as SinusoidalPositions
from attention.order.sinusoidal import shift_matrix as shift_matrix
from attention.order.sinusoidal import sinusoidal_positions as sinusoidal_positions
from attention.recurrent.chunks import delta_rule_in_chunks as delta_rule_in_chunks
from attention.recurrent.decay import decay_mask as decay_mask
from attention.recurrent.decay import decayed_attention as decayed_attention
from attention.recurrent.delta import delta_rule as delta_rule
from attention.recurrent.gated_delta import GatedDelta as GatedDelta
from attention.recurrent.indexer import IndexedCache as IndexedCache
from attention.recurrent.indexer import Indexer as Indexer
from attention.recurrent.indexer import SelectiveAttention as SelectiveAttention
from attention.recurrent.indexer import index_scores as index_scores
from attention.recurrent.indexer import select_keys as select_keys
from attention.recurrent.linear import LinearAttention as LinearAttention
from attention.recurrent.linear import elu_plus_one as elu_plus_one
from attention.recurrent.linear import linear_attention as linear_attention
from attention.recurrent.linear import linear_step as linear_step
from attention.recurrent.linear import (
    normalised_linear_attention as normalised_linear_attention,
)
from attention.recurrent.state_cache import StateCache as StateCache
from attention.self_attention.additive import AdditiveAttention as AdditiveAttention
from attention.self_attention.additive import additive_scores as additive_scores
from attention.self_attention.classes import SelfAttentionV1 as SelfAttentionV1
from attention.self_attention.classes import SelfAttentionV2 as SelfAttentionV2
from attention.self_attention.dot_product import attention_scores as attention_scores
from attention.self_attention.dot_product import attention_weights as attention_weights
from attention.self_attention.dot_product import context_vectors as context_vectors
from attention.self_attention.jacobian import softmax_jacobian as softmax_jacobian
from attention.self_attention.masked import (
    masked_attention_weights as masked_attention_weights,
)
from attention.self_attention.recording import record_weights as record_weights
from attention.self_attention.recurrent import RecurrentEncoder as RecurrentEncoder
from attention.self_attention.scaled_dot_product import (
    scaled_attention_scores as scaled_attention_scores,
)
from attention.self_attention.scaled_dot_product import (
    scaled_dot_product_attention as scaled_dot_product_attention,
)
from attention.self_attention.softmax import naive_softmax as naive_softmax
from attention.self_attention.softmax import stable_softmax as stable_softmax
from attention.text.embeddings import embedding_table as embedding_table
from attention.text.embeddings import look_up as look_up
from attention.text.nearest import nearest as nearest
from attention.text.skip_gram import SkipGram as SkipGram
from attention.text.skip_gram import draw_words as draw_words
from attention.text.skip_gram import noise_distribution as noise_distribution
from attention.text.skip_gram import skip_gram_loss as skip_gram_loss
from attention.text.skip_gram import skip_gram_pairs as skip_gram_pairs
from attention.text.skip_gram import train_skip_gram as train_skip_gram
from attention.text.subwords import merge_steps as merge_steps
from attention.text.windows import SlidingWindows as SlidingWindows
from attention.text.windows import window_loader as window_loader
from attention.text.words import SPECIAL_TOKENS as SPECIAL_TOKENS
from attention.text.words import build_vocabulary as build_vocabulary
from attention.text.words import decode_words as decode_words
from attention.text.words import encode_words as encode_words
from attention.text.words import split_words as split_words

if TYPE_CHECKING:
    from attention.plotting.arrows import arrows as arrows
    from attention.plotting.colours import COLOURS as COLOURS
    from attention.plotting.curves import curves as curves
    from attention.plotting.cuts import cuts as cuts
    from attention.plotting.heatmap import heatmap as heatmap


def __getattr__(name: str) -> object:
    """Import what draws when it is asked for (PEP 562), from the module of its name."""
    module = Path(__file__).parent / "plotting" / f"{name.lower()}.py"
    if module.exists():
        return getattr(import_module(f"attention.plotting.{module.stem}"), name)
    raise AttributeError(f"module 'attention' has no attribute {name!r}")
