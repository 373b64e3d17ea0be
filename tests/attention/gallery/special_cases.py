"""gpt-oss to LFM2: models of sinks, experts of other kinds, chunks and states."""

from typing import Any, cast

import torch
from torch import nn

import attention as a
from attention import Decoder
from attention.frontier.clamped_swiglu import ClampedSwiGLU
from tests.attention.gallery.case import ROPE, Case
from tests.attention.gallery.dense_cases import (
    heads_normed_alone,
    rotary_everywhere,
    wider_window,
    without_qk_norm,
)


def without_sinks(model: Decoder) -> None:
    for block in model.blocks:
        nn.init.constant_(block.attention.attend.sinks, -torch.inf)


def gate_and_up_as_halves(model: Decoder) -> None:
    """Read a tensor of gate, up, gate, up, … as if all gates came first."""
    for expert in model.modules():
        if isinstance(expert, ClampedSwiGLU):
            for kind in ("weight", "bias"):
                gate, up = (getattr(m, kind) for m in (expert.W_gate, expert.W_up))
                first, last = torch.stack([gate, up], dim=1).flatten(0, 1).chunk(2)
                gate.data.copy_(first.clone())
                up.data.copy_(last.clone())


def without_bias_of_router(model: Decoder) -> None:
    for module in model.modules():
        if isinstance(module, a.DeepSeekRouter):
            nn.init.zeros_(module.bias)


def all_turned(model: Decoder) -> None:
    for block in model.blocks:
        block.attention.rotary = a.RotaryPositions(160, 10)


def without_convolution(model: Decoder) -> None:
    for module in model.modules():
        if isinstance(module, nn.Conv1d):
            nn.init.zeros_(module.weight[..., :-1])
            nn.init.ones_(module.weight[..., -1])


def gates_open_by_half(model: Decoder) -> None:
    for block in model.blocks:
        if isinstance(block.attention, a.GatedAttention):
            nn.init.zeros_(block.attention.W_gate.weight)


def scale_stored_as_it_is(model: Decoder) -> None:
    for name, parameter in model.named_parameters():
        if name.endswith("scale") and ".attention.norm" not in name:
            parameter.data -= 1


def windows_for_chunks(model: Decoder) -> None:
    for block in model.blocks:
        if isinstance(block.attention.mask, a.ChunkedMask):
            block.attention.mask = a.SlidingWindow(block.attention.mask.chunk)


def weighed_outputs(model: Decoder) -> None:
    for module in model.modules():
        if isinstance(module, a.MixtureOfExperts):
            module.weigh_inputs = False


def one_temperature(model: Decoder) -> None:
    for module in model.modules():
        if isinstance(module, a.PositionTemperature):
            module.scale = 0.0


def every_key(model: Decoder) -> None:
    for block in model.blocks:
        block.attention.top_k = 160


def index_pairs_of_neighbours(model: Decoder) -> None:
    """Reorder the indexer's features as if its pairs were those of the layer."""
    for block in model.blocks:
        indexer = block.attention.indexer
        for linear, heads in ((indexer.W_query, 16), (indexer.W_key[0], 1)):
            rows = linear.weight.unflatten(0, (heads, -1))
            turned = a.to_halves(rows[:, :6].flatten(0, 1), heads)
            rows[:, :6].data.copy_(turned.unflatten(0, (heads, -1)))


def without_skip(model: Decoder) -> None:
    for module in model.modules():
        if isinstance(module, a.Mamba2):
            nn.init.zeros_(module.skip)


def reads_and_writes_exchanged(model: Decoder) -> None:
    """Take the first rows for c and the next for b."""
    for layer in model.modules():
        if isinstance(layer, a.Mamba2):
            width, state, _ = layer.widths
            rows = (layer.W_in.weight[2 * width :], layer.conv.weight[width:])
            for some in (*rows, layer.conv.bias[width:]):
                first, last = some[:state].clone(), some[state : 2 * state].clone()
                some[:state].data.copy_(last)
                some[state : 2 * state].data.copy_(first)


def residual_before_norms(model: Decoder) -> None:
    for number, block in enumerate(cast("Any", model.blocks)):
        made = a.TransformerBlock(24, block.attention, block.feed_forward)
        made.norm_1, made.norm_2 = block.norm_1, block.norm_2
        model.blocks[number] = made


def one_speed(model: Decoder) -> None:
    for module in model.modules():
        if isinstance(module, a.LightningAttention):
            module.speeds = [module.speeds[0]] * module.num_heads


def shifted_by_one(model: Decoder) -> None:
    for module in model.modules():
        if isinstance(module, nn.Conv1d):
            module.weight.data.copy_(module.weight.roll(1, -1))


def latent_layers_turned(model: Decoder) -> None:
    for module in model.modules():
        if isinstance(module, a.LatentAttention):
            module.rotary = a.RotaryPositions(160, 6)


def gate_of_silu(model: Decoder) -> None:
    for module in model.modules():
        if isinstance(module, a.GatedDeltaNet):
            module.activation = nn.functional.silu


YARN = ROPE | {
    "rope_type": "yarn",
    "factor": 8.0,
    "original_max_position_embeddings": 32,
    "beta_fast": 4.0,
    "beta_slow": 1.0,
    "truncate": False,
}
LATENT = {
    "rope_parameters": ROPE,
    "num_key_value_heads": 4,
    "first_k_dense_replace": 1,
    "kv_lora_rank": 14,
    "q_lora_rank": 18,
    "qk_rope_head_dim": 6,
    "qk_nope_head_dim": 8,
    "v_head_dim": 7,
    "n_routed_experts": 8,
    "num_experts_per_tok": 3,
    "moe_intermediate_size": 10,
    "routed_scaling_factor": 2.5,
}
HALF = {"head_dim": 10, "rope_parameters": ROPE | {"partial_rotary_factor": 0.4}}
SINKS = {"num_local_experts": 4, "num_experts_per_tok": 2, "sliding_window": 20}
CASES = {
    "gpt_oss": Case(
        "gpt_oss",
        SINKS | {"head_dim": 10, "rope_parameters": YARN, "swiglu_limit": 1.0},
        {
            "no sinks": without_sinks,
            "gate and up as halves": gate_and_up_as_halves,
            "W + 1 keys": wider_window,
        },
    ),
    "qwen3_next": Case(
        "qwen3_next",
        {
            "head_dim": 12,
            "rope_parameters": ROPE | {"partial_rotary_factor": 0.5},
            "linear_num_key_heads": 2,
            "linear_num_value_heads": 4,
            "linear_key_head_dim": 6,
            "linear_value_head_dim": 5,
            "num_experts": 6,
            "num_experts_per_tok": 3,
            "moe_intermediate_size": 10,
            "shared_expert_intermediate_size": 7,
        },
        {
            "no convolution": without_convolution,
            "gates open by half": gates_open_by_half,
            "1 + w as w": scale_stored_as_it_is,
        },
    ),
    "glm4_moe": Case(
        "glm4_moe",
        HALF
        | {
            "attention_bias": True,
            "use_qk_norm": True,
            "moe_intermediate_size": 10,
            "n_routed_experts": 8,
            "num_experts_per_tok": 3,
            "routed_scaling_factor": 2.5,
        },
        {"no bias of the router": without_bias_of_router, "all turned": all_turned},
    ),
    "llama4": Case(
        "llama4_text",
        {
            "head_dim": 10,
            "rope_parameters": ROPE,
            "intermediate_size": 12,
            "intermediate_size_mlp": 28,
            "num_local_experts": 4,
            "interleave_moe_layer_step": 2,
            "attention_chunk_size": 32,
            "floor_scale": 40,
            "attn_scale": 0.5,
        },
        {
            "a window for chunks": windows_for_chunks,
            "w E(x)": weighed_outputs,
            "one temperature": one_temperature,
            "rotary everywhere": rotary_everywhere,
            "no QK-norm": without_qk_norm,
        },
    ),
    "kimi_k2": Case(
        "deepseek_v3",
        LATENT | {"n_group": 1, "topk_group": 1},
        {"no bias of the router": without_bias_of_router},
    ),
    "deepseek_v32": Case(
        "deepseek_v32",
        LATENT
        | {
            "n_group": 4,
            "topk_group": 2,
            "index_topk": 24,
            "index_head_dim": 10,
            "index_n_heads": 16,  # with few, many scores are 0, and ties chosen freely
        },
        {"every key": every_key, "pairs of neighbours": index_pairs_of_neighbours},
    ),
    "granite_hybrid": Case(
        "granitemoehybrid",
        {
            "layer_types": ["linear_attention"] * 2
            + ["full_attention", "linear_attention"],
            "mamba_n_heads": 8,
            "mamba_d_head": 6,
            "mamba_n_groups": 2,
            "mamba_d_state": 7,
            "num_local_experts": 4,
            "intermediate_size": 10,
            "shared_intermediate_size": 12,
            "attention_multiplier": 0.3,
            "residual_multiplier": 0.5,
            "embedding_multiplier": 3.0,
            "logits_scaling": 2.0,
            "position_embedding_type": "nope",
            "tie_word_embeddings": True,
        },
        {"no D": without_skip, "B and C exchanged": reads_and_writes_exchanged},
    ),
    "minimax": Case(
        "minimax",
        {
            "head_dim": 10,
            "rope_parameters": ROPE,
            "num_local_experts": 4,
            "num_experts_per_tok": 2,
            "block_size": 32,
            "full_attn_alpha_factor": 1.3,
            "full_attn_beta_factor": 0.8,
            "linear_attn_alpha_factor": 1.2,
            "linear_attn_beta_factor": 0.9,
            "mlp_alpha_factor": 1.1,
            "mlp_beta_factor": 0.7,
        },
        {"residual before norms": residual_before_norms, "one speed": one_speed},
    ),
    "lfm2": Case(
        "lfm2",
        {
            "layer_types": ["conv", "conv", "full_attention", "conv"],
            "block_multiple_of": 4,
            "rope_parameters": ROPE,
            "num_key_value_heads": 2,
        },
        {"shifted by one": shifted_by_one},
    ),
    "kimi_linear": Case(
        "kimi_linear",
        LATENT
        | {
            "q_lora_rank": None,
            # transformers writes dense blocks under another name than their files.
            "first_k_dense_replace": 0,
            "linear_head_dim": 5,
            "linear_num_heads": 4,
            "layer_types": ["linear_attention"] * 3 + ["full_attention"],
            "num_local_experts": 8,
        },
        {"latent layers turned": latent_layers_turned, "gate of SiLU": gate_of_silu},
    ),
    "minimax_m2": Case(
        "minimax_m2",
        HALF | {"num_local_experts": 8, "num_experts_per_tok": 3},
        {
            "no bias of the router": without_bias_of_router,
            "all turned": all_turned,
            "heads normed alone": heads_normed_alone,
        },
    ),
}
