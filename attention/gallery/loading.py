"""Make a model of the gallery from its config, or fill it from a checkpoint folder."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from attention.frontier.float8 import dequantise
from attention.gallery import (
    cohere2,
    deepseek,
    four_bits,
    gemma2,
    gemma3,
    glm4_moe,
    gpt_oss,
    granite,
    granite_hybrid,
    kimi_linear,
    lfm2,
    llama4,
    minimax,
    minimax_m2,
    mistral,
    mixtral,
    olmo,
    phi3,
    qwen2,
    qwen3,
    qwen3_next,
    seed_oss,
    smollm3,
)
from attention.gallery.four_bits import BLOCKS
from attention.gallery.parts import Model
from attention.gallery.settings import Settings
from attention.loaders.checkpoint import fill, read_tensors
from attention.loaders.config_file import Config, read_json
from attention.loaders.deepseek import SCALES, block_of, check_scales
from attention.loaders.gpt2 import load_gpt2
from attention.loaders.llama import UNREAD, load_llama
from attention.loaders.meta import shapes_only
from attention.models.decoder import Decoder

MODELS: dict[str, Model] = {
    "cohere2": cohere2.MODEL,
    "deepseek_v3": deepseek.MODEL,
    "deepseek_v32": deepseek.MODEL,
    "gemma2": gemma2.MODEL,
    "kimi_k2": deepseek.MODEL,
    "kimi_linear": kimi_linear.MODEL,
    "gemma3_text": gemma3.MODEL,
    "glm4_moe": glm4_moe.MODEL,
    "gpt_oss": gpt_oss.MODEL,
    "granite": granite.MODEL,
    "granitemoehybrid": granite_hybrid.MODEL,
    "lfm2": lfm2.MODEL,
    "llama4_text": llama4.MODEL,
    "minimax": minimax.MODEL,
    "minimax_m2": minimax_m2.MODEL,
    "mistral": mistral.MODEL,
    "mixtral": mixtral.MODEL,
    "olmo2": olmo.MODEL,
    "olmo3": olmo.MODEL,
    "phi3": phi3.MODEL,
    "qwen2": qwen2.MODEL,
    "qwen3": qwen3.MODEL,
    "qwen3_moe": qwen3.MODEL,
    "qwen3_next": qwen3_next.MODEL,
    "seed_oss": seed_oss.MODEL,
    "smollm3": smollm3.MODEL,
}
# Those whose loaders are lessons of their own.
LOADERS = {"gpt2": load_gpt2, "llama": load_llama}


def build(config: Mapping[str, Any]) -> Decoder:
    """Return a model with the sizes of a config, and numbers as torch draws them.

    Args:
        config: What its config.json holds, by the names of transformers.

    Raises:
        ValueError: If model_type is none of `MODELS`, an entry has a value that the
            model does not compute, or nothing reads it.
    """
    settings, model = recognise(Config(Path("config"), config))
    with shapes_only():  # what is refused draws no numbers
        model.make(settings)
    settings.check_all_read()
    return model.make(settings)


def outline(config: Mapping[str, Any]) -> Decoder:
    """Return a model without numbers, to be counted and described.

    Its tables of positions have 4,096 rows at most, so it takes no longer texts. The
    experts of a mixture are equal in size, and here they are one module.

    Args:
        config: What its config.json holds.

    Raises:
        ValueError: As `build` does.
    """
    lengths = ("max_position_embeddings", "model_max_length")
    rows = {n: min(config[n], 4096) for n in lengths if type(config.get(n)) is int}
    settings, model = recognise(Config(Path("config"), {**config, **rows}), True)
    with shapes_only():
        made = model.make(settings)
    settings.check_all_read()
    return made


def load(
    folder: str | Path,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Decoder:
    """Return the model of a checkpoint folder, in evaluation mode.

    Args:
        folder: The folder, with config.json and model.safetensors, or with
            model.safetensors.index.json and the files that it names. Weights of eight
            bits, as DeepSeek-V3's, and of four, as gpt-oss's, are multiplied by their
            scales.
        dtype: Of the parameters; torch's default dtype by default.
        device: Where the parameters are; torch's default device by default.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: As `build` does, or if a tensor is missing, has another shape or
            belongs to no parameter, or as `read_safetensors` does.
    """
    folder = Path(folder)
    config = read_json(folder / "config.json")
    kind = config.entries.get("model_type")
    if kind in LOADERS:
        return LOADERS[kind](folder, dtype, device)
    settings, model = recognise(config)
    with shapes_only():
        made = model.make(settings)
    settings.check_all_read()
    tensors = read_tensors(folder)
    packed = four_bits.are_in(config)
    block = None if packed else block_of(config)
    check_scales(folder, tensors, block)

    @lru_cache(maxsize=2)  # a tensor holds many experts
    def unpacked(name: str) -> Tensor:
        scales = tensors.get(name.removesuffix(BLOCKS) + four_bits.SCALES)
        if scales is None:
            raise ValueError("it has no scales")
        return four_bits.decode_four_bits(tensors[name], scales)

    def change(ours: str, theirs: str, tensor: Tensor) -> Tensor:
        if block is not None and tensor.dtype == torch.float8_e4m3fn:
            tensor = dequantise(tensor, tensors[theirs + SCALES], block)
        if packed and theirs.endswith(BLOCKS):
            tensor = unpacked(theirs)
        return model.change(settings, ours, tensor)

    names = model.names(settings) if callable(model.names) else model.names
    if packed:
        names = {**names, r"(experts\..*_proj)$": rf"\1{BLOCKS}"}
    later = f"model.layers.{settings.num_hidden_layers}."  # for several tokens at once
    unread = [*UNREAD, *model.unread, SCALES, "mtp.", later]
    unread += [four_bits.SCALES] if packed else []
    fill(made, folder, tensors, names, change, unread, dtype, device)
    return made.eval()


def recognise(config: Config, outlined: bool = False) -> tuple[Settings, Model]:
    """Return the entries of a config, and the model that its model_type names.

    Args:
        config: The config.
        outlined: Whether the model is only to be counted.

    Raises:
        ValueError: If it names none.
    """
    kind = config.entries.get("model_type")
    if not isinstance(kind, str) or kind not in MODELS:
        names = ", ".join(sorted(MODELS | LOADERS))
        raise ValueError(
            f"{config.path}: model_type must be one of {names}. Got {kind!r}."
        )
    settings = Settings(config, outlined)
    settings.note("quantization_config")  # of the file, and not of the model
    return settings, MODELS[kind]
