"""Seed-OSS: Qwen2.5 with heads that are wider than a token together.

After ByteDance Seed (2025), the card of Seed-OSS-36B, and transformers' SeedOssConfig.
"""

from functools import partial

from torch import nn

from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.parts import Model, attention, decoder, rotary
from attention.gallery.settings import Settings
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder


def seed_oss(c: Settings) -> Decoder:
    """Return a Seed-OSS with the sizes of a config."""
    c.must(hidden_act="silu", mlp_bias=False)
    c.note("residual_dropout")  # of the training
    biases = {
        "qkv_bias": c.get("attention_bias", True),
        "out_bias": c.get("attention_out_bias", False),
    }
    c.need("head_dim")
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c)

    def block(number: int) -> nn.Module:
        layer = attention(c, rotary=turn, **biases)
        feed_forward = SwiGLU(c.hidden_size, c.intermediate_size)
        return TransformerBlock(c.hidden_size, layer, feed_forward, norm=norm)

    return decoder(c, block, norm)


MODEL = Model(seed_oss)
