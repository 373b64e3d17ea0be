"""Granite 3: Llama with four constants.

They multiply embeddings, scores and what each part of a block adds, and divide logits
(the classes GraniteAttention, GraniteDecoderLayer, GraniteModel and GraniteForCausalLM
in transformers).
"""

from functools import partial

from torch import nn

from attention.frontier.blocks import SandwichBlock
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.scaling import Times
from attention.frontier.swiglu import SwiGLU
from attention.gallery.parts import (
    WRAPPED,
    Model,
    attention,
    decoder,
    head_dim,
    rotary,
    then,
)
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.decoder import Decoder
from attention.modern.core import AttentionCore


def granite(c: Settings) -> Decoder:
    """Return a Granite 3 with the sizes and constants of a config."""
    c.must(hidden_act="silu", attention_bias=False, mlp_bias=False)
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c)
    factor = c.attention_multiplier * head_dim(c) ** 0.5  # beside 1/sqrt(head_dim)

    def block(number: int) -> nn.Module:
        layer = attention(c, rotary=turn, attend=AttentionCore(factor))
        feed_forward = SwiGLU(c.hidden_size, c.intermediate_size)
        adds = c.residual_multiplier
        return SandwichBlock(
            c.hidden_size, layer, feed_forward, before=norm, factor=adds
        )

    model = decoder(c, block, norm)
    model.tok_emb = then(model.tok_emb, Times(c.embedding_multiplier))
    model.out_head = then(model.out_head, Times(1 / c.logits_scaling))
    return model


MODEL = Model(granite, WRAPPED | llama.NAMES)
