"""GLM-4.5 and 4.6: many heads, half of each turned, and DeepSeek-V3's experts.

GLM-4.5 Team (2025), section 2.1: partial rotary positions, 96 heads of 5,120 features,
the bias of DeepSeek-V3's router in the place of a loss, and one shared expert. In the
larger models queries and keys are normalised; the first blocks are dense. The layer for
more than one token at once is not read.
"""

from functools import partial

from torch import nn

from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery import mixtures
from attention.gallery.mixtures import deepseek_mixture
from attention.gallery.parts import QK_NORM, Model, attention, decoder, rotary
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.qk_norm import add_qk_norm


def glm4_moe(c: Settings) -> Decoder:
    """Return a GLM-4.5 with the sizes of a config."""
    c.must(hidden_act="silu")
    c.note("num_nextn_predict_layers", "num_mtp_layers")
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c, partial=0.5)
    bias, num_dense = c.get("attention_bias", False), c.get("first_k_dense_replace", 1)

    def block(number: int) -> nn.Module:
        layer = attention(c, rotary=turn, qkv_bias=bias)
        if c.get("use_qk_norm", False):
            layer = add_qk_norm(layer, norm)
        dense = number < num_dense
        network = SwiGLU(c.hidden_size, c.intermediate_size) if dense else None
        network = deepseek_mixture(c) if network is None else network
        return TransformerBlock(c.hidden_size, layer, network, norm=norm)

    return decoder(c, block, norm)


MODEL = Model(glm4_moe, QK_NORM | mixtures.NAMES | llama.NAMES)
