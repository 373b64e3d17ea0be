"""Gemma 3: Gemma 2 with QK-norm in the place of its caps, and two bases.

Five of six layers have a window, with a base of 10,000; the others have 1,000,000, and
from 4B on positions divided by 8 (Gemma Team, 2025, Gemma 3, section 2). This is the
model of text: the tower that reads pictures is not covered.
"""

from functools import partial

from torch import nn

from attention.frontier.blocks import SandwichBlock
from attention.frontier.geglu import GeGLU
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.scaling import Times
from attention.gallery.gemma2 import NAMES, one_plus
from attention.gallery.parts import (
    QK_NORM,
    Model,
    attention,
    decoder,
    head_dim,
    layer_kinds,
    mask_of,
    rotary,
    then,
)
from attention.gallery.settings import Settings
from attention.models.decoder import Decoder
from attention.modern.core import AttentionCore
from attention.modern.qk_norm import add_qk_norm


def gemma3(c: Settings) -> Decoder:
    """Return a Gemma 3 of text with the sizes of a config."""
    gelu = "gelu_pytorch_tanh"
    c.must(hidden_activation=gelu, hidden_act=gelu, attention_bias=False)
    c.must(attn_logit_softcapping=None, final_logit_softcapping=None)
    c.must(use_bidirectional_attention=False)
    c.need("head_dim")
    norm, kinds = partial(RMSNorm, eps=c.rms_norm_eps), layer_kinds(c, full_every=6)
    turn = {kind: rotary(c, kind) for kind in set(kinds)}
    factor = (head_dim(c) / c.query_pre_attn_scalar) ** 0.5

    def block(number: int) -> nn.Module:
        kind, core = kinds[number], AttentionCore(factor)
        layer = attention(c, rotary=turn[kind], mask=mask_of(c, kind), attend=core)
        layer = add_qk_norm(layer, norm)
        feed_forward = GeGLU(c.hidden_size, c.intermediate_size)
        return SandwichBlock(
            c.hidden_size, layer, feed_forward, before=norm, after=norm
        )

    model = decoder(c, block, norm, tied=True)
    model.tok_emb = then(model.tok_emb, Times(c.hidden_size**0.5))
    return model


MODEL = Model(gemma3, QK_NORM | NAMES, one_plus)
