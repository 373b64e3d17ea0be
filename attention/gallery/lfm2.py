"""LFM2: gated convolutions of three tokens, and attention in a few layers.

After the model cards of Liquid AI (2025) and transformers' Lfm2Config: grouped heads
with norms of queries and keys where there is attention; a convolution knows the order
of its tokens, so only attention is turned.
"""

from functools import partial

from torch import nn

from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.parts import (
    FULL,
    Model,
    attention,
    decoder,
    kinds_among,
    rotary,
)
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.qk_norm import add_qk_norm
from attention.recurrent.gated_convolution import GatedConvolution


def lfm2(c: Settings) -> Decoder:
    """Return an LFM2 with the sizes of a config."""
    c.must(conv_bias=False, block_use_swiglu=True, use_pos_enc=True)
    c.must(block_dim=c.hidden_size, conv_dim=c.hidden_size, conv_dim_out=c.hidden_size)
    c.must(num_heads=c.num_attention_heads, block_norm_eps=c.norm_eps)  # said twice
    c.note("block_use_xavier_init", "block_mlp_init_scale", "block_out_init_scale")
    c.note("conv_use_xavier_init")  # of the numbers before training
    c.note("intermediate_size")  # which block_ff_dim is in older files
    norm, turn, kinds = partial(RMSNorm, eps=c.norm_eps), rotary(c), kinds_of(c)
    d_hidden = c.get("block_ff_dim") or c.intermediate_size
    many, factor = c.get("block_multiple_of", 256), c.get("block_ffn_dim_multiplier", 1)
    if c.get("block_auto_adjust_ff_dim", True):
        width = int(factor * int(2 * d_hidden / 3))
        d_hidden = many * ((width + many - 1) // many)

    def block(number: int) -> nn.Module:
        if kinds[number] == FULL:
            layer = add_qk_norm(attention(c, rotary=turn), norm)
        else:
            layer = GatedConvolution(c.hidden_size, c.get("conv_L_cache", 3))
        feed_forward = SwiGLU(c.hidden_size, d_hidden)
        return TransformerBlock(c.hidden_size, layer, feed_forward, norm=norm)

    tied = c.get("tie_embedding", c.get("tie_word_embeddings", True))
    return decoder(c, block, norm, tied)


def kinds_of(c: Settings) -> list[str]:
    """Return of each layer whether it is a full one, or conv."""
    layers = range(c.num_hidden_layers)
    full = c.get("full_attn_idxs", [*layers])
    return kinds_among(c, [FULL if i in full else "conv" for i in layers], "conv")


def names(c: Settings) -> dict[str, str]:
    """Return the names of tensors, which depend on the kind of a layer."""
    convolved = [i for i, kind in enumerate(kinds_of(c)) if kind != FULL]
    own = {
        **{rf"blocks\.{i}\.attention": f"blocks.{i}.conv" for i in convolved},
        r"conv\.W_in": "conv.in_proj",
        r"attention\.W_query\.norm": "self_attn.q_layernorm",
        r"attention\.W_key\.norm": "self_attn.k_layernorm",
        r"projection\.": "",
        r"attention\.out_proj": "self_attn.out_proj",
        "norm_1": "operator_norm",
        "norm_2": "ffn_norm",
        "final_norm": "model.embedding_norm",
        r"feed_forward\.W_gate": "feed_forward.w1",
        r"feed_forward\.W_up": "feed_forward.w3",
        r"feed_forward\.W_down": "feed_forward.w2",
        "feed_forward": "feed_forward",
    }
    return own | {n: llama.NAMES[n] for n in llama.NAMES if n not in own}


MODEL = Model(lfm2, names)
