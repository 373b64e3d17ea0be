"""Qwen2 and Qwen2.5: Llama with biases of queries, keys and values.

Qwen2 Technical Report (2024), section 2.2.1.
"""

from functools import partial

from torch import nn

from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.parts import FULL, Model, attention, decoder, rotary
from attention.gallery.settings import Settings
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder


def qwen2(c: Settings) -> Decoder:
    """Return a Qwen2 with the sizes of a config, without windows."""
    c.must(hidden_act="silu", use_sliding_window=False)
    c.must(layer_types=[FULL] * c.num_hidden_layers)
    c.note("sliding_window", "max_window_layers")  # of windows that are not used
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c)

    def block(number: int) -> nn.Module:
        layer = attention(c, qkv_bias=True, rotary=turn)
        feed_forward = SwiGLU(c.hidden_size, c.intermediate_size)
        return TransformerBlock(c.hidden_size, layer, feed_forward, norm=norm)

    return decoder(c, block, norm)


MODEL = Model(qwen2)
