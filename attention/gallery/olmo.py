"""OLMo 2 and OLMo 3: norms after the parts, and of all queries or keys at once.

OLMo Team (2024), 2 OLMo 2 Furious, section 2.1: what a part returns is normalised, not
what it is given. OLMo 3 has windows in three of four layers, and in its longer versions
YaRN in the others alone (OLMo Team, 2025, section 3).
"""

from functools import partial

from torch import nn

from attention.frontier.blocks import SandwichBlock
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.parts import (
    QK_NORM,
    Model,
    attention,
    decoder,
    layer_kinds,
    mask_of,
    rotary,
)
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.decoder import Decoder
from attention.modern.qk_norm import add_qk_norm

NAMES = {"after_1": "post_attention_layernorm", "after_2": "post_feedforward_layernorm"}


def olmo(c: Settings) -> Decoder:
    """Return an OLMo 2, or an OLMo 3 with its windows, with the sizes of a config."""
    c.must(hidden_act="silu", attention_bias=False)
    norm = partial(RMSNorm, eps=c.rms_norm_eps)
    kinds = layer_kinds(c, full_every=4 if c.get("model_type") == "olmo3" else 1)
    turn = {kind: rotary(c, kind) for kind in set(kinds)}

    def block(number: int) -> nn.Module:
        kind = kinds[number]
        layer = attention(c, rotary=turn[kind], mask=mask_of(c, kind))
        layer = add_qk_norm(layer, norm, over_all=True)
        feed_forward = SwiGLU(c.hidden_size, c.intermediate_size)
        norms = {"before": nn.Identity, "after": norm}
        return SandwichBlock(c.hidden_size, layer, feed_forward, **norms)

    return decoder(c, block, norm)


MODEL = Model(olmo, NAMES | QK_NORM | llama.NAMES)
