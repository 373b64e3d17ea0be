"""A checkpoint folder as Hugging Face's hub has them: a config, and files of tensors.

    config.json                    sizes and choices, by name
    model.safetensors              the tensors, or
    model.safetensors.index.json   which of several such files holds which tensor

Nothing that a folder holds is executed, and no file outside the folder is read.
"""

import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import torch
from torch import Tensor, nn

from attention.loaders.config_file import read_json
from attention.loaders.safetensors_file import map_safetensors


def read_tensors(folder: Path) -> dict[str, Tensor]:
    """Return the tensors of a folder by their names, read when they are used.

    Args:
        folder: The folder, with model.safetensors, or with an index of several files.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If the index has no weight_map with the names of files, or as
            `read_safetensors` does.
    """
    index, names = folder / "model.safetensors.index.json", ["model.safetensors"]
    if index.exists() and not (folder / names[0]).exists():
        files = read_json(index).entries.get("weight_map")
        names = list(files.values()) if isinstance(files, dict) else [None]
    tensors = {}
    for name in dict.fromkeys(names):
        path = Path(name) if isinstance(name, str) else Path()
        if path.name != name or path.suffix != ".safetensors":
            raise ValueError(
                f"{index}: weight_map must give for each tensor the name of a "
                f".safetensors file in the folder. Got {name!r}."
            )
        tensors |= map_safetensors(folder / name)
    return tensors


def fill(
    model: nn.Module,
    folder: Path,
    tensors: Mapping[str, Tensor],
    names: Mapping[str, str],
    change: Callable[[str, str, Tensor], Tensor] = lambda ours, theirs, tensor: tensor,
    unread: Collection[str] = (),
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> None:
    """Give a model that was made with `shapes_only` the tensors of a checkpoint.

    Args:
        model: The model. Two parameters that are one are one again in the end.
        folder: The folder, for errors.
        tensors: The tensors of the checkpoint by their names.
        names: Patterns in the names of our parameters, as of `re.sub`, and what stands
            there in the names of the tensors; replaced one after the other.
        change: What makes a parameter from its name, that of its tensor and the tensor,
            if that holds two of our parameters, for example; by default it is the one.
        unread: Beginnings and ends of names of tensors that the model does not need.
        dtype: Of the parameters, torch's default dtype by default. Those that have no
            gradient, such as a router's bias, have float32 at least.
        device: Where the parameters are; torch's default device by default.

    Raises:
        ValueError: If a tensor is missing, has another shape than its parameter needs,
            or belongs to no parameter.
    """
    dtype = torch.get_default_dtype() if dtype is None else dtype
    device = torch.get_default_device() if device is None else device
    made: dict[nn.Parameter, nn.Parameter] = {}
    state, used = {}, set()
    for ours, old in model.named_parameters(remove_duplicate=False):
        if old not in made:
            theirs = ours
            for part, other in names.items():
                theirs = re.sub(part, other, theirs)
            used.add(theirs)
            if theirs not in tensors:
                raise ValueError(
                    f"{folder} must hold a tensor {theirs!r}. It does not."
                )
            tensor = tensors[theirs]
            message = (
                f"{folder}: {theirs!r} must give {ours} of shape {tuple(old.shape)}, "
                f"after config.json. Got {tuple(tensor.shape)}"
            )
            try:
                new = change(ours, theirs, tensor)
            except (RuntimeError, ValueError) as error:
                raise ValueError(f"{message}: {error}") from None
            if new.shape != old.shape:
                raise ValueError(f"{message}.")
            exact = torch.promote_types(dtype, torch.float32)
            kind = dtype if old.requires_grad else exact
            empty = torch.empty(old.shape, dtype=kind, device=device)
            made[old] = nn.Parameter(empty.copy_(new), old.requires_grad)
        state[ours] = made[old]
    for name in tensors:
        known = any(name.startswith(n) or name.endswith(n) for n in unread)
        if name not in used and not known:
            raise ValueError(
                f"{folder} must hold no tensor but those of the model that "
                f"config.json describes. Got {name!r}."
            )
    model.load_state_dict(state, assign=True)
    for module in model.modules():  # tables of positions, which no file holds
        if not list(module.children()) and not list(module.parameters()):
            module.to(device=device, dtype=dtype)
