"""Command R7B: a parallel block, and no positions in the layers without a window.

The class Cohere2DecoderLayer in transformers: both parts are given the same normalised
tokens. The norm subtracts the mean and has no shift, the pairs that are turned are
neighbours, and logits are multiplied by a constant.
"""

from functools import partial

from torch import Tensor, nn

from attention.frontier.blocks import ParallelBlock
from attention.frontier.scaling import Times
from attention.frontier.swiglu import SwiGLU
from attention.gallery.parts import (
    FULL,
    WRAPPED,
    Model,
    attention,
    decoder,
    layer_kinds,
    mask_of,
    rotary,
    then,
)
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.decoder import Decoder
from attention.modern.rotary import to_halves


def cohere2(c: Settings) -> Decoder:
    """Return a Command R7B with the sizes of a config."""
    c.must(hidden_act="silu", attention_bias=False, use_gated_activation=True)
    c.must(position_embedding_type="rope_gptj", rotary_pct=1.0, use_qk_norm=False)
    c.must(order_of_interleaved_layers="local_attn_first", use_parallel_block=True)
    c.must(use_embedding_sharing=True)
    c.note("layer_switch", "use_parallel_embedding")  # as the pattern; of training
    norm = partial(nn.LayerNorm, eps=c.layer_norm_eps, bias=False)
    turn, kinds = rotary(c), layer_kinds(c, full_every=4)

    def block(number: int) -> nn.Module:
        kind = kinds[number]
        turned = None if kind == FULL else turn
        layer = attention(c, rotary=turned, mask=mask_of(c, kind))
        feed_forward = SwiGLU(c.hidden_size, c.intermediate_size)
        return ParallelBlock(c.hidden_size, layer, feed_forward, norm)

    model = decoder(c, block, norm, tied=True)
    model.out_head = then(model.out_head, Times(c.logit_scale))
    return model


def pairs_of_halves(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return the rows of queries and keys in our order, and others as they are."""
    heads = c.num_attention_heads
    groups = {"W_query": heads, "W_key": c.get("num_key_value_heads", heads)}
    for name, number in groups.items():
        if name in ours:
            return to_halves(tensor, number)
    return tensor


MODEL = Model(cohere2, WRAPPED | llama.NAMES, pairs_of_halves)
