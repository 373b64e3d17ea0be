"""Kimi Linear: three layers of Kimi Delta Attention, then latent attention.

Kimi Team (2025), Kimi Linear, sections 3 and 4. A decay for each channel, and the gate
after the memory, come from two narrow matrices each. The latent layers turn nothing,
because the delta layers know positions. All else is DeepSeek-V3's. It was compared with
the class KimiLinearForCausalLM in transformers, whose files have tensors and entries
named as the Kimi Team's have.
"""

import re
from functools import partial

import torch
from torch import Tensor, nn

from attention.frontier.rms_norm import RMSNorm
from attention.frontier.swiglu import SwiGLU
from attention.gallery.deepseek import latent
from attention.gallery.mixtures import deepseek_mixture
from attention.gallery.parts import (
    FULL,
    LINEAR,
    ROTARY,
    Model,
    decoder,
    kinds_among,
)
from attention.gallery.settings import Settings
from attention.loaders import deepseek as loader
from attention.models.block import TransformerBlock
from attention.models.decoder import Decoder
from attention.modern.rotary_positions import RotaryPositions
from attention.recurrent.gated_delta_net import GatedDeltaNet


def kimi_linear(c: Settings) -> Decoder:
    """Return a Kimi Linear with the sizes of a config."""
    renamed(c)
    c.must(hidden_act="silu", attention_bias=False)
    c.need("routed_scaling_factor")
    c.note("intermediate_size", *ROTARY)  # of dense blocks; and no layer turns
    width, rank, heads = c.hidden_size, c.linear_head_dim, c.linear_num_heads
    norm, kinds = partial(RMSNorm, eps=c.rms_norm_eps), kinds_of(c)
    num_dense = range(c.get("first_k_dense_replace", 1))
    networks = c.get("mlp_layer_types", ["dense" for _ in num_dense])
    still = torch.zeros(c.qk_rope_head_dim // 2, device="cpu")
    turn = RotaryPositions(
        c.max_position_embeddings, c.qk_rope_head_dim, frequencies=still
    )

    def narrow(bias: bool) -> nn.Module:
        first = nn.Linear(width, rank, bias=False)
        return nn.Sequential(first, nn.Linear(rank, heads * rank, bias=bias))

    def delta() -> nn.Module:
        parts = {"decay": narrow(True), "gate": narrow(False)}
        more = {"kernel_size": c.linear_conv_kernel_dim, "eps": c.rms_norm_eps}
        more |= {"activation": torch.sigmoid}
        return GatedDeltaNet(width, width, heads, rank, rank, **parts, **more)

    def block(number: int) -> nn.Module:
        layer = latent(c, turn) if kinds[number] == FULL else delta()
        dense = networks[number : number + 1] == ["dense"]
        network = SwiGLU(width, c.intermediate_size) if dense else deepseek_mixture(c)
        return TransformerBlock(width, layer, network, norm=norm)

    return decoder(c, block, norm)


NEWER = {
    "model_max_length": "max_position_embeddings",
    "moe_renormalize": "norm_topk_prob",
    "moe_router_activation_func": "scoring_func",
    "num_experts": "num_local_experts",
    "num_experts_per_token": "num_experts_per_tok",
    "num_expert_group": "n_group",
    "num_shared_experts": "n_shared_experts",
}


def renamed(c: Settings) -> None:
    """Give entries the names of DeepSeek-V3's, and those of its delta layers theirs."""
    c.rename(**NEWER)
    c.must(mla_use_nope=True, use_grouped_topk=True)
    c.note("first_k_dense_replace")
    if (own := c.get("linear_attn_config")) is not None:
        kinds = [
            FULL if i + 1 in own["full_attn_layers"] else LINEAR
            for i in range(c.num_hidden_layers)
        ]
        sizes = {
            "linear_head_dim": own["head_dim"],
            "linear_num_heads": own["num_heads"],
        }
        kernel = {"linear_conv_kernel_dim": own["short_conv_kernel_size"]}
        entries = {**c.config.entries, **sizes, **kernel, "layer_types": kinds}
        c.config = c.config._replace(entries=entries)


def kinds_of(c: Settings) -> list[str]:
    """Return the kind of each layer: every fourth is full, if the config is silent."""
    layers = range(c.num_hidden_layers)
    usual = [LINEAR if i % 4 or not i else FULL for i in layers]
    return kinds_among(c, usual)


def names(c: Settings) -> dict[str, str]:
    """Return the names of tensors, which depend on the kind of a layer."""
    linear = [i for i, kind in enumerate(kinds_of(c)) if kind == LINEAR]
    return {
        **{rf"blocks\.{i}\.attention": f"blocks.{i}.delta" for i in linear},
        r"delta\.W_decay\.1\.bias": "self_attn.dt_bias",
        r"delta\.W_decay\.0": "self_attn.f_a_proj",
        r"delta\.W_decay\.1": "self_attn.f_b_proj",
        r"delta\.W_gate\.0": "self_attn.g_a_proj",
        r"delta\.W_gate\.1": "self_attn.g_b_proj",
        r"delta\.W_beta": "self_attn.b_proj",
        r"delta\.log_rate": "self_attn.A_log",
        r"delta\.norm\.scale": "self_attn.o_norm.weight",
        r"delta\.conv_(q|k|v)\w+": r"self_attn.\1_conv1d",
        r"delta\.W_(q|k|v)\w+": r"self_attn.\1_proj",
        r"delta": "attention",
        r"feed_forward\.shared": "block_sparse_moe.shared_experts",
        **{
            rf"experts\.(\d+)\.W_{ours}": rf"experts.\1.{w}"
            for ours, w in MIXTRAL.items()
        },
        r"feed_forward\.(router|experts)": r"block_sparse_moe.\1",
        **loader.NAMES,
    }


def change(c: Settings, ours: str, tensor: Tensor) -> Tensor:
    """Return our parameter, from the tensor that holds it; its pairs do not matter."""
    if ours.endswith("log_rate"):
        return tensor.flatten()
    number = re.match(r"blocks\.(\d+)\.attention\.", ours)
    if number is None or kinds_of(c)[int(number[1])] == LINEAR:
        return tensor
    sizes = c.num_attention_heads, c.qk_nope_head_dim, c.kv_lora_rank
    return loader.part_of_latent(ours, tensor, *sizes)


MIXTRAL = {"gate": "w1", "up": "w3", "down": "w2"}
MODEL = Model(kimi_linear, names, change)
