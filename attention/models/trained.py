"""Trained models that ship with the package.

Their weights are files in the folder `weights`, one for each name, under the licence of
the code. The recipe of each is in `attention.examples.recipes`, and
`make train NAME=induction` makes its file anew.
"""

from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn

from attention.models.attention_only import AttentionOnly
from attention.models.encoder_decoder import Transformer
from attention.models.gpt import GPT
from attention.models.safetensors_file import read_safetensors

MODELS: dict[str, tuple[Callable[[], nn.Module], str]] = {
    "induction": (
        lambda: AttentionOnly(16, 24, 32, 2, 2),
        "b3815a966bd51a298d3d7aa9e7d067aa7cbbdfe2153dd7b20de1163c40258e23",
    ),
    "induction-shared": (
        lambda: AttentionOnly(16, 24, 32, 2, 2),
        "fa2236feda84447d19486e78c157a917df0621f428ec8c0372856e2a2f72d559",
    ),
    "induction-one-layer": (
        lambda: AttentionOnly(16, 24, 32, 1, 2),
        "e843dd676a39854374c3ff6724328c5c948e84e118764b3a156476277fa5652f",
    ),
    "story": (
        lambda: GPT(126, 24, 32, 1, 2),
        "fd3fc5a5b03538dea68de5c88527bafbcafb0a6a98c2c69a902b38f0ec966691",
    ),
    "translator": (
        lambda: Transformer(39, 48, 9, 32, 1, 4, pad_id=0),
        "860d64c9ffee9ad05abc4e5d77cfa8bf13aaf0e2d1686624785a1dcfb333fd5e",
    ),
    "translator-few": (
        lambda: Transformer(39, 48, 9, 32, 1, 4, pad_id=0),
        "d1be3edbd7ad375671e5b1e2082df71bd74c046ae8fa24bf7cf8ae27ddee6ff2",
    ),
}
"""By name: what makes the model, and the SHA-256 of its file of weights."""


def load_trained(name: str) -> nn.Module:
    """Return a trained model in evaluation mode.

    Called with ids, it returns logits (..., num_tokens, num_words). A translator takes
    source ids and target ids.

    Args:
        name: `induction`, two layers of attention trained on sequences said twice;
            `induction-shared`, the same from another seed, where two heads of a layer
            do the same; `induction-one-layer`, one layer, which
            fails at longer sequences; `story`, a GPT
            that has learned a story by heart; `translator`, a Transformer from English
            to Hindi; `translator-few`, the same trained on too few sentences.

    Raises:
        ValueError: If there is no model of that name.
    """
    if name not in MODELS:
        names = ", ".join(MODELS)
        raise ValueError(f"name must be one of {names}. Got {name!r}.")
    make, _ = MODELS[name]
    model = make()
    tensors = read_safetensors(weights_file(name))
    with torch.no_grad():
        for path, parameter in model.named_parameters():  # what is tied comes once
            parameter.copy_(tensors[path])
    return model.eval()


def weights_file(name: str) -> Path:
    """Return the path of a trained model's file of weights.

    Args:
        name: The name of the model.
    """
    return Path(__file__).with_name("weights") / f"{name}.safetensors"
