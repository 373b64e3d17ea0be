"""Entries, kinds of layers and weights as files of other days have them."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from attention import GatedDeltaNet, RotaryPositions, quantise
from attention.examples.drawn import drawn_checkpoint
from attention.gallery import describe, load, outline
from attention.loaders import read_safetensors, write_safetensors
from tests.attention.expect import refusal

GIVEN: dict[str, tuple[dict[str, Any], list[str], str]] = {
    # Entries of another day, those that they stand for, and the letters of the layers.
    "minimax_m2": (
        {
            "rotary_dim": 4,
            "attn_type_list": [1, 1, 1, 1],
            "scoring_func": "sigmoid",
            "use_routing_bias": True,
            "use_qk_norm": True,
            "qk_norm_type": "per_layer",
            "shared_intermediate_size": 0,
            "use_mtp": True,
            "num_mtp_modules": 3,
            "mtp_transformer_layers": 1,
        },
        [],
        "AAAA",
    ),
    "granite_hybrid": (
        {"layers_block_type": ["mamba", "mamba", "attention", "mamba"]},
        ["layer_types"],
        "AABA",
    ),
    "qwen3_next": ({"full_attention_interval": 2}, ["layer_types"], "ABAB"),
    "kimi_linear": (
        {
            "linear_attn_config": {
                "full_attn_layers": [2, 4],
                "kda_layers": [1, 3],
                "head_dim": 5,
                "num_heads": 4,
                "short_conv_kernel_size": 3,
            }
        },
        [
            "layer_types",
            "linear_head_dim",
            "linear_num_heads",
            "linear_conv_kernel_dim",
        ],
        "ABAB",
    ),
    "lfm2": ({"full_attn_idxs": [0, 2]}, ["layer_types"], "ABAB"),
}


@pytest.mark.parametrize("name", GIVEN)
def test_older_entries_are_read(name: str):
    older, without, letters = GIVEN[name]
    config = dict(drawn_checkpoint(name).config)
    for entry in without:
        del config[entry]
    if name == "minimax_m2":
        del config["rope_parameters"]["partial_rotary_factor"]
    model = outline(config | older)
    assert describe(model).letters == letters
    layer: Any = model.blocks[0].attention
    if name == "minimax_m2":
        assert isinstance(layer.rotary, RotaryPositions)
        assert (2 * len(layer.rotary.frequencies), layer.rotary.width) == (4, 10)
    if isinstance(layer, GatedDeltaNet) and name == "kimi_linear":
        assert layer.conv_key.kernel_size == (3,)


@pytest.mark.parametrize("name", ["minimax", "kimi_linear", "granite_hybrid", "lfm2"])
def test_a_kind_of_layer_that_is_not_known_is_refused(name: str):
    kinds = ["full_attention"] * 3 + ["sliding_attention"]
    config = {**drawn_checkpoint(name).config, "layer_types": kinds}
    other = "conv" if name == "lfm2" else "linear_attention"
    with refusal(
        f"config: layer_types must be 'full_attention' or {other!r} for each of 4 "
        f"layers. Got {kinds!r}."
    ):
        outline(config)


@torch.no_grad()
def test_weights_of_eight_bits_are_multiplied_by_their_scales(tmp_path: Path):
    stored = drawn_checkpoint("minimax_m2")
    folder, coded = tmp_path / "plain", tmp_path / "coded"
    folder.mkdir()
    coded.mkdir()
    tensors = read_safetensors(stored.write(folder) / "model.safetensors")
    codes = dict(tensors)
    for name, tensor in tensors.items():
        if "experts" in name or "q_proj" in name:
            codes[name], scales = quantise(tensor, (8, 8))
            codes[f"{name}_scale_inv"] = scales
    entry = {"quant_method": "fp8", "weight_block_size": [8, 8]}
    write_safetensors(coded / "model.safetensors", codes)
    config = json.dumps({**stored.config, "quantization_config": entry})
    (coded / "config.json").write_text(config)
    found, exact = load(coded), load(folder)
    for name, parameter in found.named_parameters():
        wanted = dict(exact.named_parameters())[name]
        close = 0.07 if "experts" in name or "W_query.proj" in name else 0.0
        torch.testing.assert_close(parameter, wanted, rtol=close, atol=close / 100)
