"""Mistral 7B: Llama with a window in each layer (Jiang et al., 2023, section 2).

The window is 4,096 keys in version 0.1, and there is none in later versions.
"""

from functools import partial

from torch import nn

from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.parts import Model, attention, decoder, mask_of, rotary
from attention.gallery.settings import Settings
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder


def mistral(c: Settings) -> Decoder:
    """Return a Mistral with the sizes of a config."""
    c.must(hidden_act="silu")
    norm = partial(RMSNorm, eps=c.rms_norm_eps)
    turn, mask = rotary(c), mask_of(c)

    def block(number: int) -> nn.Module:
        layer = attention(c, rotary=turn, mask=mask)
        feed_forward = SwiGLU(c.hidden_size, c.intermediate_size)
        return TransformerBlock(c.hidden_size, layer, feed_forward, norm=norm)

    return decoder(c, block, norm)


MODEL = Model(mistral)
