"""A checkpoint folder as Hugging Face's hub has them: a config, and files of tensors.

    config.json                    sizes and choices, by name
    model.safetensors              the tensors, or
    model.safetensors.index.json   which of several such files holds which tensor

Nothing that a folder holds is executed.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from attention.models.safetensors_file import read_safetensors


def read_config(
    folder: Path, sizes: Sequence[str], computed: Mapping[str, Any], model: str
) -> dict[str, Any]:
    """Return the entries of config.json, checked against what a model computes.

    Args:
        folder: The folder.
        sizes: Names of entries that must be there, positive integers.
        computed: Entries and the values that the model computes. One that is missing
            means this value, too.
        model: What the model is called in an error.

    Raises:
        FileNotFoundError: If there is no config.json.
        ValueError: If it is not an object in JSON, a size is missing or no positive
            integer, or an entry asks for another computation.
    """
    path = folder / "config.json"
    try:
        config = json.loads(path.read_text("utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{path} must be JSON. Got {error}.") from None
    if not isinstance(config, dict):
        raise ValueError(f"{path} must be an object in JSON. Got {config!r}.")
    for size in sizes:
        number = config.get(size)
        if type(number) is not int or number < 1:
            raise ValueError(
                f"{path}: {size} must be a positive integer. Got {number!r}."
            )
    for name, value in computed.items():
        if config.get(name, value) != value:
            raise ValueError(
                f"{path}: {name} must be {value!r}, which our {model} computes. "
                f"Got {config[name]!r}."
            )
    return config


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder that hold tensors.

    Args:
        folder: The folder, with model.safetensors, or with an index of several files.
    """
    index = folder / "model.safetensors.index.json"
    if (folder / "model.safetensors").exists() or not index.exists():
        return [folder / "model.safetensors"]
    names = json.loads(index.read_text("utf-8"))["weight_map"].values()
    return [folder / name for name in sorted(set(names))]


def fill(
    model: nn.Module,
    folder: Path,
    places: Mapping[str, str | Mapping[str, Tensor]],
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
    unread: Sequence[str] = (),
) -> None:
    """Give a model that was made with `shapes_only` the tensors of a folder.

    The files are read one after another, so that no more than one is in memory beside
    the model. Each tensor is compared with the parameter that it replaces.

    Args:
        model: The model. Two parameters that are one are one again in the end.
        folder: The folder.
        places: For the name of each tensor the name of its parameter; or those of the
            parameters that share it, each with the numbers of its rows.
        dtype: Of the parameters, torch's default dtype by default. Those that have no
            gradient, such as a router's bias, have float32 at least.
        device: Where the parameters are; torch's default device by default.
        unread: Beginnings and ends of names of tensors that the model does not need.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If a tensor is missing, has another shape than its parameter or
            belongs to none, or as `read_safetensors` does.
    """
    left, homes = dict(places), defaultdict(list)
    for module in model.modules():  # tied weights are in two modules
        for attribute, parameter in module.named_parameters(recurse=False):
            homes[parameter].append((module, attribute))
    dtype = torch.get_default_dtype() if dtype is None else dtype
    device = torch.get_default_device() if device is None else device
    for path in files_of(folder):
        for name, tensor in read_safetensors(path).items():
            if name in left:
                place = left.pop(name)
                _place(model, homes, path, name, tensor.to(device), place, dtype)
            elif not any(name.startswith(n) or name.endswith(n) for n in unread):
                raise ValueError(
                    f"{path} must hold no tensor but those of the model that "
                    f"config.json describes. Got {name!r}."
                )
    if left:
        raise ValueError(f"{folder} must hold a tensor {min(left)!r}. It does not.")
    for module in model.modules():  # tables of positions, which no file holds
        if not list(module.children()) and not list(module.parameters()):
            module.to(device=device, dtype=dtype)


def _place(
    model: nn.Module,
    homes: Mapping[Tensor, list[tuple[nn.Module, str]]],
    path: Path,
    name: str,
    tensor: Tensor,
    place: str | Mapping[str, Tensor],
    dtype: torch.dtype,
) -> None:
    """Put a tensor where a parameter is, or its rows where several are."""
    parts = {place: slice(None)} if isinstance(place, str) else place
    shapes = [model.get_parameter(ours).shape for ours in parts]
    shape = (sum(shape[0] for shape in shapes), *shapes[0][1:])
    if tensor.shape != shape:
        raise ValueError(
            f"{path}: {name!r} must have shape {shape}, after config.json. "
            f"Got {tuple(tensor.shape)}."
        )
    for ours, rows in parts.items():
        old = model.get_parameter(ours)
        wide = torch.promote_types(dtype, torch.float32)
        kept = tensor[rows].to(dtype if old.requires_grad else wide)
        new = nn.Parameter(kept, requires_grad=old.requires_grad)
        for module, attribute in homes[old]:
            setattr(module, attribute, new)
