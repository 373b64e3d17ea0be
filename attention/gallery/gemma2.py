"""Gemma 2: norms on both sides, caps, GeGLU, and windows in every other layer.

Gemma Team (2024), Gemma 2, section 2. A checkpoint holds what is added to 1 to give the
scale of a norm (the class Gemma2RMSNorm in transformers).
"""

from functools import partial

from torch import Tensor, nn

from attention.frontier.blocks import SandwichBlock
from attention.frontier.geglu import GeGLU
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.scaling import SoftCap, Times
from attention.gallery.parts import (
    WRAPPED,
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
from attention.loaders import llama
from attention.models.decoder import Decoder
from attention.modern.core import AttentionCore

NAMES = WRAPPED | {
    "after_1": "post_attention_layernorm",
    r"\.norm_2": ".pre_feedforward_layernorm",
    "after_2": "post_feedforward_layernorm",
    **llama.NAMES,
}


def gemma2(c: Settings) -> Decoder:
    """Return a Gemma 2 with the sizes of a config."""
    gelu = "gelu_pytorch_tanh"
    c.must(hidden_activation=gelu, hidden_act=gelu, attention_bias=False)
    c.must(use_bidirectional_attention=False)
    c.need("head_dim", "attn_logit_softcapping", "final_logit_softcapping")
    c.must(sliding_window_size=c.get("sliding_window"))  # its name in older files
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c)
    kinds = layer_kinds(c, full_every=2)
    factor = (head_dim(c) / c.query_pre_attn_scalar) ** 0.5
    cap = c.get("attn_logit_softcapping")

    def block(number: int) -> nn.Module:
        mask, core = mask_of(c, kinds[number]), AttentionCore(factor, cap)
        layer = attention(c, rotary=turn, mask=mask, attend=core)
        feed_forward = GeGLU(c.hidden_size, c.intermediate_size)
        return SandwichBlock(
            c.hidden_size, layer, feed_forward, before=norm, after=norm
        )

    model = decoder(c, block, norm, tied=True)
    model.tok_emb = then(model.tok_emb, Times(c.hidden_size**0.5))
    if c.get("final_logit_softcapping") is not None:
        cap_logits = SoftCap(c.final_logit_softcapping)
        model.out_head = then(model.out_head, cap_logits)
    return model


def one_plus(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return 1 plus the tensor for the scale of a norm, and others as they are."""
    return 1 + tensor.double() if ours.endswith("scale") else tensor


MODEL = Model(gemma2, NAMES, one_plus)
