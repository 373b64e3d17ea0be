"""gpt-oss: sinks, windows in every other layer, and experts that clamp (OpenAI, 2025).

Queries, keys, values, results, router and experts have biases, and YaRN lengthens what
is turned. Files have gate and up of an expert by turns, in one tensor for all experts,
which has four bits for a number in the released ones (`four_bits`).
"""

import re
from functools import partial

from torch import Tensor, nn

from attention.frontier.clamped_swiglu import ClampedSwiGLU
from attention.frontier.experts import MixtureOfExperts, Router
from attention.frontier.rms_norm import RMSNorm
from attention.gallery.mixtures import experts
from attention.gallery.parts import (
    Model,
    attention,
    decoder,
    layer_kinds,
    mask_of,
    rotary,
)
from attention.gallery.settings import Settings
from attention.loaders import llama
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.core import AttentionCore


def gpt_oss(c: Settings) -> Decoder:
    """Return a gpt-oss with the sizes of a config."""
    c.must(hidden_act="silu", attention_bias=True)
    c.note("experts_per_token", "initial_context_length")  # said twice
    alpha, limit = c.get("swiglu_alpha", 1.702), c.get("swiglu_limit", 7.0)
    norm, turn, kinds = (
        partial(RMSNorm, eps=c.rms_norm_eps),
        rotary(c),
        layer_kinds(c, 2),
    )
    biases = {"qkv_bias": True, "out_bias": True}

    def expert() -> nn.Module:
        return ClampedSwiGLU(c.hidden_size, c.intermediate_size, alpha, limit)

    def block(number: int) -> nn.Module:
        core = AttentionCore(num_sinks=c.num_attention_heads)
        mask = mask_of(c, kinds[number])
        layer = attention(c, rotary=turn, mask=mask, attend=core, **biases)
        num_experts, top_k = c.num_local_experts, c.num_experts_per_tok
        router = Router(c.hidden_size, num_experts, top_k, bias=True)
        mixture = MixtureOfExperts(router, experts(c, num_experts, expert))
        return TransformerBlock(c.hidden_size, layer, mixture, norm=norm)

    return decoder(c, block, norm)


NAMES = {
    r"experts\.\d+\.W_(gate|up)\.weight": "experts.gate_up_proj",
    r"experts\.\d+\.W_(gate|up)\.bias": "experts.gate_up_proj_bias",
    r"experts\.\d+\.W_down\.weight": "experts.down_proj",
    r"experts\.\d+\.W_down\.bias": "experts.down_proj_bias",
    r"router\.W_router": "router",
    r"attention\.attend": "self_attn",
    **llama.NAMES,
}


def change(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return one expert's part of a tensor, not transposed, or the tensor."""
    if (found := re.search(r"experts\.(\d+)\.W_(\w+)", ours)) is None:
        return tensor
    part = tensor[int(found[1])]
    if found[2] != "down":
        part = part[..., found[2] == "up" :: 2]
    return part.mT if ours.endswith("weight") else part


MODEL = Model(gpt_oss, NAMES, change)
