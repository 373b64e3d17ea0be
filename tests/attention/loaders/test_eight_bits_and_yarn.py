"""A checkpoint like DeepSeek-V3's own: float8 in blocks, YaRN, values of another width.

The folder beside this file was written by `make oracle WRITE=1`, with the logits that
transformers computed. The edges of its blocks of 8 x 8 do not divide its matrices.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor

from attention import dequantise
from attention.examples import tiny_deepseek, tiny_llama
from attention.loaders import (
    load_deepseek,
    load_llama,
    read_safetensors,
    write_safetensors,
)
from tests.attention.expect import refusal, refuses
from tests.attention.loaders.test_loaders import (
    add,
    assert_equals_transformers,
    configure,
)

STORED = Path(__file__).parent / "eight_bits_and_yarn"
SCALES = "_scale_inv"
KV = "model.layers.0.self_attn.kv_b_proj.weight"
Edit = Callable[[Path], None]


def change(folder: Path, new: Callable[[str, Tensor], Tensor | None]) -> None:
    """Replace tensors by others; None removes one."""
    path = folder / "model.safetensors"
    found = {name: new(name, old) for name, old in read_safetensors(path).items()}
    write_safetensors(path, {n: t for n, t in found.items() if t is not None})


def scales_by(new: Callable[[Tensor], Tensor]) -> Edit:
    return lambda folder: change(
        folder, lambda name, old: new(old) if name.endswith(SCALES) else old
    )


def rope(**entries: object) -> Edit:
    def edit(folder: Path) -> None:
        rules = json.loads((folder / "config.json").read_text())["rope_parameters"]
        rules = {k: v for k, v in (rules | entries).items() if v is not None}
        configure(folder, rope_parameters=rules)

    return edit


def values_first(folder: Path) -> None:
    """In each head the rows of values before those of keys, in float32."""
    tensors = read_safetensors(folder / "model.safetensors")
    whole = dequantise(tensors[KV], tensors[KV + SCALES], (8, 8))
    moved = whole.unflatten(0, (3, -1)).roll(7, dims=1).flatten(0, 1)
    change(folder, lambda name, old: {KV: moved, KV + SCALES: None}.get(name, old))


# Each raises nothing, and gives other logits: `make oracle` says how far off.
WRONG: dict[str, Edit] = {
    "scales ignored": scales_by(torch.ones_like),
    "divided by the scales": scales_by(torch.reciprocal),
    "scales transposed": scales_by(lambda s: s.T.reshape(s.shape)),
    "YaRN without mscale": rope(mscale_all_dim=None, attention_factor=1.0),
    "mscale in rotated features alone": rope(mscale_all_dim=None),
    "YaRN's frequencies forgotten": rope(factor=1.0001, attention_factor=1.0),
    "fast and slow pairs exchanged": rope(beta_fast=0.2, beta_slow=3),
    "values before keys": values_first,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(STORED, tmp_path / "copy")


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_logits_are_those_of_transformers(dtype: torch.dtype):
    assert_equals_transformers(load_deepseek(STORED, dtype), STORED)


@pytest.mark.parametrize("recipe", WRONG)
def test_a_wrong_recipe_gives_other_logits(folder: Path, recipe: str):
    WRONG[recipe](folder)
    with pytest.raises(AssertionError, match="not close"):
        assert_equals_transformers(load_deepseek(folder), STORED)


def test_codes_and_scales_in_two_files_and_an_older_config(folder: Path):
    """With rope_scaling and type as in DeepSeek-V3's own, and more that V3 has."""
    tensors = read_safetensors(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    files = {name: f"{name.endswith(SCALES)}.safetensors" for name in tensors}
    assert files[KV] != files[KV + SCALES]
    for file in set(files.values()):
        mine = {name: t for name, t in tensors.items() if files[name] == file}
        write_safetensors(folder / file, mine)
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": files}))
    rules = json.loads((folder / "config.json").read_text())["rope_parameters"]
    rules |= {"type": rules.pop("rope_type")}
    theta = rules.pop("rope_theta")
    configure(folder, rope_theta=theta, rope_scaling=rules, rope_parameters=None)
    configure(folder, rope_interleave=None, topk_method="noaux_tc")
    assert_equals_transformers(load_deepseek(folder), STORED)


def lacks(folder: Path, name: str) -> None:
    change(folder, lambda other, old: None if other == name else old)


def cut(folder: Path) -> None:
    change(folder, lambda name, old: old[1:] if name == KV + SCALES else old)


EIGHT = {"quant_method": "fp8", "weight_block_size": [8, 8]}
MUST_FP8 = (
    "/config.json: quantization_config must be missing, or have the quant_method "
    "'fp8', the fmt 'e4m3' and a weight_block_size of two positive integers. Got {!r}."
)
UNQUANTISED = (
    ": {!r} has eight bits, so config.json must have a quantization_config. "
    "It does not."
)
BOTH = f" must hold {KV!r} in eight bits, and {KV + SCALES!r}. It does not hold both."
FIRST = "model.layers.0.mlp.down_proj.weight"
REFUSED: list[tuple[Edit, str]] = [
    *(
        (lambda f, q=wrong: configure(f, quantization_config=q), MUST_FP8.format(wrong))
        for wrong in (
            *("fp8", EIGHT | {"quant_method": "gptq"}, EIGHT | {"fmt": "e5m2"}),
            *(
                EIGHT | {"weight_block_size": sides}
                for sides in (None, 8, [8], [8, 0], [8, 8.0])
            ),
        )
    ),
    (lambda f: configure(f, quantization_config=None), UNQUANTISED.format(FIRST)),
    (lambda f: lacks(f, KV), BOTH),
    (lambda f: lacks(f, KV + SCALES), BOTH),
    (
        cut,
        f": {KV!r} must give blocks.0.attention.W_key.weight of shape (30, 14), after "
        "config.json. Got (51, 14): scales must have shape (rows=7, columns=2). "
        "Got (6, 2).",
    ),
]


@pytest.mark.parametrize(("edit", "message"), REFUSED)
def test_eight_bits_that_do_not_fit_are_refused(folder: Path, edit: Edit, message: str):
    edit(folder)
    refuses(f"{folder}{message}", load_deepseek, folder)


NUMBER, ABOVE = "a positive number", "an integer from 0 up"


@pytest.mark.parametrize(
    ("made", "load", "entry", "value", "must"),
    [
        *(
            (STORED, load_deepseek, {"rope_parameters": name}, value, NUMBER)
            for name in ("factor", "original_max_position_embeddings", "beta_fast")
            for value in ("8", -1.0)
        ),
        (STORED, load_deepseek, {"rope_parameters": "factor"}, None, NUMBER),
        *(
            (tiny_llama(), load_llama, {"rope_parameters": name}, None, NUMBER)
            for name in ("low_freq_factor", "high_freq_factor", "factor")
        ),
        (tiny_deepseek(), load_deepseek, "first_k_dense_replace", None, ABOVE),
        (tiny_deepseek(), load_deepseek, "q_lora_rank", 0, "a positive integer"),
        (tiny_deepseek(), load_deepseek, "v_head_dim", None, "a positive integer"),
        (tiny_deepseek(), load_deepseek, "rms_norm_eps", "1e-6", NUMBER),
        (tiny_llama(), load_llama, "rms_norm_eps", True, NUMBER),
        (tiny_llama(), load_llama, "num_key_value_heads", 2.0, "a positive integer"),
        (tiny_llama(), load_llama, "head_dim", [8], "a positive integer"),
    ],
)
def test_each_entry_of_a_config_is_named(made, load, entry, value, must, tmp_path):
    folder = shutil.copytree(made, tmp_path / "copy")
    if isinstance(entry, dict):
        entry = entry["rope_parameters"]
        rope(**{entry: value})(folder)
    else:
        configure(folder, **{entry: value})
    message = f"{folder / 'config.json'}: {entry} must be {must}. Got {value!r}."
    refuses(message, load, folder)


def test_scales_without_codes_and_codes_that_are_no_matrix(folder: Path):
    add(folder, **{KV: torch.zeros(51, 14)})
    with refusal(f"{folder}{BOTH}"):
        load_deepseek(folder)
