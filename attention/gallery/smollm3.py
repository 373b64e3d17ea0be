"""SmolLM3: Llama without positions in every fourth layer.

Bakouch et al. (2025), SmolLM3: smol, multilingual, long-context reasoner; after Yang et
al. (2025), Rope to Nope and Back Again, section 4.
"""

from functools import partial

from torch import nn

from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.parts import FULL, Model, attention, decoder, rotary
from attention.gallery.settings import Settings
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder


def smollm3(c: Settings) -> Decoder:
    """Return a SmolLM3 with the sizes of a config."""
    c.must(hidden_act="silu", attention_bias=False, mlp_bias=False)
    c.must(use_sliding_window=False, layer_types=[FULL] * c.num_hidden_layers)
    c.note("sliding_window", "max_window_layers")  # of windows that are not used
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c)
    every = c.get("no_rope_layer_interval", 4)
    usual = [n % every for n in range(1, c.num_hidden_layers + 1)]
    turned = c.get("no_rope_layers", usual)  # 0: no positions

    def block(number: int) -> nn.Module:
        layer = attention(c, rotary=turn if turned[number] else None)
        feed_forward = SwiGLU(c.hidden_size, c.intermediate_size)
        return TransformerBlock(c.hidden_size, layer, feed_forward, norm=norm)

    return decoder(c, block, norm, tied=True)


MODEL = Model(smollm3)
