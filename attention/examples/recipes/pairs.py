"""The recipe of the models `pairs` and `rewritten`."""

from collections.abc import Sequence

import torch
from torch import nn

from attention.examples.pair_memory import PairMemory
from attention.examples.pairs import pair_batches
from attention.examples.training import fit


def train_pairs(
    rules: Sequence[str] = ("softmax", "elu", "linear", "delta"),
    num_keys: int = 16,
    writes: int = 1,
    seed: int = 0,
) -> nn.ModuleDict:
    """Train a model of each rule to recall pairs, all on the same sequences.

    Args:
        rules: The rules, as PairMemory names them.
        num_keys: The number of different keys in each sequence.
        writes: How many times each key is written; the last value counts.
        seed: Decides the first weights and the sequences.
    """
    models = nn.ModuleDict()
    for rule in rules:
        torch.manual_seed(seed)
        model = PairMemory(rule)
        generator = torch.Generator().manual_seed(seed)
        batches = pair_batches(600, num_keys, writes, generator)
        fit(model, batches, learning_rate=0.01)
        models[rule] = model
    return models.eval()
