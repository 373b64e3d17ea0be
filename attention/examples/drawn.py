"""Checkpoints of the gallery's models, tiny, with numbers that are drawn when needed.

A stored file holds the config, the shape of each tensor, ids of one text, and the
logits that transformers computed of them at some positions (`make oracle`). The numbers
of a tensor are drawn with its name as the seed: from N(1, 0.2²) those of the weights of
norms, from N(0, 0.2²) all others.
"""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from attention.loaders.safetensors_file import write_safetensors


class DrawnCheckpoint(NamedTuple):
    """What is stored of a checkpoint.

    Attributes:
        config: The entries of config.json.
        shapes: The shape of each tensor of model.safetensors.
        ids: One text: (num_tokens,).
        positions: Positions in the text.
        logits: What transformers' model gives at them, all of it in float64:
            (num_positions, vocab_size).
    """

    config: Mapping[str, Any]
    shapes: Mapping[str, Sequence[int]]
    ids: Tensor
    positions: Tensor
    logits: Tensor

    def write(self, folder: str | Path) -> Path:
        """Write config.json and model.safetensors, and return the folder.

        Args:
            folder: A folder that exists.
        """
        folder = Path(folder)
        (folder / "config.json").write_text(json.dumps(self.config), "utf-8")
        write_safetensors(folder / "model.safetensors", draw_tensors(self.shapes))
        return folder


def drawn_file(name: str) -> Path:
    """Return the file of a stored checkpoint."""
    return Path(__file__).parent / "gallery" / f"{name}.json"


def drawn_checkpoint(name: str) -> DrawnCheckpoint:
    """Return a stored checkpoint.

    Args:
        name: A name of `drawn_names`.

    Raises:
        ValueError: If it is no such name.
    """
    if name not in drawn_names():
        raise ValueError(f"name must be one of {drawn_names()}. Got {name!r}.")
    stored = json.loads(drawn_file(name).read_text("utf-8"))
    exact = {"logits": torch.float64}
    for field in ("ids", "positions", "logits"):
        stored[field] = torch.tensor(stored[field], dtype=exact.get(field))
    return DrawnCheckpoint(**stored)


def drawn_names() -> list[str]:
    """Return the names of the stored checkpoints, in the order of the alphabet."""
    return sorted(path.stem for path in drawn_file("").parent.glob("*.json"))


def draw_tensors(shapes: Mapping[str, Sequence[int]]) -> dict[str, Tensor]:
    """Return a tensor for each name, the same in each process.

    Args:
        shapes: The shape of each tensor by its name.
    """
    return {name: _draw(name, shape) for name, shape in shapes.items()}


def _draw(name: str, shape: Sequence[int]) -> Tensor:
    mean = float("norm" in name and name.endswith("weight"))
    drawn = random.Random(name)  # not torch's, which machines draw differently
    empty = torch.empty(tuple(shape))
    numbers = [drawn.gauss(mean, 0.2) for _ in range(empty.numel())]
    return torch.tensor(numbers, dtype=torch.float32).view(empty.shape)
