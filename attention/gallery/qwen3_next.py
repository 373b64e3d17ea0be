"""Qwen3-Next: three layers of the gated delta rule, then one of gated attention.

After the blog of the Qwen Team (2025, Qwen3-Next) and transformers' Qwen3NextConfig: a
quarter of each head is turned, ten of 512 experts are chosen, the shared one has a
gate, and the scale of all norms but that of the delta layers is stored less 1. Some
tensors hold several of ours, key head by key head. The layer for more than one token at
once is not read.
"""

import re
from functools import partial

from torch import Tensor, nn

from attention.frontier.experts import GatedExpert, Router
from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.mixtures import mixture
from attention.gallery.parts import (
    FULL,
    LINEAR,
    QK_NORM,
    Model,
    attention,
    decoder,
    layer_kinds,
    rotary,
)
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.gated import GatedAttention
from attention.modern.qk_norm import add_qk_norm
from attention.recurrent.gated_delta_net import GatedDeltaNet

kinds_of = partial(
    layer_kinds, full_every=4, other=LINEAR, pattern="full_attention_interval"
)


def qwen3_next(c: Settings) -> Decoder:
    """Return a Qwen3-Next with the sizes of a config."""
    c.must(hidden_act="silu", attention_bias=False, norm_topk_prob=True)
    c.must(decoder_sparse_step=1, mlp_only_layers=[])
    c.note("intermediate_size")  # of layers without experts, which there are not
    norm, turn = partial(RMSNorm, eps=c.rms_norm_eps), rotary(c, partial=0.25)
    kinds, width = kinds_of(c), c.hidden_size

    def delta() -> nn.Module:
        sizes = c.linear_num_value_heads, c.linear_key_head_dim, c.linear_value_head_dim
        more = {"kernel_size": c.linear_conv_kernel_dim, "eps": c.rms_norm_eps}
        key_heads = c.linear_num_key_heads
        return GatedDeltaNet(width, width, *sizes, num_key_heads=key_heads, **more)

    def gated() -> nn.Module:
        return GatedAttention(width, add_qk_norm(attention(c, rotary=turn), norm))

    def block(number: int) -> nn.Module:
        layer = gated() if kinds[number] == FULL else delta()
        router = Router(width, c.num_experts, c.num_experts_per_tok)
        shared = GatedExpert(width, SwiGLU(width, c.shared_expert_intermediate_size))
        experts = mixture(c, router, c.moe_intermediate_size, shared)
        return TransformerBlock(width, layer, experts, norm=norm)

    return decoder(c, block, norm)


def names(c: Settings) -> dict[str, str]:
    """Return the names of tensors, which depend on the kind of a layer."""
    linear = [i for i, kind in enumerate(kinds_of(c)) if kind == LINEAR]
    return {
        **{rf"blocks\.{i}\.attention": f"blocks.{i}.linear_attn" for i in linear},
        r"linear_attn\.W_(query|key|value|gate)": "linear_attn.in_proj_qkvz",
        r"linear_attn\.W_decay\.bias": "linear_attn.dt_bias",
        r"linear_attn\.W_(beta|decay)": "linear_attn.in_proj_ba",
        r"linear_attn\.conv_\w+\.": "linear_attn.conv1d.",
        r"linear_attn\.log_rate": "linear_attn.A_log",
        r"attention\.attention": "attention",
        r"attention\.W_gate": "self_attn.q_proj",
        r"router\.W_router": "gate",
        r"shared\.W_gate": "shared_expert_gate",
        r"shared\.expert": "shared_expert",
        **QK_NORM,
        **llama.NAMES,
    }


def change(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return our parameter, from the tensor that holds it."""
    found = re.match(r"blocks\.(\d+)\.attention\.(?:W|conv)_(\w+)\.", ours)
    if "norm" in ours and not re.search(r"\d\.attention\.norm", ours):
        return 1 + tensor.double()  # all but the norm of a delta layer
    full = found is None or kinds_of(c)[int(found[1])] == FULL
    if full and (found or "W_query" in ours):
        heads = tensor.unflatten(0, (c.num_attention_heads, 2, -1))
        return heads[:, 1 if found else 0].flatten(0, 1)  # a gate after each query
    if full or found is None or ours.endswith("bias"):
        return tensor
    groups, part = c.linear_num_key_heads, found[2]
    keys, values = groups * c.linear_key_head_dim, c.linear_num_value_heads
    values *= c.linear_value_head_dim
    sizes = {"query": keys, "key": keys, "value": values, "gate": values}
    if ".conv_" in ours:
        sizes.pop("gate")
        return dict(zip(sizes, tensor.split([*sizes.values()]), strict=True))[part]
    if part in ("beta", "decay"):
        sizes = dict.fromkeys(["beta", "decay"], c.linear_num_value_heads)
    each = [size // groups for size in sizes.values()]
    parts = tensor.unflatten(0, (groups, -1)).split(each, dim=1)
    return dict(zip(sizes, parts, strict=True))[part].flatten(0, 1)


MODEL = Model(qwen3_next, names, change)
