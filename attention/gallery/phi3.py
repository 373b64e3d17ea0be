"""Phi-3 and Phi-4-mini: Llama's parts with packed matrices, of a head ¾ turned.

The rows of queries, keys and values are one matrix, and so are those of the gate and of
what it gates (the classes Phi3Attention and Phi3MLP in transformers). Phi-4-mini turns
the first three quarters of each head (Phi-4-Mini Technical Report, 2025, section 2).
"""

from functools import partial

from torch import Tensor, nn

from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.parts import Model, attention, decoder, head_dim, mask_of, rotary
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder

NAMES = {
    "attention.W_(query|key|value)": "self_attn.qkv_proj",
    "W_gate|W_up": "gate_up_proj",
    **llama.NAMES,
}


def phi3(c: Settings) -> Decoder:
    """Return a Phi-3 with the sizes of a config."""
    c.must(hidden_act="silu", attention_bias=False, mlp_bias=False)
    c.must(full_attn_mod=1, interpolate_factor=1, lm_head_bias=False)
    c.note("original_max_position_embeddings")  # of LongRoPE, which is refused
    norm = partial(RMSNorm, eps=c.rms_norm_eps)
    turn, mask = rotary(c, partial=1.0), mask_of(c)

    def block(number: int) -> nn.Module:
        layer = attention(c, rotary=turn, mask=mask)
        feed_forward = SwiGLU(c.hidden_size, c.intermediate_size)
        return TransformerBlock(c.hidden_size, layer, feed_forward, norm=norm)

    return decoder(c, block, norm)


def unpack(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return the rows of a packed matrix that are those of a parameter."""
    heads = c.num_attention_heads
    groups = c.get("num_key_value_heads", heads)
    for number, name in enumerate(("W_query", "W_key", "W_value")):
        if name in ours:
            rows = [head_dim(c) * n for n in (heads, groups, groups)]
            return tensor.split(rows)[number]
    for number, name in enumerate(("W_gate", "W_up")):
        if name in ours:
            return tensor.chunk(2)[number]
    return tensor


MODEL = Model(phi3, NAMES, unpack)
