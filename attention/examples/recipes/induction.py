"""The recipe of the models whose names begin with `induction`."""

import torch

from attention.examples.repeated import LONGEST, NUM_KINDS, said_twice_batches
from attention.examples.training import fit
from attention.models.attention_only import AttentionOnly


def train_induction(num_layers: int = 2, seed: int = 3) -> AttentionOnly:
    """Train attention layers on sequences that are said twice.

    Args:
        num_layers: Two learn it at every length, one does not.
        seed: Decides the first weights and the sequences.
    """
    torch.manual_seed(seed)
    model = AttentionOnly(
        vocab_size=NUM_KINDS,
        context_length=2 * LONGEST,
        d_model=32,
        num_layers=num_layers,
        num_heads=2,
    )
    generator = torch.Generator().manual_seed(seed)
    fit(model, said_twice_batches(600, generator), learning_rate=0.004)
    return model.eval()
