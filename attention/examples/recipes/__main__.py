"""Train a model and write its weights: `python -m attention.examples.recipes NAME`."""

import sys
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from attention.examples.pair_memory import train_pairs
from attention.examples.phrases import few_phrases
from attention.examples.recipes.high_rate import train_high_rate
from attention.examples.recipes.indexer import train_indexer
from attention.examples.recipes.induction import train_induction
from attention.examples.recipes.mixture import train_mixture
from attention.examples.recipes.story import train_story
from attention.examples.recipes.translator import train_translator
from attention.examples.trained import weights_file
from attention.loaders.safetensors_file import write_safetensors

RECIPES: dict[str, Callable[[], Any]] = {
    "high-rate": lambda: train_high_rate(normed=False),
    "high-rate-normed": train_high_rate,
    "indexer": train_indexer,
    "induction": train_induction,
    "induction-shared": lambda: train_induction(seed=0),
    "induction-one-layer": lambda: train_induction(num_layers=1),
    "mixture": lambda: train_mixture(balanced=False),
    "mixture-balanced": train_mixture,
    "pairs": train_pairs,
    "rewritten": lambda: train_pairs(
        ("softmax", "linear", "decay", "delta", "gated"), num_keys=4, writes=2
    ),
    "story": train_story,
    "translator": train_translator,
    "translator-few": lambda: train_translator(few_phrases),
}
"""What trains each model, and returns it, with a log if it keeps one."""

if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    if name not in RECIPES:
        sys.exit(f"name a model, one of {', '.join(RECIPES)}")
    torch.set_num_threads(1)
    trained = RECIPES[name]()
    model, log = (trained, {}) if isinstance(trained, nn.Module) else trained
    tensors = log | dict(model.named_parameters())
    write_safetensors(weights_file(name), {k: x.half() for k, x in tensors.items()})
    print(weights_file(name))
