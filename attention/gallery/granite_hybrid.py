"""Granite 4.0 H: Mamba-2 in nine of ten layers, and attention without positions.

After IBM's model cards of Granite 4.0 (2025) and transformers' GraniteMoeHybridConfig:
Granite 3's four constants, and experts beside a shared one, or that one alone.
transformers stores gate and up in one tensor, the experts of a block in another.
"""

import re
from functools import partial
from math import inf

from torch import Tensor, nn

from attention.frontier.blocks import SandwichBlock
from attention.frontier.experts import Router
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.scaling import Times
from attention.frontier.swiglu import SwiGLU
from attention.gallery.mixtures import mixture
from attention.gallery.parts import (
    FULL,
    LINEAR,
    ROTARY,
    WRAPPED,
    Model,
    attention,
    decoder,
    head_dim,
    kinds_among,
    rotary,
    then,
)
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.decoder import Decoder
from attention.modern.core import AttentionCore
from attention.recurrent.mamba import Mamba2


def granite_hybrid(c: Settings) -> Decoder:
    """Return a Granite 4.0 H with the sizes and constants of a config."""
    c.must(hidden_act="silu", attention_bias=False, mamba_proj_bias=False)
    c.must(normalization_function="rmsnorm")
    c.need("num_local_experts")
    if c.get("time_step_limit") != [0.0, inf]:  # which newer files write otherwise
        c.must(time_step_limit=[0.0, {"__float__": "Infinity"}])
    c.note("mamba_expand", "mamba_chunk_size", "init_method", *ROTARY)
    norm, kinds = partial(RMSNorm, eps=c.rms_norm_eps), kinds_of(c)
    width = c.hidden_size
    turn = rotary(c) if c.get("position_embedding_type") == "rope" else None
    factor = c.attention_multiplier * head_dim(c) ** 0.5  # beside 1/sqrt(head_dim)

    def mamba() -> nn.Module:
        groups, bias = c.mamba_n_groups, c.get("mamba_conv_bias", True)
        sizes = c.mamba_n_heads, c.mamba_d_head, c.mamba_d_state, groups
        more = {"kernel_size": c.mamba_d_conv, "eps": c.rms_norm_eps}
        return Mamba2(width, width, *sizes, norm_groups=groups, conv_bias=bias, **more)

    def network() -> nn.Module:
        shared = SwiGLU(width, c.shared_intermediate_size)
        c.note("intermediate_size", "num_experts_per_tok")  # of experts, if there are
        if not (num_experts := c.get("num_local_experts", 0)):
            return shared
        router = Router(width, num_experts, c.num_experts_per_tok)
        return mixture(c, router, c.intermediate_size, shared)

    def block(number: int) -> nn.Module:
        full, adds = kinds[number] == FULL, c.residual_multiplier
        core = AttentionCore(factor)
        layer = attention(c, rotary=turn, attend=core) if full else mamba()
        return SandwichBlock(width, layer, network(), before=norm, factor=adds)

    model = decoder(c, block, norm)
    model.tok_emb = then(model.tok_emb, Times(c.embedding_multiplier))
    model.out_head = then(model.out_head, Times(1 / c.logits_scaling))
    return model


def kinds_of(c: Settings) -> list[str]:
    """Return the kind of each layer, which older files call mamba or attention."""
    c.rename(layers_block_type="layer_types")
    newer = {"mamba": LINEAR, "attention": FULL}
    return kinds_among(c, [LINEAR] * c.num_hidden_layers, newer=newer)


def names(c: Settings) -> dict[str, str]:
    """Return the names of tensors, which depend on the kind of a layer."""
    linear = [i for i, kind in enumerate(kinds_of(c)) if kind == LINEAR]
    return {
        **{rf"blocks\.{i}\.attention": f"blocks.{i}.mamba" for i in linear},
        r"mamba\.W_in": "mamba.in_proj",
        r"mamba\.conv": "mamba.conv1d",
        r"mamba\.log_rate": "mamba.A_log",
        r"mamba\.skip": "mamba.D",
        r"mamba\.scale": "mamba.norm.scale",
        r"feed_forward\.(shared\.)?W_(gate|up)": "shared_mlp.input_linear",
        r"feed_forward\.(shared\.)?W_down": "shared_mlp.output_linear",
        r"feed_forward\.experts\.\d+\.W_(gate|up)": "block_sparse_moe.input_linear",
        r"feed_forward\.experts\.\d+\.W_down": "block_sparse_moe.output_linear",
        r"feed_forward\.router\.W_router": "block_sparse_moe.router.layer",
        **WRAPPED,
        **llama.NAMES,
    }


def change(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return one expert's part of a tensor, and one half of gate and up."""
    if found := re.search(r"experts\.(\d+)\.", ours):
        tensor = tensor[int(found[1])]
    if re.search(r"feed_forward.*W_(gate|up)", ours):
        return tensor.chunk(2)["W_up" in ours]
    return tensor


MODEL = Model(granite_hybrid, names, change)
