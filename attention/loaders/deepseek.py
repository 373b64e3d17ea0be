"""DeepSeek-V3's published weights, from a checkpoint folder into our DeepSeek.

The tensors have other names than our parameters (transformers,
models/deepseek_v3/modeling_deepseek_v3.py), and some hold two of ours:

    self_attn.kv_a_proj_with_mqa   W_latent[0] and W_rotary, stacked
    self_attn.kv_b_proj            W_key and W_value, by heads

The pairs of its rotary features are neighbours, ours halves, so their rows are
reordered. The published weights have eight bits (DeepSeek-V3's README_WEIGHTS.md, FP8
Weight Documentation):

    X.weight            the codes, of the dtype float8_e4m3fn
    X.weight_scale_inv  the scales of its blocks, to multiply with in spite of its name

config.json says how large a block is; those at the right and lower edge may be smaller:

    "quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128], …}
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from attention.frontier.deepseek import DeepSeek
from attention.frontier.float8 import dequantise
from attention.loaders import llama
from attention.loaders.checkpoint import fill, read_tensors
from attention.loaders.config_file import Config, read_json
from attention.loaders.meta import shapes_only
from attention.loaders.rotary_config import rotary_of, score_factor_of
from attention.modern.rotary import to_halves

SIZES = llama.SIZES | {
    "head_dim": "qk_nope_head_dim",
    "rotary_dim": "qk_rope_head_dim",
    "latent_dim": "kv_lora_rank",
    "value_dim": "v_head_dim",
    "d_expert": "moe_intermediate_size",
    "num_experts": "n_routed_experts",
    "top_k": "num_experts_per_tok",
    "num_shared": "n_shared_experts",
    "num_groups": "n_group",
    "top_groups": "topk_group",
}
# What our DeepSeek computes. A config that lacks an entry means this value, too.
COMPUTED = {
    "model_type": "deepseek_v3",
    "hidden_act": "silu",
    "attention_bias": False,
    "rope_interleave": True,
    "norm_topk_prob": True,
    "scoring_func": "sigmoid",
    "topk_method": "noaux_tc",
    "moe_layer_freq": 1,
}
# Parts of the names of our parameters, and what stands there in those of the tensors.
NAMES = {
    "router.W_router": "gate",
    "router.bias": "gate.e_score_correction_bias",
    "feed_forward.shared": "feed_forward.shared_experts",
    "attention.W_query.0": "self_attn.q_a_proj",
    "attention.W_query.1": "self_attn.q_a_layernorm",
    "attention.W_query.2": "self_attn.q_b_proj",
    "attention.W_latent.0": "self_attn.kv_a_proj_with_mqa",
    "attention.W_latent.1": "self_attn.kv_a_layernorm",
    "attention.W_rotary": "self_attn.kv_a_proj_with_mqa",
    "attention.W_key.weight": "self_attn.kv_b_proj.weight",
    "attention.W_value.weight": "self_attn.kv_b_proj.weight",
    **llama.NAMES,
}
SCALES = "_scale_inv"
FORMATS = ("e4m3", "float8_e4m3fn")  # one, by two names


def load_deepseek(
    folder: str | Path,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> DeepSeek:
    """Return a DeepSeek with the weights of a checkpoint folder, in evaluation mode.

    config.json must have the entries of `SIZES` and first_k_dense_replace; those of
    `COMPUTED` must be as there or missing; of the others q_lora_rank, rms_norm_eps,
    routed_scaling_factor, tie_word_embeddings, quantization_config and those named in
    `rotary_config` are read. Modules for more than one token at once
    (num_nextn_predict_layers) are not.

    Weights of eight bits are multiplied by their scales and computed with in dtype;
    what a layer is given is not rounded to eight bits, as it is where V3 is served.

    Args:
        folder: The folder, with config.json and model.safetensors, or with
            model.safetensors.index.json and the files that it names.
        dtype: Of the parameters; torch's default dtype by default. The biases of the
            routers have float32 at least.
        device: Where the parameters are; torch's default device by default.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If config.json lacks a size or describes another computation than
            ours, a tensor or its scales are missing, have another shape or belong to no
            parameter, or as `read_safetensors` and `DeepSeek` do. All but those of
            `DeepSeek` name the file or the folder, and the entry or tensor.
    """
    folder = Path(folder)
    config = read_json(folder / "config.json")
    sizes: dict[str, Any] = {
        ours: config.size(theirs) for ours, theirs in SIZES.items()
    }
    config.check(COMPUTED, "DeepSeek")
    block = block_of(config)
    with shapes_only():
        rotary = rotary_of(config, sizes["context_length"], sizes["rotary_dim"])
        model = DeepSeek(
            **sizes,
            num_dense=config.size("first_k_dense_replace", least=0),
            query_dim=config.size_or_none("q_lora_rank"),
            scale=config.number("routed_scaling_factor", 1.0),
            eps=config.number("rms_norm_eps", 1e-6),
            tied=bool(config.entries.get("tie_word_embeddings")),
            rotary=rotary,
            score_factor=score_factor_of(config),
        )
    tensors = read_tensors(folder)
    check_scales(folder, tensors, block)
    heads, plain, latent = sizes["num_heads"], sizes["head_dim"], sizes["latent_dim"]

    def change(ours: str, theirs: str, tensor: Tensor) -> Tensor:
        """Return our parameter, from the tensor that holds it."""
        if block is not None and tensor.dtype == torch.float8_e4m3fn:
            tensor = dequantise(tensor, tensors[theirs + SCALES], block)
        return part_of_latent(ours, tensor, heads, plain, latent)

    unread = [*llama.UNREAD, SCALES, f"model.layers.{sizes['num_layers']}."]
    fill(model, folder, tensors, NAMES, change, unread, dtype, device)
    return model.eval()


def part_of_latent(
    ours: str, tensor: Tensor, num_heads: int, head_dim: int, latent_dim: int
) -> Tensor:
    """Return our parameter, from the tensor that holds it, in our order of pairs.

    Args:
        ours: The name of our parameter; any but one of latent attention is the tensor.
        tensor: The tensor.
        num_heads: The number of heads.
        head_dim: Features of the part of a query that is not rotated.
        latent_dim: Features of a latent vector.
    """
    if "W_latent.0" in ours:
        return tensor[:latent_dim]
    if "W_rotary" in ours:
        return to_halves(tensor[latent_dim:], 1)
    if not re.search(r"W_(query|query\.2|key|value)\.weight$", ours):
        return tensor
    by_head = tensor.unflatten(0, (num_heads, -1))
    first, rest = by_head[:, :head_dim], by_head[:, head_dim:].flatten(0, 1)
    if "W_key" in ours:
        return first.flatten(0, 1)
    if "W_value" in ours:
        return rest
    turned = to_halves(rest, num_heads).unflatten(0, (num_heads, -1))
    return torch.cat([first, turned], dim=1).flatten(0, 1)


def block_of(config: Config) -> tuple[int, int] | None:
    """Return the sides of a block, or None if weights do not have eight bits.

    Args:
        config: The config.

    Raises:
        ValueError: If quantization_config is there and is not as above.
    """
    match found := config.entries.get("quantization_config"):
        case None:
            return None
        case {"quant_method": "fp8", "weight_block_size": [int(high), int(wide)]}:
            if min(high, wide) > 0 and found.get("fmt", "e4m3") in FORMATS:
                return high, wide
    raise ValueError(
        f"{config.path}: quantization_config must be missing, or have the quant_method "
        "'fp8', the fmt 'e4m3' and a weight_block_size of two positive integers. "
        f"Got {found!r}."
    )


def check_scales(
    folder: Path, tensors: Mapping[str, Tensor], block: tuple[int, int] | None
) -> None:
    """Check that weights of eight bits, and no others, have scales.

    Args:
        folder: The folder, for errors.
        tensors: Its tensors.
        block: The sides of a block, or None if weights do not have eight bits.

    Raises:
        ValueError: If codes have no scales, scales no codes, or block is None although
            there are codes.
    """
    coded = {n for n, tensor in tensors.items() if tensor.dtype == torch.float8_e4m3fn}
    scaled = {name.removesuffix(SCALES) for name in tensors if name.endswith(SCALES)}
    for name in sorted(coded ^ scaled):
        raise ValueError(
            f"{folder} must hold {name!r} in eight bits, and {name + SCALES!r}. "
            "It does not hold both."
        )
    if coded and block is None:
        raise ValueError(
            f"{folder}: {min(coded)!r} has eight bits, so config.json must have a "
            "quantization_config. It does not."
        )
