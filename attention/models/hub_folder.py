"""A checkpoint folder as Hugging Face's hub has them: a config, and files of tensors.

    config.json                    sizes and choices, by name
    model.safetensors              the tensors, or
    model.safetensors.index.json   which of several such files holds which tensor

Nothing that a folder holds is executed, and no file outside the folder is read.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from attention.models.config_file import read_json
from attention.models.safetensors_file import read_safetensors

Place = str | Mapping[str, Tensor]


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder that hold tensors.

    Args:
        folder: The folder, with model.safetensors, or with an index of several files.

    Raises:
        ValueError: If the index has no weight_map with the names of files.
    """
    index = folder / "model.safetensors.index.json"
    if (folder / "model.safetensors").exists() or not index.exists():
        return [folder / "model.safetensors"]
    files = read_json(index).get("weight_map")
    names = list(files.values()) if isinstance(files, dict) else [None]
    for name in names:
        path = Path(name) if isinstance(name, str) else Path()
        if path.name != name or path.suffix != ".safetensors":
            raise ValueError(
                f"{index}: weight_map must give for each tensor the name of a "
                f".safetensors file in the folder. Got {name!r}."
            )
    return [folder / name for name in sorted(set(names))]


def read_tensors(folder: Path) -> Iterator[tuple[Path, str, Tensor]]:
    """Yield the tensors of a folder, with their files and names, file after file.

    Args:
        folder: The folder.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: As `files_of` and `read_safetensors` do.
    """
    for path in files_of(folder):
        for name, tensor in read_safetensors(path).items():
            yield path, name, tensor


def fill(
    model: nn.Module,
    folder: Path,
    places: Mapping[str, Place],
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
    unread: Sequence[str] = (),
    *,
    transposed: Collection[str] = (),
    tensors: Iterable[tuple[Path, str, Tensor]] | None = None,
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
        transposed: Names of tensors whose columns are the rows of parameters.
        tensors: The tensors of the folder, if they are not those that `read_tensors`
            yields.

    Raises:
        FileNotFoundError: If a file is missing.
        ValueError: If a tensor is missing, has another shape than its parameter or
            belongs to none, or as `read_tensors` does.
    """
    left, homes = dict(places), defaultdict(list)
    for module in model.modules():  # tied weights are in two modules
        for attribute, parameter in module.named_parameters(recurse=False):
            homes[parameter].append((module, attribute))
    dtype = torch.get_default_dtype() if dtype is None else dtype
    device = torch.get_default_device() if device is None else device
    for path, name, tensor in read_tensors(folder) if tensors is None else tensors:
        if name in left:
            parts = _parts(model, left.pop(name))
            shape = (sum(new.shape[0] for new, _ in parts), *parts[0][0].shape[1:])
            turned = name in transposed
            if tensor.shape != (wanted := shape[::-1] if turned else shape):
                raise ValueError(
                    f"{path}: {name!r} must have shape {wanted}, after config.json. "
                    f"Got {tuple(tensor.shape)}."
                )
            tensor = tensor.to(device)
            for old, rows in parts:
                new = _parameter(old, (tensor.T if turned else tensor)[rows], dtype)
                for module, attribute in homes[old]:
                    setattr(module, attribute, new)
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


def _parts(model: nn.Module, place: Place) -> list[tuple[nn.Parameter, Tensor | slice]]:
    """Return the parameters that a tensor is for, each with its rows."""
    rows = {place: slice(None)} if isinstance(place, str) else place
    return [(model.get_parameter(name), part) for name, part in rows.items()]


def _parameter(old: nn.Parameter, numbers: Tensor, dtype: torch.dtype) -> nn.Parameter:
    """Return what replaces an empty parameter."""
    if not old.requires_grad:
        dtype = torch.promote_types(dtype, torch.float32)
    return nn.Parameter(numbers.to(dtype).contiguous(), old.requires_grad)
