"""Entries, kinds of layers and weights as files of other days have them."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from attention import GatedDeltaNet, RotaryPositions, quantise
from attention.examples.drawn import drawn_checkpoint
from attention.gallery import describe, load, outline
from attention.gallery.four_bits import decode_four_bits
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
    "lfm2": (
        {
            "full_attn_idxs": [0, 2],
            "block_dim": 24,
            "block_ff_dim": 28,
            "block_mlp_init_scale": 1.0,
            "block_norm_eps": 1e-05,
            "block_out_init_scale": 1.0,
            "block_use_swiglu": True,
            "block_use_xavier_init": True,
            "conv_dim": 24,
            "conv_dim_out": 24,
            "conv_use_xavier_init": True,
            "num_heads": 4,
            "use_pos_enc": True,
        },
        ["layer_types"],
        "ABAB",
    ),
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


@pytest.mark.parametrize(
    ("entry", "value", "must"),
    [
        ("conv_dim", 25, "24"),
        ("conv_dim_out", 48, "24"),
        ("num_heads", 2, "4"),
        ("use_pos_enc", False, "True"),
        ("block_use_swiglu", False, "True"),
    ],
)
def test_what_lfm2_would_be_with_other_entries_is_refused(
    entry: str, value: object, must: str
):
    config = {**drawn_checkpoint("lfm2").config, entry: value}
    with refusal(
        f"config: {entry} must be {must}, which our lfm2 computes. Got {value}."
    ):
        outline(config)


def test_four_bits_are_a_sign_an_exponent_and_a_mantissa():
    every = torch.arange(256, dtype=torch.uint8).view(1, 16, 16)
    scales = torch.arange(112, 128, dtype=torch.uint8).view(1, 16)
    numbers = decode_four_bits(every, scales)[:, 0].double().view(16, 16, 2)
    for byte in range(256):
        row, place = divmod(byte, 16)
        for n, code in enumerate((byte & 15, byte >> 4)):
            sign, exponent, mantissa = code >> 3, code >> 1 & 3, code & 1
            size = (
                2 ** (exponent - 1) * (1 + mantissa / 2) if exponent else mantissa / 2
            )
            assert numbers[row, place, n] == (-1) ** sign * size * 2 ** (row - 15)
    assert decode_four_bits(every, torch.full_like(scales, 255)).isnan().all()
    with refusal(
        "blocks and scales must be bytes, with one scale for 16 bytes of blocks. "
        "Got torch.uint8 (1, 16, 16) and torch.uint8 (16,)."
    ):
        decode_four_bits(every, scales[0])


@torch.no_grad()
def test_experts_of_four_bits_are_read(tmp_path: Path):
    stored, wider = drawn_checkpoint("gpt_oss"), {24: 32, 28: 32, 56: 64}
    shapes = {n: [wider.get(d, d) for d in s] for n, s in stored.shapes.items()}
    entry = {"quant_method": "mxfp4", "modules_to_not_convert": ["lm_head"]}
    config = {**stored.config, "hidden_size": 32, "intermediate_size": 32}
    plain = stored._replace(config=config, shapes=shapes)
    coded = plain._replace(config={**config, "quantization_config": entry})
    folders = [tmp_path / name for name in ("plain", "coded")]
    for folder, each in zip(folders, (plain, coded), strict=True):
        folder.mkdir()
        each.write(folder)
    tensors = read_safetensors(folders[0] / "model.safetensors")
    codes = dict(tensors)
    drawn = torch.Generator().manual_seed(0)
    for name, tensor in tensors.items():
        if name.endswith("_proj"):
            experts, columns, rows = tensor.shape
            blocks = torch.randint(
                256, (experts, rows, columns // 32, 16), generator=drawn
            )
            scales = torch.randint(120, 126, blocks.shape[:-1], generator=drawn)
            packed = blocks.byte(), scales.byte()
            codes[f"{name}_blocks"], codes[f"{name}_scales"] = packed
            tensors[name] = decode_four_bits(*packed).contiguous()
            del codes[name]
    for folder, found in zip(folders, (tensors, codes), strict=True):
        write_safetensors(folder / "model.safetensors", found)
    one, other = (load(folder).state_dict() for folder in folders)
    for name, parameter in one.items():
        assert torch.equal(parameter, other[name])
    del codes["model.layers.2.mlp.experts.down_proj_scales"]
    write_safetensors(folders[1] / "model.safetensors", codes)
    with pytest.raises(
        ValueError, match=r"experts\.down_proj_blocks' .* has no scales"
    ):
        load(folders[1])


@pytest.mark.parametrize("fmt", ["e4m3", "float8_e4m3fn"])
@torch.no_grad()
def test_weights_of_eight_bits_are_multiplied_by_their_scales(tmp_path: Path, fmt: str):
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
    entry = {"quant_method": "fp8", "weight_block_size": [8, 8], "fmt": fmt}
    write_safetensors(coded / "model.safetensors", codes)
    config = json.dumps({**stored.config, "quantization_config": entry})
    (coded / "config.json").write_text(config)
    found, exact = load(coded), load(folder)
    for name, parameter in found.named_parameters():
        wanted = dict(exact.named_parameters())[name]
        close = 0.07 if "experts" in name or "W_query.proj" in name else 0.0
        torch.testing.assert_close(parameter, wanted, rtol=close, atol=close / 100)
